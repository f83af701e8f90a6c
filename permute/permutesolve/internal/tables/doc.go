// Package tables makes tables of all distances and keeps them.
//
// An index numbers boards. ranked numbers the arrangements of alike tiles, orbit by orbit, by multinomial
// coefficients (internal/perm). cosets numbers permutations up to the symmetries of the set that keep some cells, its
// rest: a permutation is a coset of the permutations of the rest and a member of it, the coset numbered by a mixed
// radix, and only one coset of each orbit under the symmetries is kept. found numbers boards as they come, where few
// of the possible ones can be reached.
//
// With one cost for all moves a table is filled level by level, with bitmaps of the last level and of all boards seen
// (levels). With different costs a wave settles the boards in order of cost (Dijkstra). A store keeps a level in 4,
// 8, 16 or 32 bits, or in 2: the distance modulo 3 (Cooperman and Finkelstein, 1992), where a move changes it by one
// at most.
//
// Shelf makes each table once, keeps those used latest in memory and the costly ones as files, reads files with
// distrust (a sample of every table is compared with its neighbours), and can give up all that was read. Long
// searches write their state after each level and go on from there.
package tables
