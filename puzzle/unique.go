package puzzle

import "fmt"

// Unique returns list, of families or of checkers, in which no two share a name, nor any two text formats. It panics
// where they do: that is a mistake in the program, and only one of the two could ever be asked for by its name.
func Unique[F interface {
	Name() string
	Formats() []Format
}](list ...F) []F {
	families, formats := map[string]bool{}, map[string]string{"json": "all documents", "yaml": "all documents"}
	for _, f := range list {
		if families[f.Name()] {
			panic(fmt.Sprintf("puzzle: two families are called %q", f.Name()))
		}
		families[f.Name()] = true
		for _, t := range f.Formats() {
			if of, taken := formats[t.Name]; taken {
				panic(fmt.Sprintf("puzzle: the text format %q belongs to %s and to %s", t.Name, of, f.Name()))
			}
			formats[t.Name] = f.Name()
		}
	}
	return list
}
