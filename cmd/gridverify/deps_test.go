package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestTrustKernel wants this program to link the standard library and this module alone, no solver and no network:
// whoever reads it to trust it has to read what it links.
func TestTrustKernel(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("SKIPPED: no go command here, so the imports were NOT checked")
	}
	out, err := exec.Command(goTool, "list", "-deps", "-f", "{{.ImportPath}} {{.Standard}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	ours := 0
	for line := range strings.Lines(string(out)) {
		dep, standard, _ := strings.Cut(strings.TrimSpace(line), " ")
		_, own := strings.CutPrefix(dep, "github.com/gridwright/gridwright/")
		switch {
		case standard != "true" && !own, dep == "net", own &&
			(strings.HasSuffix(dep, "solve") || strings.HasSuffix(dep, "/families")):
			t.Errorf("gridverify links %s", dep)
		case own:
			ours++
		}
	}
	if ours < 10 {
		t.Errorf("only %d packages of this module were seen", ours)
	}
}
