package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"github.com/gridwright/gridwright/internal/server"
)

// load reads settings from flags, variables and a file.
func load(t *testing.T, args string, env map[string]string, file string) (*Config, error) {
	t.Helper()
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	c := Flags(flags)
	if file != "" {
		name := filepath.Join(t.TempDir(), "c.yaml")
		if err := os.WriteFile(name, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		args += " --config " + name
	}
	if err := flags.Parse(strings.Fields(args)); err != nil {
		t.Fatal(err)
	}
	return c, c.Load(func(name string) (string, bool) {
		text, set := env[name]
		return text, set
	})
}

// TestOrder sets the same in three places.
func TestOrder(t *testing.T) {
	env := map[string]string{"GRIDWRIGHTD_TIMEOUT": "2s", "GRIDWRIGHTD_AT_ONCE": "7", "GRIDWRIGHTD_PORT": "tcp://10.0.0.1:80"}
	file := "timeout: 3s\nat-once: 9\nmemory: 1GiB\ncors: [https://a.example, \"https://b.example:8443\"]\nbody: 2097152\n"
	c, err := load(t, "--timeout 1s", env, file)
	if err != nil {
		t.Fatal(err)
	}
	o := c.Options()
	if c.Timeout.Duration() != time.Second || o.AtOnce != 7 || o.Memory != 1<<28 || len(o.Origins) != 2 || o.Body != 2<<20 ||
		o.Wait != 10*time.Second {
		t.Errorf("%+v", o)
	}
	var text strings.Builder
	if _, err := c.WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"timeout: 1s  # --timeout\n", "at-once: 7  # GRIDWRIGHTD_AT_ONCE\n", "wait: 10s  # default\n",
		"memory: 1GiB  # ", "c.yaml\n", `cors: ["https://a.example", "https://b.example:8443"]  # `,
		`addr: "127.0.0.1:8080"`, "queue: 0  # default\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	again, err := load(t, "", nil, text.String()) // what it prints it reads
	if err != nil {
		t.Fatal(err)
	}
	if a, b := again.Options(), o; a.Body != b.Body || a.Memory != b.Memory || len(a.Origins) != 2 || a.AtOnce != b.AtOnce {
		t.Errorf("%+v, and then %+v", b, a)
	}
}

// TestRefused wants one sentence, with its place where there is one.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ args, variable, file, want string }{
		{"", "", "wait: 1s\ntimout: 2s\n", `c.yaml: line 2, column 1: the configuration has no field "timout"; did you mean "timeout"?`},
		{"", "", "timeout: soon\n", `c.yaml: line 1, column 10: timeout: "soon" is no time`},
		{"", "", "timeout: 1s\ntimeout: 2s\n", "line 2, column 1"},
		{"", "", "at-once: [1]\n", "line 1, column 10"},
		{"", "", "- 1\n", "c.yaml: line 1, column 1"},
		{"", "", "cors: [nonsense]\n", "is no origin"},
		{"", "AT_ONCE=many", "", "GRIDWRIGHTD_AT_ONCE is \"many\", which is no whole number"},
		{"", "LOG_LEVEL=inf", "", `did you mean "info"`},
		{"--log-format xml", "", "", "text or json"},
		{"--memory 2048", "", "", "from 1MiB"},
		{"--timeout 0", "", "", "above 0"},
		{"--timeout 2000000h", "", "", "at most 10000h"},
		{"--at-once -1", "", "", "at-once is -1"},
		{"--addr nowhere", "", "", "it looks like 127.0.0.1:8080"},
		{"--site /no/such/folder!", "", "", "there is no folder"},
		{"--config /no/such/file!", "", "", "no such file"},
		{"--tokens /no/such/file!", "", "", "no such file"},
	} {
		env := map[string]string{}
		if name, text, ok := strings.Cut(c.variable, "="); ok {
			env[Prefix+name] = text
		}
		if _, err := load(t, c.args, env, c.file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestTokens reads what is printed for an owner, with quotas, and refuses what is not right.
func TestTokens(t *testing.T) {
	_, sum := server.NewToken()
	shop := Entry("shop", sum)
	name := filepath.Join(t.TempDir(), "tokens.yaml")
	read := func(text string) (*Config, error) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return load(t, "--tokens "+name, nil, "")
	}
	c, err := read("tokens:\n" + shop + "    requests: 2.5\n    burst: 10\n    work: 30s\n    at-once: 4\n")
	if err != nil {
		t.Fatal(err)
	}
	want := server.Token{Name: "shop", Sum: sum, Rate: 2.5, Burst: 10, Work: 30 * time.Second, AtOnce: 4}
	if got := c.Options().Tokens; len(got) != 1 || got[0] != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	var text strings.Builder
	c.WriteTo(&text)
	if !strings.Contains(text.String(), "owners: shop") || strings.Contains(text.String(), shop[len(shop)-20:len(shop)-1]) {
		t.Error(text.String())
	}
	for text, want := range map[string]string{
		"tokens: []\n":                                "there is no token",
		"tokens:\n" + shop + shop:                     "a second time",
		"tokens:\n" + shop + "    rate: 3\n":          `has no field "rate"`,
		"tokens:\n" + shop + "    request: 3\n":       `did you mean "requests"`,
		"tokens:\n" + shop + "    work: 0s\n":         "line 4, column 11: work is",
		"tokens:\n" + shop + "    requests: 0\n":      "a number a second",
		"tokens:\n" + shop + "    requests: 1e-300\n": "a number a second",
		"tokens:\n  - name: x\n":                      "sha256",
		"tokens:\n  - name: x\n    sha256: ab\n":      "64 hexadecimal digits",
		"tokens:\n  - name: \"a b\"\n":                "a name has",
		"token: 1\n":                                  "tokens",
	} {
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "line ") {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
