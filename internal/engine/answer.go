package engine

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// Of a way, and of an argument, so much stands in an answer; the frames have all.
const (
	mostWay    = 1 << 16 // bytes
	mostLines  = 200
	mostGroups = 100
)

// An Answer is what solve says.
type Answer struct {
	Claim      Document       `json:"claim"`
	Verdict    string         `json:"verdict" enum:"solved,impossible,unknown"`
	Headline   string         `json:"headline" doc:"the verdict and how good it is"`
	Checked    string         `json:"checked" doc:"what the checker has verified; empty where there is nothing to check"`
	Unverified string         `json:"unverified" doc:"what it has not"`
	Moves      string         `json:"moves" doc:"as apply takes them; empty where they are too many; the frames have them"`
	Steps      string         `json:"steps" doc:"how many, a decimal number of any length"`
	Structure  []Group        `json:"structure" doc:"the moves by their repetitions; empty where nothing is repeated"`
	Facts      [][2]string    `json:"facts" doc:"a name and a text each"`
	Lines      []string       `json:"lines" doc:"the argument, or what else is known, in sentences"`
	Pictures   []*scene.Scene `json:"pictures" doc:"beside the drawing: presses, weights"`
}

// A Group is a part of a way that is repeated.
type Group struct {
	Moves string `json:"moves" doc:"as apply takes them"`
	Times string `json:"times" doc:"a decimal number of any length"`
}

func (c *call) solve(in puzzle.Instance, f *puzzle.Family) (out Answer, err error) {
	cl, err := f.Prove(c.ctx, in, c.limits())
	if err != nil {
		return out, err
	}
	return c.answer(in, f, cl.WithHead(in.Head()))
}

// answer tells of a claim that has been checked.
func (c *call) answer(in puzzle.Instance, f *puzzle.Family, cl puzzle.Claim) (out Answer, err error) {
	if out.Claim, err = c.document(cl); err != nil {
		return out, err
	}
	st, err := c.tell(in, f, cl, c.window())
	if err != nil {
		return out, err
	}
	out.Verdict, out.Headline = cl.Verdict().String(), sentence(st.Title)
	out.Structure, out.Facts, out.Lines = []Group{}, [][2]string{}, []string{}
	out.Pictures = append([]*scene.Scene{}, st.Pictures...)
	if cl.Verdict() != puzzle.Unknown {
		if out.Checked, out.Unverified = f.Parts(in, cl); out.Checked == "" {
			out.Checked = "all that the answer says"
		}
	}
	out.told(cl, st)
	return out, out.argue(st, cl)
}

// told fills in what the story says of the way.
func (a *Answer) told(cl puzzle.Claim, st puzzle.Story) {
	a.Steps = "0"
	n := steps(cl, st)
	if n != nil {
		a.Steps = n.String()
	}
	if len(st.Way) <= mostWay {
		a.Moves = st.Way
	}
	if a.Structure = structure(st.Way); len(a.Structure) > mostGroups {
		a.Structure = []Group{}
	}
	a.Facts = append(a.Facts, [2]string{"Verdict", a.Verdict})
	switch cl.Verdict() {
	case puzzle.Solved:
		if st.Way != "" && len(st.Way) <= 200 {
			a.Facts = append(a.Facts, [2]string{"Moves", st.Way})
		}
		if n != nil && n.Sign() > 0 {
			a.Facts = append(a.Facts, [2]string{"Steps", grid.Short(n)})
		}
	case puzzle.Unknown:
		if le := cl.Stopped(); le != nil {
			a.Facts = append(a.Facts, [2]string{"Stopped by", le.Limit})
		}
	}
	if a.Checked != "" {
		a.Facts = append(a.Facts, [2]string{"Checked", a.Checked})
	}
	if a.Unverified != "" {
		a.Facts = append(a.Facts, [2]string{"Not checked", a.Unverified})
	}
}

// argue adds the sentences.
func (a *Answer) argue(st puzzle.Story, cl puzzle.Claim) error {
	if cl.Verdict() == puzzle.Impossible {
		for fr, err := range st.Frames.Range(new(big.Int), big.NewInt(mostLines-1)) {
			if err != nil {
				return err
			}
			if fr.Sentence != "" {
				a.Lines = append(a.Lines, fr.Sentence)
			}
		}
	}
	for _, note := range st.Notes {
		a.Lines = append(a.Lines, sentence(note))
	}
	return nil
}

// steps is how many steps a story has: moves of a solution, sentences of an argument; nil where it has none.
func steps(cl puzzle.Claim, st puzzle.Story) *big.Int {
	if st.Frames.Len == nil || st.Frames.Len.Sign() == 0 {
		return nil
	}
	n := new(big.Int).Set(st.Frames.Len)
	if cl.Verdict() == puzzle.Solved {
		n.Sub(n, big.NewInt(1))
	}
	return n
}

// sentence begins with a capital.
func sentence(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// structure takes a way apart at "(…)^n", the one notation for repetitions that any family has. It is empty where the
// way has none.
func structure(way string) []Group {
	groups, plain := []Group{}, ""
	repeats := false
	put := func(moves, times string) {
		if moves = strings.TrimSpace(moves); moves != "" {
			groups = append(groups, Group{moves, times})
		}
	}
	for way != "" {
		i := strings.IndexByte(way, '(')
		if i < 0 {
			break
		}
		end := closing(way, i)
		digits := 0
		if end > 0 && strings.HasPrefix(way[end+1:], "^") {
			for digits = end + 2; digits < len(way) && way[digits] >= '0' && way[digits] <= '9'; digits++ {
			}
		}
		if digits <= end+2 {
			plain, way = plain+way[:i+1], way[i+1:]
			continue
		}
		put(plain+way[:i], "1")
		put(way[i+1:end], way[end+2:digits])
		repeats, plain, way = true, "", way[digits:]
	}
	if put(plain+way, "1"); !repeats {
		return []Group{}
	}
	return groups
}

// closing is the place of the parenthesis that closes the one at i; −1 where there is none.
func closing(s string, i int) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// A Hint is the next move.
type Hint struct {
	Move       string   `json:"move,omitempty" doc:"as apply takes it"`
	Text       string   `json:"text" doc:"the move for a person, or why there is none"`
	Left       string   `json:"left" doc:"moves to the end, this one included; a choice before the first move is none"`
	Done       bool     `json:"done" doc:"nothing is left to do"`
	Impossible bool     `json:"impossible,omitempty" doc:"there is no way from here"`
	Document   Document `json:"document,omitempty" doc:"after the move"`
}

func (c *call) hint(in puzzle.Instance, f *puzzle.Family) (out Hint, err error) {
	if !f.Can(puzzle.AskHint) {
		_, err := f.Hint(in, puzzle.Claim{})
		return out, err
	}
	cl, err := f.Prove(c.ctx, in, c.limits())
	if err != nil {
		return out, err
	}
	switch out.Left = "0"; cl.Verdict() {
	case puzzle.Unknown:
		if le := cl.Stopped(); le != nil {
			return out, le
		}
		return out, &Error{Kind: Limit, Title: "nobody knows the next move"}
	case puzzle.Impossible:
		out.Impossible, out.Text = true, "There is no way from here."
		return out, nil
	}
	text, err := f.HintWithin(c.m, in, cl)
	if err != nil {
		return out, err
	}
	if text == "" {
		out.Done, out.Text = true, "Nothing is left to do."
		return out, nil
	}
	var told bool
	if out.Move, out.Text, told = strings.Cut(text, ": "); !told {
		out.Text = out.Move
	}
	st, err := c.tell(in, f, cl, scene.Corner(1, 1))
	if err != nil {
		return out, err
	}
	out.Left = left(f, cl, st).String()
	if f.Can(puzzle.AskApply) {
		next, err := f.Apply(c.ctx, in, out.Move, c.limits())
		if err != nil {
			return out, err
		}
		out.Document, err = c.document(next)
		return out, err
	}
	return out, nil
}

// left is how many moves a solution has: its steps, of which each may hold several words.
func left(f *puzzle.Family, cl puzzle.Claim, st puzzle.Story) *big.Int {
	n := steps(cl, st)
	if n == nil {
		n = new(big.Int)
	}
	moves := len(strings.Fields(st.Way)) - len(strings.Fields(f.Opening(st.Way)))
	if words := big.NewInt(int64(moves)); len(structure(st.Way)) == 0 && words.Cmp(n) > 0 {
		return words
	}
	return n
}

// Counted is a number of what the family counts.
type Counted struct {
	Count string `json:"count" doc:"a decimal number of any length"`
	Text  string `json:"text" doc:"the number with what has been counted"`
	Of    string `json:"of" doc:"what has been counted: solutions, boards"`
}

func (c *call) count(in puzzle.Instance, f *puzzle.Family) (out Counted, err error) {
	cl, err := f.ProveCount(c.ctx, in, c.limits())
	if err != nil {
		return out, err
	}
	return Counted{cl.Count().String(), f.CountText(cl.Count()), f.CountOf()}, nil
}

// Analysis is what is known about a puzzle.
type Analysis struct {
	Facts   []Fact `json:"facts" doc:"a fact each, with its lines"`
	Stopped string `json:"stopped,omitempty" doc:"the limit that ended it, where one did"`
}

// A Fact is one thing that is known.
type Fact struct {
	Key   string   `json:"key" doc:"its name"`
	Value any      `json:"value" doc:"what it says, for a program"`
	Lines []string `json:"lines" doc:"what it says, for a person"`
}

func (c *call) analyze(in puzzle.Instance, f *puzzle.Family) (out Analysis, err error) {
	out.Facts = []Fact{}
	err = f.Analyze(c.ctx, in, c.limits(), func(fact puzzle.Fact) error {
		lines := []string{}
		for _, l := range fact.Lines {
			if l.Label == "" {
				lines = append(lines, l.Text)
			} else {
				lines = append(lines, l.Label+": "+l.Text)
			}
		}
		out.Facts = append(out.Facts, Fact{fact.Key, fact.Value, lines})
		return nil
	})
	var le *puzzle.LimitError
	if errors.As(err, &le) && len(out.Facts) > 0 {
		out.Stopped, err = le.Msg, nil
	}
	return out, err
}

// CheckArgs are a puzzle and what somebody says about it.
type CheckArgs struct {
	Document Document `json:"document"`
	Claim    Document `json:"claim"`
}

// Checked is what the checker says.
type Checked struct {
	Accepted   bool   `json:"accepted" doc:"the claim holds"`
	Text       string `json:"text" doc:"the same in a sentence, and why not where it does not hold"`
	Verified   string `json:"verified" doc:"what the checker has verified"`
	Unverified string `json:"unverified" doc:"what the checker has not"`

	Answer *Answer `json:"answer,omitempty" doc:"what solve says of such a claim, where it is accepted and no count"`
}

func (c *call) check(a CheckArgs) (out Checked, err error) {
	in, f, cl, err := c.claimed(a.Document, a.Claim)
	if err != nil {
		return out, err
	}
	if cl == nil {
		return out, inputf("the claim is missing")
	}
	err = f.Check(c.ctx, in, *cl, c.limits())
	if errors.Is(err, puzzle.ErrRejected) {
		out.Text = sentence(strings.TrimPrefix(err.Error(), puzzle.ErrRejected.Error()+": "))
		return out, nil
	}
	if err != nil {
		return out, err
	}
	out.Accepted, out.Text = true, "Accepted"
	if n := cl.Count(); n != nil {
		out.Text += fmt.Sprintf(": there are %s", f.CountText(n))
	} else {
		out.Text += ": " + cl.Verdict().String()
	}
	if out.Verified, out.Unverified = f.Parts(in, *cl); out.Verified == "" {
		out.Verified = "all that the claim says"
	}
	if cl.Count() != nil { // solve says no such thing
		return out, nil
	}
	told, err := c.answer(in, f, *cl)
	if err != nil {
		return out, err
	}
	out.Answer = &told
	return out, nil
}
