package permute

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

const (
	solvedHead     = head + `"verdict":"solved","witness":`
	impossibleHead = head + `"verdict":"impossible","certificate":`
)

func decodeClaim(text string) (puzzle.Claim, error) {
	v, err := document.ParseJSON([]byte(text))
	if err != nil {
		return puzzle.Claim{}, err
	}
	return believer().DecodeClaim(nil, &v)
}

var zeros = strings.Repeat("0", 64)

// Claims come back as they are; the schema accepts them.
func TestGoodClaims(t *testing.T) {
	for _, doc := range []string{
		solvedHead + `{"moves":[],"cost":"0","length":"0","bound":"none"}}`,
		solvedHead + `{"moves":["R1","D2^3","T1,1'"],"goal":2,"cost":"12","length":"5","atLeast":"12","bound":"search"}}`,
		solvedHead +
			`{"moves":["R1"],"cost":"1","length":"1","atLeast":"0","bound":"distance","unverified":{"atLeast":"1","method":"IDA*"}}}`,
		solvedHead +
			`{"moves":["<^4611686018427387903"],"cost":"4611686018427387903","length":"4611686018427387903","bound":"none","unverified":{"atLeast":"1","ways":"123456789012345678901234567890"}}}`,
		impossibleHead +
			`{"columns":3,"orbit":{"goals":[{"cells":[[1,1],[2,3]],"tile":"7","have":0,"want":1},{"cells":[],"tile":"a b","have":1048576,"want":2}]}}}`,
		impossibleHead + `{"columns":1048576,"orbit":{"goals":[]}}}`,
		impossibleHead + `{"columns":3,"parity":{}}}`,
		impossibleHead + `{"columns":3,"parity":{"cells":[[1,1],[4,2]]}}}`,
		impossibleHead + `{"columns":2,"blocks":{"system":[[[1,1],[1,2]],[[2,1],[2,2]]],"pairs":[[[1,1],[1,2]]]}}}`,
		impossibleHead + `{"columns":2,"chain":{"base":[[1,1],[2,2]],"strong":[[2,1,3,4],[1,2,3,4]]}}}`,
		impossibleHead + `{"columns":2,"chain":{"base":[],"strong":[]}}}`,
		impossibleHead + `{"columns":2,"chain":{"cells":[],"base":[],"strong":[]}}}`,
		impossibleHead + `{"columns":2,"chain":{"cells":[[1,1],[2,1]],"base":[[1,1]],"strong":[[3,2,1,4]]}}}`,
		impossibleHead + `{"columns":2,"characters":{"list":[],"goals":[]}}}`,
		impossibleHead +
			`{"columns":2,"characters":{"list":[{"modulus":1},{"modulus":2147483648,"cells":[[1,1],[3,2]]}],"goals":[{"character":2,"sum":2147483647},{"character":1}]}}}`,
		impossibleHead +
			`{"columns":2,"characters":{"list":[{"modulus":4,"systems":[{"blocks":[[[1,1],[1,2]],[[2,2],[2,1]]],"phases":[0,2],"weight":3,"inside":true,"places":true},{"blocks":[],"phases":[],"weight":0}],"cells":[]}],"goals":[]}}}`,
		impossibleHead + `{"columns":2,"exhausted":{"states":"12","digest":"0123456789abcdef` + zeros[16:] + `"}}}`,
	} {
		cl, err := decodeClaim(doc)
		if err != nil {
			t.Errorf("%s: %v", doc, err)
			continue
		}
		if out, err := cl.AppendJSON(nil); err != nil || string(out) != doc {
			t.Errorf("%s came back as\n%s, %v", doc, out, err)
		}
		schemaAccepts(t, puzzle.SchemaClaim, []byte(doc))
	}
	// Steps of one name share its text; cells are numbered row by row from 0.
	cl, err := decodeClaim(impossibleHead + `{"columns":3,"parity":{"cells":[[1,1],[4,2]]}}}`)
	if c := cl.Value().(Outcome).Certificate; err != nil || c.Cols != 3 || c.Parity.Cells[0] != 0 ||
		c.Parity.Cells[1] != 10 {
		t.Errorf("%+v, %v", c, err)
	}
	cl, err = decodeClaim(impossibleHead + `{"columns":2,"chain":{"base":[[2,1]],"strong":[[2,1,3,4]]}}}`)
	if c := cl.Value().(Outcome).Certificate.Chain; err != nil || c.Base[0] != 2 || c.Strong[0][0] != 1 ||
		c.Strong[0][1] != 0 {
		t.Errorf("%+v, %v", c, err)
	}
	cl, err = decodeClaim(solvedHead + `{"moves":["R1^2","R1"],"goal":2,"cost":"3","length":"3","bound":"none"}}`)
	if w := cl.Value().(Outcome).Witness; err != nil || w.Goal != 1 || w.Moves[0] != (Step{"R1", 2}) ||
		w.Moves[1] != (Step{"R1", 1}) {
		t.Errorf("%+v, %v", w, err)
	}
}

func TestBadClaims(t *testing.T) {
	const witness, certificate = len(solvedHead), len(impossibleHead)
	rest := `"cost":"0","length":"0","bound":"none"}}`
	for _, c := range []struct {
		doc  string
		col  int // behind the head; 0: no matter
		want string
	}{
		{solvedHead + `[]}`, witness + 1, "the witness must be an object, not a list"},
		{solvedHead + `{` + rest, witness + 1, `the witness needs the field "moves"`},
		{solvedHead + `{"moves":"R1",` + rest, witness + 11, "moves must be a list, not a text"},
		{solvedHead + `{"moves":[1],` + rest, witness + 11, "a move must be a text, not a number"},
		{solvedHead + `{"moves":["R1^0"],` + rest, witness + 12,
			"'0' in 'R1^0' is no number of times; it is a whole number from 1 to 4611686018427387903"},
		{solvedHead + `{"moves":["R1","R 1"],` + rest, witness + 17,
			`the name "R 1" of a move holds ' '; a name has neither blanks nor ^ ( )`},
		{solvedHead + `{"moves":[],"goal":0,` + rest, witness + 20, "goal is 0; it must be from 1 to 1048576"},
		{solvedHead + `{"moves":[],"cost":5.5,"length":"0","bound":"none"}}`, witness + 20,
			"cost holds '.'; only digits are expected"},
		{solvedHead + `{"moves":[],"cost":"05","length":"0","bound":"none"}}`, witness + 21, "cost begins with a zero"},
		{solvedHead + `{"moves":[],"cost":"4611686018427387904","length":"0","bound":"none"}}`, witness + 21,
			"cost is 4611686018427387904; it must be from 0 to 4611686018427387903"},
		{solvedHead + `{"moves":[],"cost":"1","length":"1","atLeast":"1"}}`, 0,
			"atLeast needs the field bound, which says how it can be verified: search or distance"},
		{solvedHead + `{"moves":[],"cost":"1","length":"1","bound":"luck"}}`, 0,
			"bound is 'luck'; it must be one of: none, search, distance"},
		{solvedHead + `{"moves":[],"cost":"1","length":"1","bound":"search"}}`, 0,
			`the bound search needs the field "atLeast"`},
		{solvedHead + `{"moves":[],"cost":"1","length":"1","atLeast":"1","bound":"none"}}`, 0,
			"atLeast needs the field bound, which says how it can be verified: search or distance"},
		{solvedHead + `{"moves":[],"unverified":{"method":"x"},` + rest, 0, `unverified needs the field "atLeast"`},
		{solvedHead + `{"moves":[],"unverified":{"atLeast":"1","method":"` + strings.Repeat("x", 201) + `"},` + rest, 0,
			"method has 201 bytes; at most 200 are accepted"},
		{solvedHead + `{"moves":[],"unverified":{"atLeast":"1","method":"x","ways":"-1"},` + rest, 0,
			"ways holds '-'; only digits are expected"},
		{solvedHead + `{"moves":[],"unverified":{"atLeast":"1","method":"x","n":1},` + rest, 0,
			`unverified has no field "n"`},
		{impossibleHead + `{"parity":{}}}`, certificate + 1, `the certificate needs the field "columns"`},
		{impossibleHead + `{"columns":0,"parity":{}}}`, 0, "columns is 0; it must be from 1 to 1048576"},
		{impossibleHead + `{"columns":3}}`, certificate + 1,
			"the certificate must have exactly one of orbit, parity, blocks, characters, chain and exhausted; it has 0"},
		{impossibleHead + `{"columns":3,"parity":{},"orbit":{"goals":[]}}}`, certificate + 1,
			"the certificate must have exactly one of orbit, parity, blocks, characters, chain and exhausted; it has 2"},
		{impossibleHead + `{"columns":3,"parity":{"cells":[[1,4]]}}}`, 0, "the cell [1, 4] is off every board of 3 columns"},
		{impossibleHead + `{"columns":1048576,"parity":{"cells":[[1048576,1048576]]}}}`, 0,
			"the cell [1048576, 1048576] is off every board of 1048576 columns"},
		{impossibleHead + `{"columns":3,"parity":{"cells":[[0,1]]}}}`, 0, "a row is 0; it must be from 1 to 1048576"},
		{impossibleHead + `{"columns":3,"orbit":{}}}`, 0, `orbit needs the field "goals"`},
		{impossibleHead + `{"columns":3,"orbit":{"goals":[{"cells":[],"tile":".","have":1,"want":1}]}}}`, 0,
			"'.' is a cell that does not matter, which only a goal may have; it is not a tile"},
		{impossibleHead + `{"columns":3,"orbit":{"goals":[{"cells":[],"tile":"1","have":-1,"want":1}]}}}`, 0,
			"have is -1; it must be from 0 to 1048576"},
		{impossibleHead + `{"columns":3,"orbit":{"goals":[{"cells":[],"tile":"1","have":1}]}}}`, 0,
			`the evidence against a goal needs the field "want"`},
		{impossibleHead + `{"columns":3,"blocks":{"system":[],"pairs":[[[1,1]]]}}}`, 0, "a pair has 1 item; it must have 2"},
		{impossibleHead + `{"columns":3,"chain":{"base":[],"strong":[[1,2],[1,2,3]]}}}`, 0,
			"a permutation has 3 images; the first one has 2"},
		{impossibleHead + `{"columns":3,"chain":{"base":[],"strong":[[2,1],[2,2]]}}}`, 0,
			"this is no permutation: the cell 2 stands in it twice"},
		{impossibleHead + `{"columns":3,"chain":{"base":[],"strong":[[1,3]]}}}`, 0, "an image is 3; it must be from 1 to 2"},
		{impossibleHead + `{"columns":3,"chain":{"cells":[[1,4]],"base":[],"strong":[]}}}`, 0,
			"the cell [1, 4] is off every board of 3 columns"},
		{impossibleHead + `{"columns":3,"characters":[]}}`, certificate + 27, "characters must be an object, not a list"},
		{impossibleHead + `{"columns":3,"characters":{"list":[]}}}`, 0, `characters needs the field "goals"`},
		{impossibleHead + `{"columns":3,"characters":{"list":[{}],"goals":[]}}}`, 0, `a character needs the field "modulus"`},
		{impossibleHead + `{"columns":3,"characters":{"list":[{"modulus":0}],"goals":[]}}}`, 0,
			"modulus is 0; it must be from 1 to 2147483648"},
		{impossibleHead + `{"columns":3,"characters":{"list":[{"modulus":2147483649}],"goals":[]}}}`, 0,
			"modulus is 2147483649; it must be from 1 to 2147483648"},
		{impossibleHead + `{"columns":3,"characters":{"list":[{"modulus":3,"sum":1}],"goals":[]}}}`, 0,
			`a character has no field "sum"`},
		{impossibleHead +
			`{"columns":3,"characters":{"list":[{"modulus":3,"systems":[{"blocks":[],"phases":[3],"weight":1}]}],"goals":[]}}}`,
			0, "a phase is 3; it must be from 0 to 2"},
		{impossibleHead +
			`{"columns":3,"characters":{"list":[{"modulus":3,"systems":[{"blocks":[],"phases":[],"weight":3}]}],"goals":[]}}}`,
			0, "weight is 3; it must be from 0 to 2"},
		{impossibleHead +
			`{"columns":3,"characters":{"list":[{"modulus":3,"systems":[{"blocks":[],"phases":[]}]}],"goals":[]}}}`, 0,
			`a system of blocks needs the field "weight"`},
		{impossibleHead +
			`{"columns":3,"characters":{"list":[{"modulus":3,"systems":[{"blocks":[],"phases":[],"weight":0,"inside":1}]}],"goals":[]}}}`, 0, "inside must be true or false, not a number"},
		{impossibleHead +
			`{"columns":3,"characters":{"list":[{"modulus":3,"systems":[{"blocks":[[[1,4]]],"phases":[],"weight":0}]}],"goals":[]}}}`, 0, "the cell [1, 4] is off every board of 3 columns"},
		{impossibleHead + `{"columns":3,"characters":{"list":[{"modulus":3}],"goals":[{"character":2}]}}}`, 0,
			"there is no character 2; the list has 1"},
		{impossibleHead + `{"columns":3,"characters":{"list":[{"modulus":3}],"goals":[{"sum":2}]}}}`, 0,
			`the evidence against a goal needs the field "character"`},
		{impossibleHead + `{"columns":3,"characters":{"list":[{"modulus":3}],"goals":[{"character":1,"sum":0}]}}}`, 0,
			"sum is 0; it must be from 1 to 2147483647"},
		{impossibleHead + `{"columns":3,"exhausted":{"states":"0","digest":"` + zeros + `"}}}`, 0,
			"states is 0; it must be from 1 to 4611686018427387903"},
		{impossibleHead + `{"columns":3,"exhausted":{"states":"1","digest":"` + zeros[1:] + `"}}}`, 0,
			"digest must be 64 digits from 0 to 9 and a to f"},
		{impossibleHead + `{"columns":3,"exhausted":{"states":"1","digest":"` + zeros[1:] + `A"}}}`, 0,
			"digest must be 64 digits from 0 to 9 and a to f"},
	} {
		_, err := decodeClaim(c.doc)
		var e *grid.Error
		if !errors.As(err, &e) || e.Msg != c.want || e.Pos.Line != 1 || c.col > 0 && e.Pos.Col != c.col {
			t.Errorf("%s: %v; want column %d: %s", c.doc, err, c.col, c.want)
		}
	}
	for _, c := range []Certificate{{}, {Parity: &Parity{}}} {
		if _, err := parityKind().Codec.Append(nil, nil, c); err == nil {
			t.Errorf("%+v is written", c)
		}
	}
	if Bound(9).String() != "Bound(9)" {
		t.Error("an unknown bound has a name")
	}
}

// Random witnesses come back as they are.
func TestWitnessRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := Witness{
			Goal: rapid.IntRange(0, 3).Draw(t, "goal"), Cost: rapid.Int64Range(0, MaxTotal).Draw(t, "cost"),
			Length: rapid.Int64Range(0, MaxTotal).Draw(t, "length"), Bound: Bound(rapid.IntRange(0, 2).Draw(t, "bound")),
			Moves: rapid.SliceOf(rapid.Custom(func(t *rapid.T) Step {
				return Step{rapid.SampledFrom([]string{"R1", "T1,1*3'", "é", "\"", "<"}).Draw(t, "name"),
					rapid.Int64Range(1, MaxTotal).Draw(t, "times")}
			})).Draw(t, "moves"),
		}
		if w.Bound != NoBound {
			w.AtLeast = rapid.Int64Range(0, MaxTotal).Draw(t, "least")
		}
		if rapid.Bool().Draw(t, "unverified") {
			w.Unverified = &Unverified{AtLeast: 3, Method: "guess", Ways: big.NewInt(rapid.Int64Range(0, 9).Draw(t, "ways"))}
		}
		moves := witnesses()[0].Codec
		doc, err := moves.Append(nil, nil, w)
		if err != nil {
			t.Fatal(err)
		}
		v, err := document.ParseJSON(doc)
		if err != nil {
			t.Fatal(err)
		}
		back, err := moves.Decode(nil, &v, "the witness")
		if err != nil {
			t.Fatalf("%s: %v", doc, err)
		}
		again, err := moves.Append(nil, nil, back)
		if err != nil || string(again) != string(doc) || FormatWord(back.Moves) != FormatWord(w.Moves) ||
			back.AtLeast != w.AtLeast || back.Goal != w.Goal {
			t.Fatalf("%+v came back as %+v", w, back)
		}
	})
}

// A way of 500,000 steps, to its document and back.
func BenchmarkWitness(b *testing.B) {
	w := Witness{Bound: NoBound}
	names := []string{"R1", "D100*50", "CW", "T12,13'"}
	for i := range 500_000 {
		w.Moves = append(w.Moves, Step{names[i%len(names)], 1 + int64(i%3)})
	}
	moves := witnesses()[0].Codec
	doc, err := moves.Append(nil, nil, w)
	if err != nil {
		b.Fatal(err)
	}
	v, err := document.ParseJSON(doc)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("encode", func(b *testing.B) {
		for b.Loop() {
			doc, _ = moves.Append(nil, doc[:0], w)
		}
	})
	b.Run("decode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := moves.Decode(nil, &v, "the witness"); err != nil {
				b.Fatal(err)
			}
		}
	})
}
