package engine

import "github.com/gridwright/gridwright/internal/link"

// ShareArgs are a puzzle and perhaps a claim about it.
type ShareArgs struct {
	Document Document `json:"document"`
	Claim    Document `json:"claim,omitempty"`
}

// Shared is the part of a link behind its #.
type Shared struct {
	Fragment string `json:"fragment" doc:"for a link, behind its #"`
}

func (c *call) share(a ShareArgs) (out Shared, err error) {
	in, _, cl, err := c.claimed(a.Document, a.Claim)
	if err != nil {
		return out, err
	}
	doc, err := c.document(in)
	if err != nil {
		return out, err
	}
	var claim Document
	if cl != nil {
		if claim, err = c.document(*cl); err != nil {
			return out, err
		}
	}
	out.Fragment, err = link.Pack(doc, claim)
	return out, err
}

// OpenArgs are a fragment, or a link that has one.
type OpenArgs struct {
	Fragment string `json:"fragment,omitempty" doc:"the part of a link behind its #"`
	URL      string `json:"url,omitempty" doc:"the whole link, in its place"`
}

// Opened is what a link holds. The claim has not been checked.
type Opened struct {
	Document Document `json:"document"`
	Claim    Document `json:"claim,omitempty"`
}

func (c *call) open(a OpenArgs) (out Opened, err error) {
	text := a.Fragment
	if text == "" {
		text = a.URL
	}
	doc, claim, err := link.Unpack(text)
	if err != nil {
		return out, err
	}
	in, f, err := c.puzzle(doc)
	if err != nil {
		return out, err
	}
	if out.Document, err = c.document(in); err != nil {
		return out, err
	}
	cl, err := c.claim(f, claim)
	if err == nil && cl != nil {
		out.Claim, err = c.document(*cl)
	}
	return out, err
}
