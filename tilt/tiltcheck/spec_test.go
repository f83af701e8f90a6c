package tiltcheck_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
	"github.com/gridwright/gridwright/tilt/tiltcheck"
)

// Documents of an instance and of claims about it.
const (
	instance = `{"family":"tilt","version":1,"start":["a.b","..c"],"target":["..b",".ac"]}`
	good     = `{"family":"tilt","version":1,"verdict":"solved","witness":{"moves":"RD","length":"2"}}`
	long     = `{"family":"tilt","version":1,"verdict":"solved","witness":{"moves":"LRD","length":"3"}}`
)

func check(instance, claim string) error {
	c := puzzle.DefineChecker(tiltcheck.Spec())
	tree, err := document.ParseJSON([]byte(instance))
	if err != nil {
		return err
	}
	in, err := c.DecodeInstances(nil, &tree)
	if err != nil {
		return err
	}
	if tree, err = document.ParseJSON([]byte(claim)); err != nil {
		return err
	}
	cl, err := c.DecodeClaim(nil, &tree)
	if err != nil {
		return err
	}
	return c.Check(context.Background(), in[0], cl, puzzle.DefaultLimits())
}

func Example() {
	fmt.Println(check(instance, good))
	fmt.Println(check(instance, long))
	// Output:
	// <nil>
	// claim rejected: the moves reach the target, but 3 tilts are not the fewest: 2 are enough
}

// TestDocuments takes claims of each kind through their documents.
func TestDocuments(t *testing.T) {
	swapped := `{"family":"tilt","version":1,"start":[".aab."],"target":["..baa"]}`
	head := `{"family":"tilt","version":1,"verdict":"impossible","certificate":{`
	shapes := `"shapes":[{"first":"LR","rows":[[3,1]]},{"first":"UD","rows":[[3,1]]}]`
	for _, c := range []struct {
		instance, claim string
		ok              bool
	}{
		{swapped, head + shapes + `,"rings":[]}}`, false},
		{swapped, head + shapes + `}}`, false},
		{swapped, head + `"colours":{"colour":"a","start":2,"target":1}}}`, false},
		{`{"family":"tilt","version":1,"start":[".aab."],"target":["..baz"]}`, head + `"colours":{"colour":"a","start":2,"target":1}}}`, true},
		{swapped, `{"family":"tilt","version":1,"count":"3"}`, true},
		{swapped, `{"family":"tilt","version":1,"count":"4"}`, false},
	} {
		if err := check(c.instance, c.claim); (err == nil) != c.ok {
			t.Errorf("%s %s: %v", c.instance, c.claim, err)
		}
	}
	if err := check(swapped, `{"family":"tilt","version":1,"verdict":"unknown"}`); !errors.Is(err, puzzle.ErrRejected) {
		t.Error(err)
	}
}
