package families_test

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// The twins of the contests: slow, obvious answers to small cases, which know no solver.

// wordsOf are the words of an output, in small letters.
func wordsOf(output string) []string {
	lower := strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, output)
	return strings.FieldsFunc(lower, func(r rune) bool { return strings.ContainsRune(" \t\n\v\f\r", r) })
}

// only says that an output is right that has the words of the answers to the cases and no others.
func only(answer func(k int, in puzzle.Instance) string) func(ins []puzzle.Instance, output string) bool {
	return func(ins []puzzle.Instance, output string) bool {
		var want []string
		for k, in := range ins {
			want = append(want, wordsOf(answer(k, in))...)
		}
		return strings.Join(wordsOf(output), " ") == strings.Join(want, " ")
	}
}

// tilted reports by trying all tilts whether the target can be made of the start.
func tilted(_ int, in puzzle.Instance) string {
	p := in.Value().(*tilt.Instance)
	start, target := letters(p.Start), letters(p.Target)
	key := func(b []string) string { return strings.Join(b, "/") }
	turned := func(b []string) []string { // by a quarter, so that what was on the left is on top
		out := make([]string, len(b[0]))
		for c := range out {
			for r := len(b) - 1; r >= 0; r-- {
				out[c] += b[r][c : c+1]
			}
		}
		return out
	}
	seen := map[string]bool{key(start): true}
	for todo := [][]string{start}; len(todo) > 0; todo = todo[1:] {
		if key(todo[0]) == key(target) {
			return "yes"
		}
		for k := range 4 {
			b := todo[0]
			for range k {
				b = turned(b)
			}
			var next []string
			for _, row := range b {
				tiles := strings.ReplaceAll(row, ".", "")
				next = append(next, tiles+strings.Repeat(".", len(row)-len(tiles)))
			}
			for range (4 - k) % 4 {
				next = turned(next)
			}
			if !seen[key(next)] {
				seen[key(next)] = true
				todo = append(todo, next)
			}
		}
	}
	return "no"
}

// letters are the rows of a board, with a letter for each colour.
func letters(b *tilt.Board) (rows []string) {
	for r := range b.H {
		row := ""
		for c := range b.W {
			row += ".abcdefghijklmnopqrstuvwxyz"[b.At(r, c):][:1]
		}
		rows = append(rows, row)
	}
	return rows
}

// pressAll finds by trying all presses which of them turn a small board off: the fewest, the lexicographically least
// of these, and how many ways there are.
func pressAll(in puzzle.Instance) (best uint64, fewest, ways int) {
	p := in.Value().(*lights.Instance)
	cells := p.Width * p.Height
	start, toggled := uint64(0), make([]uint64, cells)
	d := 1
	fmt.Sscanf(p.Pattern.Name, "diamond:%d", &d)
	for i := range cells {
		y, x := i/p.Width, i%p.Width
		start = start<<1 | uint64(p.Start.At(y, x))
		for j := range cells {
			dy, dx := j/p.Width-y, j%p.Width-x
			if r := max(dy, -dy) + max(dx, -dx); r == 0 || r == d {
				toggled[i] |= 1 << (cells - 1 - j)
			}
		}
	}
	fewest = -1
	for x := range uint64(1) << cells { // the first cell is the highest bit: ascending is lexicographic
		board, n := start, 0
		for i := range cells {
			if x>>(cells-1-i)&1 != 0 {
				board ^= toggled[i]
				n++
			}
		}
		if board == 0 {
			if ways++; fewest < 0 || n < fewest {
				best, fewest = x, n
			}
		}
	}
	return best, fewest, ways
}

// pressed writes the presses x of pressAll as rows of numbers.
func pressed(p *lights.Instance, x uint64) string {
	var b strings.Builder
	for i := range p.Width * p.Height {
		fmt.Fprint(&b, x>>(p.Width*p.Height-1-i)&1, " ")
	}
	return b.String()
}

func pressable(_ int, in puzzle.Instance) string {
	if _, _, ways := pressAll(in); ways == 0 {
		return "0"
	}
	return "1"
}

func fewestPresses(_ int, in puzzle.Instance) string {
	best, _, ways := pressAll(in)
	if ways == 0 {
		return "IMPOSSIBLE"
	}
	return pressed(in.Value().(*lights.Instance), best)
}

func numberOfPresses(_ int, in puzzle.Instance) string {
	_, fewest, _ := pressAll(in)
	return fmt.Sprintln(fewest)
}

// chased tries all first rows of presses: each lamp below decides a press of its own.
func chased(k int, in puzzle.Instance) string {
	p := in.Value().(*lights.Instance)
	for first := range uint64(1) << p.Width {
		x, b := lights.NewBoard(p.Height, p.Width, 2), p.Start.Clone()
		for y := range p.Height {
			for c := range p.Width {
				if y == 0 && first>>c&1 == 0 || y > 0 && b.At(y-1, c) == 0 {
					continue
				}
				x.Set(y, c, 1)
			}
			for c := range p.Width {
				for _, at := range [][2]int{{y, c}, {y - 1, c}, {y + 1, c}, {y, c - 1}, {y, c + 1}} {
					if x.At(y, c) != 0 && min(at[0], at[1]) >= 0 && at[0] < p.Height && at[1] < p.Width {
						b.Set(at[0], at[1], 1-b.At(at[0], at[1]))
					}
				}
			}
		}
		if b.IsZero() {
			var presses uint64
			for i := range p.Width * p.Height {
				presses = presses<<1 | uint64(x.At(i/p.Width, i%p.Width))
			}
			return fmt.Sprintf("PUZZLE #%d\n%s\n", k+1, pressed(p, presses))
		}
	}
	return ""
}

// squareFar are the distances from the grid in order, by a search that moves the digits of a text one by one.
var squareFar = sync.OnceValue(func() map[string]int {
	const first = "123456789"
	far, queue := map[string]int{first: 0}, []string{first}
	for ; len(queue) > 0; queue = queue[1:] {
		b := queue[0]
		pick := func(cells ...int) {
			next := make([]byte, 9)
			for i, c := range cells {
				next[i] = b[c]
			}
			if _, seen := far[string(next)]; !seen {
				far[string(next)] = far[b] + 1
				queue = append(queue, string(next))
			}
		}
		pick(2, 0, 1, 3, 4, 5, 6, 7, 8)
		pick(0, 1, 2, 5, 3, 4, 6, 7, 8)
		pick(0, 1, 2, 3, 4, 5, 8, 6, 7)
		pick(6, 1, 2, 0, 4, 5, 3, 7, 8)
		pick(0, 7, 2, 3, 1, 5, 6, 4, 8)
		pick(0, 1, 8, 3, 4, 2, 6, 7, 5)
		pick(6, 3, 0, 7, 4, 1, 8, 5, 2)
	}
	return far
})

func squareMoves(_ int, in puzzle.Instance) string {
	p := in.Value().(*permute.Instance)
	name := map[permute.Tile]byte{} // by the cell in which a tile starts
	for i, tile := range p.Start {
		name[tile] = byte('1' + i)
	}
	target := ""
	for _, tile := range p.Goals[0] {
		target += string(name[tile])
	}
	if d, ok := squareFar()[target]; ok {
		return fmt.Sprintln(d)
	}
	return "-1\n"
}

// slidesRight judges by sliding cell by cell, and by a search over all sets of blocks.
func slidesRight(ins []puzzle.Instance, output string) bool {
	x := ins[0].Value().(*assembly.Instance)
	s := newSlides(x)
	words := wordsOf(output)
	if len(words) == 1 && words[0] == "impossible" {
		return !s.buildable(1 << x.Root)
	}
	if len(words) != 2*len(x.Blocks)-1 || words[0] != "possible" {
		return false
	}
	set := uint32(1) << x.Root
	for w := words[1:]; len(w) > 0; w = w[2:] {
		k, err := strconv.ParseInt(w[1], 10, 32)
		d := strings.Index("<>^v", w[0])
		most := x.Rows
		if d >= 2 {
			most = x.Cols
		}
		if err != nil || len(w[0]) != 1 || d < 0 || k < 1 || k > int64(most) || w[1] != fmt.Sprint(k) {
			return false
		}
		at, ok := s.slide(set, assembly.MakeMove(assembly.Direction(d), int32(k-1)))
		if !ok || at < 0 {
			return false
		}
		set |= 1 << at
	}
	return set == s.full()
}
