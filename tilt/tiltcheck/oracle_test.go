package tiltcheck

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/tilt"
)

// The oracle knows nothing but the rules: its boards are text, rows parted by '/', and a tilt moves
// tiles by one cell as long as any can move.

// slide tilts a board towards d.
func slide(b string, d byte) string {
	cells := []rune(b)
	w := slices.Index(cells, '/')
	if w < 0 {
		w = len(cells)
	}
	step := map[byte]int{'L': -1, 'R': 1, 'U': -w - 1, 'D': w + 1}[d]
	for again := true; again; {
		again = false
		for i, c := range cells {
			if to := i + step; c != '.' && c != '/' && to >= 0 && to < len(cells) && cells[to] == '.' {
				cells[i], cells[to] = '.', c
				again = true
			}
		}
	}
	return string(cells)
}

func slideAll(b, word string) string {
	for i := range len(word) {
		b = slide(b, word[i])
	}
	return b
}

// search returns a shortest word to each board that can be reached from start, ok is
// false where they are more than most.
func search(start string, most int) (words map[string]string, ok bool) {
	words = map[string]string{start: ""}
	for queue := []string{start}; len(queue) > 0; queue = queue[1:] {
		b := queue[0]
		for _, d := range "LRUD" {
			next := slide(b, byte(d))
			if _, seen := words[next]; !seen {
				words[next] = words[b] + string(d)
				queue = append(queue, next)
			}
		}
		if len(words) > most {
			return nil, false
		}
	}
	return words, true
}

// arrangements yields all boards with the tiles of b.
func arrangements(b string, yield func(string)) {
	cells := []rune(b)
	count := map[rune]int{}
	var kinds []rune
	for _, c := range cells {
		if c != '/' {
			if count[c] == 0 {
				kinds = append(kinds, c)
			}
			count[c]++
		}
	}
	var fill func(i int)
	fill = func(i int) {
		if i == len(cells) {
			yield(string(cells))
			return
		}
		if cells[i] == '/' {
			fill(i + 1)
			return
		}
		for _, c := range kinds {
			if count[c] > 0 {
				count[c]--
				cells[i] = c
				fill(i + 1)
				count[c]++
			}
		}
	}
	fill(0)
}

// allBoards yields all h × w boards over the characters of kinds.
func allBoards(h, w int, kinds string, yield func(string)) {
	row := strings.Repeat(".", w)
	cells := []byte(strings.Repeat(row+"/", h-1) + row)
	var fill func(i int)
	fill = func(i int) {
		switch {
		case i == len(cells):
			yield(string(cells))
		case cells[i] == '/':
			fill(i + 1)
		default:
			for j := range len(kinds) {
				cells[i] = kinds[j]
				fill(i + 1)
			}
		}
	}
	fill(0)
}

// randomBoard has h × w cells, each holding one of kinds.
func randomBoard(rng *rand.Rand, h, w int, kinds string) string {
	var b strings.Builder
	for i := range h * w {
		if i > 0 && i%w == 0 {
			b.WriteByte('/')
		}
		b.WriteByte(kinds[rng.IntN(len(kinds))])
	}
	return b.String()
}

// shuffled is a random arrangement of b.
func shuffled(rng *rand.Rand, b string) string {
	h := strings.Count(b, "/") + 1
	cells := []rune(strings.ReplaceAll(b, "/", ""))
	rng.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	var rows []string
	for r := range h {
		rows = append(rows, string(cells[r*len(cells)/h:(r+1)*len(cells)/h]))
	}
	return strings.Join(rows, "/")
}

// instance makes an instance of two boards; an empty target is none. The palette holds
// their characters, last first, so that codes are not in the order of labels.
func instance(start, target string) *tilt.Instance {
	var palette []string
	for _, c := range start + target {
		if s := string(c); c != '.' && c != '/' && !slices.Contains(palette, s) {
			palette = append(palette, s)
		}
	}
	slices.Sort(palette)
	slices.Reverse(palette)
	parse := func(text string) *tilt.Board {
		if text == "" {
			return nil
		}
		rows := strings.Split(text, "/")
		b := tilt.NewBoard(len(rows), len([]rune(rows[0])), len(palette))
		for r, row := range rows {
			for c, label := range []rune(row) {
				b.Set(r, c, slices.Index(palette, string(label))+1)
			}
		}
		return b
	}
	return &tilt.Instance{Palette: palette, Start: parse(start), Target: parse(target)}
}

// word makes a witness's moves of text; it must be right.
func word(s string) tilt.Word {
	w, err := tilt.ParseWord(s)
	if err != nil {
		panic(err)
	}
	return w
}

// witness claims that the moves are the fewest.
func witness(moves string) tilt.Outcome {
	w := word(moves)
	return solved(w, w.Length())
}

func power10(n int64) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(n), nil) }
