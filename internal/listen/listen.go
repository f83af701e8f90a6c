// Package listen reads the addresses that services are told to listen at.
package listen

import (
	"fmt"
	"net"
	"strconv"
	"strings"
)

// Address reads HOST:PORT; port 0 picks one. A host that is left out would stand for all addresses of the machine,
// which nobody should open to others by leaving something out. The error, one line, names the flag that addr is of, and
// like, an address of this machine alone.
func Address(flag, addr, like string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(addr)
	if err != nil {
		return "", 0, fmt.Errorf("%s is %.100q; it looks like %s", flag, addr, like)
	}
	port, err = strconv.Atoi(text)
	if err != nil && text != "" || strings.ContainsAny(text, "+-") || port > 65535 ||
		strings.ContainsFunc(host, func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		return "", 0, fmt.Errorf("%s is %.100q; it looks like %s, and a port is a number up to 65535", flag, addr, like)
	}
	if text == "" {
		return "", 0, fmt.Errorf("%s is %.100q, which names no port; it looks like %s", flag, addr, like)
	}
	if host == "" {
		return "", 0, fmt.Errorf("%s is %.100q, which names no host; write 127.0.0.1:%d for this machine alone, or "+
			"0.0.0.0:%d for whoever reaches it", flag, addr, port, port)
	}
	return host, port, nil
}
