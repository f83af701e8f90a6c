//go:build !js

package doctest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/gridwright/gridwright/internal/fleet"
)

// node walks a decoded document: maps by name, lists by index; nil where there is nothing.
func node(v any, path ...any) any {
	for _, step := range path {
		switch at := v.(type) {
		case map[string]any:
			name, _ := step.(string)
			v = at[name]
		case []any:
			i, ok := step.(int)
			if !ok || i >= len(at) {
				return nil
			}
			v = at[i]
		default:
			return nil
		}
	}
	return v
}

func texts(v any) (out []string) {
	list, _ := v.([]any)
	for _, one := range list {
		out = append(out, fmt.Sprint(one))
	}
	return out
}

// manifests decodes the documents of a file.
func manifests(t *testing.T, file string) (all []any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	for {
		var doc any
		if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, doc)
	}
}

// understood runs the program with arguments and asks for help: flags that it does not know are an error.
func understood(t *testing.T, daemon, where string, args []string) {
	t.Helper()
	if out, err := exec.Command(daemon, append(args, "--help")...).CombinedOutput(); err != nil {
		t.Errorf("%s: gridwrightd %s: %s", where, strings.Join(args, " "), out)
	}
}

// TestDeploy reads the files for deployments: whether names fit to each other, and the program knows the flags.
func TestDeploy(t *testing.T) {
	root := repository(t)
	daemon := filepath.Join(t.TempDir(), "gridwrightd.exe")
	build := exec.Command("go", "build", "-o", daemon, "./cmd/gridwrightd")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	files, err := filepath.Glob(filepath.Join(root, "deploy/kubernetes/*.yaml"))
	if err != nil || len(files) < 3 {
		t.Fatalf("%d manifests, %v", len(files), err)
	}
	labels, scaled := map[string]any{}, map[string]bool{}
	var all []any
	for _, file := range files {
		for _, doc := range manifests(t, file) {
			kind, name := fmt.Sprint(node(doc, "kind")), fmt.Sprint(node(doc, "metadata", "name"))
			if node(doc, "apiVersion") == nil || node(doc, "metadata", "name") == nil {
				t.Errorf("%s: a document without a version or a name: %v", file, doc)
			}
			all = append(all, doc)
			if template := node(doc, "spec", "template"); template != nil {
				labels[name] = node(template, "metadata", "labels", "app")
				checkPod(t, daemon, kind+" "+name, doc, template)
			}
			if kind == "ScaledObject" || kind == "HorizontalPodAutoscaler" {
				scaled[fmt.Sprint(node(doc, "spec", "scaleTargetRef", "name"))] = true
			}
		}
	}
	for _, doc := range all {
		for _, path := range [][]any{{"spec", "selector", "app"}, {"spec", "selector", "matchLabels", "app"},
			{"spec", "podSelector", "matchLabels", "app"}} {
			if app := node(doc, path...); app != nil && labels[fmt.Sprint(app)] != app {
				t.Errorf("%v %v selects %v, which no pod is", node(doc, "kind"), node(doc, "metadata", "name"), app)
			}
		}
		if trigger := node(doc, "spec", "triggers", 0, "metadata"); trigger != nil {
			if node(trigger, "stream") != fleet.JobsStream || node(trigger, "consumer") != fleet.Workers {
				t.Errorf("the autoscaler looks at %v", trigger)
			}
		}
	}
	if !scaled["gridwright-worker"] || !scaled["gridwright"] {
		t.Errorf("only these are scaled: %v", scaled)
	}
}

// checkPod reads the container of a workload.
func checkPod(t *testing.T, daemon, where string, doc, template any) {
	t.Helper()
	if node(doc, "spec", "selector", "matchLabels", "app") != node(template, "metadata", "labels", "app") {
		t.Errorf("%s does not select its own pods", where)
	}
	c := node(template, "spec", "containers", 0)
	args := texts(node(c, "args"))
	understood(t, daemon, where, args)
	ports := map[string]bool{}
	list, _ := node(c, "ports").([]any)
	for _, p := range list {
		ports[fmt.Sprint(node(p, "name"))] = true
		if !strings.Contains(strings.Join(args, " "), fmt.Sprintf(":%v", node(p, "containerPort"))) {
			t.Errorf("%s: nothing listens at port %v", where, node(p, "containerPort"))
		}
	}
	for _, probe := range []string{"startupProbe", "readinessProbe", "livenessProbe"} {
		if port := node(c, probe, "httpGet", "port"); port != nil && !ports[fmt.Sprint(port)] {
			t.Errorf("%s: the %s asks port %v, which has no name", where, probe, port)
		}
	}
	for path, want := range map[string]any{"readOnlyRootFilesystem": true, "allowPrivilegeEscalation": false} {
		if node(c, "securityContext", path) != want {
			t.Errorf("%s: %s is not %v", where, path, want)
		}
	}
	if node(c, "resources", "limits", "memory") == nil {
		t.Errorf("%s has no limit on memory", where)
	}
}

// TestUnits reads the systemd units and the Containerfile.
func TestUnits(t *testing.T) {
	root := repository(t)
	daemon := filepath.Join(t.TempDir(), "gridwrightd.exe")
	build := exec.Command("go", "build", "-o", daemon, "./cmd/gridwrightd")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	units := find(t, root, func(name string) bool { return strings.HasSuffix(name, ".service") })
	if len(units) != 3 {
		t.Errorf("units: %v", units)
	}
	for _, unit := range units {
		settings := map[string]string{}
		for i, line := range lines(t, root, unit) {
			key, value, ok := strings.Cut(line, "=")
			if section := strings.HasPrefix(line, "["); line != "" && line[0] != '#' && !ok && !section {
				t.Errorf("%s:%d: %q is no setting", unit, i+1, line)
			}
			settings[key] = value
		}
		command := strings.Fields(strings.NewReplacer("${STATE_DIRECTORY}", "/var/lib/x").Replace(settings["ExecStart"]))
		if n := len(command); n < 2 || command[0] != "/usr/local/bin/gridwrightd" || !strings.HasPrefix(command[n-1], "$") {
			t.Errorf("%s: %q", unit, command)
			continue
		}
		understood(t, daemon, unit, command[1:len(command)-1])
		for key, want := range map[string]string{"NoNewPrivileges": "yes", "ProtectSystem": "strict", "DynamicUser": "yes",
			"Restart": "always", "WantedBy": "multi-user.target", "SystemCallErrorNumber": "EPERM"} {
			if settings[key] != want {
				t.Errorf("%s: %s is %q", unit, key, settings[key])
			}
		}
	}
	for _, line := range lines(t, root, "deploy/Containerfile") {
		for _, word := range strings.Fields(line) {
			if name, ok := strings.CutPrefix(word, "./"); ok {
				if _, err := os.Stat(filepath.Join(root, name)); err != nil {
					t.Errorf("the Containerfile names %s, which is not there", word)
				}
			}
		}
	}
}
