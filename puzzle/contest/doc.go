// Package contest is what a family knows of a contest: how a program's output is read and judged by what it asserts,
// which inputs are small, hard or nearly right, and what the statement promises.
//
// A family describes a contest as a [Contest], with its own types and in one file. [Bind] erases the types: the
// [*Problem] that results is what commands work with, and none of them knows a family. Files of cases are read strictly
// or leniently ([Problem.Validate], [Problem.Read]), written ([Problem.WriteFile]), answered ([Problem.WriteAnswer]),
// and outputs are judged ([Judging.Judge]): a witness by the family's checker, a bare verdict or a number against a
// reference that has passed its own check.
//
// An output is wrong ([*WrongError]), or the reference is ([*JuryError]), or it is accepted. Whatever else happens says
// nothing about the output.
package contest
