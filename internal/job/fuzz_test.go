package job_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/job"
	"github.com/gridwright/gridwright/puzzle"
)

// FuzzLine gives any bytes as a line: the result is one line of JSON that ReadRecord reads, and the same the next time
// unless a limit on time has ended it.
func FuzzLine(f *testing.F) {
	for _, c := range lines {
		f.Add(c.line)
	}
	r := job.New(job.Options{Families: families.All(), Limits: puzzle.Limits{Time: time.Second, Memory: 64 << 20}})
	f.Fuzz(func(t *testing.T, line string) {
		if bytes.ContainsRune([]byte(line), '\n') {
			return
		}
		at := job.Place{File: "a\"b\\", Line: 1}
		one, err := r.Append(context.Background(), nil, at, []byte(line))
		if err != nil {
			t.Fatal(err)
		}
		var any struct{ Line int }
		if err := json.Unmarshal(one, &any); err != nil || any.Line != 1 || bytes.Count(one, []byte("\n")) != 1 {
			t.Fatalf("%q: %q: %v", line, one, err)
		}
		rec, ok := job.ReadRecord(one)
		if !ok || string(rec.File) != `a\"b\\` || len(rec.Said) == 0 || string(rec.Class) == "internal" {
			t.Fatalf("%q: %q: %+v", line, one, rec)
		}
		if bytes.Contains(one, []byte("stopped after")) {
			return
		}
		two, err := r.Append(context.Background(), nil, at, []byte(line))
		if err != nil || !bytes.Equal(one, two) && !bytes.Contains(two, []byte("stopped after")) {
			t.Fatalf("%q: %q and then %q, %v", line, one, two, err)
		}
	})
}
