package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestTrustKernel wants this program to link no solver, and neither cobra nor a network: whoever reads
// it to trust it has to read what it links.
func TestTrustKernel(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("SKIPPED: no go command here, so the imports were NOT checked")
	}
	out, err := exec.Command(goTool, "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, dep := range strings.Fields(string(out)) {
		if strings.Contains(dep, "gridwright") && (strings.HasSuffix(dep, "solve") || strings.HasSuffix(dep, "/families")) ||
			strings.Contains(dep, "spf13") || dep == "net" {
			t.Errorf("gridverify links %s", dep)
		}
	}
}
