package lights

import "testing"

// A text of the format square-puzzle begins like rows of digits too; it is none of ours.
func TestSniffDigits(t *testing.T) {
	for head, want := range map[string]bool{
		"010\n111\n":                        true,
		"1\n":                               true,
		"4\n293\n678\n514\n":                false,
		"123\n456\n789\n":                   false,
		"# a comment\n4\n293\n":             false,
		"# modulus 10\n4\n293\n":            true, // what is wrong with the rows is then said
		"# modulus 10\n123\n456\n":          true,
		"4\n29\n":                           true,
		"012\n021\n":                        true,
		"101\n229\n":                        true,
		"0101\n1234\n":                      true,
		"4\r\n293\r\n":                      false,
		"\xEF\xBB\xBF4\r\n293\r\n678\r\n51": false,
	} {
		if sniffDigits([]byte(head)) != want {
			t.Errorf("%q: want %v", head, want)
		}
	}
}

// What could be rows of digits if somebody says so.
func TestMaybeDigits(t *testing.T) {
	for head, want := range map[string]bool{
		"123\n456\n": true, "0120\r\n3333\r\n": true, "12\n\n34\n": true, "7": true,
		"2 2 4\n1 1\n1 2\n": false, "231\n456\n789\n": false, "4\n293\n": false, "": false, "\n": false, "12\n3a\n": false,
	} {
		if got := maybeDigits([]byte(head)); got != want {
			t.Errorf("%q: %v", head, got)
		}
	}
}
