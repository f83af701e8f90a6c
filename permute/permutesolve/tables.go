package permutesolve

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

// tables owns prepared tables. Each is made once, by whoever asks first, while others wait for it; the least recently
// used are forgotten where all together are more than most bytes. Safe for concurrent use.
type tables struct {
	dir   string // where tables are kept between runs; "" is nowhere
	mu    sync.Mutex
	slots map[moveset.Key]*slot
	clock int64
	plans map[*moveset.Compiled]*cosets
	last  atomic.Pointer[table] // the relative table in use latest: most questions are about its moves
	most  int64                 // bytes of all tables together, beyond which they are forgotten
	worth int64                 // the work, in nanoseconds, from which a table is kept as a file
	// distrusted says that files are not believed: some answer that came of one was wrong.
	distrusted atomic.Bool
}

const keepTables = 512 << 20

type slot struct {
	done chan struct{} // closed when t or err is there
	t    *table        // like all that follows written under the lock of tables; who has seen done may read t and err without
	err  error
	used int64
}

func newTables(dir string) *tables {
	return &tables{dir: dir, slots: map[moveset.Key]*slot{}, plans: map[*moveset.Compiled]*cosets{}, most: keepTables, worth: leastKept}
}

// get returns the table for a key, made by build where there is none yet. Who waits for another's table that comes to nothing
// tries himself.
func (ts *tables) get(ctx context.Context, key moveset.Key, build func() (*table, error)) (*table, error) {
	for {
		ts.mu.Lock()
		s := ts.slots[key]
		mine := s == nil
		if mine {
			s = &slot{done: make(chan struct{})}
			ts.slots[key] = s
		}
		ts.clock++
		s.used = ts.clock
		ts.mu.Unlock()
		if !mine {
			select {
			case <-s.done:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
			if s.err == nil {
				return s.t, nil
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			continue
		}
		t, err := (*table)(nil), fmt.Errorf("%w: a table's maker ended early", puzzle.ErrInternal) // where build panics
		func() {
			defer func() {
				ts.mu.Lock()
				if s.t, s.err = t, err; err != nil { // under the lock: forget reads every slot
					delete(ts.slots, key)
				} else {
					ts.forget(s)
				}
				ts.mu.Unlock()
				close(s.done)
			}()
			t, err = build()
		}()
		return t, err
	}
}

// forget drops the least recently used tables, but not keep, until the rest is within ts.most. ts.mu is held.
func (ts *tables) forget(keep *slot) {
	for {
		total := int64(0)
		var oldest moveset.Key
		var s *slot
		for k, v := range ts.slots {
			if v == keep || v.t == nil {
				continue
			}
			total += v.t.memory()
			if s == nil || v.used < s.used {
				oldest, s = k, v
			}
		}
		if s == nil || total+keep.t.memory() <= ts.most && len(ts.slots) <= 256 {
			return
		}
		delete(ts.slots, oldest)
	}
}

// distrust forgets all tables that were read from files, and reads none from now on. It reports whether there was one.
func (ts *tables) distrust() bool {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.distrusted.Store(true)
	any := false
	for key, s := range ts.slots {
		if s.t != nil && s.t.read {
			delete(ts.slots, key)
			any = true
		}
	}
	if t := ts.last.Load(); t != nil && t.read {
		ts.last.CompareAndSwap(t, nil)
		any = true
	}
	return any
}

// mostPlanned is the most boards that may fit some memory: 15! up to 60 symmetries do not.
const mostPlanned = 14 * 13 * 12 * 11 * 10 * 9 * 8 * 7 * 6 * 5 * 4 * 3 * 2

// plan chooses an index for all permutations of the cells of each orbit; nil where they are too many.
func (ts *tables) plan(c *moveset.Compiled) *cosets {
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
		x = planCosets(c, len(c.CostClasses(c.Distinct())) <= 1)
		if len(ts.plans) > 64 {
			clear(ts.plans)
		}
		ts.plans[c] = x
	}
	clone := *x // filling changes it
	return &clone
}

// A need says what a table takes.
type need struct {
	memory int64
	// work is a rough number of nanoseconds of processor time; search engines weigh it against their own.
	work int64
}

const tooMuch = math.MaxInt64 / 4

// needRanked is what a relative table over all permutations takes, with at least so many bits a board.
func needRanked(c *moveset.Compiled, x *cosets, bits int) need {
	if x == nil || x.size() > 1<<42 {
		return need{tooMuch, tooMuch}
	}
	n := int64(x.size())
	if len(x.carries) > 1 {
		n = int64(x.blocks) * int64(x.inner)
	}
	if x.cosets == mostCosets || n >= unsettled && len(c.CostClasses(c.Distinct())) > 1 {
		return need{tooMuch, tooMuch}
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
	return need{m, n*moves*3 + int64(x.cosets)*100 + int64(x.blocks)*moves*80}
}

// needFound is what looking up a group's elements one by one takes.
func needFound(c *moveset.Compiled, order *big.Int) need {
	if order == nil || !order.IsInt64() || order.Int64() > 1<<31 || c.N > maxFound {
		return need{tooMuch, tooMuch}
	}
	n := order.Int64()
	return need{n * int64(2*c.N+40), n * int64(len(c.Moves)) * 150}
}

// fits returns nil where a table answers questions about p within lim, and otherwise a *puzzle.LimitError that says
// what it would need. order is the order of the group that the moves generate, or nil where that is not known. work, in
// nanoseconds, tells what making the table costs; it is 0 where the table is there already.
func (ts *tables) fits(c *moveset.Compiled, p *permute.Instance, order *big.Int, lim puzzle.Limits) (work int64, err error) {
	if t := ts.last.Load(); t != nil && t.c == c && !ownTable(p) {
		return 0, nil
	}
	var own *tiles
	if ownTable(p) {
		t := newTiles(c, p)
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
func (ts *tables) choose(c *moveset.Compiled, own *tiles, order *big.Int) (choice, need) {
	if own != nil {
		n := need{tooMuch, tooMuch}
		if c.N <= maxFound {
			if set, err := newRanked(c, *own); err == nil && set.size < unsettled {
				size := int64(set.size)
				n = need{9 * size, size * int64(len(c.Moves)) * 150}
			}
		}
		if f := needFound(c, order); f.memory < n.memory {
			return chooseReached, f
		}
		return chooseTiles, n
	}
	n := needRanked(c, ts.plan(c), 4)
	if f := needFound(c, order); f.memory < n.memory && n.memory > 1<<20 {
		return chooseFound, f
	}
	return chooseRanked, n
}

// relative returns the table for different tiles, makes it or reads it.
func (ts *tables) relative(ctx context.Context, c *moveset.Compiled, order *big.Int, lim puzzle.Limits) (*table, error) {
	if t := ts.last.Load(); t != nil && t.c == c {
		return t, nil
	}
	if kind, n := ts.choose(c, nil, order); kind == chooseFound {
		if err := checkNeed(c, false, n, lim); err != nil {
			return nil, err
		}
		return ts.get(ctx, c.Key("found"), func() (*table, error) { return buildFound(ctx, c, lim.Memory) })
	}
	return ts.watched(ctx, c, DistributionOptions{}, lim)
}

// watched returns the table of all permutations, made with the options' progress and checkpoints where it has to be made.
func (ts *tables) watched(ctx context.Context, c *moveset.Compiled, opt DistributionOptions, lim puzzle.Limits) (*table, error) {
	bits, kind := 4, "ranked"
	n := needRanked(c, ts.plan(c), bits)
	if err := checkNeed(c, false, n, lim); err != nil {
		bits, kind = 2, "ranked in 2 bits"
		if allows2(c) != nil || checkNeed(c, false, needRanked(c, ts.plan(c), bits), lim) != nil {
			return nil, err
		}
	}
	key := c.Key(kind)
	opt.anew = ts.distrusted.Load()
	t, err := ts.get(ctx, key, func() (*table, error) {
		x, err := fillCosets(ctx, ts.plan(c))
		if err != nil {
			return nil, err
		}
		t := &table{c: c, index: relative{x}, x: x}
		kept := n.work >= ts.worth
		if kept && ts.load(ctx, key, t, uint64(x.blocks)*uint64(x.inner), [][]uint8{identityBytes(c.N)}, lim) {
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
func (ts *tables) latest(t *table, c *moveset.Compiled) *table {
	if t.c != c { // the same moves, prepared by somebody else: their order is the same too
		own := *t
		own.c = c
		t = &own
	}
	ts.last.Store(t)
	return t
}

// checkNeed returns the limit that a table's need exceeds, and what would be within it.
func checkNeed(c *moveset.Compiled, own bool, n need, lim puzzle.Limits) error {
	const fit = "; boards of which up to 12 cells move always fit, 13 or 14 with enough memory, and larger ones where their moves, orbits or tiles make few boards"
	if n.memory >= tooMuch {
		return &puzzle.LimitError{Limit: "size", Msg: tableName(c, own) + " is out of reach" + fit}
	}
	err := lim.CheckMemory(tableName(c, own), n.memory)
	var le *puzzle.LimitError
	if errors.As(err, &le) {
		le.Msg += fit
	}
	return err
}

// own returns the table of the ways to p's goals.
func (ts *tables) own(ctx context.Context, c *moveset.Compiled, p *permute.Instance, order *big.Int, lim puzzle.Limits) (*table, error) {
	t := newTiles(c, p)
	kind, n := ts.choose(c, &t, order)
	if err := checkNeed(c, true, n, lim); err != nil {
		return nil, err
	}
	if len(t.counts) > maxFound {
		return nil, &puzzle.LimitError{Limit: "memory", Msg: fmt.Sprintf("a table tells at most %d kinds of tiles apart", maxFound)}
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
	out, err := ts.get(ctx, key, func() (*table, error) {
		var set *ranked
		if kind == chooseTiles {
			r, err := newRanked(c, t)
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
			if out := (&table{c: c, index: *set, class: t.class}); ts.load(ctx, key, out, set.size, roots, lim) {
				return out, nil
			}
		}
		out, err := buildGoals(ctx, c, t.class, set, roots, lim.Memory)
		if err == nil && kept {
			ts.save(key, out)
		}
		return out, err
	})
	if err != nil || out.c == c && slices.Equal(out.class, t.class) {
		return out, err
	}
	mine := *out // the same for other names of tiles
	mine.c, mine.class = c, t.class
	return &mine, nil
}
