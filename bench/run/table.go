package run

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
)

// A Target is what is promised: at most so much. Zeros promise nothing.
type Target struct {
	CPU   time.Duration `json:"cpu_ns,omitempty"`
	Wall  time.Duration `json:"wall_ns,omitempty"`
	Peak  int64         `json:"peak_bytes,omitempty"`
	Ratio float64       `json:"ratio,omitempty"` // of CPU times, ours by the peer's
}

// A Row is a line of the table. Family, Ratio and Missed are filled in by [Bench.Row].
type Row struct {
	Family string  `json:"family"`
	Kind   string  `json:"kind"`
	Size   int     `json:"size,omitempty"`
	Work   string  `json:"work"`
	Target Target  `json:"target,omitzero"`
	Ours   Figure  `json:"measured"`
	Peer   string  `json:"peer,omitempty"`   // the name of a published program to compare with
	Theirs *Figure `json:"theirs,omitempty"` // nil where it is not here
	Ratio  float64 `json:"ratio,omitempty"`
	Note   string  `json:"note,omitempty"`
	Missed bool    `json:"missed,omitempty"` // a target, which may be the machine's fault
}

// Row prints a row.
func (b *Bench) Row(r Row) {
	r.Family, r.Ours.Note = b.family.Name, ""
	if r.Theirs != nil && r.Theirs.CPU > 0 {
		r.Ratio = float64(r.Ours.CPU) / float64(r.Theirs.CPU)
	}
	t := r.Target
	r.Missed = t.CPU > 0 && r.Ours.CPU > t.CPU || t.Wall > 0 && r.Ours.Wall > t.Wall ||
		t.Peak > 0 && r.Ours.Peak > t.Peak || t.Ratio > 0 && r.Ratio > t.Ratio
	b.table.rows++
	Check(b.table.print(r))
}

// A table prints rows as they come, under a head for each family.
type table struct {
	out    io.Writer
	format string // "text", "markdown" or "json"
	family string // of the last head
	rows   int
}

func (t *table) print(r Row) error {
	if t.format == "json" {
		return json.NewEncoder(t.out).Encode(r)
	}
	if t.family != r.Family {
		if t.family != "" {
			fmt.Fprintln(t.out)
		}
		t.family = r.Family
		t.line(r.Family, "target", "measured", "peer", "ratio", "more")
		if t.format == "markdown" {
			fmt.Fprintln(t.out, "|---|---|---|---|---|---|")
		}
	}
	return t.line(r.cells()...)
}

func (t *table) line(cells ...string) error {
	line := "| " + strings.Join(cells, " | ") + " |"
	if t.format == "text" {
		line = ""
		for i, c := range cells {
			line += fmt.Sprintf("%-*s | ", [...]int{50, 20, 34, 36, 6, 0}[i], c)
		}
		line = strings.TrimSuffix(line, " | ")
	}
	_, err := fmt.Fprintln(t.out, line)
	return err
}

// cells are the row in words.
func (r *Row) cells() []string {
	target := measures(r.Target.CPU, r.Target.Wall, r.Target.Peak)
	if r.Target.Ratio > 0 {
		target = fmt.Sprintf("%g × %s", r.Target.Ratio, r.Peer)
	}
	if target != "" {
		target = "≤ " + target
	}
	peer, ratio, more := r.Peer, "", r.Note
	if r.Theirs != nil {
		peer += " " + measures(r.Theirs.CPU, 0, r.Theirs.Peak)
		ratio = fmt.Sprintf("%.3f", r.Ratio)
	} else if peer != "" {
		peer += " is not here"
	}
	if r.Missed {
		more = strings.TrimSpace(more + " MISSED")
	}
	cells := []string{r.Work, target, measures(r.Ours.CPU, r.Ours.Wall, r.Ours.Peak), peer, ratio, more}
	for i, c := range cells {
		if c == "" {
			cells[i] = "-"
		}
	}
	return cells
}

// measures says what there is of times and memory.
func measures(cpu, wall time.Duration, peak int64) string {
	var s []string
	if cpu > 0 {
		s = append(s, Dur(cpu)+" CPU")
	}
	if wall > 0 {
		s = append(s, Dur(wall)+" wall")
	}
	if peak > 0 {
		s = append(s, fmt.Sprintf("%d MB", (peak+999999)/1e6))
	}
	return strings.Join(s, ", ")
}

// Dur is a time in words, to three digits.
func Dur(d time.Duration) string {
	switch {
	case d < 999500*time.Microsecond:
		return fmt.Sprintf("%.3g ms", float64(d)/float64(time.Millisecond))
	case d < 999*time.Second:
		return fmt.Sprintf("%.3g s", d.Seconds())
	}
	return fmt.Sprintf("%.0f s", d.Seconds())
}
