package families_test

import (
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/families/checks"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

func TestLists(t *testing.T) { puzzletest.List(t, families.All(), checks.All()) }
