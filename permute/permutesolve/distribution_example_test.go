package permutesolve_test

import (
	"context"
	"fmt"
	"log"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve"
	"github.com/gridwright/gridwright/puzzle"
)

// The contest's puzzle has 9!/2 boards, 15 of which need ten moves.
func ExampleDistances() {
	set, err := permute.ParseMoves(3, 3, permute.ContestMoves)
	if err != nil {
		log.Fatal(err)
	}
	d, err := permutesolve.Distances(context.Background(), set, permutesolve.DistributionOptions{}, puzzle.DefaultLimits())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(d.Total, d.Boards)
	// Output: 181440 [1 7 40 207 1035 4880 20560 64254 79535 10906 15]
}
