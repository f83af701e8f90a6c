package families_test

import (
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

func FuzzEdits(f *testing.F) { puzzletest.FuzzEdits(f, families.All()) }
