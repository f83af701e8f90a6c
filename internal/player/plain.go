package player

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

const plainHelp = `Type a move, or the number of one that "moves" lists. Other lines:
board        draw the board again
moves        list the moves that the board offers
undo, redo, reset
hint         the next move
solve        the solution: its first step; then next, back, step N, last
why          the argument why there is no way: its first part; then next, back
distance     how far the end is
more, less   the next and the previous puzzle of the file
help, quit
`

// Plain plays line by line: it reads commands from in and answers on out, without moving a cursor or using colours.
// The end of in ends the play.
func Plain(ctx context.Context, c Config, in io.Reader, out io.Writer) error {
	life, end := context.WithCancel(ctx)
	defer end()
	p := &plain{game: game{cfg: c}, ctx: life, out: bufio.NewWriter(out)}
	first, err := p.read()
	if err != nil {
		return err
	}
	p.add(first)
	p.say(p.title())
	p.board()
	p.say(`A line is a move or a command; "help" lists them.`)
	if err := p.out.Flush(); err != nil {
		return err
	}
	lines := make(chan line)
	broken := make(chan error, 1)
	go func() { // reading cannot be stopped; it ends with the program
		broken <- read(life, in, lines)
	}()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-broken:
			return err
		case line := <-lines:
			quit := false
			if line.long {
				p.say("A line of more than 1 MiB is no move; it is left out.")
			} else {
				quit = p.line(strings.TrimSpace(line.text))
			}
			if err := p.out.Flush(); err != nil || quit || ctx.Err() != nil {
				return errors.Join(err, ctx.Err())
			}
		}
	}
}

// A line is what was typed; of one that is longer than mostLine nothing is kept.
type line struct {
	text string
	long bool
}

const mostLine = 1 << 20 // bytes

// read hands the lines of in on.
func read(ctx context.Context, in io.Reader, lines chan<- line) error {
	r := bufio.NewReader(in)
	for {
		l, err := readLine(r)
		if err == nil || l != (line{}) { // the last one may have no end
			select {
			case lines <- l:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w: standard input: %v", grid.ErrInput, err)
		}
	}
}

// readLine reads one line.
func readLine(r *bufio.Reader) (l line, err error) {
	var text []byte
	for {
		part, err := r.ReadSlice('\n')
		if l.long = l.long || len(text)+len(part) > mostLine; l.long {
			text = nil
		} else {
			text = append(text, part...)
		}
		if err != bufio.ErrBufferFull {
			l.text = string(text)
			return l, err
		}
	}
}

// A plain is a game line by line.
type plain struct {
	game
	ctx  context.Context
	out  *bufio.Writer
	show *show
}

func (p *plain) text() scene.Text { return scene.Text{ASCII: p.cfg.ASCII} }

func (p *plain) say(text string) {
	if text == "" {
		return
	}
	if p.cfg.ASCII {
		text = ascii(text)
	}
	if err := p.text().Sentence(p.out, text); err != nil {
		return // Flush says it
	}
}

// board draws what stands.
func (p *plain) board() (done bool) {
	d, err := p.state().in.Solver().Draw(p.state().in, p.text().Window())
	if err != nil {
		p.say(failure(err))
		return false
	}
	if len(d.Scenes) > 0 && p.session().now > 0 {
		d.Scenes[0].Caption = "now"
	}
	if err := d.Write(p.out, p.text()); err != nil {
		p.say(failure(err))
	}
	return len(d.Scenes) > 0 && d.Scenes[0].Done
}

// landed says which move led here, and draws the board.
func (p *plain) landed() {
	done := p.board()
	p.say(p.session().landed(done))
}

// line does what a line asks for, and reports whether that is to end the play.
func (p *plain) line(line string) (quit bool) {
	word, arg, _ := strings.Cut(line, " ")
	s := p.session()
	switch word {
	case "":
	case "quit", "exit":
		return true
	case "help", "?":
		p.out.WriteString(plainHelp)
	case "board":
		p.board()
	case "moves":
		p.moves()
	case "undo":
		p.travel(s.undo(), "Nothing to undo.")
	case "redo":
		p.travel(s.redo(), "Nothing to redo.")
	case "reset":
		moved := s.now > 0
		s.now = 0
		p.travel(moved, "This is the start.")
	case "hint", "solve", "why", "distance":
		p.ask(word)
	case "next", "back", "step", "last", "first":
		p.step(word, strings.TrimSpace(arg))
	case "more", "less":
		p.turn(word)
	default:
		p.move(line)
	}
	return false
}

func (p *plain) travel(moved bool, otherwise string) {
	if !moved {
		p.say(otherwise)
		return
	}
	p.show = nil
	p.landed()
}

// handles are the ways to move that the board offers.
func (p *plain) handles() []scene.Handle {
	d, err := p.state().in.Solver().Draw(p.state().in, p.text().Window())
	if err != nil || len(d.Scenes) == 0 {
		return nil
	}
	return d.Scenes[0].Handles
}

func (p *plain) moves() {
	hs := p.handles()
	if len(hs) == 0 {
		p.say("The board offers no moves of its own; type one.")
	}
	for i, h := range hs {
		label := h.Label
		if label == "" || label == h.Move {
			p.say(fmt.Sprintf("%d  %s", i+1, h.Move))
			continue
		}
		p.say(fmt.Sprintf("%d  %s: %s", i+1, h.Move, label))
	}
}

// move makes a move, given as such or by its number.
func (p *plain) move(text string) {
	words := ""
	next, err := p.cfg.apply(p.ctx, p.state().in, text, "")
	if n, ok := stepNumber(text); ok && err != nil && n.IsInt64() {
		if hs := p.handles(); n.Int64() >= 1 && n.Int64() <= int64(len(hs)) {
			h := hs[n.Int64()-1]
			words = h.Label
			next, err = p.cfg.apply(p.ctx, p.state().in, h.Move, words)
		}
	}
	if err != nil {
		p.say(failure(err))
		return
	}
	p.show = nil
	p.session().made(next)
	p.landed()
}

// answer is the answer about the board that stands.
func (p *plain) answer() (*answer, puzzle.Story, error) {
	st := p.state()
	if st.answer == nil {
		a, err := p.cfg.solve(p.ctx, st.in, nil)
		if err != nil {
			return nil, puzzle.Story{}, err
		}
		if a.claim.Verdict() == puzzle.Unknown {
			story, err := p.cfg.tell(p.ctx, st.in, a, p.text().Window())
			return a, story, err
		}
		st.answer = a
	}
	story, err := p.cfg.tell(p.ctx, st.in, st.answer, p.text().Window())
	return st.answer, story, err
}

// ask answers a question about the board that stands.
func (p *plain) ask(what string) {
	a, story, err := p.answer()
	if err != nil {
		p.say(failure(err))
		return
	}
	v := a.claim.Verdict()
	switch {
	case what == "distance" || v == puzzle.Unknown:
		p.say(strings.Replace(distance(story, v), "w says why", `"why" says why`, 1))
	case what == "hint" && v == puzzle.Solved:
		words, _, err := p.cfg.hint(p.ctx, p.state().in, a)
		switch {
		case err != nil:
			p.say(failure(err))
		case words == "":
			p.say("Nothing is left to do: it is solved as it stands.")
		default:
			p.say("Hint: " + words + ".")
		}
	case v == puzzle.Impossible && what != "why":
		p.say(`There is no way from here: it is impossible. "why" says why.`)
	case v == puzzle.Solved && what == "why":
		p.say("It can be done: " + story.Title + `; "solve" shows how.`)
	default:
		p.show = &show{answer: a, story: story, argument: v == puzzle.Impossible, at: new(big.Int)}
		p.say(capital(story.Title) + ".")
		if len(story.Pictures) > 0 {
			if err := p.text().Boards(p.out, story.Pictures...); err != nil {
				p.say(failure(err))
			}
		}
		p.goTo(new(big.Int), true)
	}
}

// step walks through the story that is told.
func (p *plain) step(word, arg string) {
	if p.show == nil {
		p.say(`Nothing is told; "solve" or "why" begins.`)
		return
	}
	n := p.show.at
	switch word {
	case "next":
		n = plus(n, 1)
	case "back":
		n = plus(n, -1)
	case "first":
		n = new(big.Int)
	case "last":
		n = p.show.last()
	default:
		to, ok := stepNumber(arg)
		if !ok {
			p.say(fmt.Sprintf("A step is a number, not %.40q.", arg))
			return
		}
		n = to
	}
	if n.Sign() < 0 || n.Cmp(p.show.last()) > 0 {
		p.say(fmt.Sprintf("There are the steps 0 to %s.", grid.Short(p.show.last())))
		return
	}
	p.goTo(n, false)
}

// goTo tells frame n; titled where the title has just been said.
func (p *plain) goTo(n *big.Int, titled bool) {
	if p.show.story.Frames.Len == nil || p.show.story.Frames.Len.Sign() == 0 {
		return
	}
	fr, err := p.show.story.Frames.At(n)
	if err != nil {
		p.say(failure(err))
		return
	}
	p.show.at, p.show.frame = n, fr
	if fr.Scene != nil {
		if err := p.text().Board(p.out, fr.Scene); err != nil {
			p.say(failure(err))
		}
	}
	text := p.show.sentence()
	if titled {
		text = strings.TrimPrefix(text, p.show.title())
	}
	p.say(text)
}

// turn goes to another puzzle of the file.
func (p *plain) turn(word string) {
	to := p.at + map[string]int{"more": 1, "less": -1}[word]
	switch {
	case to < 0:
		p.say("This is the first puzzle.")
		return
	case to < len(p.puzzles):
		p.at = to
	default:
		in, err := p.read()
		if err == io.EOF {
			p.ended = true
			p.say("This is the last puzzle.")
			return
		}
		if err != nil {
			p.say(failure(err))
			return
		}
		p.add(in)
	}
	p.show = nil
	p.say(p.title())
	p.board()
}
