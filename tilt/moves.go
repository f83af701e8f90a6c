package tilt

import (
	"strconv"
)

// A Move is one move. Where Row is 0 the board is tilted to the Side L, R, U or D; otherwise the piece that
// has a tile in that row and column, both from 1, slides alone.
type Move struct {
	Row, Col int
	Side     byte
}

// String writes m as it stands in a word: "R", or "2,3R".
func (m Move) String() string { return string(m.Append(nil)) }

// Append appends m as String writes it.
func (m Move) Append(b []byte) []byte {
	if m.Row != 0 {
		b = strconv.AppendInt(b, int64(m.Row), 10)
		b = strconv.AppendInt(append(b, ','), int64(m.Col), 10)
	}
	return append(b, m.Side)
}

// maxPlace is the most digits of a row or a column in a move.
const maxPlace = 9

// CutMove reads the first move of s, such as the Moves of a Run; ok is false where s does not begin with one.
func CutMove(s string) (m Move, rest string, ok bool) {
	i := 0
	if s != "" && s[0] >= '1' && s[0] <= '9' {
		if m.Row, i = place(s, 0); i == len(s) || s[i] != ',' {
			return Move{}, s, false
		}
		if m.Col, i = place(s, i+1); m.Col == 0 {
			return Move{}, s, false
		}
	}
	if i == len(s) || !side(s[i]) {
		return Move{}, s, false
	}
	m.Side = s[i]
	return m, s[i+1:], true
}

// place reads a number without leading zeros at s[i], and returns it with where it ends; 0 where there is none.
func place(s string, i int) (n, end int) {
	for end = i; end < len(s) && end < i+maxPlace && s[end] >= '0' && s[end] <= '9'; end++ {
		if n = 10*n + int(s[end]-'0'); n == 0 {
			return 0, i
		}
	}
	return n, end
}

func side(c byte) bool { return c == 'L' || c == 'R' || c == 'U' || c == 'D' }

// steps is the length of the longest prefix of s made of moves, and their number; it stops soon behind MaxWordLetters.
func steps(s string) (bytes, moves int) {
	rest := s
	for moves <= MaxWordLetters {
		if rest != "" && side(rest[0]) {
			rest, moves = rest[1:], moves+1
			continue
		}
		_, after, ok := CutMove(rest)
		if !ok {
			break
		}
		rest, moves = after, moves+1
	}
	return len(s) - len(rest), moves
}

// count is the number of moves of a run that has been read.
func count(moves string) int {
	n := 0
	for i := range len(moves) {
		if side(moves[i]) {
			n++
		}
	}
	return n
}

// behind is where the first n moves of a run end.
func behind(moves string, n int) int {
	i := 0
	for ; n > 0; i++ {
		if side(moves[i]) {
			n--
		}
	}
	return i
}
