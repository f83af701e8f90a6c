// Package disk keeps what is costly to make as files: tables, the states of long searches, perimeters.
//
// A file holds a body and its SHA-256 sum. It is written beside its place and renamed, so that nobody reads half of
// one and two programs may use one directory. The sum finds damage, not malice: who reads a file looks whether its
// content makes sense (see the rooms tables and search).
package disk
