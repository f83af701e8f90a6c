package batch_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/internal/batch"
)

// TestRemote has lines done elsewhere, by those who do them well, and by those who answer too much, too little, or
// about other lines. None of that comes into the output as if it were an answer.
func TestRemote(t *testing.T) {
	for name, c := range map[string]struct {
		change func(all [][]byte) [][]byte
		want   string
	}{
		"well":    {func(all [][]byte) [][]byte { return all }, ""},
		"less":    {func(all [][]byte) [][]byte { return all[:2] }, "workers have left out 1 result"},
		"more":    {func(all [][]byte) [][]byte { return append(all, all[2]) }, "with more results than it had lines"},
		"a gap":   {func(all [][]byte) [][]byte { return all[1:] }, "has answered line 1 of "},
		"twice":   {func(all [][]byte) [][]byte { return [][]byte{all[0], all[0], all[2]} }, "has answered line 3 of "},
		"rubbish": {func([][]byte) [][]byte { return [][]byte{[]byte("yes\n")} }, `is no result: "yes\n"`},
		"torn": {func(all [][]byte) [][]byte { return [][]byte{bytes.TrimSuffix(all[0], []byte("\n"))} },
			"is no result: "},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := config(t, word("yes")+"\n\n"+word("no")+"\n"+word("yes"))
			cfg.Remote = func(ctx context.Context, _ string, _ int64, next func() (batch.Line, error),
				done func([]byte) error) error {
				var all [][]byte
				for {
					l, err := next()
					if err == io.EOF {
						return done(bytes.Join(c.change(all), nil))
					}
					if err != nil {
						return err
					}
					result, err := cfg.Runner.Append(ctx, nil, l.At, l.Text)
					if err != nil {
						return err
					}
					all = append(all, result)
				}
			}
			_, err := batch.Run(context.Background(), cfg)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}
