package job

import "bytes"

// A Record is what a result says in its first fields, for those who sum up many. Its texts are pieces of the line, with
// their escapes as they stand there.
type Record struct {
	File, Name, Family, Verb, Digest []byte
	Line                             []byte // a number
	// Said is the verdict, "accepted" or "rejected", "counted", "analyzed" or "generated"; "error" where there is none.
	Said []byte
	// Class is that of an error, and Title its sentence.
	Class, Title []byte
}

// ReadRecord reads a line that Append or Refuse has written, with or without its line end; ok is false where it is
// none, or does not end. It looks at the beginning alone and takes well under a microsecond.
func ReadRecord(line []byte) (r Record, ok bool) {
	rest := bytes.TrimSuffix(line, []byte("\n"))
	if !bytes.HasSuffix(rest, []byte("}")) {
		return r, false
	}
	if len(rest) == 0 || rest[0] != '{' {
		return r, false
	}
	for {
		var name, value []byte
		if name, value, rest = next(rest[1:]); name == nil {
			return r, false
		}
		said := func(what string) (Record, bool) {
			r.Said = []byte(what)
			return r, true
		}
		switch string(name) {
		case "file":
			r.File = value
		case "line":
			r.Line = value
		case "name":
			r.Name = value
		case "family":
			r.Family = value
		case "verb":
			r.Verb = value
		case "digest":
			r.Digest = value
		case "verdict":
			r.Said = value
			return r, true
		case "count":
			return said("counted")
		case "analysis":
			return said("analyzed")
		case "document":
			return said("generated")
		case "accepted":
			if value[0] == 't' {
				return said("accepted")
			}
			return said("rejected")
		case "error":
			_, r.Class, rest = next(value[1:])
			if len(rest) > 0 {
				_, r.Title, _ = next(rest[1:])
			}
			return said("error")
		}
		if len(rest) == 0 || rest[0] != ',' {
			return r, false
		}
	}
}

// next reads a field, of which the value is a text, or ends at the next comma or brace. An object is all that follows.
func next(b []byte) (name, value, rest []byte) {
	if name, b = quoted(b); name == nil || len(b) < 2 || b[0] != ':' {
		return nil, nil, nil
	}
	switch b = b[1:]; b[0] {
	case '"':
		if value, rest = quoted(b); value == nil {
			return nil, nil, nil
		}
		return name, value, rest
	case '{', '[':
		return name, b, nil
	}
	end := bytes.IndexAny(b, ",}")
	if end <= 0 {
		return nil, nil, nil
	}
	return name, b[:end], b[end:]
}

// quoted reads a text in quotes.
func quoted(b []byte) (text, rest []byte) {
	if len(b) == 0 || b[0] != '"' {
		return nil, nil
	}
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return b[1:i], b[i+1:]
		}
	}
	return nil, nil
}
