package tiltcheck

import (
	"context"
	"fmt"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// checkColour verifies that the boards hold the claimed, different numbers of a colour.
func checkColour(_ context.Context, p *tilt.Instance, cert *tilt.Certificate, _ puzzle.Limits) error {
	if p.Target == nil {
		return puzzle.Rejectf("there are several goals, and a colour says nothing about all of them")
	}
	c := cert.Colour
	code := slices.Index(p.Palette, c.Colour) + 1
	if code == 0 {
		return puzzle.Rejectf("there is no colour %s", quote(c.Colour))
	}
	for _, side := range []struct {
		name string
		b    *tilt.Board
		says int64
	}{{"start", p.Start, c.Start}, {"target", p.Target, c.Target}} {
		if n := side.b.Counts(len(p.Palette))[code]; n != side.says {
			return puzzle.Rejectf("the %s holds %s of colour %s; the certificate says %d", side.name, grid.Number(n, "tile"),
				quote(c.Colour), side.says)
		}
	}
	if c.Start != c.Target && !refutes(p, c.Start, c.Target) {
		return puzzle.Rejectf("%s of colour %s may become %d where there are holes or cells that do not matter",
			grid.Number(c.Start, "tile"), quote(c.Colour), c.Target)
	}
	if c.Start == c.Target {
		return puzzle.Rejectf("both boards hold %s of colour %s; that forbids nothing", grid.Number(c.Start, "tile"),
			quote(c.Colour))
	}
	return nil
}

// checkRings verifies that the target is neither the start nor one tilt away, and on no ring.
func checkRings(ctx context.Context, p *tilt.Instance, c *tilt.Certificate, lim puzzle.Limits) error {
	if p.Rules != nil {
		return puzzle.Rejectf("rings are of boards without walls and other rules")
	}
	k, err := newWork(ctx, p, lim)
	if err != nil {
		return err
	}
	switch n, err := k.nearby(); {
	case err != nil:
		return err
	case n == 0:
		return puzzle.Rejectf("the target is the start: no tilt is needed")
	case n == 1:
		return puzzle.Rejectf("the target is reached by one tilt")
	}
	return k.checkRings(c)
}

// checkRings verifies the shapes of the rings, and for each ring and corner at which
// the target's cells are the occupied ones a refutation. A ring that has an entry
// board in common with an earlier one is that ring again; it may stay without.
func (k *work) checkRings(c *tilt.Certificate) error {
	if err := inOrder(c.Rings); err != nil {
		return err
	}
	if len(c.Shapes) != 2 || c.Shapes[0].First != "LR" || c.Shapes[1].First != "UD" {
		return puzzle.Rejectf("the certificate must list two shapes, LR and then UD")
	}
	left := c.Rings
	for i, r := range rings {
		if _, err := k.open(r); err != nil {
			return err
		}
		if err := k.checkShape(r, c.Shapes[i/2]); err != nil {
			return err
		}
		fit, err := k.fits(place{k.p.Target, ""})
		if err != nil {
			return err
		}
		missing := ""
		for j, corner := range corners {
			if len(left) == 0 || left[0].First != r.first || left[0].Corner != corner {
				if fit[j] {
					missing = corner
				}
				continue
			}
			if !fit[j] {
				return puzzle.Rejectf("ring %s at corner %s needs no refutation: its occupied cells are not the target's", r.first,
					corner)
			}
			if err := k.checkRefutation(left[0], j); err != nil {
				return err
			}
			left = left[1:]
		}
		if missing == "" {
			continue
		}
		switch known, err := k.seenBefore(i); {
		case err != nil:
			return err
		case !known:
			return puzzle.Rejectf("ring %s at corner %s has the target's occupied cells, and the certificate does not refute it",
				r.first, missing)
		}
	}
	return nil
}

// inOrder verifies that refutations have names, and stand in the order of rings and
// corners, each at most once.
func inOrder(list []tilt.Refutation) error {
	last := -1
	for _, f := range list {
		ring := slices.IndexFunc(rings[:], func(r ring) bool { return r.first == f.First })
		corner := slices.Index(corners[:], f.Corner)
		if ring < 0 || corner < 0 {
			return puzzle.Rejectf("there is no ring %s with a corner %s", quote(f.First), quote(f.Corner))
		}
		at := 4*ring + corner
		if at == last {
			return puzzle.Rejectf("ring %s at corner %s is refuted twice", f.First, f.Corner)
		}
		if at < last {
			return puzzle.Rejectf("ring %s at corner %s stands too late; the order is L R U D, and LU RU RD LD in each", f.First,
				f.Corner)
		}
		last = at
	}
	return nil
}

// checkShape compares the rows of the open ring's base with those that s lists.
func (k *work) checkShape(r ring, s tilt.Shape) error {
	var rows [][2]int64
	for y := 0; y < k.base.h; y++ {
		n := int64(0)
		for _, tile := range k.base.cells[y*k.base.w : (y+1)*k.base.w] {
			if tile != 0 {
				n++
			}
		}
		switch last := len(rows) - 1; {
		case n == 0:
		case last >= 0 && rows[last][0] == n:
			rows[last][1]++
		case last >= 0 && rows[last][0] < n:
			return fmt.Errorf("%w: ring %s is not packed into its corner", puzzle.ErrInternal, r.first)
		default:
			rows = append(rows, [2]int64{n, 1})
		}
	}
	for i := range max(len(rows), len(s.Rows)) {
		switch {
		case i >= len(s.Rows):
			return puzzle.Rejectf("the rows of the shape %s end too early: %d of length %d follow", s.First, rows[i][1],
				rows[i][0])
		case i >= len(rows):
			return puzzle.Rejectf("the shape %s has no more rows than the first %d entries list", s.First, i)
		case s.Rows[i] != rows[i]:
			return puzzle.Rejectf("entry %d of the rows of the shape %s must say length %d, %d times; it says %d, %d times",
				i+1, s.First, rows[i][0], rows[i][1], s.Rows[i][0], s.Rows[i][1])
		}
	}
	return nil
}

// seenBefore reports whether an entry board of ring i is one of an earlier ring.
func (k *work) seenBefore(i int) (bool, error) {
	var earlier []place
	for _, r := range rings[:i] {
		for _, e := range r.entry {
			earlier = append(earlier, place{k.p.Start, e.word})
		}
	}
	for _, e := range rings[i].entry {
		if known, err := k.among(place{k.p.Start, e.word}, earlier); known || err != nil {
			return known, err
		}
	}
	return false, nil
}
