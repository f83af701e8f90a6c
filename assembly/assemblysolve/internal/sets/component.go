package sets

import (
	"cmp"
	"slices"

	"github.com/gridwright/gridwright/assembly"
)

// Component keeps of part what is connected with p's root, or the largest connected piece.
func Component(p *assembly.Instance, part []int32) []int32 {
	in := map[int32]bool{}
	for _, i := range part {
		in[i] = true
	}
	var best []int32
	for _, start := range part {
		if !in[start] {
			continue
		}
		in[start] = false
		piece := []int32{start}
		for k := 0; k < len(piece); k++ {
			i := piece[k]
			for _, j := range [4]int32{p.Left(i), p.Right(i), p.Above[i], p.Below[i]} {
				if j >= 0 && in[j] {
					in[j] = false
					piece = append(piece, j)
				}
			}
		}
		if p.Root >= 0 && slices.Contains(piece, p.Root) || p.Root < 0 && len(piece) > len(best) {
			best = piece
		}
	}
	slices.SortFunc(best, func(a, b int32) int { return cmp.Compare(a, b) })
	return best
}
