package twin

import (
	"crypto/sha256"
	"slices"
)

// Signed puts the right sum behind a forged body.
func Signed(body []byte) []byte {
	sum := sha256.Sum256(body)
	return append(slices.Clone(body), sum[:]...)
}
