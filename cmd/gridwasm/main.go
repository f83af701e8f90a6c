//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "gridwasm runs in a browser; \"make site\" builds it for one")
	os.Exit(2)
}
