package families

import (
	"context"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

func silent[P, E any](kinds []puzzle.Kind[E]) (list []puzzle.KindTell[P, E]) {
	for _, k := range kinds {
		list = append(list, puzzle.KindTell[P, E]{Name: k.Name, Tell: func(context.Context, P, *E, scene.Window, puzzle.Limits) (puzzle.Story, error) {
			return puzzle.Story{}, nil
		}})
	}
	return list
}
