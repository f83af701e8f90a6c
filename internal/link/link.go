// Package link puts a puzzle into a link, and perhaps what is claimed about it: all of both stands behind the #, which
// no browser sends to a server. So a link needs no account and no memory anywhere, and lasts as long as its text.
//
// The part behind the # is "v1." and then, in base64url without padding, the raw DEFLATE of an object: {"i": instance,
// "c": claim}.
package link

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// Bounds of what is written and read.
const (
	mark            = "v1."
	mostFragment    = 1 << 20  // bytes of its text
	mostInflated    = 64 << 20 // bytes of what it says
	fragmentTooLong = "the link is longer than 1 MiB, which is more than a link may be; send the files instead"
)

// letters are those of base64url.
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// shared is what a fragment says.
type shared struct {
	Instance json.RawMessage `json:"i"`
	Claim    json.RawMessage `json:"c,omitempty"`
}

// Pack makes the fragment of a link that holds a puzzle and perhaps a claim, as documents. The error matches
// puzzle.ErrLimit where it is too long.
func Pack(instance, claim []byte) (string, error) {
	said, err := json.Marshal(shared{instance, claim})
	if err != nil {
		return "", err
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err == nil {
		_, err = w.Write(said)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return "", err
	}
	if len(said) > mostInflated || base64.RawURLEncoding.EncodedLen(packed.Len())+len(mark) > mostFragment {
		return "", &puzzle.LimitError{Limit: "size", Msg: fragmentTooLong}
	}
	return mark + base64.RawURLEncoding.EncodeToString(packed.Bytes()), nil
}

// Is reports whether text looks like a link with a fragment, or like a fragment behind its #.
func Is(text string) bool {
	before, after, ok := strings.Cut(text, "#")
	return ok && strings.HasPrefix(after, mark) && (before == "" || strings.HasPrefix(before, "http://") ||
		strings.HasPrefix(before, "https://"))
}

// Unpack reads the fragment of a link, or a whole link that has one. claim is nil where there is none. What it returns
// is JSON, and nothing else about it has been looked at.
func Unpack(link string) (instance, claim []byte, err error) {
	if i := strings.IndexByte(link, '#'); i >= 0 {
		link = link[i+1:]
	}
	text, ok := strings.CutPrefix(strings.TrimSpace(link), mark)
	switch {
	case !ok:
		return nil, nil, refuse("this is no link that holds a puzzle; one has #%s and letters behind it", mark)
	case len(mark)+len(text) > mostFragment:
		return nil, nil, &puzzle.LimitError{Limit: "size", Msg: fragmentTooLong}
	}
	packed, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		if strings.Trim(text, letters) == "" {
			return nil, nil, refuse("the link is cut off or damaged: its last letter cannot be the end of one")
		}
		return nil, nil, refuse("the link is damaged: a character in it is none of those that links are made of")
	}
	in := flate.NewReader(bytes.NewReader(packed))
	said, err := io.ReadAll(io.LimitReader(in, mostInflated+1))
	switch {
	case len(said) > mostInflated:
		return nil, nil, &puzzle.LimitError{Limit: "size", Msg: "the link unpacks to more than 64 MiB, which is not read"}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, nil, refuse("the link is cut off; its end is missing")
	case err != nil:
		return nil, nil, refuse("the link is damaged: what it holds cannot be unpacked")
	}
	var s shared
	dec := json.NewDecoder(bytes.NewReader(said))
	dec.DisallowUnknownFields()
	err = dec.Decode(&s)
	if _, more := dec.Token(); err != nil || more != io.EOF || len(s.Instance) == 0 || s.Instance[0] != '{' {
		return nil, nil, refuse("the link is damaged: what it holds is no puzzle")
	}
	if string(s.Claim) == "null" {
		s.Claim = nil
	}
	return s.Instance, s.Claim, nil
}

func refuse(format string, args ...any) error { return grid.Errorf(grid.Pos{}, format, args...) }
