package permute

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

// A Move permutes cells at a cost. All moves of an instance have different names.
type Move struct {
	Name string // "R1" shifts row 1 right, "D2" column 2 down, "CW" turns the grid: see MovesDoc
	// Cycles are disjoint lists of at least two cells: the tile at each goes to the next one's cell, and
	// the last one's to the first's.
	Cycles [][]int32
	Cost   int64 // 1 to MaxCost
}

// A MoveSet is the moves of a puzzle and how they were named. It does not change once made; solvers
// prepare for a set once and know it again by its pointer or by its content. NewMoveSet and ParseMoves make
// them. There may be no moves at all: then nothing but the start is reached.
type MoveSet struct {
	Rows, Cols int
	Moves      []Move
	// Source is the field "moves" as it was written, for documents: names of sets, with costs, and moves
	// that are spelled out. A set made without NewMoveSet may leave it out: all its moves are then spelled out.
	Source []Source

	index map[string]int32 // by name; NewMoveSet makes it, and so says that the set is valid
	moved int64            // cells of all cycles, where there is an index
}

// A Source is one entry of the field "moves".
type Source struct {
	Set  string // "shift-right", "twist:2x2": a named set, see MovesDoc; or empty, and Move is spelled out
	Cost int64  // of each of the set's moves; 0 stands for 1 and is not written
	Move *Move
	// Inverse adds the inverse of Move under its name with a ' behind it, at the same cost; a move that is its own inverse
	// stays alone.
	Inverse bool
}

// Bounds of sets. MaxMoved is the most cells that all moves of a set may move together: 64 MiB of cycles.
const (
	MaxMoved = 1 << 24
	maxName  = 64
)

// NewMoveSet makes the set of moves that sources name, in their order, on a board of rows × cols cells. A move that
// does nothing on this board (a shift of a single cell) is left out. A move that two named sets have in common, as
// shifts and drag have R1, is taken once, and costs the same in both. Two names for one permutation are two moves;
// one name for two moves is an error.
func NewMoveSet(rows, cols int, sources []Source) (*MoveSet, error) {
	b, err := newSetBuilder(nil, rows, cols)
	if err != nil {
		return nil, err
	}
	for i := range sources {
		if fault := b.add(sources[i]); fault != nil {
			return nil, grid.Errorf(grid.Pos{}, "%s", fault.msg)
		}
	}
	return b.set(), nil
}

// Find returns the index of the move called name.
func (s *MoveSet) Find(name string) (int, bool) {
	if s.index != nil {
		i, ok := s.index[name]
		return int(i), ok
	}
	i := slices.IndexFunc(s.Moves, func(m Move) bool { return m.Name == name })
	return i, i >= 0
}

// Validate reports what is wrong with a set that was put together by hand. It costs nothing for others.
func (s *MoveSet) Validate() error {
	if s.index != nil {
		return nil
	}
	b, err := newSetBuilder(nil, s.Rows, s.Cols)
	if err != nil {
		return err
	}
	for i := range s.Moves {
		if fault := b.spelled(&s.Moves[i], "the set"); fault != nil {
			return grid.Errorf(grid.Pos{}, "%s", fault.msg)
		}
	}
	if len(s.Source) == 0 {
		return nil
	}
	named, err := NewMoveSet(s.Rows, s.Cols, s.Source)
	if err != nil {
		return err
	}
	if !slices.EqualFunc(named.Moves, s.Moves, equalMoves) {
		return grid.Errorf(grid.Pos{}, "the moves are not those that their source names")
	}
	return nil
}

func equalMoves(a, b Move) bool {
	return a.Name == b.Name && a.Cost == b.Cost && slices.EqualFunc(a.Cycles, b.Cycles, slices.Equal)
}

// source is Source, or all moves spelled out where there is none.
func (s *MoveSet) source() []Source {
	if len(s.Source) > 0 || len(s.Moves) == 0 {
		return s.Source
	}
	out := make([]Source, len(s.Moves))
	for i := range s.Moves {
		out[i].Move = &s.Moves[i]
	}
	return out
}

// A fault is what is wrong with a move; cycle and cell lead to the place in a document, -1 where it is the move itself.
type fault struct {
	msg         string
	cycle, cell int
	limit       error // a meter's, in place of a message
}

// limit makes a fault of a meter's error, nil of none.
func (b *setBuilder) limit(err error) *fault {
	if err == nil {
		return nil
	}
	return &fault{limit: err, cycle: -1, cell: -1}
}

// What sets take: a move with its name and its entry in the index, a cell that it moves while its cycles are made,
// and one that is read with its place.
const (
	bytesPerMove  = 200
	bytesPerMoved = 8
	bytesPerPlace = 32
	stepsPerMove  = 300
	stepsPerMoved = 20
	theMoves      = "the moves"
)

func (b *setBuilder) faultf(format string, args ...any) *fault {
	return &fault{msg: grid.Errorf(grid.Pos{}, format, args...).Error(), cycle: -1, cell: -1}
}

// A setBuilder collects the moves of a set and keeps them within bounds.
type setBuilder struct {
	meter      *meter.Meter
	rows, cols int
	sources    []Source
	moves      []Move
	from       []string // for each move: whose it is, for errors
	bySet      []bool   // for each move: a named set has it
	index      map[string]int32
	moved      int64
	locked     []bool  // by cell; nil: none is
	seen       []int32 // by cell: 1 + the number of the spelled-out move that moved it last
	spelt      int32
}

func newSetBuilder(m *meter.Meter, rows, cols int) (*setBuilder, error) {
	if err := checkSize(rows, cols); err != nil {
		return nil, err
	}
	return &setBuilder{meter: m, rows: rows, cols: cols, index: map[string]int32{}}, nil
}

func checkSize(rows, cols int) error {
	if rows < 1 || cols < 1 || int64(rows)*int64(cols) > MaxCells {
		return grid.Errorf(grid.Pos{}, "a board of %d × %d cells is not possible; it has 1 to %d cells", rows, cols, MaxCells)
	}
	return nil
}

func (b *setBuilder) set() *MoveSet {
	b.unlock()
	return &MoveSet{Rows: b.rows, Cols: b.cols, Moves: b.moves, Source: b.sources, index: b.index, moved: b.moved}
}

// add adds the moves of one source.
func (b *setBuilder) add(src Source) *fault {
	if bad := b.limit(b.meter.Work(stepsPerMove)); bad != nil {
		return bad
	}
	if bad := b.limit(b.meter.Hold(theMoves, bytesPerMove)); bad != nil { // a set may name no moves on this board
		return bad
	}
	var bad *fault
	switch {
	case src.Set != "" && src.Move != nil, src.Set == "" && src.Move == nil:
		bad = b.faultf("an entry of the moves is either the name of a set or one move that is spelled out")
	case src.Move != nil && src.Cost != 0:
		bad = b.faultf("the cost of the move %s is given twice", src.Move.Name)
	case src.Move != nil:
		bad = b.spelled(src.Move, "an entry of its own")
		if bad == nil && src.Inverse {
			if inv := inverseOf(src.Move); inv != nil {
				bad = b.spelled(inv, "the inverse of "+src.Move.Name)
			}
		}
	case src.Inverse:
		bad = b.faultf("the inverse is for moves that are spelled out; name the opposite set of %s instead", src.Set)
	default:
		bad = b.named(src)
	}
	if bad == nil {
		b.sources = append(b.sources, src)
	}
	return bad
}

// inverseOf is the inverse of m under another name, or nil where that is m.
func inverseOf(m *Move) *Move {
	own := true
	inv := &Move{Name: m.Name + "'", Cost: m.Cost, Cycles: make([][]int32, len(m.Cycles))}
	for i, c := range m.Cycles {
		own = own && len(c) == 2
		inv.Cycles[i] = slices.Clone(c)
		slices.Reverse(inv.Cycles[i])
	}
	if own {
		return nil
	}
	return inv
}

// push adds a move whose cycles are known to be good. One that two named sets have in common is taken once.
func (b *setBuilder) push(m Move, from string, named bool) *fault {
	if i, ok := b.index[m.Name]; ok {
		switch old := b.from[i]; {
		case old == from:
			return b.faultf("the move %s is given twice by %s", m.Name, from)
		case !named || !b.bySet[i]:
			return b.faultf("the move %s is given twice: by %s and by %s", m.Name, old, from)
		case b.moves[i].Cost != m.Cost:
			return b.faultf("the move %s costs %d by %s and %d by %s; write one cost for both, as in %s=%d %s=%d",
				m.Name, b.moves[i].Cost, old, m.Cost, from, old, m.Cost, from, m.Cost)
		}
		return nil // names of sets say what their moves do
	}
	if len(b.moves) == MaxMoves {
		return b.faultf("there are more than %d moves", MaxMoves)
	}
	before := b.moved
	for _, c := range m.Cycles {
		b.moved += int64(len(c))
	}
	if b.moved > MaxMoved {
		return b.tooMuch(b.moved)
	}
	if bad := b.limit(b.meter.Work(stepsPerMove + stepsPerMoved*int(b.moved-before))); bad != nil {
		return bad
	}
	b.index[m.Name] = int32(len(b.moves))
	b.moves = append(b.moves, m)
	b.from, b.bySet = append(b.from, from), append(b.bySet, named)
	return nil
}

func (b *setBuilder) tooMuch(cells int64) *fault {
	return b.faultf("the moves together move %s; at most %d are possible", grid.Number(cells, "cell"), MaxMoved)
}

// spelled adds a move that is spelled out.
func (b *setBuilder) spelled(m *Move, from string) *fault {
	if err := checkName(m.Name); err != nil {
		return b.faultf("%v", err)
	}
	if m.Cost < 1 || m.Cost > MaxCost {
		return b.faultf("the cost of the move %s is %d; it must be from 1 to %d", m.Name, m.Cost, int64(MaxCost))
	}
	moved := int64(0)
	for _, c := range m.Cycles {
		moved += int64(len(c))
	}
	if bad := b.limit(b.meter.Hold(theMoves, bytesPerMove+bytesPerMoved*moved)); bad != nil {
		return bad
	}
	if b.seen == nil {
		b.seen = make([]int32, b.rows*b.cols)
	}
	b.spelt++
	no := func(cycle, cell int, format string, args ...any) *fault {
		f := b.faultf("the move %s is no permutation: "+format, append([]any{m.Name}, args...)...)
		f.cycle, f.cell = cycle, cell
		return f
	}
	for i, c := range m.Cycles {
		for k, cell := range c {
			switch {
			case cell < 0 || int(cell) >= len(b.seen):
				return no(i, k, "the cell %d is not one of the board's %d", int64(cell)+1, len(b.seen))
			case b.seen[cell] == b.spelt:
				return no(i, k, "the cell [%d, %d] stands in it twice", int(cell)/b.cols+1, int(cell)%b.cols+1)
			}
			b.seen[cell] = b.spelt
		}
		if len(c) < 2 {
			return no(i, -1, "a cycle has %s; it takes at least two (a cell that stays is left out)",
				grid.Number(len(c), "cell"))
		}
	}
	if len(m.Cycles) == 0 {
		return b.faultf("the move %s has no cycles: it does nothing", m.Name)
	}
	return b.push(*m, from, false)
}

// Characters that names may not hold, since they mean something in a word: "(R1 D2)^3".
const notInNames = "^()"

func checkName(name string) error {
	switch {
	case name == "":
		return grid.Errorf(grid.Pos{}, "the name of a move is empty")
	case len(name) > maxName:
		return grid.Errorf(grid.Pos{}, "the name of a move has %d bytes; at most %d are accepted", len(name), maxName)
	case !utf8.ValidString(name):
		return grid.Errorf(grid.Pos{}, "the name %q of a move is not valid UTF-8", name)
	}
	for _, r := range name {
		if unicode.IsSpace(r) || !unicode.IsPrint(r) || strings.ContainsRune(notInNames, r) {
			return grid.Errorf(grid.Pos{}, "the name %q of a move holds %s; a name has neither blanks nor ^ ( )", name,
				grid.Quote(string(r)))
		}
	}
	return nil
}
