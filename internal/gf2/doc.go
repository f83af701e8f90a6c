// Package gf2 is linear and polynomial algebra over the field of two elements, 64
// coefficients to a machine word: the leaves under the lights family.
//
// It has two halves.
//
// A [Poly] is a polynomial over GF(2): multiplication (comb tables under Karatsuba),
// division and reduction by a fixed [Modulus] (Newton, Barrett), gcd and cofactors
// (Euclid under half-gcd), and what the theory of the plus pattern needs on top: the path
// polynomials p_0 = 1, p_1 = t, p_{k+1} = t·p_k − p_{k−1}, change of basis between t^k
// and p_k in n log n bit operations, and [Nullity].
//
// A [Matrix] is a dense bit matrix: products, transposition and elimination with the
// method of four Russians. Elimination yields a [PLE] value, which then answers any
// number of right-hand sides in rows·cols/64 word operations each, with a solution or with
// a certificate that there is none.
//
// Everything is plain word-parallel Go. Costs are given in word operations. Arguments of
// the wrong shape (a vector of another length, a zero divisor) are bugs of the caller and
// panic; nothing here returns an error.
//
// Sources:
//   - M. Albrecht, G. Bard, W. Hart, Algorithm 898: Efficient multiplication of dense
//     matrices over GF(2), ACM TOMS 37 (2010): several Gray tables at once, cache blocks;
//     M. Albrecht, G. Bard, C. Pernet, Efficient dense Gaussian elimination over the
//     finite field with two elements (2011): PLE with the multipliers kept in place.
//   - J. López, R. Dahab, High-speed software multiplication in F_{2^m} (2000): combs.
//   - J. von zur Gathen, J. Gerhard, Modern Computer Algebra, ch. 9 and 11: Newton
//     inversion, half-gcd.
//   - S. Gao, T. Mateer, Additive fast Fourier transforms over finite fields (2010): the
//     expansion in t² + t.
//   - K. Sutner, Linear cellular automata and the garden-of-Eden (1989), σ-automata and
//     Chebyshev polynomials (2000); M. Hunziker, A. Machiavelo, J. Park, Chebyshev
//     polynomials over finite fields and reversibility of σ-automata on square grids
//     (2004): the nullity of a board as the degree of a gcd.
package gf2
