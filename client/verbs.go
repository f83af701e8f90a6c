package client

import "context"

// A Family is a kind of puzzles.
type Family struct {
	Name    string            `json:"name"`
	Title   string            `json:"title"`
	Doc     string            `json:"doc"`
	Can     map[string]bool   `json:"can"` // by verb
	Why     map[string]string `json:"why"` // it cannot, in a few words
	How     map[string]string `json:"how"` // it does, in a few words
	CountOf string            `json:"countOf"`
	Formats []struct {
		Name   string `json:"name"`
		Doc    string `json:"doc"`
		Sample string `json:"sample"`
	} `json:"formats"`
	Profiles []struct {
		Name  string `json:"name"` // as Generate takes it
		Title string `json:"title"`
		Least int    `json:"least"` // size
		Most  int    `json:"most"`
	} `json:"profiles"`
}

// Families lists what the service knows.
func (c *Client) Families(ctx context.Context) (version string, families []Family, err error) {
	var out struct {
		Version  string
		Families []Family
	}
	err = c.Call(ctx, "families", struct{}{}, &out)
	return out.Version, out.Families, err
}

type one struct {
	Document Document `json:"document"`
}

// An Answer is what is known of a puzzle, with evidence that the service's checker has accepted.
type Answer struct {
	Claim      Document    `json:"claim"`   // what "gridwright check" takes
	Verdict    string      `json:"verdict"` // solved, impossible or unknown
	Headline   string      `json:"headline"`
	Checked    string      `json:"checked"`    // what the checker has verified
	Unverified string      `json:"unverified"` // what it has not
	Moves      string      `json:"moves"`      // as Apply takes them
	Steps      string      `json:"steps"`      // a decimal number of any length
	Facts      [][2]string `json:"facts"`      // a name and a text each
	Lines      []string    `json:"lines"`      // the argument, in sentences
}

// Solve decides a puzzle.
func (c *Client) Solve(ctx context.Context, puzzle Document) (out Answer, err error) {
	err = c.Call(ctx, "solve", one{puzzle}, &out)
	return out, err
}

// A Hint is the next move of a best way.
type Hint struct {
	Move       string   `json:"move"`
	Text       string   `json:"text"`
	Left       string   `json:"left"` // moves to the end, this one included: a decimal number of any length
	Done       bool     `json:"done"`
	Impossible bool     `json:"impossible"`
	Document   Document `json:"document"` // after the move
}

// Hint tells the next move.
func (c *Client) Hint(ctx context.Context, puzzle Document) (out Hint, err error) {
	err = c.Call(ctx, "hint", one{puzzle}, &out)
	return out, err
}

// A Count is a number of what its family counts.
type Count struct {
	Count string `json:"count"` // a decimal number of any length
	Text  string `json:"text"`
	Of    string `json:"of"`
}

// Count counts what the family counts.
func (c *Client) Count(ctx context.Context, puzzle Document) (out Count, err error) {
	err = c.Call(ctx, "count", one{puzzle}, &out)
	return out, err
}

// An Analysis is what is known about a puzzle apart from its answer.
type Analysis struct {
	Facts []struct {
		Key   string   `json:"key"`
		Value any      `json:"value"`
		Lines []string `json:"lines"`
	} `json:"facts"`
	Stopped string `json:"stopped"` // the limit that ended it, where one did
}

// Analyze tells what is known about a puzzle.
func (c *Client) Analyze(ctx context.Context, puzzle Document) (out Analysis, err error) {
	err = c.Call(ctx, "analyze", one{puzzle}, &out)
	return out, err
}

// A Checked is what the checker says of a claim.
type Checked struct {
	Accepted   bool   `json:"accepted"`
	Text       string `json:"text"`
	Verified   string `json:"verified"`
	Unverified string `json:"unverified"`
}

// Check checks what somebody says about a puzzle. A claim that does not hold is no error: it is not accepted.
func (c *Client) Check(ctx context.Context, puzzle, claim Document) (out Checked, err error) {
	err = c.Call(ctx, "check", struct {
		one
		Claim Document `json:"claim"`
	}{one{puzzle}, claim}, &out)
	return out, err
}

// Apply makes moves, in the family's words; done says that the target stands.
func (c *Client) Apply(ctx context.Context, puzzle Document, moves string) (after Document, done bool, err error) {
	var out struct {
		Document Document
		Done     bool
	}
	err = c.Call(ctx, "apply", struct {
		one
		Moves string `json:"moves"`
	}{one{puzzle}, moves}, &out)
	return out.Document, out.Done, err
}

// A Wish is what puzzle Generate makes.
type Wish struct {
	Family   string `json:"family"`
	Profile  string `json:"profile,omitempty"`  // one of the family's; empty for any puzzle
	Size     int    `json:"size,omitempty"`     // in what the family counts
	Seed     uint64 `json:"seed,omitempty"`     // decides all that is random
	Distance *int64 `json:"distance,omitempty"` // the cost of the best solution, exactly
}

// Generate makes a puzzle.
func (c *Client) Generate(ctx context.Context, w Wish) (Document, error) {
	var out one
	err := c.Call(ctx, "generate", w, &out)
	return out.Document, err
}

// Decode reads puzzles from a text; format is "" where it is to be found out. more says that there are more than most.
func (c *Client) Decode(ctx context.Context, text, format string, most int) (puzzles []Document, more bool, err error) {
	var out struct {
		Instances []Document
		More      bool
	}
	err = c.Call(ctx, "decode", struct {
		Text   string `json:"text"`
		Format string `json:"format,omitempty"`
		Limit  int    `json:"limit,omitempty"`
	}{text, format, most}, &out)
	return out.Instances, out.More, err
}

// Encode writes a puzzle in a text format.
func (c *Client) Encode(ctx context.Context, puzzle Document, format string) (string, error) {
	var out struct{ Text string }
	err := c.Call(ctx, "encode", struct {
		one
		Format string `json:"format"`
	}{one{puzzle}, format}, &out)
	return out.Text, err
}

// Render draws a puzzle, or an answer where there is a claim: svg, png, gif or txt.
func (c *Client) Render(ctx context.Context, puzzle, claim Document, kind string) (file []byte, mime string,
	err error) {
	var out struct {
		Mime string
		Data []byte
	}
	err = c.Call(ctx, "render", struct {
		one
		Claim Document `json:"claim,omitempty"`
		Kind  string   `json:"kind"`
	}{one{puzzle}, claim, kind}, &out)
	return out.Data, out.Mime, err
}
