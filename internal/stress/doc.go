// Package stress looks for the smallest input on which a program for a contest is wrong. It knows no family: what is
// tiny, hard or nearly right, and what an output asserts, comes with the contest.
//
// [Run] tries files in a fixed order: those that were kept, then every tiny instance, then the profiles in turn, from
// small to large. Several run at once, and the first failure in this order is the one that counts, whatever ends first.
// It is shrunk while it fails in the same way, and run again.
package stress
