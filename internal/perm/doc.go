// Package perm is permutations and permutation groups: the leaves under the permute family.
//
// # Conventions
//
// A [Perm] p of degree n is a slice of n cells. As a move it pulls: new[i] = old[p[i]], the
// cell i receives what was in cell p[i]. "First p, then q" is [Mul](p, q), and
//
//	Mul(p, q)[i] = p[q[i]],
//
// so Mul is the composition p∘q of the functions i ↦ p[i], and a [Word] of moves that are done
// from left to right is the product of its letters from left to right. A tile in cell x
// goes to cell Inverse(p)[x]. In cycle notation (a b c) means p[a] = b, p[b] = c, p[c] = a: cell
// a receives from cell b, tiles travel against the direction of writing. Who wants
// tiles to go from a to b writes the cycle backwards ([Cycles.Inverse]).
//
// Cells are uint16. Degree 65,536 is a board of 256 × 256, beyond which no table, chain or
// word is useful, and half the size of an int32 keeps a permutation of a 100 × 100 board (20 KB) in
// the first cache and halves a stabiliser chain.
//
// # Contents
//
//   - [Perm], [Cycles], [Word]: arithmetic, parity, order, cycle notation.
//   - [Packed] ranks permutations of up to 16 cells, [Multiset] arrangements with repeated tiles.
//   - [Group] is a list of generators, each given by its cycles: orbits, words that
//     carry a tile from cell to cell, blocks, primitivity.
//   - [Group.Structure] is the exact structure: orbits on which the group is everything or
//     everything even are recognised by a cycle and a theorem ([Giant]), the rest
//     by a verified stabiliser chain ([Chain]). The [Structure] knows its order and which
//     permutations belong to it, and why others do not.
//   - [Chain.Words] writes elements as words in the generators.
//
// Constructors that say so validate what they are given and return errors; methods assume validated values
// of equal degree and panic on others. Nothing is random unless a seed is handed in. Values
// are safe for concurrent use once they are built.
//
// Sources:
//   - M. Atkinson, An algorithm for finding the blocks of a permutation group (1975).
//   - D. Holt, B. Eick, E. O'Brien, Handbook of Computational Group Theory (2005), ch. 4:
//     Schreier–Sims, blocks; F. Celler et al., Generating random elements of a finite group
//     (1995): product replacement.
//   - C. Jordan (1871, 1873), H. Wielandt, Finite Permutation Groups (1964), 13.3 and 13.9; G. Jones,
//     Primitive permutation groups containing a cycle (2014): giants.
//   - T. Minkwitz, An algorithm for solving the factorization problem in permutation groups (1998).
//   - D. H. Lehmer, Teaching combinatorial tricks to a computer (1960): ranks.
package perm
