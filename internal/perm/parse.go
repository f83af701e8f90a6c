package perm

import "fmt"

// A ParseError says what is wrong with a text in cycle notation and where: Pos is the number of the
// character, from 1.
type ParseError struct {
	Pos int
	Msg string
}

func (e *ParseError) Error() string { return fmt.Sprintf("perm: character %d: %s", e.Pos, e.Msg) }

// Unwrap makes errors.Is(err, ErrNotPerm) true.
func (e *ParseError) Unwrap() error { return ErrNotPerm }

// ParseCycles reads disjoint cycles of cells 0..n-1, as in "(0 1 2)(3 4)": cells are
// separated by blanks or commas, "()" is the identity, cycles of one cell are accepted and
// left out. Errors are *ParseError, or ErrDegree for n.
func ParseCycles(text string, n int) (Cycles, error) {
	if err := checkDegree(n); err != nil {
		return nil, err
	}
	s := cycleScanner{text: []rune(text), n: n, seen: make(map[int]int)}
	var c Cycles
	s.blanks()
	if s.at == len(s.text) {
		return nil, s.fail("expected '('")
	}
	for s.at < len(s.text) {
		cycle, err := s.cycle()
		if err != nil {
			return nil, err
		}
		if len(cycle) > 1 {
			c = append(c, cycle)
		}
		s.blanks()
	}
	return c, nil
}

// Parse is ParseCycles for a Perm.
func Parse(text string, n int) (Perm, error) {
	c, err := ParseCycles(text, n)
	if err != nil {
		return nil, err
	}
	return c.Perm(n), nil
}

// String writes p in cycle notation; cells that p fixes are left out.
func (p Perm) String() string { return p.Cycles().String() }

type cycleScanner struct {
	text []rune
	at   int
	n    int
	seen map[int]int // cell -> character where it was read
}

func (s *cycleScanner) fail(format string, args ...any) error {
	return &ParseError{s.at + 1, fmt.Sprintf(format, args...)}
}

// next says what stands at the place of an error.
func (s *cycleScanner) next() string {
	if s.at == len(s.text) {
		return "the end"
	}
	return fmt.Sprintf("%q", s.text[s.at])
}

func (s *cycleScanner) is(r rune) bool { return s.at < len(s.text) && s.text[s.at] == r }

func (s *cycleScanner) blanks() {
	for s.is(' ') || s.is('\t') || s.is('\n') || s.is('\r') {
		s.at++
	}
}

func (s *cycleScanner) cycle() ([]uint16, error) {
	if !s.is('(') {
		return nil, s.fail("expected '(', found %s", s.next())
	}
	s.at++
	s.blanks()
	var cycle []uint16
	for !s.is(')') {
		cell, err := s.cell()
		if err != nil {
			return nil, err
		}
		cycle = append(cycle, cell)
		s.blanks()
		if s.is(',') {
			s.at++
			s.blanks()
			if s.is(')') {
				return nil, s.fail("expected a cell, found ')'")
			}
		}
	}
	s.at++
	return cycle, nil
}

func (s *cycleScanner) cell() (uint16, error) {
	start, v := s.at, 0
	for s.at < len(s.text) && s.text[s.at] >= '0' && s.text[s.at] <= '9' {
		v = min(v*10+int(s.text[s.at]-'0'), MaxDegree) // no overflow however long
		s.at++
	}
	if s.at == start {
		return 0, s.fail("expected a cell or ')', found %s", s.next())
	}
	digits := string(s.text[start:s.at])
	s.at, start = start, s.at // errors are about the first digit
	if v >= s.n {
		return 0, s.fail("cell %s is outside 0..%d", digits, s.n-1)
	}
	if at, ok := s.seen[v]; ok {
		return 0, s.fail("cell %d is written twice, first at character %d", v, at)
	}
	s.seen[v] = s.at + 1
	s.at = start
	return uint16(v), nil
}
