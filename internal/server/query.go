package server

import (
	"errors"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gridwright/gridwright/grid"
)

// parseQuery reads the part of an address behind the ?, of which each name stands there once and is one of names.
func parseQuery(raw string, names ...string) (map[string]string, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, errors.New("the part of the address behind the ? cannot be read")
	}
	out := map[string]string{}
	for name, all := range values {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("there is no parameter %s; there are %s%s", grid.Quote(name), strings.Join(names, " and "),
				grid.DidYouMean(name, names))
		}
		if len(all) > 1 {
			return nil, fmt.Errorf("the parameter %s stands there more than once", name)
		}
		out[name] = all[0]
	}
	return out, nil
}

// parseTime reads a time that is not 0.
func parseTime(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("%s is no time above 0; it looks like 5s or 300ms", grid.Quote(text))
	}
	return d, nil
}

// parseBytes reads a size that is not 0.
func parseBytes(text string) (int64, error) {
	number, unit := text, int64(1)
	for i, name := range []string{"KiB", "MiB", "GiB", "TiB"} {
		if part, ok := strings.CutSuffix(text, name); ok {
			number, unit = part, 1<<(10*(i+1))
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64/unit {
		return 0, fmt.Errorf("%s is no size above 0; it looks like 256MiB", grid.Quote(text))
	}
	return n * unit, nil
}
