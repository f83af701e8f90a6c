package lightscheck_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/gridwright/gridwright/lights/lightscheck"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Documents of an instance and of claims about it.
const (
	head     = `{"family":"lights","version":1,`
	instance = head + `"start":["11","10"]}`
	good     = head + `"verdict":"solved","witness":{"presses":["10","00"],"cost":"1","solutions":"1","optima":"1"}}`
	wrong    = head + `"verdict":"solved","witness":{"presses":["10","01"],"cost":"2"}}`
)

func check(instance, claim string) error {
	c := puzzle.DefineChecker(lightscheck.Spec())
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
	fmt.Println(check(instance, wrong))
	// Output:
	// <nil>
	// claim rejected: the presses do not reach the target: the lamp in row 1, column 2 shows 1 after them, not 0
}

// TestDocuments takes claims of each kind through their documents.
func TestDocuments(t *testing.T) {
	quiet := `{"weights":["101","101"],"value":1}`
	for _, c := range []struct {
		instance, claim string
		ok              bool
	}{
		{`"start":["00000","00000","00000","00000","00001"]`, `"verdict":"impossible","certificate":{"weights":["10101","10101","00000","10101","10101"],"value":1}`, true},
		{`"start":["00000","00000","00000","00000","00010"]`, `"verdict":"impossible","certificate":{"weights":["10101","10101","00000","10101","10101"],"value":1}`, false},
		{`"start":["00000","00000","00000","00000","00001"]`, `"verdict":"impossible","certificate":{"weights":["10101","10101","00000","10101","10111"],"value":1}`, false},
		{`"start":["000","001"]`, `"verdict":"impossible","certificate":` + quiet, true},
		{`"start":["010","000"]`, `"verdict":"impossible","certificate":` + quiet, false},
		{`"start":["11111"]`, `"count":"0"`, false},
		{`"start":["11111"]`, `"count":"2"`, true},
		{`"start":["10000"]`, `"count":"0"`, true},
		{`"start":["10000"]`, `"count":"2"`, false},
		{`"modulus":3,"matrix":["12","21"],"start":["12"]`, `"verdict":"solved","witness":{"presses":["01"],"cost":"1","solutions":"3","optima":"1"}`, true},
		{`"modulus":3,"matrix":["12","21"],"start":["12"]`, `"verdict":"solved","witness":{"presses":["20"],"cost":"2","solutions":"3"}`, true},
		{`"modulus":3,"matrix":["12","21"],"start":["12"]`, `"verdict":"solved","witness":{"presses":["20"],"cost":"2","optima":"1"}`, false},
		{`"modulus":3,"matrix":["12","21"],"start":["11"]`, `"verdict":"impossible","certificate":{"weights":["11"],"value":1}`, true},
		{`"modulus":3,"matrix":["12","21"],"start":["11"]`, `"verdict":"impossible","certificate":{"weights":["22"],"value":1}`, false},
	} {
		err := check(head+c.instance+"}", head+c.claim+"}")
		if (err == nil) != c.ok || err != nil && !errors.Is(err, puzzle.ErrRejected) {
			t.Errorf("%s %s: %v", c.instance, c.claim, err)
		}
	}
	if err := check(instance, head+`"verdict":"unknown"}`); !errors.Is(err, puzzle.ErrRejected) {
		t.Error(err)
	}
}
