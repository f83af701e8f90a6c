// Package meter carries limits into loops: algebra, decoders, everything that may take longer than ten
// milliseconds or keep more than a megabyte takes a *Meter, says what it does and learns when to stop.
//
// Work is counted in steps of about a nanosecond, so where a loop looks at its context is decided by what it does and
// not by a clock, and the same call looks equally often on every machine. Memory is counted as callers state it, not
// as the runtime has it.
package meter
