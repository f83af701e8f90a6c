package grid

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"json", "timeout", "max-memory", "exit-status", "exit-code"}
	for name, want := range map[string]string{
		"jsno": "json", "jso": "json", "j": "", "js": "", "time-out": "timeout", "timeot": "timeout", "time": "timeout",
		"exit": "", "exit-s": "exit-status", "memory": "", "frobnicate": "", "": "", "json": "json",
	} {
		if got := Nearest(name, names); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
