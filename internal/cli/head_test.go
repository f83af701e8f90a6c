package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHeads wants every line of JSON to say where it comes from and what the document says of itself,
// and headings to show the name.
func TestHeads(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		"a": `{"family":"one","version":1,"name":"First \"one\"","author":"Ada","comment":"two\nlines","word":"yes"} ` +
			`{"family":"one","version":1,"file":"elsewhere","case":7,"word":"no"}`,
		"b": "family: one\nversion: 1\nname: 1st of b\nword: \"yes\"\n",
		"c": `{"family":"one","version":1,"author":"Ada","word":"yes"}`,
	} {
		writeFile(t, filepath.Join(dir, name), text)
	}
	const doc, a1 = `{"family":"one","version":1,`,
		`"name":"First \"one\"","author":"Ada","comment":"two\nlines","file":"a","case":1,`
	const a2, b1 = `"file":"a","case":2,`, `"name":"1st of b","file":"b","case":1,`
	for _, c := range []struct{ args, want string }{
		{"solve --json a b", doc + a1 + `"verdict":"solved","witness":"yes"}|` + doc + a2 +
			`"verdict":"impossible","certificate":"no"}|` + doc + b1 + `"verdict":"solved","witness":"yes"}`},
		{"count --json a b", doc + a1 + `"count":"3"}|` + doc + a2 + `"count":"2"}|` + doc + b1 + `"count":"3"}`},
		{"analyze --json b", doc + b1 +
			`"word":"yes","letters":3,"fewer":"a < b","silent":1,"all":["1180591620717411303424","1"]}`},
		{"hint --json a", "{" + a1 + `"family":"one","verdict":"solved","hint":"say yes"}|{` + a2 +
			`"family":"one","verdict":"impossible"}`},
		{"when --json a (X)", "{" + a1 + `"family":"one","first":"3","every":"7"}|{` + a2 +
			`"family":"one","first":null,"every":"0"}`},
		{"apply --json a X", doc + a1 + `"word":"yesX"}|` + doc + a2 + `"word":"noX"}`},
		{"apply a X", "case 1: First \"one\" (by Ada):|yesX||case 2:|noX"},
		{"convert a --to json", doc + `"name":"First \"one\"","author":"Ada","comment":"two\nlines","word":"yes"}|` + doc +
			`"word":"no"}`},
		{"scramble --json --seed 1 b", doc + b1 + `"word":"yes-1598"}`},
		{"check --json b b.claim", "{" + b1 + `"accepted":true}`},
		{"solve a b", "a: case 1: First \"one\" (by Ada):|yes||solved (checked)||a: case 2:|no||impossible (checked)||b: " +
			"1st of b:|yes||solved (checked)"},
		{"count b", "1st of b: 3 letters"},
		{"count c", "(by Ada): 3 letters"},
		{"hint a", "case 1: First \"one\" (by Ada):|yes||say yes||case 2:|no||impossible"},
	} {
		writeFile(t, "b.claim", doc+`"file":"b","case":1,"name":"1st of b","verdict":"solved","witness":"yes"}`)
		var out, errs bytes.Buffer
		code := Main(context.Background(), strings.Fields(c.args), strings.NewReader(""), &out, &errs, fakes, nil)
		got := strings.ReplaceAll(strings.TrimSuffix(out.String(), "\n"), "\n", "|")
		if code != 0 || got != c.want || errs.Len() > 0 {
			t.Errorf("%s: code %d, %s\n got %s\nwant %s", c.args, code, errs.String(), got, c.want)
		}
	}
	// What one command prints another one reads.
	for _, pipe := range [][2]string{{"solve --json a b", "check --json both -"}, {"apply --json a X", "solve --json -"},
		{"solve --json a", "check a -"}} {
		writeFile(t, "both", doc+`"word":"yes"}`+doc+`"word":"no"}`+doc+`"word":"yes"}`)
		var out, last, errs bytes.Buffer
		first := Main(context.Background(), strings.Fields(pipe[0]), strings.NewReader(""), &out, &errs, fakes, nil)
		second := Main(context.Background(), strings.Fields(pipe[1]), &out, &last, &errs, fakes, nil)
		if first != 0 || second != 0 || errs.Len() > 0 {
			t.Errorf("%s | %s: %d, %d, %s%s", pipe[0], pipe[1], first, second, last.String(), errs.String())
		}
	}
}

// TestOddFileNames wants a line that is a document whatever the file is called.
func TestOddFileNames(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a \"b\"", "new\nline", "\xff\xfe"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("# yes"), 0o666); err != nil {
			t.Skip("SKIPPED: this file system has no such names:", err)
		}
		var out, last, errs bytes.Buffer
		first := Main(context.Background(), []string{"solve", "--json", path}, strings.NewReader(""), &out, &errs, fakes, nil)
		if second := Main(context.Background(), []string{"check", path, "-"}, &out, &last, &errs, fakes, nil); first != 0 ||
			second != 0 || last.String() != "accepted\n" {
			t.Errorf("%q: %d, %d, %s%s", name, first, second, last.String(), errs.String())
		}
	}
}
