package tilt

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

func decodeClaim(text string) (puzzle.Claim, error) {
	v, err := document.ParseJSON([]byte(text))
	if err != nil {
		return puzzle.Claim{}, err
	}
	return tilts().DecodeClaim(nil, &v)
}

// TestClaims takes claims of every kind from their documents to values and back.
func TestClaims(t *testing.T) {
	const shapes = `"shapes":[{"first":"LR","rows":[[3,1],[1,2]]},{"first":"UD","rows":[[5,1]]}]`
	for _, doc := range []string{
		`"verdict":"solved","witness":{"moves":"LU(RDLU)^12R","length":"51"}}`,
		`"verdict":"solved","witness":{"moves":"","length":"0"}}`,
		`"verdict":"solved","witness":{"moves":"LU(RDLU)^12"}}`,
		`"verdict":"solved"}`,
		`"verdict":"impossible"}`,
		`"verdict":"solved","witness":{"moves":"(RDLU)^` + strings.Repeat("9", MaxExponentDigits) + `","length":"` + strings.Repeat("9", MaxExponentDigits+8) + `"}}`,
		`"verdict":"impossible","certificate":{"colours":{"colour":"red","start":1,"target":0}}}`,
		`"verdict":"impossible","certificate":{` + shapes + `}}`,
		`"verdict":"impossible","certificate":{` + shapes + `,"rings":[{"first":"L","corner":"RU","cycles":[{"from":[1,2],"tiles":3,"start":"aab","target":["a","b","red"]}]}]}}`,
		`"verdict":"impossible","certificate":{` + shapes + `,"rings":[{"first":"D","corner":"LD","cycles":[{"from":[1,2],"tiles":6,"period":3,"turns":0},{"from":[4,5],"tiles":9,"period":9,"turns":8}]}]}}`,
	} {
		cl, err := decodeClaim(head + doc)
		if err != nil {
			t.Errorf("%.200s: %v", doc, err)
			continue
		}
		if got, err := cl.AppendJSON(nil); err != nil || string(got) != head+doc {
			t.Errorf("%.200s came back as %.200s, %v", doc, got, err)
		}
	}
	cl, err := decodeClaim(head + `"verdict":"impossible","certificate":{` + shapes + `,"rings":[{"first":"L","corner":"RU","cycles":[{"from":[1,2],"tiles":4,"start":1221,"target":["1",2,2,1]}]}]}}`)
	if err != nil {
		t.Fatal(err)
	}
	cycle := cl.Value().(Outcome).Certificate.Rings[0].Cycles[0]
	if fmt.Sprint(cycle.Start, cycle.Target) != "[1 2 2 1] [1 2 2 1]" || cycle.Turns != nil || cycle.From != [2]int64{1, 2} {
		t.Errorf("%+v", cycle)
	}
}

func TestRefusedClaims(t *testing.T) {
	solved := func(moves, length string) string {
		return `"verdict":"solved","witness":{"moves":` + moves + `,"length":` + length + `}}`
	}
	impossible := func(certificate string) string { return `"verdict":"impossible","certificate":` + certificate + `}` }
	shapes := func(a, b string) string {
		return impossible(`{"shapes":[{"first":"LR","rows":` + a + `},{"first":` + b + `,"rows":[]}]}`)
	}
	ring := func(first, corner, cycles string) string {
		return impossible(`{"shapes":[{"first":"LR","rows":[[1,1]]},{"first":"UD","rows":[[1,1]]}],"rings":[{"first":` + first + `,"corner":` + corner + `,"cycles":` + cycles + `}]}`)
	}
	cycle := func(body string) string { return ring(`"L"`, `"LU"`, "[{"+body+"}]") }
	for _, c := range []struct{ doc, want string }{
		{`"verdict":"solved","witness":"LU"}`, "the witness must be an object, not a text"},
		{`"verdict":"solved","witness":{"length":"1"}}`, `the witness needs the field "moves"`},
		{`"verdict":"solved","witness":{"moves":"L","length":null}}`, "length must be a natural number, not null"},
		{`"verdict":"solved","witness":{"moves":"L","length":"1","board":1}}`, `the witness has no field "board"`},
		{solved(`["L"]`, `"1"`), "moves must be a text, not a list"},
		{solved(`"LX"`, `"1"`), "character 2 of the moves is 'X'; one of L R U D ( is expected"},
		{solved(`"L(R"`, `"1"`), "the group that opens at character 2 of the moves does not end in )^ and a number"},
		{solved(`"L"`, `1.0`), "length holds '.'; only digits are expected"},
		{solved(`"L"`, `""`), "length is empty; digits are expected"},
		{solved(`"L"`, `"01"`), "length begins with a zero"},
		{solved(`"L"`, `"-1"`), "length holds '-'; only digits are expected"},
		{solved(`"L"`, `"1e3"`), "length holds 'e'; only digits are expected"},
		{solved(`"L"`, `"`+strings.Repeat("9", MaxExponentDigits+9)+`"`), "length has 16393 digits; at most 16392 are accepted"},
		{impossible(`[]`), "the certificate must be an object, not a list"},
		{impossible(`{}`), "the certificate must have exactly one of colours, shapes and exhausted; it has 0"},
		{impossible(`{"why":"so"}`), "the certificate"},
		{impossible(`{"colours":[]}`), "colours must be an object, not a list"},
		{impossible(`{"colours":{"colour":"a","start":1}}`), `colours needs the field "target"`},
		{impossible(`{"colours":{"colour":7,"start":1,"target":2}}`), "colour must be a text, not a number"},
		{impossible(`{"colours":{"colour":"a","start":-1,"target":2}}`), "start is -1; it must be from 0 to 2147483647"},
		{impossible(`{"colours":{"colour":"a","start":1,"target":2147483648}}`), "target is 2147483648; it must be from 0 to 2147483647"},
		{impossible(`{"colours":{"colour":"a","start":1.5,"target":2}}`), "start must be a whole number from 0 to 2147483647, not '1.5'"},
		{impossible(`{"colours":{"colour":"a","start":1,"target":2,"x":1}}`), `colours has no field "x"`},
		{impossible(`{"colours":{"colour":"a","start":1,"target":2},"shapes":[{"first":"LR","rows":[]},{"first":"UD","rows":[]}]}`), "the certificate must have exactly one of colours, shapes and exhausted; it has 2"},
		{impossible(`{"shapes":{}}`), "shapes must be a list, not an object"},
		{impossible(`{"shapes":[]}`), "shapes has 0 items; it must have 2"},
		{impossible(`{"shapes":[{"first":"LR","rows":[]}]}`), "shapes has 1 item; it must have 2"},
		{impossible(`{"shapes":["LR"]}`), "a shape must be an object, not a text"},
		{impossible(`{"rings":[{"first":"L","corner":"LU","cycles":[{"from":[1,1],"tiles":1}]}]}`), "the certificate must have exactly one of colours, shapes and exhausted; it has 0"},
		{shapes(`[]`, `"X"`), "first is 'X'; it must be one of: LR, UD"},
		{shapes(`[]`, `1`), "first must be a text, not a number"},
		{shapes(`7`, `"UD"`), "rows must be a list, not a number"},
		{shapes(`[3]`, `"UD"`), "a pair of rows must be a list, not a number"},
		{shapes(`[[3]]`, `"UD"`), "a pair of rows has 1 item; it must have 2"},
		{shapes(`[[3,0]]`, `"UD"`), "a pair of rows is 0; it must be from 1 to 2147483647"},
		{ring(`"LR"`, `"LU"`, `[{"from":[1,1],"tiles":1}]`), "first is 'LR'; it must be one of: L, R, U, D"},
		{ring(`"L"`, `"L"`, `[{"from":[1,1],"tiles":1}]`), "corner is 'L'; it must be one of: LU, RU, RD, LD"},
		{ring(`"L"`, `"LU"`, `[]`), "cycles has 0 items; it must have 1 to 2"},
		{ring(`"L"`, `"LU"`, `7`), "cycles must be a list, not a number"},
		{ring(`"L"`, `"LU"`, `[{"from":[1,1],"tiles":1},{"from":[1,1],"tiles":1},{"from":[1,1],"tiles":1}]`), "cycles has 3 items; it must have 1 to 2"},
		{cycle(`"tiles":1`), `a cycle needs the field "from"`},
		{cycle(`"from":[1,1]`), `a cycle needs the field "tiles"`},
		{cycle(`"from":[1],"tiles":1`), "from has 1 item; it must have 2"},
		{cycle(`"from":[1,0],"tiles":1`), "from is 0; it must be from 1 to 2147483647"},
		{cycle(`"from":"1,1","tiles":1`), "from must be a list, not a text"},
		{cycle(`"from":[1,1],"tiles":0`), "tiles is 0; it must be from 1 to 2147483647"},
		{cycle(`"from":[1,1],"tiles":1,"start":true`), "start must be a text or a list of labels, not true or false"},
		{cycle(`"from":[1,1],"tiles":1,"target":[true]`), "a label must be a text, not true or false"},
		{cycle(`"from":[1,1],"tiles":1,"target":1.5`), "target is the number '1.5'; unless it is digits alone, a text needs quotes here"},
		{cycle(`"from":[1,1],"tiles":1,"period":0`), "period is 0; it must be from 1 to 2147483647"},
		{cycle(`"from":[1,1],"tiles":1,"turns":-1`), "turns is -1; it must be from 0 to 2147483647"},
		{cycle(`"from":[1,1],"tiles":1,"turns":null`), "turns must be a number, not null"},
		{cycle(`"from":[1,1],"tiles":1,"x":1`), `a cycle has no field "x"`},
	} {
		_, err := decodeClaim(head + c.doc)
		var e *grid.Error
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.Is(err, grid.ErrInput) {
			t.Errorf("%.200s: %v\nwant %s", c.doc, err, c.want)
		} else if !errors.As(err, &e) || e.Pos.Line != 1 || e.Pos.Col <= 30 {
			t.Errorf("%.200s: no place in %v", c.doc, err)
		}
		// Twice the same: which mistake is named does not depend on chance.
		if _, again := decodeClaim(head + c.doc); err != nil && again.Error() != err.Error() {
			t.Errorf("%.200s: %v, then %v", c.doc, err, again)
		}
	}
}
