package tables

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// Shelf owns prepared tables. Each is made once, by whoever asks first, while others wait for it; the least recently
// used are forgotten where all together are more than most bytes. Safe for concurrent use.
type Shelf struct {
	dir   string // where tables are kept between runs; "" is nowhere
	mu    sync.Mutex
	Slots map[moveset.Key]*Slot
	clock int64
	plans map[*moveset.Compiled]*Cosets
	last  atomic.Pointer[Table] // the relative table in use latest: most questions are about its moves
	most  int64                 // bytes of all tables together, beyond which they are forgotten
	worth int64                 // the work, in nanoseconds, from which a table is kept as a file
	// Distrusted says that files are not believed: some answer that came of one was wrong.
	Distrusted atomic.Bool
}

const keepTables = 512 << 20

type Slot struct {
	Done chan struct{} // closed when t or err is there
	// T is, like all that follows, written under the lock of tables; who has seen done may read t and err without.
	T    *Table
	err  error
	used int64
}

func NewShelf(dir string) *Shelf {
	return &Shelf{dir: dir, Slots: map[moveset.Key]*Slot{}, plans: map[*moveset.Compiled]*Cosets{}, most: keepTables,
		worth: leastKept}
}

// get returns the table for a key, made by build where there is none yet. Who waits for another's table that comes to
// nothing tries himself.
func (ts *Shelf) get(ctx context.Context, key moveset.Key, build func() (*Table, error)) (*Table, error) {
	for {
		ts.mu.Lock()
		s := ts.Slots[key]
		mine := s == nil
		if mine {
			s = &Slot{Done: make(chan struct{})}
			ts.Slots[key] = s
		}
		ts.clock++
		s.used = ts.clock
		ts.mu.Unlock()
		if !mine {
			select {
			case <-s.Done:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
			if s.err == nil {
				return s.T, nil
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			continue
		}
		t, err := (*Table)(nil), fmt.Errorf("%w: a table's maker ended early", puzzle.ErrInternal) // where build panics
		func() {
			defer func() {
				ts.mu.Lock()
				if s.T, s.err = t, err; err != nil { // under the lock: forget reads every slot
					delete(ts.Slots, key)
				} else {
					ts.forget(s)
				}
				ts.mu.Unlock()
				close(s.Done)
			}()
			t, err = build()
		}()
		return t, err
	}
}

// forget drops the least recently used tables, but not keep, until the rest is within ts.most. ts.mu is held.
func (ts *Shelf) forget(keep *Slot) {
	for {
		total := int64(0)
		var oldest moveset.Key
		var s *Slot
		for k, v := range ts.Slots {
			if v == keep || v.T == nil {
				continue
			}
			total += v.T.memory()
			if s == nil || v.used < s.used {
				oldest, s = k, v
			}
		}
		if s == nil || total+keep.T.memory() <= ts.most && len(ts.Slots) <= 256 {
			return
		}
		delete(ts.Slots, oldest)
	}
}

// Distrust forgets all tables that were read from files, and reads none from now on. It reports whether there was one.
func (ts *Shelf) Distrust() bool {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.Distrusted.Store(true)
	any := false
	for key, s := range ts.Slots {
		if s.T != nil && s.T.Read {
			delete(ts.Slots, key)
			any = true
		}
	}
	if t := ts.last.Load(); t != nil && t.Read {
		ts.last.CompareAndSwap(t, nil)
		any = true
	}
	return any
}

// mostPlanned is the most boards that may fit some memory: 15! up to 60 symmetries do not.
const mostPlanned = 14 * 13 * 12 * 11 * 10 * 9 * 8 * 7 * 6 * 5 * 4 * 3 * 2

// Plan chooses an index for all permutations of the cells of each orbit; nil where they are too many.
func (ts *Shelf) Plan(c *moveset.Compiled) *Cosets {
	if c.N > maxRanked {
		return nil
	}
	boards := 1.0
	for _, o := range c.ByOrbit() {
		for i := range o {
			boards *= float64(i + 1)
		}
	}
	if boards > mostPlanned {
		return nil
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	x := ts.plans[c]
	if x == nil {
		x = planCosets(c, len(c.CostClasses(c.Distinct(nil))) <= 1)
		if len(ts.plans) > 64 {
			clear(ts.plans)
		}
		ts.plans[c] = x
	}
	clone := *x // filling changes it
	return &clone
}

// A Need says what a table takes.
type Need struct {
	Memory int64
	// work is a rough number of nanoseconds of processor time; search engines weigh it against their own.
	work int64
}

const tooMuch = math.MaxInt64 / 4

// NeedRanked is what a relative table over all permutations takes, with at least so many bits a board.
func NeedRanked(c *moveset.Compiled, x *Cosets, bits int) Need {
	if x == nil || x.Size() > 1<<42 {
		return Need{tooMuch, tooMuch}
	}
	n := int64(x.Size())
	if len(x.Carries) > 1 {
		n = int64(x.blocks) * int64(x.inner)
	}
	if x.cosets == mostCosets || n >= unsettled && len(c.CostClasses(c.Distinct(nil))) > 1 {
		return Need{tooMuch, tooMuch}
	}
	moves := int64(len(c.Moves))
	m := x.memory(len(c.Moves)) + n + n/2 // 4 bits may become 8
	if bits == 2 {
		m -= n + n/2 - n/4
	}
	if c.Unit {
		m += levelsMemory(x)
	} else {
		m += 8 * n
	}
	return Need{m, n*moves*3 + int64(x.cosets)*100 + int64(x.blocks)*moves*80}
}

// needFound is what looking up a group's elements one by one takes.
func needFound(c *moveset.Compiled, order *big.Int) Need {
	if order == nil || !order.IsInt64() || order.Int64() > 1<<31 || c.N > maxFound {
		return Need{tooMuch, tooMuch}
	}
	n := order.Int64()
	return Need{n * int64(2*c.N+40), n * int64(len(c.Moves)) * 150}
}

// Fits returns nil where a table answers questions about p within lim, and otherwise a *puzzle.LimitError that says
// what it would need. order is the order of the group that the moves generate, or nil where that is not known. work, in
// nanoseconds, tells what making the table costs; it is 0 where the table is there already.
func (ts *Shelf) Fits(c *moveset.Compiled, p *permute.Instance, order *big.Int,
	lim puzzle.Limits) (work int64, err error) {
	if t := ts.last.Load(); t != nil && t.C == c && !OwnTable(p) {
		return 0, nil
	}
	var own *Tiles
	if OwnTable(p) {
		t := NewTiles(c, p)
		own = &t
	}
	_, n := ts.choose(c, own, order)
	return n.work, checkNeed(c, own != nil, n, lim)
}

func tableName(c *moveset.Compiled, own bool) string {
	what := "boards of different tiles"
	if own {
		what = "arrangements of its tiles"
	}
	if c.Place != nil {
		return fmt.Sprintf("a table of all %s on the %d cells that move", what, c.N)
	}
	return fmt.Sprintf("a table of all %s on %d × %d cells", what, c.Set.Rows, c.Set.Cols)
}

// A choice is a kind of table.
type choice uint8

const (
	chooseRanked  choice = iota // relative, all permutations
	chooseFound                 // relative, those reached
	chooseTiles                 // goals, all arrangements
	chooseReached               // goals, those reached
)

// choose picks the cheaper kind of table for tiles of an instance, or for different tiles where own is nil.
func (ts *Shelf) choose(c *moveset.Compiled, own *Tiles, order *big.Int) (choice, Need) {
	if own != nil {
		n := Need{tooMuch, tooMuch}
		if c.N <= maxFound {
			if set, err := NewRanked(c, *own); err == nil && set.Size < unsettled {
				size := int64(set.Size)
				n = Need{9 * size, size * int64(len(c.Moves)) * 150}
			}
		}
		if f := needFound(c, order); f.Memory < n.Memory {
			return chooseReached, f
		}
		return chooseTiles, n
	}
	n := NeedRanked(c, ts.Plan(c), 4)
	if f := needFound(c, order); f.Memory < n.Memory && n.Memory > 1<<20 {
		return chooseFound, f
	}
	return chooseRanked, n
}

// Relative returns the table for different tiles, makes it or reads it.
func (ts *Shelf) Relative(ctx context.Context, c *moveset.Compiled, order *big.Int, lim puzzle.Limits) (*Table, error) {
	if t := ts.last.Load(); t != nil && t.C == c {
		return t, nil
	}
	if kind, n := ts.choose(c, nil, order); kind == chooseFound {
		if err := checkNeed(c, false, n, lim); err != nil {
			return nil, err
		}
		return ts.get(ctx, c.Key("found"), func() (*Table, error) { return buildFound(ctx, c, lim.Memory) })
	}
	return ts.watched(ctx, c, DistributionOptions{}, lim)
}

// watched returns the table of all permutations, made with the options' progress and checkpoints where it has to be
// made.
func (ts *Shelf) watched(ctx context.Context, c *moveset.Compiled, opt DistributionOptions,
	lim puzzle.Limits) (*Table, error) {
	bits, kind := 4, "ranked"
	n := NeedRanked(c, ts.Plan(c), bits)
	if err := checkNeed(c, false, n, lim); err != nil {
		bits, kind = 2, "ranked in 2 bits"
		if allows2(c) != nil || checkNeed(c, false, NeedRanked(c, ts.Plan(c), bits), lim) != nil {
			return nil, err
		}
	}
	key := c.Key(kind)
	opt.anew = ts.Distrusted.Load()
	t, err := ts.get(ctx, key, func() (*Table, error) {
		x, err := fillCosets(ctx, ts.Plan(c))
		if err != nil {
			return nil, err
		}
		t := &Table{C: c, Index: Relative{x}, x: x}
		kept := n.work >= ts.worth
		if kept && ts.load(ctx, key, t, uint64(x.blocks)*uint64(x.inner), [][]uint8{IdentityBytes(c.N)}, lim) {
			return t, nil
		}
		if t, err = buildRanked(ctx, c, x, bits, newWatch(key, opt, lim)); err == nil && kept {
			ts.save(key, t)
		}
		return t, err
	})
	if err != nil {
		return nil, err
	}
	return ts.latest(t, c), nil
}

// latest remembers t, which is about c's moves, as the table in use.
func (ts *Shelf) latest(t *Table, c *moveset.Compiled) *Table {
	if t.C != c { // the same moves, prepared by somebody else: their order is the same too
		own := *t
		own.C = c
		t = &own
	}
	ts.last.Store(t)
	return t
}

// checkNeed returns the limit that a table's need exceeds, and what would be within it.
func checkNeed(c *moveset.Compiled, own bool, n Need, lim puzzle.Limits) error {
	const fit = "; boards of which up to 12 cells move always fit, 13 or 14 with enough memory, and larger ones where " +
		"their moves, orbits or tiles make few boards"
	if n.Memory >= tooMuch {
		return &puzzle.LimitError{Limit: "size", Msg: tableName(c, own) + " is out of reach" + fit}
	}
	err := lim.CheckMemory(tableName(c, own), n.Memory)
	var le *puzzle.LimitError
	if errors.As(err, &le) {
		le.Msg += fit
	}
	return err
}

// own returns the table of the ways to p's goals.
func (ts *Shelf) own(ctx context.Context, c *moveset.Compiled, p *permute.Instance, order *big.Int,
	lim puzzle.Limits) (*Table, error) {
	t := NewTiles(c, p)
	kind, n := ts.choose(c, &t, order)
	if err := checkNeed(c, true, n, lim); err != nil {
		return nil, err
	}
	if len(t.counts) > maxFound {
		return nil, &puzzle.LimitError{Limit: "memory",
			Msg: fmt.Sprintf("a table tells at most %d kinds of tiles apart", maxFound)}
	}
	counts := make([]uint8, len(t.counts)) // at most 255 cells
	for i, k := range t.counts {
		counts[i] = uint8(k)
	}
	parts := [][]uint8{counts}
	for _, g := range p.Goals {
		parts = append(parts, goalBytes(t, g))
	}
	key := c.Key([]string{chooseTiles: "goals", chooseReached: "goals reached"}[kind], parts...)
	out, err := ts.get(ctx, key, func() (*Table, error) {
		var set *Ranked
		if kind == chooseTiles {
			r, err := NewRanked(c, t)
			if err != nil {
				return nil, err
			}
			set = &r
		}
		roots, err := fillGoals(ctx, c, t, p.Goals, lim.Memory)
		if err != nil {
			return nil, err
		}
		kept := kind == chooseTiles && n.work >= ts.worth
		if kept {
			if out := (&Table{C: c, Index: *set, class: t.Class}); ts.load(ctx, key, out, set.Size, roots, lim) {
				return out, nil
			}
		}
		out, err := buildGoals(ctx, c, t.Class, set, roots, lim.Memory)
		if err == nil && kept {
			ts.save(key, out)
		}
		return out, err
	})
	if err != nil || out.C == c && slices.Equal(out.class, t.Class) {
		return out, err
	}
	mine := *out // the same for other names of tiles
	mine.C, mine.class = c, t.Class
	return &mine, nil
}
