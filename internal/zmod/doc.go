// Package zmod is linear and polynomial algebra modulo m, 2 ≤ m ≤ 2^31, prime or not: the
// leaves under the lights family for boards with more than two states.
//
//   - [Ring] is Z/m: reduction by a precomputed reciprocal, inverses (units only), powers;
//     [Factor] and [CRT] take m apart and put vectors together again.
//   - [Field] is Z/p with polynomials ([Poly]): products, division, gcds, the path polynomials
//     p_0 = 1, p_1 = t, p_{k+1} = t·p_k − p_{k−1} and the change of basis between t^k and p_k.
//   - [Matrix] is a dense matrix over Z/m. [Matrix.Decompose] eliminates it, for each prime
//     power of m apart, and the [Decomposition] then answers any number of right-hand
//     sides with a solution or with a certificate that there is none, and gives the exact
//     number of solutions, kernel generators and Smith invariants.
//   - [SmithInvariants] is the Smith form of an integer matrix.
//
// For p = 3 entries are two bit planes and for p ≤ 11 bytes of a word, both with the method
// of four Russians; larger primes use 64-bit sums that are reduced late. Over Z/p^k the
// pivot is an entry of least p-valuation, so that all divisions are exact.
//
// Arguments of the wrong shape and moduli out of range are bugs of the caller and panic.
//
// Sources:
//   - T. Boothby, R. Bradshaw, Bitslicing and the method of four Russians over larger
//     finite fields (2009); the addition of bit planes is that of K. Harrison, D. Page
//     and N. Smart (2002).
//   - J.-G. Dumas, P. Giorgi, C. Pernet, Dense linear algebra over word-size prime fields (2008):
//     delayed reduction.
//   - J. Howell, Spans in the module (Z_m)^s (1986); A. Storjohann, Algorithms for matrix
//     canonical forms (2000): elimination over Z/m.
//   - E. Lucas (1878): binomial coefficients modulo p by digits.
package zmod
