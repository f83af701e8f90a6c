package puzzletest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// forgedClaims changes every field of every claim, one at a time and in several ways. A
// forged claim must be refused as a document or rejected by the checker; where it is
// accepted the oracle has to say that it is true all the same.
func (k Kit) forgedClaims(t testing.TB) {
	schemas := k.compile(t)
	forged, refused, rejected, lucky := 0, 0, 0, 0
	for name, in := range k.generated() {
		claims := k.withZero(in, k.prove(t, name, in))
		if k.Family.CountOf() != "" {
			n, err := k.Family.Count(context.Background(), in, puzzle.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			claims = append(claims, n)
		}
		for _, cl := range claims {
			honest := mustJSON(t, cl)
			for doc := range forgeries(t, honest) {
				if forged++; forged%forgedShare != 0 {
					continue
				}
				tree, err := document.ParseJSON(doc)
				if err != nil {
					t.Fatalf("a forgery is no JSON: %v: %s", err, doc)
				}
				fake, err := k.Family.DecodeClaim(nil, &tree)
				if err != nil {
					if !errors.Is(err, puzzle.ErrInput) {
						t.Fatalf("%s: %v", doc, err)
					}
					refused++
					continue
				}
				switch err := k.Family.Check(context.Background(), in, fake, puzzle.Limits{}); {
				case errors.Is(err, puzzle.ErrRejected):
					rejected++
				case err != nil:
					t.Fatalf("%s: forged claim %s: %v", name, doc, err)
				case k.holds(in, fake):
					lucky++
					schemas.accept(t, puzzle.SchemaClaim, doc) // nothing is accepted that the schema refuses
				default:
					t.Fatalf("%s: instance %s: a forged claim was accepted\nhonest %s\nforged %s", name, mustJSON(t, in), honest, doc)
				}
			}
		}
	}
	if rejected == 0 || refused == 0 {
		t.Fatalf("%d forgeries: %d rejected, %d refused: the test tests too little", forged, rejected, refused)
	}
	t.Logf("a share of %d forgeries: %d refused as documents, %d rejected, %d true all the same", forged, refused,
		rejected, lucky)
}

// forgeries yields documents that differ from an honest one in one place.
func forgeries(t testing.TB, honest []byte) iter.Seq[[]byte] {
	dec := json.NewDecoder(bytes.NewReader(honest))
	dec.UseNumber()
	var tree any
	if err := dec.Decode(&tree); err != nil {
		t.Fatal(err)
	}
	return func(yield func([]byte) bool) {
		for fake := range variants(tree) {
			var b bytes.Buffer
			enc := json.NewEncoder(&b)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(fake); err != nil {
				t.Fatal(err)
			}
			doc := bytes.TrimSpace(b.Bytes())
			if !yield(doc) {
				return
			}
		}
	}
}

// variants yields copies of a JSON value with one change each.
func variants(v any) iter.Seq[any] {
	return func(yield func(any) bool) {
		switch v := v.(type) {
		case map[string]any:
			objectVariants(v)(yield)
		case []any:
			listVariants(v)(yield)
		case json.Number:
			n, ok := new(big.Int).SetString(v.String(), 10)
			if !ok {
				return
			}
			for _, d := range []int64{1, -1, 2, 1000} {
				if !yield(json.Number(new(big.Int).Add(n, big.NewInt(d)).String())) {
					return
				}
			}
			if n.Sign() != 0 {
				yield(json.Number("0"))
			}
		case string:
			for _, s := range textVariants(v) {
				if s != v && !yield(s) {
					return
				}
			}
		}
	}
}

func objectVariants(v map[string]any) iter.Seq[any] {
	return func(yield func(any) bool) {
		for _, key := range slices.Sorted(maps.Keys(v)) {
			less := maps.Clone(v)
			delete(less, key)
			if !yield(less) {
				return
			}
			for changed := range variants(v[key]) {
				fake := maps.Clone(v)
				fake[key] = changed
				if !yield(fake) {
					return
				}
			}
		}
		more := maps.Clone(v)
		more["surprise"] = true
		yield(more)
	}
}

func listVariants(v []any) iter.Seq[any] {
	return func(yield func(any) bool) {
		for i := range v {
			if !yield(slices.Delete(slices.Clone(v), i, i+1)) || !yield(slices.Insert(slices.Clone(v), i, v[i])) {
				return
			}
			for changed := range variants(v[i]) {
				fake := slices.Clone(v)
				fake[i] = changed
				if !yield(fake) {
					return
				}
			}
		}
		for i := 1; i < len(v); i++ {
			fake := slices.Clone(v)
			fake[i-1], fake[i] = fake[i], fake[i-1]
			if fmt.Sprint(fake) != fmt.Sprint(v) && !yield(fake) {
				return
			}
		}
	}
}

// textVariants changes a text: as a number where it is one, letter by letter where it is short.
func textVariants(s string) []string {
	out := []string{"", s + s, s + "x"}
	if n, ok := new(big.Int).SetString(s, 10); ok {
		for _, d := range []int64{1, -1, 2, 4, -4, 12} {
			out = append(out, new(big.Int).Add(n, big.NewInt(d)).String())
		}
		return append(out, new(big.Int).Lsh(n, 1).String(), "0"+s)
	}
	runes := []rune(s)
	for i := range runes[:min(len(runes), 40)] {
		out = append(out, string(slices.Delete(slices.Clone(runes), i, i+1)))
		out = append(out, string(slices.Insert(slices.Clone(runes), i, runes[i])))
		for _, r := range distinct(runes) {
			fake := slices.Clone(runes)
			fake[i] = r
			out = append(out, string(fake))
		}
	}
	for _, word := range []string{"solved", "impossible", "unknown", "L", "R", "U", "D", "LR", "UD", "LU", "RU", "RD",
		"LD"} {
		if strings.ToLower(word) != s {
			out = append(out, word)
		}
	}
	return out
}

func distinct(runes []rune) []rune {
	d := slices.Clone(runes)
	slices.Sort(d)
	return slices.Compact(d)
}
