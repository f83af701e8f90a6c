package player

import (
	"fmt"
	"math/big"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

const between = 4 // columns between boards

// scenes are the boards to show: the one that stands or that of a story first, then targets and pictures.
func (m *Model) scenes() []*scene.Scene {
	all := m.drawing.Scenes
	if m.show == nil {
		return all
	}
	now := m.show.frame.Scene
	if now == nil {
		now = m.show.kept
	}
	if now == nil && len(all) > 0 {
		now = all[0].Clone()
		now.Handles = nil
	}
	var out []*scene.Scene
	if now != nil {
		out = append(out, now)
	}
	if len(all) > 1 {
		out = append(out, all[1:]...)
	}
	return append(out, m.show.story.Pictures...)
}

// caption is what stands above the i-th board.
func (m *Model) caption(i int, s *scene.Scene) string {
	text := s.Caption
	switch {
	case i > 0:
	case m.show == nil && m.session().now > 0 && (text == "start" || text == ""):
		text = "now"
	case m.show != nil && !m.show.argument && m.show.frame.Scene == s && text == "":
		if text = "start"; m.show.at.Sign() > 0 {
			text = "step " + grid.Short(m.show.at)
		}
	}
	if s.Done && i == 0 {
		text += " - solved"
		if !m.cfg.ASCII {
			text = strings.TrimSuffix(text, " - solved") + " ✓ solved"
		}
	}
	return strings.TrimSpace(printable(text))
}

// arrange lays the boards out: side by side in the largest cells that fit, or where none do one of them.
func (m *Model) arrange() {
	all := m.scenes()
	m.placed = nil
	if len(all) == 0 {
		return
	}
	w, h := m.width-2, m.height-m.below()-4
	label := 1
	for _, s := range all {
		label = max(label, labels(s))
	}
	if m.side(all, sizes(label), w, h, 0) {
		return
	}
	i := m.alone % len(all)
	zs := sizes(labels(all[i]))
	if !m.side(all[i:i+1], zs, w, h, i) {
		b, _ := layOut(all[i], zs[len(zs)-1], w, h)
		m.put([]*board{b}, w, i)
	}
}

// side puts scenes side by side in the largest cells that fit, and reports whether there are such.
func (m *Model) side(scenes []*scene.Scene, zs []size, w, h, from int) bool {
	for _, z := range zs {
		boards, sum, ok := make([]*board, len(scenes)), -between, true
		for i, s := range scenes {
			var whole bool
			boards[i], whole = layOut(s, z, w, h)
			ok = ok && whole
			sum += boards[i].w + between
		}
		if ok && sum <= w {
			m.put(boards, w, from)
			return true
		}
	}
	return false
}

// put places boards in the middle of the screen; from is the number of the first.
func (m *Model) put(boards []*board, w, from int) {
	sum, top := -between, 0
	for _, b := range boards {
		sum, top = sum+b.w+between, max(top, b.oy)
	}
	x := 1 + max(0, (w-sum)/2)
	for i, b := range boards {
		b.depth, b.ascii = m.cfg.Depth, m.cfg.ASCII
		if from+i == 0 && m.show == nil {
			b.focus = m.focus
		}
		m.placed = append(m.placed, placed{board: b, x: x, y: 3 + top - b.oy, caption: m.caption(from+i, b.Scene)})
		x += b.w + between
	}
}

// maxText is the most lines of text below the boards.
func (m *Model) maxText() int { return max(2, m.height/3) }

// below is how many lines stand below the boards.
func (m *Model) below() int { return len(m.words()) + len(m.about()) + 3 }

// words are the lines of the text.
func (m *Model) words() []string {
	lines := strings.Split(ansi.Wrap(clean(m.text), max(10, m.width-4), ""), "\n")
	if most := m.maxText(); len(lines) > most {
		lines = append(lines[:most-1], "…")
	}
	return lines
}

// about are the sentences about a puzzle that its boards do not show.
func (m *Model) about() []string {
	if m.show != nil {
		return nil
	}
	var out []string
	for _, s := range m.drawing.About {
		out = append(out, ansi.Truncate(printable(s), max(10, m.width-4), "…"))
	}
	return out[:min(len(out), 3)]
}

// clean is printable for text of several lines.
func clean(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = printable(lines[i])
	}
	return strings.Join(lines, "\n")
}

// View draws the screen. The cursor stands where the text begins, for those whose terminal reads what it passes.
func (m *Model) View() tea.View {
	lines, cursor := m.lines()
	if m.cfg.ASCII {
		for i := range lines {
			lines[i] = ascii(lines[i])
		}
	}
	for i := range lines {
		lines[i] = ansi.Truncate(lines[i], m.width, "")
	}
	v := tea.NewView(strings.Join(lines[:min(len(lines), m.height)], "\n"))
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "gridwright play"
	if cursor[1] >= 0 && cursor[1] < m.height {
		v.Cursor = tea.NewCursor(min(cursor[0], m.width-1), cursor[1])
	}
	return v
}

// lines are those of the screen, and where the cursor stands, column and row.
func (m *Model) lines() (lines []string, cursor [2]int) {
	if m.help {
		return m.helpLines(), [2]int{0, 0}
	}
	write := func(p pen, text string) string { return p.write(m.cfg.Depth, text) }
	lines = append(lines, m.head(), "")
	lines = append(lines, m.boards()...)
	for _, s := range m.about() {
		lines = append(lines, "  "+write(pen{dim: true}, s))
	}
	lines = append(lines, m.focusLine())
	cursor = [2]int{2, len(lines)}
	text := m.words()
	switch {
	case m.prompt != nil:
		text = []string{write(pen{bold: true, fg: accent}, m.prompt.label+": ") + m.prompt.text}
		cursor[0] += width(m.prompt.label) + 2 + width(m.prompt.text)
	case m.job != nil:
		text = []string{m.jobLine()}
	default:
		p := pen{bold: true}
		if m.show == nil && m.solved() {
			p.fg = good
		}
		for i := range text {
			if i > 0 {
				p = pen{}
			}
			text[i] = write(p, text[i])
		}
	}
	for _, s := range text {
		lines = append(lines, "  "+s)
	}
	for len(lines) < m.height-1 {
		lines = append(lines, "")
	}
	return append(lines[:min(len(lines), max(0, m.height-1))], m.foot()), cursor
}

// head is the first line: what is played, and how far.
func (m *Model) head() string {
	left := "gridwright"
	if t := m.title(); t != "" {
		left += " · " + t
	}
	right := grid.Number(m.session().moves(), "move")
	if m.show != nil {
		right = m.scrubber()
	}
	if most := m.width - 8; width(right) > most {
		right = ansi.Truncate(right, max(0, most), "…")
	}
	left = ansi.Truncate(left, max(0, m.width-width(right)-4), "…")
	gap := max(1, m.width-width(left)-width(right)-2)
	return " " + pen{bold: true}.write(m.cfg.Depth, left) + strings.Repeat(" ", gap) +
		pen{fg: accent}.write(m.cfg.Depth, right)
}

// scrubber shows where in a story the frame is.
func (m *Model) scrubber() string {
	const n = 20
	last := m.show.last()
	count := grid.Short(m.show.at) + "/" + grid.Short(last)
	if m.width < 60 {
		return count
	}
	at := n
	if last.Sign() > 0 {
		p := new(big.Int).Mul(m.show.at, big.NewInt(n))
		at = int(p.Div(p, last).Int64())
	}
	return fmt.Sprintf("%s●%s %s", strings.Repeat("━", at), strings.Repeat("─", n-at), count)
}

// boards are the lines of the boards with their captions.
func (m *Model) boards() []string {
	if len(m.placed) == 0 {
		return []string{"", pen{dim: true}.write(m.cfg.Depth, "  (this puzzle has no picture)"), ""}
	}
	high, top := 0, 0
	for _, p := range m.placed {
		top = max(top, p.oy)
	}
	for _, p := range m.placed {
		high = max(high, p.h+top-p.oy)
	}
	out := make([]string, high+1)
	for _, p := range m.placed {
		put := func(y, x int, text string) {
			if text != "" {
				out[y] += strings.Repeat(" ", max(0, p.x+x-width(out[y]))) + text
			}
		}
		style := pen{bold: true}
		if p.Done {
			style.fg = good
		}
		put(top-p.oy, max(0, p.ox-2), style.write(m.cfg.Depth, ansi.Truncate(p.caption, max(4, p.w), "…")))
		for i, row := range p.draw().lines(m.cfg.Depth) {
			put(top-p.oy+1+i, 0, row)
		}
	}
	return append(out, "")
}

// focusLine says which move is in focus.
func (m *Model) focusLine() string {
	h := m.handle()
	if m.show != nil || h == nil {
		return ""
	}
	text := fmt.Sprintf("▸ %s", printable(h.Label))
	if h.Label == "" {
		text = "▸ " + printable(h.Move)
	}
	tail := fmt.Sprintf("  %d of %d", m.focus+1, len(m.handlesNow()))
	return "  " + pen{fg: accent}.write(m.cfg.Depth, ansi.Truncate(text, max(4, m.width-4-len(tail)), "…")) +
		pen{dim: true}.write(m.cfg.Depth, tail)
}

// jobLine says what is going on beside the screen.
func (m *Model) jobLine() string {
	spent := time.Since(m.job.began)
	if m.job.quiet && spent < tickEvery {
		return m.words()[0]
	}
	wheel := []rune("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
	if m.cfg.ASCII {
		wheel = []rune(`|/-\`)
	}
	text := fmt.Sprintf("%c %s %.0f s", wheel[int(spent/tickEvery)%len(wheel)], capital(m.job.what), spent.Seconds())
	if p := m.job.progress.Load(); p != nil {
		text += ": " + printable(p.Stage)
		if p.Done > 0 {
			text += fmt.Sprintf(", %d", p.Done)
			if p.Total > 0 {
				text += fmt.Sprintf(" of %d", p.Total)
			}
			text += " " + printable(p.Unit)
		}
		if p.Memory > 0 {
			text += ", " + puzzle.Bytes(p.Memory)
		}
	}
	return ansi.Truncate(text+" (Esc stops it)", max(4, m.width-4), "…")
}

// foot is the line of keys.
func (m *Model) foot() string {
	keys := [][2]string{{"u", "undo"}, {"h", "hint"}, {"s", "solve"}, {"w", "why"}, {"d", "distance"}, {"R", "reset"},
		{"?", "help"}, {"q", "quit"}}
	if !m.ended || len(m.puzzles) > 1 {
		keys = append([][2]string{{"n", "next"}}, keys...)
	}
	switch {
	case m.prompt != nil:
		keys = [][2]string{{"Enter", "go"}, {"Esc", "leave"}}
	case m.job != nil && !m.job.quiet:
		keys = [][2]string{{"Esc", "stop"}, {"q", "quit"}}
	case m.show != nil:
		keys = [][2]string{{"← →", "step"}, {"space", "play"}, {"g", "go to a step"}, {"Enter", "play on from here"},
			{"Esc", "back"}, {"?", "help"}, {"q", "quit"}}
		if m.show.argument {
			keys = append(keys[:3:3], keys[4:]...)
		}
	}
	var b strings.Builder
	used := 1
	for _, k := range keys {
		if used += width(k[0]) + width(k[1]) + 3; used > m.width {
			break
		}
		b.WriteString(pen{bold: true}.write(m.cfg.Depth, k[0]) + " " + pen{dim: true}.write(m.cfg.Depth, k[1]) + "  ")
	}
	return " " + strings.TrimRight(b.String(), " ")
}

// helpLines are the keys, a line each.
func (m *Model) helpLines() []string {
	own := []string{}
	for i, h := range m.handlesNow() {
		if h.Key != "" && i < 16 {
			own = append(own, fmt.Sprintf("%-16s %s", strings.TrimPrefix(h.Key, "Arrow"), printable(h.Label)))
		}
	}
	lines := append([]string{"Keys", ""}, own...)
	lines = append(lines,
		"arrows, Tab      choose a move; Enter or space makes it",
		"mouse            tap or drag on the board, or tap an arrow beside it",
		"m                type a move",
		"u z              undo          r y  redo          R  back to the start",
		"h                hint: the next move",
		"s                solve from here, step by step: left, right, space, g",
		"w                why not: the argument, step by step",
		"d                how far the end is",
		"n p              next and previous puzzle",
		"t                another board, where they do not fit side by side",
		"shift+arrows     another part of a large board",
		"Esc              stop what takes long; leave a solution",
		"q                quit",
		"", "Any key goes back.")
	for i := range lines {
		p := pen{}
		if i == 0 {
			p.bold = true
		}
		lines[i] = "  " + p.write(m.cfg.Depth, ansi.Truncate(lines[i], max(4, m.width-4), "…"))
	}
	return lines[:min(len(lines), max(1, m.height))]
}
