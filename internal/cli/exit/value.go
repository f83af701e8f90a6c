package exit

import "strings"

// BadValue says what is wrong with the value of a setting. kind is what package pflag calls its type; what Go's parsers
// say of times and numbers is put into plain words.
func BadValue(name, kind, value string, err error) error {
	switch kind {
	case "bool":
		return Usagef("%s takes no value but true and false, not %.100q", name, value)
	case "duration":
		if strings.HasPrefix(err.Error(), "time: ") { // a Timeout has words of its own
			return Usagef("%s is %.100q, which is no time; it looks like 30s or 5m", name, value)
		}
	case "int", "int64", "uint64":
		return Usagef("%s is %.100q, which is no whole number that it can be", name, value)
	}
	return Usagef("%s: %v", name, err)
}
