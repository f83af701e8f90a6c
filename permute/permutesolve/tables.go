package permutesolve

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gridwright/gridwright/internal/perm"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// tables owns prepared tables. Each is made once, by whoever asks first, while others wait for it; the least recently
// used are forgotten where all together are more than most bytes. Safe for concurrent use.
type tables struct {
	dir   string // where tables are kept between runs; "" is nowhere
	mu    sync.Mutex
	slots map[tableKey]*slot
	clock int64
	plans map[*compiled]*cosets
	last  atomic.Pointer[table] // the relative table in use latest: most questions are about its moves
	most  int64                 // bytes of all tables together, beyond which they are forgotten
	worth int64                 // the work, in nanoseconds, from which a table is kept as a file
	// distrusted says that files are not believed: some answer that came of one was wrong.
	distrusted atomic.Bool
}

const keepTables = 512 << 20

type tableKey [sha256.Size]byte

type slot struct {
	done chan struct{} // closed when t or err is there
	t    *table        // like all that follows written under the lock of tables; who has seen done may read t and err without
	err  error
	used int64
}

func newTables(dir string) *tables {
	return &tables{dir: dir, slots: map[tableKey]*slot{}, plans: map[*compiled]*cosets{}, most: keepTables, worth: leastKept}
}

// get returns the table for a key, made by build where there is none yet. Who waits for another's table that comes to nothing
// tries himself.
func (ts *tables) get(ctx context.Context, key tableKey, build func() (*table, error)) (*table, error) {
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
		var oldest tableKey
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

// key names a table by what determines its content.
func (c *compiled) key(kind string, more ...[]uint8) tableKey {
	h := sha256.New()
	fmt.Fprintf(h, "gridwright permute table 1\n%s\n%d %d %d\n", kind, c.set.Rows, c.set.Cols, len(c.moves))
	for i := range c.moves {
		m := effectKey(c.moves[i].to, c.moves[i].from, c.moves[i].cost)
		fmt.Fprintf(h, "%d\n%s", len(m), m)
	}
	for _, b := range more {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(b))))
		h.Write(b)
	}
	return tableKey(h.Sum(nil))
}

// mostPlanned is the most cells whose permutations may fit some memory: 15! boards up to 60 symmetries do not.
const mostPlanned = 14

// plan chooses an index for all permutations of the cells; nil where there are too many cells.
func (ts *tables) plan(c *compiled) *cosets {
	if c.n > mostPlanned {
		return nil
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	x := ts.plans[c]
	if x == nil {
		x = planCosets(c, len(c.costClasses(c.distinct())) <= 1)
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
func (c *compiled) needRanked(x *cosets, bits int) need {
	if x == nil || x.size() > 1<<42 {
		return need{tooMuch, tooMuch}
	}
	n := int64(x.size())
	if len(x.carries) > 1 {
		n = int64(x.blocks) * int64(x.inner)
	}
	if x.cosets == mostCosets || n >= unsettled && len(c.costClasses(c.distinct())) > 1 {
		return need{tooMuch, tooMuch}
	}
	moves := int64(len(c.moves))
	m := x.memory(len(c.moves)) + n // 4 bits may become 8
	if bits == 2 {
		m -= n - n/4
	}
	if c.unit {
		m += levelsMemory(x)
	} else {
		m += 8 * n
	}
	return need{m, n*moves*3 + int64(x.cosets)*100 + int64(x.blocks)*moves*80}
}

// needFound is what looking up a group's elements one by one takes.
func (c *compiled) needFound(order *big.Int) need {
	if order == nil || !order.IsInt64() || order.Int64() > 1<<31 || c.n > maxFound {
		return need{tooMuch, tooMuch}
	}
	n := order.Int64()
	return need{n * int64(2*c.n+40), n * int64(len(c.moves)) * 150}
}

// fits returns nil where a table answers questions about p within lim, and otherwise a *puzzle.LimitError that says
// what it would need. order is the order of the group that the moves generate, or nil where that is not known. work, in
// nanoseconds, tells what making the table costs; it is 0 where the table is there already.
func (ts *tables) fits(c *compiled, p *permute.Instance, order *big.Int, lim puzzle.Limits) (work int64, err error) {
	if t := ts.last.Load(); t != nil && t.c == c && !ownTable(p) {
		return 0, nil
	}
	var counts []int
	if ownTable(p) {
		counts = newTiles(p).counts
	}
	_, n := ts.choose(c, counts, order)
	return n.work, c.checkNeed(counts, n, lim)
}

func (c *compiled) tableName(counts []int) string {
	what := "boards of different tiles"
	if counts != nil {
		what = "arrangements of its tiles"
	}
	return fmt.Sprintf("a table of all %s on %d × %d cells", what, c.set.Rows, c.set.Cols)
}

// A choice is a kind of table.
type choice uint8

const (
	chooseRanked  choice = iota // relative, all permutations
	chooseFound                 // relative, those reached
	chooseTiles                 // goals, all arrangements
	chooseReached               // goals, those reached
)

// choose picks the cheaper kind of table for so many tiles of each class, or for different tiles where counts is nil.
func (ts *tables) choose(c *compiled, counts []int, order *big.Int) (choice, need) {
	if counts != nil {
		n := need{tooMuch, tooMuch}
		if set, err := perm.NewMultiset(counts); err == nil && c.n <= maxFound && set.Size() < unsettled {
			size := int64(set.Size())
			n = need{9 * size, size * int64(len(c.moves)) * 150}
		}
		if f := c.needFound(order); f.memory < n.memory {
			return chooseReached, f
		}
		return chooseTiles, n
	}
	n := c.needRanked(ts.plan(c), 4)
	if f := c.needFound(order); f.memory < n.memory && n.memory > 1<<20 {
		return chooseFound, f
	}
	return chooseRanked, n
}

// relative returns the table for different tiles, makes it or reads it.
func (ts *tables) relative(ctx context.Context, c *compiled, order *big.Int, lim puzzle.Limits) (*table, error) {
	if t := ts.last.Load(); t != nil && t.c == c {
		return t, nil
	}
	if kind, n := ts.choose(c, nil, order); kind == chooseFound {
		if err := c.checkNeed(nil, n, lim); err != nil {
			return nil, err
		}
		return ts.get(ctx, c.key("found"), func() (*table, error) { return buildFound(ctx, c, lim.Memory) })
	}
	return ts.watched(ctx, c, DistributionOptions{}, lim)
}

// watched returns the table of all permutations, made with the options' progress and checkpoints where it has to be made.
func (ts *tables) watched(ctx context.Context, c *compiled, opt DistributionOptions, lim puzzle.Limits) (*table, error) {
	bits, kind := 4, "ranked"
	n := c.needRanked(ts.plan(c), bits)
	if err := c.checkNeed(nil, n, lim); err != nil {
		bits, kind = 2, "ranked in 2 bits"
		if c.allows2() != nil || c.checkNeed(nil, c.needRanked(ts.plan(c), bits), lim) != nil {
			return nil, err
		}
	}
	key := c.key(kind)
	opt.anew = ts.distrusted.Load()
	t, err := ts.get(ctx, key, func() (*table, error) {
		x, err := fillCosets(ctx, ts.plan(c))
		if err != nil {
			return nil, err
		}
		t := &table{c: c, index: relative{x}, x: x}
		kept := n.work >= ts.worth
		if kept && ts.load(ctx, key, t, uint64(x.blocks)*uint64(x.inner), [][]uint8{identityBytes(c.n)}, lim) {
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
func (ts *tables) latest(t *table, c *compiled) *table {
	if t.c != c { // the same moves, prepared by somebody else: their order is the same too
		own := *t
		own.c = c
		t = &own
	}
	ts.last.Store(t)
	return t
}

// checkNeed returns the limit that a table's need exceeds, and what would be within it.
func (c *compiled) checkNeed(counts []int, n need, lim puzzle.Limits) error {
	const fit = "; boards of up to 12 cells always fit, 13 or 14 with enough memory, and larger ones where their moves or tiles make few boards"
	if n.memory >= tooMuch {
		return &puzzle.LimitError{Limit: "size", Msg: c.tableName(counts) + " is out of reach" + fit}
	}
	err := lim.CheckMemory(c.tableName(counts), n.memory)
	var le *puzzle.LimitError
	if errors.As(err, &le) {
		le.Msg += fit
	}
	return err
}

// tiles are the tiles of an instance as a table for goals names them.
type tiles struct {
	class  []uint8 // by tile
	counts []int   // by class
}

// newTiles makes alike the tiles that no goal asks for.
func newTiles(p *permute.Instance) tiles {
	asked := make([]bool, len(p.Labels))
	for _, g := range p.Goals {
		for _, t := range g {
			if t >= 0 {
				asked[t] = true
			}
		}
	}
	out := tiles{class: make([]uint8, len(p.Labels))}
	for t, yes := range asked {
		if yes {
			out.class[t] = uint8(min(len(out.counts), maxFound))
			out.counts = append(out.counts, 0)
		}
	}
	for t, yes := range asked {
		if !yes {
			out.class[t] = uint8(min(len(out.counts), maxFound))
		}
	}
	if slices.Contains(asked, false) {
		out.counts = append(out.counts, 0)
	}
	if len(out.counts) <= maxFound {
		for _, t := range p.Start {
			out.counts[out.class[t]]++
		}
	}
	return out
}

// boardOf names the tiles of a board.
func (t tiles) boardOf(board []permute.Tile) []uint8 {
	out := make([]uint8, len(board))
	for i, tile := range board {
		out[i] = t.class[tile]
	}
	return out
}

// own returns the table of the ways to p's goals.
func (ts *tables) own(ctx context.Context, c *compiled, p *permute.Instance, order *big.Int, lim puzzle.Limits) (*table, error) {
	t := newTiles(p)
	kind, n := ts.choose(c, t.counts, order)
	if err := c.checkNeed(t.counts, n, lim); err != nil {
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
	key := c.key([]string{chooseTiles: "goals", chooseReached: "goals reached"}[kind], parts...)
	out, err := ts.get(ctx, key, func() (*table, error) {
		var set *perm.Multiset
		if kind == chooseTiles {
			var err error
			if set, err = perm.NewMultiset(t.counts); err != nil {
				return nil, err
			}
		}
		roots, err := fillGoals(ctx, t, p.Goals, lim.Memory)
		if err != nil {
			return nil, err
		}
		kept := kind == chooseTiles && n.work >= ts.worth
		if out := (&table{c: c, index: ranked{set}, class: t.class}); kept && ts.load(ctx, key, out, set.Size(), roots, lim) {
			return out, nil
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

func goalBytes(t tiles, goal []permute.Tile) []uint8 {
	out := make([]uint8, len(goal))
	for i, tile := range goal {
		out[i] = 255
		if tile >= 0 {
			out[i] = t.class[tile]
		}
	}
	return out
}

// fillGoals lists the boards that are some goal, each once, in order.
func fillGoals(ctx context.Context, t tiles, goals [][]permute.Tile, most int64) ([][]uint8, error) {
	var out [][]uint8
	for _, g := range goals {
		left := slices.Clone(t.counts)
		board := goalBytes(t, g)
		var free []int
		for i, k := range board {
			if k == 255 {
				free = append(free, i)
			} else {
				left[k]--
			}
		}
		var fill func(k int) error
		fill = func(k int) error {
			if k == len(free) {
				if len(out)&1023 == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				out = append(out, slices.Clone(board))
				return puzzle.Limits{Memory: most}.CheckMemory("the list of all boards that are a goal", int64(len(out))*int64(len(board)+24))
			}
			for class := range left {
				if left[class] == 0 {
					continue
				}
				left[class]--
				board[free[k]] = uint8(class)
				if err := fill(k + 1); err != nil {
					return err
				}
				left[class]++
			}
			return nil
		}
		if err := fill(0); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(out, slices.Compare)
	return slices.CompactFunc(out, slices.Equal), nil
}
