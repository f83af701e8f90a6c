package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/gridwright/gridwright/bench/run"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve"
	"github.com/gridwright/gridwright/puzzle"
)

// The jobs verify their answers, also those of small sizes.
func TestJobs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	for family, jobs := range map[*run.Family]map[string]run.Args{
		tiltFamily:     {"board": {N: 9, Kind: "clash", File: file}},
		assemblyFamily: {"tree": {N: 50, Kind: "comb", File: file}, "solid": {N: 20, Kind: "ragged sticky", File: file}},
		lightsFamily: {"plus": {N: 65, Runs: 2}, "stream": {N: 65}, "random": {N: 99}, "dense": {N: 70, Mod: 5},
			"diamond": {N: 20, Runs: 1}, "minimum": {N: 9}, "image": {N: 65, File: file}},
		permuteFamily: {"queries": {N: 20, File: file}, "table": {Runs: 1}, "order": {Runs: 1}},
	} {
		for name, args := range jobs {
			t.Run(family.Name+"/"+name, func(t *testing.T) {
				family.Jobs[name](args) // panics where an answer is wrong
				if args.File != "" {
					if info, err := os.Stat(file); err != nil || info.Size() == 0 {
						t.Error(info, err)
					}
					os.Remove(file)
				}
			})
		}
	}
	for m := range 2 {
		lightsFamily.Jobs["dense"](run.Args{N: 70, Mod: 2 + m})
	}
}

// Some wrong answers are noticed.
func TestWrong(t *testing.T) {
	x, _ := solve(allOn(20, "plus"), 1)
	if err := allOff(x, 20, 1); err != nil {
		t.Fatal(err)
	}
	x.Set(19, 19, 1-x.At(19, 19))
	if allOff(x, 20, 1) == nil {
		t.Error("a wrong press is accepted")
	}
	p := shuffled(run.Must(permute.ParseMoves(2, 3, "shifts")), rand.New(rand.NewPCG(1, 1)))
	w := run.Must(permutesolve.NewSolver(permutesolve.Options{}).Solve(t.Context(), p, puzzle.Limits{})).Witness
	if err := replay(p, w); err != nil {
		t.Fatal(err)
	}
	w.Moves[0].Times++
	if replay(p, w) == nil {
		t.Error("a wrong move is accepted")
	}
}
