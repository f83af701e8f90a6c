package permutecheck_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/permute/permutecheck"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Documents of an instance and of claims about it: one shift of the first row is what is needed.
const (
	head     = `{"family":"permute","version":1,`
	instance = head + `"start":[[1,2],[3,4]],"target":[[2,1],[3,4]],"moves":["shift-right","shift-down"]}`
	good     = head +
		`"verdict":"solved","witness":{"moves":["R1"],"cost":"1","length":"1","bound":"search","atLeast":"1"}}`
	wrong = head + `"verdict":"solved","witness":{"moves":["D1"],"cost":"1","length":"1","bound":"none"}}`
)

func check(instance, claim string) error {
	c := puzzle.DefineChecker(permutecheck.Spec())
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
	// claim rejected: the moves do not reach goal 1: the tile in row 1, column 1 is "3" after them, not "2"
}

// TestDocuments takes claims of each kind through their documents.
func TestDocuments(t *testing.T) {
	const (
		square = `"start":["293","678","514"],"target":["624","579","183"],"moves":["shift-right","shift-down","rotate-cw"]`
		odd    = `"start":["293","678","514"],"target":["624","579","138"],"moves":["shift-right","shift-down","rotate-cw"]`
		rows   = `"start":["12","34"],"target":["32","14"],"moves":["shift-right"]`
		half   = `"start":["1234"],"target":["1324"],"moves":[{"name":"a","cycles":[[[1,1],[1,2]]]},{"name":"b","cycles":[[[1,1],[1,3]],[[1,2],[1,4]]]}]`
	)
	for _, c := range []struct {
		instance, claim string
		ok              bool
	}{
		{square, `"count":"0"`, false},
		{odd, `"count":"0"`, true},
		{odd, `"verdict":"impossible","certificate":{"columns":3,"parity":{}}`, true},
		{odd, `"verdict":"impossible","certificate":{"columns":9,"parity":{}}`, false},
		{square, `"verdict":"impossible","certificate":{"columns":3,"parity":{}}`, false},
		{rows,
			`"verdict":"impossible","certificate":{"columns":2,"orbit":{"goals":[{"cells":[[1,1],[1,2]],"tile":"3","have":0,"want":1}]}}`, true},
		{rows,
			`"verdict":"impossible","certificate":{"columns":2,"orbit":{"goals":[{"cells":[[1,1],[2,1]],"tile":"3","have":0,"want":1}]}}`, false},
		{half,
			`"verdict":"impossible","certificate":{"columns":4,"blocks":{"system":[[[1,1],[1,2]],[[1,3],[1,4]]],"pairs":[[[1,1],[1,2]]]}}`, true},
		{half,
			`"verdict":"impossible","certificate":{"columns":4,"blocks":{"system":[[[1,1],[1,3]],[[1,2],[1,4]]],"pairs":[[[1,1],[1,3]]]}}`, false},
		{half,
			`"verdict":"impossible","certificate":{"columns":4,"chain":{"base":[[1,1],[1,3]],"strong":[[2,1,3,4],[3,4,1,2],[1,2,4,3]]}}`, true},
		{half,
			`"verdict":"impossible","certificate":{"columns":4,"chain":{"base":[[1,1],[1,3]],"strong":[[2,1,3,4],[3,4,1,2]]}}`,
			false},
		{rows, `"verdict":"impossible","certificate":{"columns":2,"exhausted":{"states":"4","digest":"` +
			strings.Repeat("00", 32) + `"}}`, false},
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
