// Package server puts an engine and a page behind HTTP: POST /v1/VERB takes the arguments of a verb as JSON and answers
// with its result, or with a problem as RFC 9457 has it; POST /v1/jobs does the same for work that takes long, which is
// followed by events; GET /openapi.json describes all of it, and /docs shows that to people; /healthz, /readyz and
// /metrics are for who runs the server. All other addresses are files of the page. It sets no cookie, and keeps nothing
// but jobs for a while and answers that somebody may ask for again, neither of which one caller learns from another.
//
// The page may ask nobody but this server, and no other page may use it unless it is named: that is what the headers
// say. So many questions run at once; others wait in a queue, and whoever finds that full is told when to come back. A
// client that goes away takes its question with it. All that a request makes the server hold, bytes that come in,
// answers that go out, jobs and their results, is taken from rooms of a fixed size.
package server
