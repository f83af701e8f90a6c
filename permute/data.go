package permute

import (
	_ "embed" // for schema.json

	"github.com/gridwright/gridwright/puzzle"
)

//go:embed schema.json
var schemas []byte

// lineSample shows the compact format.
const lineSample = `293/678/514 -> 624/579/183
moves drag
1,2,10/3,4,5 -> 10,2,1/.,.,.
ab/ba -> ba/ab | bb/aa : shifts twist:2x2=3
`

// Data returns the family's data: everything but its dynamics.
func Data() puzzle.Data[*Instance, Witness, Certificate] {
	return puzzle.Data[*Instance, Witness, Certificate]{
		Name:    "permute",
		Title:   "moves permute the tiles of a grid",
		Version: 1,
		Doc: `Every move permutes the cells of a board in a fixed way: it shifts a row or a column, turns the
grid or a small square of it, or does whatever its cycles say. Which moves, at the least cost, turn the start into
the goal, and if none do, why? Tiles may be alike, cells of the goal may not matter, and there may be several goals.`,
		Texts: []puzzle.Text[*Instance, Witness, Certificate]{
			{Name: FormatSquare, Doc: squareDoc, Contest: true, Sample: "1\n293\n678\n514\n624\n579\n183\n",
				Sniff: sniffSquare, Maybe: maybeSquare, Read: readSquare, Write: writeSquare, Answer: answerSquare},
			{Name: FormatLine, Doc: lineDoc, Sample: lineSample, Sniff: sniffLine, Maybe: maybeLine, Read: readLineText,
				Write: writeLine},
			{Name: FormatRows, Doc: rowsDoc, Sample: "213\n456\n789\n", Sniff: sniffRows, Maybe: maybeRows, Read: readRows,
				Write: writeRows},
		},
		Schemas:      schemas,
		Decode:       decodeInstances,
		Encode:       encodeInstance,
		Validate:     (*Instance).Validate,
		Witnesses:    witnesses(),
		Certificates: certificates(),
	}
}
