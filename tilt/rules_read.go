package tilt

import (
	"slices"
	"strings"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/document"
)

// A mark is a cell of a picture that is no tile: # O or ?.
type mark struct {
	at   int // counted row by row from 0
	sign byte
}

// Signs that pictures may hold beside tiles.
const (
	signsOfStart  = "#O"
	signsOfTarget = "#O?"
)

// What marks take, and how many are held at once.
const (
	bytesPerMark = 48 // in a slice that grows
	holdMarks    = 1 << 10
)

// special keeps label as a mark where it is one that the picture may hold.
func (b *builder) special(label string) bool {
	if len(label) != 1 || !strings.Contains(b.signs, label) {
		return false
	}
	if n := len(b.marks); n%holdMarks == holdMarks-1 {
		_ = b.pal.meter.Hold(theBoard, bytesPerMark*holdMarks) // it is sticky, and whoever reads rows asks
	}
	b.marks = append(b.marks, mark{len(b.narrow) + len(b.wide), label[0]})
	b.put(0)
	return true
}

// A spot makes the error of a cell, from 0, of a picture.
type spot func(row, col int, format string, args ...any) error

// spotIn is the spot of a picture of a document.
func spotIn(v *document.Value) spot {
	return func(row, col int, format string, args ...any) error {
		rows, err := v.List("")
		if err != nil || row >= len(rows) {
			return v.Errorf(format, args...)
		}
		if items, err := rows[row].List(""); err == nil && col < len(items) {
			return items[col].Errorf(format, args...)
		}
		return rows[row].RuneErrorf(col, format, args...)
	}
}

// A field is the size of a board, and what its cells are.
type field struct {
	h, w   int
	ground []Ground // nil: floor
	walls  int
	meter  *meter.Meter
}

// perCell holds n bytes for each cell.
func (f *field) perCell(n int) error {
	if err := f.meter.Work(f.h * f.w); err != nil {
		return err
	}
	return f.meter.Hold(theBoard, int64(n)*int64(f.h)*int64(f.w))
}

// groundOf is the field that the marks of a start tell of.
func groundOf(m *meter.Meter, b *builder, h, w int) (*field, error) {
	f := &field{h: h, w: w, meter: m}
	if len(b.marks) == 0 {
		return f, nil
	}
	if err := f.perCell(1); err != nil {
		return nil, err
	}
	f.ground = make([]Ground, h*w)
	for _, k := range b.marks {
		if f.ground[k.at] = Hole; k.sign == '#' {
			f.ground[k.at] = Wall
			f.walls++
		}
	}
	return f, nil
}

// at is the ground of a cell.
func (f *field) at(cell int) Ground {
	if f.ground == nil {
		return Floor
	}
	return f.ground[cell]
}

// target reads the marks of a target: # and ? on walls, O on holes, ? elsewhere.
func (f *field) target(b *builder, at spot) (any []bool, err error) {
	walls := 0
	for _, k := range b.marks {
		g := f.at(k.at)
		switch {
		case k.sign == '#' && g != Wall:
			return nil, at(k.at/f.w, k.at%f.w, "there is a wall here, and none in the start")
		case k.sign == 'O' && g != Hole:
			return nil, at(k.at/f.w, k.at%f.w, "there is a hole here, and none in the start")
		case g == Wall:
			walls++
		case k.sign == '?':
			if any == nil {
				if err := f.perCell(1); err != nil {
					return nil, err
				}
				any = make([]bool, f.h*f.w)
			}
			any[k.at] = true
		}
	}
	if walls == f.walls {
		return any, nil
	}
	for cell, next := 0, 0; cell < len(f.ground); cell++ {
		if next < len(b.marks) && b.marks[next].at == cell {
			next++
		} else if f.ground[cell] == Wall {
			return nil, at(cell/f.w, cell%f.w, "the start has a wall here; a target has # or ? there")
		}
	}
	return any, nil
}

// holes adds the holes of the picture v.
func (f *field) holes(v *document.Value) error {
	b := &builder{pal: newPalette(f.meter), signs: "O"}
	if err := b.picture(v, "holes", f); err != nil {
		return err
	}
	at := spotIn(v)
	if len(b.pal.labels) > 0 {
		i := slices.IndexFunc(b.narrow, func(c uint8) bool { return c != 0 })
		return at(max(0, i)/f.w, max(0, i)%f.w, "in the picture of holes each cell is O or .")
	}
	if f.ground == nil && len(b.marks) > 0 {
		if err := f.perCell(1); err != nil {
			return err
		}
		f.ground = make([]Ground, f.h*f.w)
	}
	for _, k := range b.marks {
		if f.ground[k.at] == Wall {
			return at(k.at/f.w, k.at%f.w, "the start has a wall here; there is no hole in it")
		}
		f.ground[k.at] = Hole
	}
	return nil
}

// picture reads the rows of v, of f's size.
func (b *builder) picture(v *document.Value, what string, f *field) error {
	h, w, err := b.document(v, what)
	if err == nil && (h != f.h || w != f.w) {
		err = v.Errorf("%s has %d × %d cells; the start has %d × %d", what, h, w, f.h, f.w)
	}
	return err
}

// pieces reads the picture v: cells with one name are a piece. Numbers go from 1 in reading order; a tile
// alone has none.
func (f *field) pieces(v *document.Value, start *Board) ([]uint32, error) {
	b := &builder{pal: newPalette(f.meter), signs: signsOfStart}
	if err := b.picture(v, "pieces", f); err != nil {
		return nil, err
	}
	if err := f.perCell(16); err != nil {
		return nil, err
	}
	at := spotIn(v)
	for _, k := range b.marks {
		if g := f.at(k.at); (k.sign == '#') != (g == Wall) || (k.sign == 'O') != (g == Hole) {
			return nil, at(k.at/f.w, k.at%f.w, "there is no %c here in the start", k.sign)
		}
	}
	names := b.board(f.h, f.w, false)
	if err := f.meter.Err(); err != nil {
		return nil, err
	}
	sizes := names.Counts(len(b.pal.labels))
	numbers, last := make([]uint32, len(sizes)), uint32(0)
	out := make([]uint32, f.h*f.w)
	for i := range out {
		name := names.At(i/f.w, i%f.w)
		if name == 0 {
			continue
		}
		if start.At(i/f.w, i%f.w) == 0 {
			return nil, at(i/f.w, i%f.w, "a piece has a cell here, and the start has no tile")
		}
		if sizes[name] == 1 {
			continue
		}
		if numbers[name] == 0 {
			last++
			numbers[name] = last
		}
		out[i] = numbers[name]
	}
	return out, nil
}

// rest reads the fields of the rules that are no pictures of targets, into r.
func (f *field) rest(fs *document.Fields, pal *palette, start *Board, r *Rules) (err error) {
	if v := fs.Get("holes"); v != nil {
		if err := f.holes(v); err != nil {
			return err
		}
	}
	r.Ground = f.ground
	if v := fs.Get("pieces"); v != nil {
		if r.Pieces, err = f.pieces(v, start); err != nil {
			return err
		}
	}
	if r.One, err = choice(fs, "movers", "all", "one"); err != nil {
		return err
	}
	if r.Unit, err = choice(fs, "step", "full", "unit"); err != nil {
		return err
	}
	return robots(fs, pal, r)
}

// choice reports whether the field name, which may be missing, is yes and not no.
func choice(fs *document.Fields, name, no, yes string) (bool, error) {
	v := fs.Get(name)
	if v == nil {
		return false, nil
	}
	s, err := v.String(name)
	if err == nil && s != no && s != yes {
		err = v.Errorf("%s is %s; it must be one of: %s, %s", name, document.Quoted(s), no, yes)
	}
	return s == yes, err
}

// robots reads the list of labels.
func robots(fs *document.Fields, pal *palette, r *Rules) error {
	v := fs.Get("robots")
	if v == nil {
		return nil
	}
	items, err := v.List("robots")
	if err != nil {
		return err
	}
	known := map[int]bool{}
	for i := range items {
		if err := pal.meter.Work(stepsPerLabel); err != nil {
			return err
		}
		label, err := readLabel(&items[i])
		if err != nil {
			return err
		}
		code, err := pal.code(label)
		switch {
		case pal.meter.Err() != nil:
			return pal.meter.Err()
		case err != nil:
			return items[i].Errorf("%v", err)
		case code == 0:
			return items[i].Errorf("an empty cell is no robot")
		case known[int(code)]:
			return items[i].Errorf("robots lists %s twice", document.Quoted(label))
		}
		known[int(code)] = true
		r.Robots = append(r.Robots, int(code))
	}
	return nil
}
