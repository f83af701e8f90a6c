// Package ways makes some way to a goal on boards that are too big for the best one, and makes ways shorter.
//
// Where every row and column of the board can be shifted (moveset.Torus), tiles come to their places line by line,
// and the last ones by commutators of a row's and a column's shift, which are 3-cycles of cells in the shape of an L
// (construct); a belt of two lines sorts a whole line at once. A word of shifts is kept in the normal form of the
// free product of two abelian groups.
//
// Otherwise a Builder makes a word for a permutation of the group: down the stabiliser chain (Minkwitz's short words,
// in internal/perm) as far as no giant does it, then tile by tile through the giants by 3-cycles, conjugated by cheap
// ways (generic). Words get shorter by windows that are replaced by cheaper words of the same effect, and by a beam
// search that begins anew from boards along the way.
package ways
