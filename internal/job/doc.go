// Package job is what a batch on one machine and the workers of a fleet have in common: a job is a line of JSON, its
// result is a line of JSON, and [Runner.Append] makes the one of the other.
//
// A line is a puzzle as a document, or an object that says what is to be done with one:
//
//	{"family": …}                                                    a puzzle; the verb is that of the Runner
//	{"verb": "solve", "document": {…}}                               also count and analyze
//	{"verb": "check", "document": {…}, "claim": {…}}
//	{"verb": "generate", "family": "…", "profile": "…", "size": 16, "seed": 1, "distance": 9}
//
// An object may give its job a "name". A document that holds several puzzles is an error: a line is one job, and has
// one result.
//
// A result begins with where its line stands ("file", "line"), what the puzzle is called ("name"), its "family", the
// "verb", and the "digest", which is the same for the same puzzle whatever its document looks like. Behind them stand
// the documents that the commands of these names print with --json: "verdict" and "claim"; "count" and "claim";
// "analysis"; "accepted"; "document". What went wrong is an "error" in their place, with the classes of package engine
// and the place in the line. A line never keeps another one from its result: a fault of ours is an error of its line.
//
// Nothing in a result depends on the time or on the machine, unless a limit on time has stopped an answer: whoever runs
// the same lines again, in parts or elsewhere, gets the same bytes.
package job
