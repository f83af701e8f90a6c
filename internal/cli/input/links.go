package input

import (
	"bytes"
	"context"
	"strings"

	"github.com/gridwright/gridwright/internal/link"
)

// linkName is what messages call an input that stands in a link; the link itself would fill the screen.
const linkName = "the link"

// openLink opens what a link holds, its puzzle or its claim; nil where name is no link.
func openLink(ctx context.Context, name string, claim bool) (*source, error) {
	if !link.Is(name) {
		return nil, nil
	}
	doc, cl, err := link.Unpack(name)
	if err != nil {
		return nil, err // it says "the link" already
	}
	if claim {
		if doc = cl; doc == nil {
			return nil, In(linkName, inputf("it holds a puzzle and no claim"))
		}
	}
	text := bytes.NewReader(doc)
	s := &source{name: linkName, given: linkName, size: int64(len(doc)), seen: &seen{r: polled{ctx, text}},
		close: func() error { return nil }}
	s.r = s.seen
	return s, nil
}

// unlinked says more about a link that no file is called by.
func unlinked(name string, err error) error {
	if strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://") {
		return inputf("%.80s is no link that holds a puzzle; one has #v1. and letters behind it, and nothing else is fetched",
			name)
	}
	return In(name, err)
}
