// Package engine is everything that a page, a service or a player asks, behind one door: [Engine.Call] takes the name
// of a verb and JSON, and gives JSON back. It goes through HTTP, through the worker of a browser or through a call in
// Go, and is the same bytes each time.
//
// Nothing is kept between two calls. A puzzle is a document; whoever plays holds a list of them, which is all that undo
// takes, and sends the last one along. So a call can be asked again, anywhere, and a link that holds a document holds
// the whole game.
//
// The verbs are listed by [Verbs], with what they take and give as Go types, from which the service makes its
// description. No verb knows a family: what can be painted, which moves there are and how an answer is told come from
// the hooks of [puzzle.Spec].
//
// Every call has limits: its arguments, time, memory, the cells that are drawn and the frames that are made. What is
// too much is said in one sentence.
package engine
