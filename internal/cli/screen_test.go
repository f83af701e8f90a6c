package cli_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/cli"
)

// TestFamilyHelp wants the help about a family on one screen, with the name of each of its formats.
func TestFamilyHelp(t *testing.T) {
	for _, f := range families.All() {
		var out, errs bytes.Buffer
		code := cli.Main(t.Context(), []string{"help", f.Name()}, strings.NewReader(""), &out, &errs, families.All)
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if code != 0 || len(lines) > 20 {
			t.Errorf("help %s: code %d, %d lines; at most 20 fit", f.Name(), code, len(lines))
		}
		for i, l := range lines {
			if len([]rune(l)) > 78 || strings.HasSuffix(l, " ") {
				t.Errorf("help %s, line %d: %d columns, or a blank at the end: %q", f.Name(), i+1, len([]rune(l)), l)
			}
		}
		for _, format := range f.Formats() {
			if !strings.Contains(out.String(), format.Name) {
				t.Errorf("help %s does not show %s", f.Name(), format.Name)
			}
		}
	}
}
