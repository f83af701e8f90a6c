package lights

import (
	_ "embed" // for schema.json

	"github.com/gridwright/gridwright/puzzle"
)

//go:embed schema.json
var schemas []byte

// Data returns the family's data: everything but its dynamics.
func Data() puzzle.Data[*Instance, Witness, Certificate] {
	return puzzle.Data[*Instance, Witness, Certificate]{
		Name:    "lights",
		Title:   "pressing a button changes the lamps around it",
		Version: 1,
		Doc: `Every lamp of a board shows a number modulo m. Pressing a button adds fixed weights to the
lamps of a pattern around it: the classical game is the plus modulo 2. Which presses turn the start
into the target, how many solutions are there, which one takes the fewest presses? Boards are
planes, cylinders, tori or any net of buttons and lamps, for any m from 2 to 2^31.`,
		Texts: []puzzle.Text[*Instance, Witness, Certificate]{
			{Name: formatContest, Doc: formatContestDoc, Contest: true, Sample: "3 2 1\n0 1 0\n1 1 0\n0 0 0\n",
				Sniff: sniffContest, Read: readContest, Write: writeContest, Answer: answerContest},
			{Name: formatDigits, Doc: formatDigitsDoc, Sample: "# modulus 3\n0120\n2001\n1100\n", Sniff: sniffDigits,
				Maybe: maybeDigits, Read: readDigits, Write: writeDigits, Evidence: writeDigitsEvidence},
			{Name: formatLamps, Doc: formatLampsDoc, Sample: "#.#\n.#.\n\n#.#/.#.\n", Sniff: sniffLamps, Maybe: maybeLamps,
				Read: lampMarks.read, Write: lampMarks.write},
			{Name: formatMarks, Doc: formatMarksDoc, Sample: "x-x\n-x-\n\n-x-\nxxx\n", Sniff: func([]byte) bool { return false },
				Maybe: maybeMarks, Read: otherMarks.read, Write: otherMarks.write},
			{Name: formatPBM, Doc: formatPBMDoc, Sample: "P1\n# pattern king\n3 2\n010\n110\n", Sniff: sniffPBM, Read: readPBM,
				Write: writePBM, Evidence: writePBMEvidence},
			{Name: formatPGM, Doc: formatPGMDoc, Sample: "P2\n3 2\n4\n0 1 4\n2 2 0\n", Sniff: sniffPGM, Read: readPGM,
				Write: writePGM, Evidence: writePGMEvidence},
		},
		Schemas:      schemas,
		Decode:       decodeInstances,
		Encode:       encodeInstance,
		Validate:     (*Instance).Validate,
		Witnesses:    witnesses(),
		Certificates: certificates(),
	}
}
