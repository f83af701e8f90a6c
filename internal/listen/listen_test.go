package listen

import (
	"strings"
	"testing"
)

// TestAddress tries addresses that are none, or that would open more than they say: each gives a sentence of one line.
func TestAddress(t *testing.T) {
	for _, addr := range []string{"127.0.0.1:8080", "0.0.0.0:8080", "localhost:0", "[::1]:8080", "[::]:65535",
		"host.example:80"} {
		if _, _, err := Address("addr", addr, "127.0.0.1:8080"); err != nil {
			t.Errorf("%q: %v", addr, err)
		}
	}
	for addr, want := range map[string]string{"": "looks like 127.0.0.1:8080", "nowhere": "looks like 127.0.0.1:8080",
		":":               "names no port",
		"127.0.0.1:":      "names no port",
		":8080":           "write 127.0.0.1:8080 for this machine alone, or 0.0.0.0:8080",
		"127.0.0.1:70000": "a number up to 65535", "127.0.0.1:http": "a number up to 65535", "a b:80": "a number up to 65535",
		"127.0.0.1:-1": "a number up to 65535", "127.0.0.1:8080\nmore": "up to 65535", "127\n:80": `"127\n:80"`,
		"\n": `"\n"`} {
		_, _, err := Address("addr", addr, "127.0.0.1:8080")
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %q", addr, err, want)
		}
	}
}
