package puzzle

// An Example is a puzzle that is worth a look.
type Example struct {
	Family string
	Name   string // a few words: "Four tilts"
	Note   string // what is so special, in a few words: "impossible"
	// Document is its instance document, in JSON.
	Document string
}
