package puzzletest

import (
	"context"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// Silent tells of each kind its name alone: for tests that do not look at stories.
func Silent[P, E any](kinds []puzzle.Kind[E]) []puzzle.KindTell[P, E] {
	var tells []puzzle.KindTell[P, E]
	for _, k := range kinds {
		tells = append(tells, puzzle.KindTell[P, E]{
			Name: k.Name,
			Tell: func(context.Context, P, *E, scene.Window, puzzle.Limits) (puzzle.Story, error) {
				return puzzle.Story{Title: k.Name}, nil
			},
		})
	}
	return tells
}
