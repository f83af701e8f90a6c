// Package hugepage asks the operating system to back large slices with large pages.
//
// A board of 10^8 cells touches some hundred thousand pages of 4 KiB for the first time, and
// on virtual machines each of these faults costs microseconds: a second in all. One page of
// 2 MiB in place of 512 small ones costs a tenth of that, and the walks around the rings,
// which jump about, miss the TLB less. It is advice: nothing depends on it.
package hugepage
