package perm_test

import (
	"context"
	"fmt"
	"log"

	"github.com/gridwright/gridwright/internal/perm"
)

// Twists of 2 × 2 squares on a board of 2 × 3: of the 720 arrangements only 120 can be reached.
//
//	0 1 2
//	3 4 5
func Example() {
	left := perm.Cycles{{0, 3, 4, 1}} // cell 0 receives the tile of cell 3: clockwise
	right := perm.Cycles{{1, 4, 5, 2}}
	g, err := perm.NewGroup(6, []perm.Cycles{left, right})
	if err != nil {
		log.Fatal(err)
	}
	s, err := g.Structure(context.Background(), perm.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("order", s.Order())

	swap := perm.Cycles{{0, 1}}.Perm(6)
	fmt.Println("a swap:", s.Contains(swap).Reason)

	words, err := s.Chain().Words(context.Background(), perm.WordOptions{})
	if err != nil {
		log.Fatal(err)
	}
	p := g.Eval(perm.Word{0, 1, 0})
	w, ok := words.Word(p)
	fmt.Println("a word:", ok, g.Eval(w).Equal(p))
	// Output:
	// order 120
	// a swap: outside the stabiliser chain
	// a word: true true
}

func ExampleMul() {
	board := []string{"a", "b", "c"}
	p := perm.Perm{1, 2, 0} // cell 0 receives from cell 1
	q := perm.Perm{1, 0, 2}
	step, both := make([]string, 3), make([]string, 3)
	perm.Apply(step, board, p)
	perm.Apply(both, step, q)
	fmt.Println(step, both)
	perm.Apply(both, board, perm.Mul(p, q))
	fmt.Println(both, perm.Mul(p, q))
	// Output:
	// [b c a] [c b a]
	// [c b a] (0 2)
}

// Rows and columns of the 3 × 3 torus: nine cells, every even permutation, none of the others.
func ExampleGroup_Structure() {
	var gens []perm.Cycles
	for i := range uint16(3) {
		gens = append(gens, perm.Cycles{{3 * i, 3*i + 2, 3*i + 1}}, perm.Cycles{{i, i + 6, i + 3}})
	}
	g, err := perm.NewGroup(9, gens)
	if err != nil {
		log.Fatal(err)
	}
	s, err := g.Structure(context.Background(), perm.Options{})
	if err != nil {
		log.Fatal(err)
	}
	giant := s.Giants()[0]
	fmt.Println(s.Order(), giant.Theorem)
	fmt.Println("word", giant.Word, "cycle", giant.Cycle)
	m := s.Contains(perm.Cycles{{0, 1}}.Perm(9))
	fmt.Println(m.In(), m.Reason)
	// Output:
	// 181440 a primitive group with a 3-cycle contains the alternating group
	// word 0 cycle [0 2 1]
	// false wrong parity
}

func ExampleGroup_Tree() {
	g, err := perm.NewGroup(5, []perm.Cycles{{{0, 1, 2}}, {{2, 3}}})
	if err != nil {
		log.Fatal(err)
	}
	w, ok := g.Tree(0).Word(3)
	fmt.Println(w, ok, g.Eval(w)[3])
	_, ok = g.Tree(0).Word(4)
	fmt.Println(ok)
	// Output:
	// 0 1 true 0
	// false
}

func ExamplePacked_Rank() {
	p := perm.Pack(perm.Perm{2, 0, 1})
	fmt.Println(p.Rank(3), p.EvenRank(3), p.Unpack(3))
	// Output: 4 2 (0 2 1)
}

func ExampleMultiset() {
	m, err := perm.NewMultiset([]int{2, 1, 1})
	if err != nil {
		log.Fatal(err)
	}
	tiles := make([]uint8, m.Len())
	m.Unrank(5, tiles)
	fmt.Println(m.Size(), tiles, m.Rank(tiles))
	// Output: 12 [0 2 1 0] 5
}
