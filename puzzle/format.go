package puzzle

// A Format describes one text format of a family.
type Format struct {
	Name    string
	Doc     string
	Contest bool
	// Evidence says whether WriteEvidence writes in it.
	Evidence bool
	Sample   string
	sniff    func([]byte) bool
	maybe    func([]byte) bool
	promises bool
}

// Sniff reports whether a file that begins with head is taken for this format.
func (f Format) Sniff(head []byte) bool { return f.sniff(head) }

// Maybe reports whether a file that begins with head could be of this format, though Sniff may say that it is rather
// another one's.
func (f Format) Maybe(head []byte) bool { return f.Sniff(head) || f.maybe != nil && f.maybe(head) }
