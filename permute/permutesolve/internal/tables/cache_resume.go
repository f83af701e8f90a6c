package tables

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"time"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/disk"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// A watch looks after a long search: it tells of its progress, and keeps its state on disk.
type watch struct {
	key   moveset.Key
	opt   DistributionOptions
	tell  func(puzzle.Progress)
	saved time.Time
}

func newWatch(key moveset.Key, opt DistributionOptions, lim puzzle.Limits) *watch {
	w := &watch{key: key, opt: opt, tell: lim.OnProgress}
	if opt.Now != nil {
		w.saved = opt.Now()
	}
	return w
}

// run goes through all levels. watch may be nil.
func (s *levels) run(ctx context.Context, w *watch) error {
	if w == nil {
		w = &watch{}
	}
	if s.read = w.resume(ctx, s); !s.read {
		s.begin()
	}
	have := int64(0)
	for _, n := range s.counts {
		have += n
	}
	for {
		tell := w.teller(s, have)
		if tell != nil {
			tell(0)
		}
		more, err := s.step(ctx, tell)
		if err != nil {
			return err
		}
		if !more {
			w.clear()
			return nil
		}
		have += s.counts[len(s.counts)-1]
		if err := w.save(s); err != nil {
			return err
		}
	}
}

// teller returns what hears of boards found beyond have, or nil.
func (w *watch) teller(s *levels, have int64) func(int64) {
	if w.tell == nil {
		return nil
	}
	p := puzzle.Progress{Stage: fmt.Sprintf("distance %d", len(s.counts)), Unit: "boards", Memory: s.memory()}
	if w.opt.Order != nil && w.opt.Order.IsInt64() {
		p.Total = w.opt.Order.Int64()
	}
	return func(found int64) {
		p.Done = have + found
		w.tell(p)
	}
}

// memory is what the search holds now.
func (s *levels) memory() int64 {
	m := s.x.memory(s.steps) + levelsMemory(s.x)
	if s.table != nil {
		m += int64(len(s.table.Data))
	}
	return m
}

const resumeHead = "gridwright permute search 1\n"

func (w *watch) path() string {
	return filepath.Join(w.opt.Checkpoint, "permute-"+hex.EncodeToString(w.key[:12])+".search")
}

// save writes the state after a level. A checkpoint that was asked for and cannot be written is an error.
func (w *watch) save(s *levels) error {
	if w.opt.Checkpoint == "" {
		return nil
	}
	if w.opt.Now != nil {
		now := w.opt.Now()
		if now.Sub(w.saved) < w.opt.Every {
			return nil
		}
		w.saved = now
	}
	head := append([]byte(resumeHead), w.key[:]...)
	width := 0
	var data []byte
	if s.table != nil {
		width, data = s.table.Bits, s.table.Data
	}
	for _, v := range []int{width, s.x.blocks, s.x.inner, len(s.counts)} {
		head = binary.LittleEndian.AppendUint64(head, uint64(v))
	}
	for i := range s.counts {
		head = binary.LittleEndian.AppendUint64(head, uint64(s.counts[i]))
		head = binary.LittleEndian.AppendUint64(head, uint64(s.classes[i]))
	}
	sets := make([]byte, 0, 16*len(s.seen))
	for _, set := range [][]uint64{s.seen, s.front} {
		for _, v := range set {
			sets = binary.LittleEndian.AppendUint64(sets, v)
		}
	}
	err := disk.Write(w.path(), func(file *bufio.Writer) {
		file.Write(head)
		file.Write(data)
		file.Write(sets)
	})
	if err != nil && w.opt.Spare {
		w.opt.Checkpoint = "" // nor will the next one be: the disk may be full
		return nil
	}
	if err != nil {
		return fmt.Errorf("keeping the state of the search: %w", err)
	}
	return nil
}

// clear removes the state of a search that has ended.
func (w *watch) clear() {
	if w.opt.Checkpoint != "" {
		disk.Remove(w.path())
		if info, err := os.Lstat(w.opt.Checkpoint); w.opt.Spare && err == nil && info.IsDir() {
			os.Remove(w.opt.Checkpoint) // which is ours, if it is empty now
		}
	}
}

// resume takes up the state on disk; false, and nothing changed, where there is none, or none that is whole and of
// this search.
func (w *watch) resume(ctx context.Context, s *levels) bool {
	if w.opt.Checkpoint == "" || w.opt.anew {
		return false
	}
	boards := int64(s.x.blocks) * int64(s.x.inner)
	body, err := disk.Read(ctx, w.path(), 1<<20+16*int64(len(s.seen))+20*boards)
	if err != nil {
		return false
	}
	r := reader{rest: body}
	if string(r.bytes(len(resumeHead))) != resumeHead || string(r.bytes(len(w.key))) != string(w.key[:]) {
		return false
	}
	width, blocks, inner, count := r.number(), r.number(), r.number(), r.number()
	if blocks != uint64(s.x.blocks) || inner != uint64(s.x.inner) || count == 0 || count > uint64(boards) ||
		(width == 0) != (s.table == nil) {
		return false
	}
	size := int64(0)
	switch width {
	case 0:
	case 2, 4, 8, 16, 32:
		size = storeBytes(uint64(boards), int(width))
	default:
		return false
	}
	if int64(len(r.rest)) != 16*int64(count)+size+16*int64(len(s.seen)) {
		return false
	}
	var counts, classes []int64
	for range count {
		counts = append(counts, int64(r.number()))
		classes = append(classes, int64(r.number()))
	}
	fresh := s.table
	if s.table != nil {
		s.table = &Store{uint64(boards), int(width), r.bytes(int(size))}
	}
	s.counts, s.classes = counts, classes
	for _, set := range [][]uint64{s.seen, s.front} {
		for i := range set {
			set[i] = r.number()
		}
	}
	if !s.sound(ctx) {
		clear(s.seen)
		clear(s.front)
		s.table, s.counts, s.classes = fresh, nil, nil
		return false
	}
	if fresh != nil {
		*fresh, s.table = *s.table, fresh // others hold it
	}
	words := s.x.words
	for b := range s.x.blocks {
		seen, front := 0, 0
		for i := b * words; i < (b+1)*words; i++ {
			seen += bits.OnesCount64(s.seen[i])
			front += bits.OnesCount64(s.front[i])
		}
		s.missing[b], s.fronts[b] = uint16(s.x.inner-seen), uint16(front)
	}
	return true
}
