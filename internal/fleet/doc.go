// Package fleet has the lines of a batch answered by workers on other machines. A client, workers and a NATS server
// with JetStream between them are all there is; package fleet/queue is such a server for those who run none.
//
//	client ──chunks──▶ GRIDWRIGHT_V1_JOBS ──one to one worker──▶ worker
//	   ▲                                                          │
//	   └──in order── GRIDWRIGHT_V1_RESULTS_batch ◀──one a chunk───┘
//
// # A chunk from line to result
//
// A batch has a name, and its lines have numbers. The client cuts them into chunks, small ones first, and publishes
// each under the subject gridwright.v1.jobs.BATCH.FIRST, where FIRST is the number of its first line. What is larger
// than messages may be lies in the batch's object store, and the message says where. Not more than a window of chunks
// is under way: that is the bound on what a batch takes of the queue and of the client's memory, and it makes batches
// side by side take turns, as the queue hands out what came first.
//
// A worker asks for one chunk at a time, tells the queue every few seconds that it is alive, and publishes the result
// under gridwright.v1.results.BATCH.FIRST. When the queue has said that it keeps the result, and not earlier, the
// worker acknowledges the chunk, which leaves the queue with that.
//
// The client takes the results in, puts them into order, hands them on, and then acknowledges them. At the end it
// deletes what the queue still has of the batch.
//
// # Nothing is lost
//
// A chunk is done when its result is in the client's output, and before that it is in the client's hands: it keeps the
// lines of all that is under way. Whenever it begins, whenever the connection was lost, and when nothing has come for a
// while, it compares them with what the queue has, and publishes again what is neither a chunk nor a result there. So
//
//   - a worker may die: its chunk is given to another one when nothing was heard of it for a while (AckWait);
//   - the queue may die and come back, even with an older disk or an empty one;
//   - the client may die: the next one begins at the first line that its output lacks, under the same name.
//
// # Nothing is doubled
//
// The stream of chunks and that of results take one message of a subject and refuse a second one, for as long as the
// first is there. Where two workers have answered a chunk, as one of them was slow to say that it is alive, the second
// result is refused, which is as good as stored: both are the same. The server also knows the ids of messages for two
// minutes. Nothing rests on either: the client takes the one result that it waits for, by its number and by a checksum
// of the lines that it was made from, and drops all others.
//
// # A line that ends workers
//
// Whoever gets a chunk that was given out before is careful: it puts a mark into the stream GRIDWRIGHT_V1_MARKS before
// each line, has nothing else under way in its process meanwhile, and takes the mark back before anything else is. If
// it ends there, the next one finds the mark, asks whether the writer is still alive (the server says at once when
// nobody listens), and else counts one against the line. A line with Tries of them is not tried again. It becomes a
// message in GRIDWRIGHT_V1_DEAD, and its result is an error of the kind "internal". So every line has exactly one
// result.
//
// A worker that is asked to end leaves no such mark, and gives its chunk back at once.
package fleet
