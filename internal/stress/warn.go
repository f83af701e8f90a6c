package stress

import (
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/gridwright/gridwright/grid"
)

// When a warning is due.
const (
	manyUnread  = 10 // runs, all of them, that have not read their input
	manyAlike   = 20 // files of a profile, of which most
	mostDigests = 1 << 20
)

// A warner looks at all that runs, in the order of work, for what is strange without being a failure.
type warner struct {
	unread, runs int
	seed         maphash.Seed
	digests      map[uint64]bool
	names        []string
	made, again  map[string]int // files by profile, and those of them that there had been before
}

// note takes in t.
func (w *warner) note(t *trial) {
	w.runs++
	if t.result.Read == 0 && len(t.file.Input) > 0 {
		w.unread++
	}
	from := t.file.From
	if t.file.N == 0 || from == Tiny || len(w.digests) >= mostDigests {
		return
	}
	if w.digests == nil {
		w.digests, w.made, w.again, w.seed = map[uint64]bool{}, map[string]int{}, map[string]int{}, maphash.MakeSeed()
	}
	if w.made[from]++; w.made[from] == 1 {
		w.names = append(w.names, from)
	}
	digest := maphash.Bytes(w.seed, t.file.Input)
	if w.digests[digest] {
		w.again[from]++
	}
	w.digests[digest] = true
}

// all are the warnings that are due.
func (w *warner) all() (list []string) {
	if w.unread == w.runs && w.runs >= manyUnread {
		list = append(list, fmt.Sprintf("the program has not read a byte of its input in %s; it has to read standard input",
			grid.Number(w.runs, "run")))
	}
	for _, name := range slices.Sorted(slices.Values(w.names)) {
		if w.made[name] >= manyAlike && 2*w.again[name] > w.made[name] {
			list = append(list, fmt.Sprintf("the profile %s repeats itself: %d of its %s had been made before", name,
				w.again[name], grid.Number(w.made[name], "file")))
		}
	}
	return list
}
