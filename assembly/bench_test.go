package assembly

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// comb is a spine with a tooth in every other column, its blocks in any order.
func comb(teeth, length int, seed uint64) (rows, cols int32, blocks []Block) {
	for c := range 2*teeth - 1 {
		blocks = append(blocks, Block{0, int32(c)})
		for r := 1; r < length && c%2 == 0; r++ {
			blocks = append(blocks, Block{int32(r), int32(c)})
		}
	}
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
	return int32(length), int32(2*teeth - 1), blocks
}

func BenchmarkNew(b *testing.B) {
	rows, cols, blocks := comb(600, 666, 1)
	for b.Loop() {
		if _, err := New(rows, cols, blocks, 0, Frontal); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(blocks)), "ns/block")
}

func benchText(b *testing.B) (*Instance, []byte) {
	rows, cols, blocks := comb(600, 666, 1)
	var text bytes.Buffer
	w := writer{out: &text}
	for _, n := range []int32{rows, cols, int32(len(blocks))} {
		w.number(n, ' ')
	}
	w.text("\n")
	for _, x := range blocks {
		w.block(x)
	}
	p, err := New(rows, cols, blocks, 0, Frontal)
	if err != nil || w.end() != nil {
		b.Fatal(err)
	}
	return p, text.Bytes()
}

func BenchmarkReadContest(b *testing.B) {
	_, text := benchText(b)
	for b.Loop() {
		if _, err := readContest(nil, grid.NewScanner(bytes.NewReader(text), int64(len(text)))); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(len(text)))
}

func BenchmarkValidate(b *testing.B) {
	p, _ := benchText(b)
	p.made = made{}
	for b.Loop() {
		if err := p.Validate(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAnswerContest(b *testing.B) {
	p, _ := benchText(b)
	w := &Witness{}
	for _, x := range p.Blocks {
		w.Moves = append(w.Moves, MakeMove(Up, x.C))
	}
	for b.Loop() {
		if err := answerContest(io.Discard, p, Outcome{Verdict: puzzle.Solved, Witness: w}); err != nil {
			b.Fatal(err)
		}
	}
}
