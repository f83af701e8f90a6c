package puzzletest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/puzzle"
)

// Numbers of what is asked at once.
const (
	askers     = 8  // goroutines: two at each of four places of the list
	askedSmall = 8  // of the small instances, spread evenly over them
	askedEach  = 4  // generated instances of each size
	maxListed  = 64 // answers of All that are compared
)

// concurrently asks one family about many instances at once, from many goroutines, and wants the answers of a family
// that is asked one question at a time. Families come fresh, so that what they prepare and remember is made under
// contention. Under the race detector it also sees memory that is shared and happens to hold what it should.
func (k Kit) concurrently(t testing.TB) {
	if k.Fresh == nil {
		t.Fatal("the kit lacks Fresh")
	}
	if err := k.askAtOnce(extent.Less(1, 3)); err != nil {
		t.Fatal(err)
	}
}

// askAtOnce is concurrently; the error is the first answer that differs.
func (k Kit) askAtOnce(rounds int) error {
	values := k.asked()
	alone := k.Fresh()
	want := make([][]answer, len(values))
	for i, v := range values {
		want[i] = askAll(alone, v)
	}
	for range rounds {
		fam := k.Fresh()
		errs := make([]error, askers)
		var wg sync.WaitGroup
		for asker := range askers {
			wg.Go(func() {
				for step := range values {
					i := (asker/2*len(values)/(askers/2) + step) % len(values)
					if err := differ(askAll(fam, values[i]), want[i]); err != nil {
						errs[asker] = fmt.Errorf("instance %d of %d: %w", i, len(values), err)
						return
					}
				}
			})
		}
		wg.Wait()
		if err := errors.Join(errs...); err != nil {
			return err
		}
	}
	return nil
}

// asked lists the instances, as the family's own values: they are offered to several families.
func (k Kit) asked() (values []any) {
	small := slices.Collect(k.Small)
	for i := range min(askedSmall, len(small)) {
		values = append(values, small[i*len(small)/min(askedSmall, len(small))].Value())
	}
	for _, size := range slices.Concat(k.Sizes, k.AtOnce) {
		for i := range askedEach {
			values = append(values, k.generate(k.Seed+uint64(i), size).Value())
		}
	}
	return values
}

// An answer is what came of one question, in words.
type answer struct{ question, text string }

func differ(got, want []answer) error {
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			return fmt.Errorf("nobody answers %s", want[i].question)
		case i >= len(want) || got[i] != want[i]:
			was := "nothing"
			if i < len(want) {
				was = want[i].text
			}
			return fmt.Errorf("%s, asked while others ask: %s; asked alone: %s", got[i].question, got[i].text, was)
		}
	}
	return nil
}

// askAll asks fam all that a family may be asked about one instance.
func askAll(fam *puzzle.Family, value any) (out []answer) {
	ctx, lim := context.Background(), puzzle.Limits{}
	say := func(question string, err error, text func() string) {
		switch {
		case errors.Is(err, puzzle.ErrUnsupported):
		case err != nil:
			out = append(out, answer{question, "error: " + err.Error()})
		default:
			out = append(out, answer{question, text()})
		}
	}
	in, err := fam.InstanceOf(value)
	if err != nil {
		return []answer{{"InstanceOf", err.Error()}}
	}
	verdict, err := fam.Solve(ctx, in, puzzle.Limits{VerdictOnly: true})
	say("Solve for the verdict alone", err, func() string { return verdict.Verdict().String() })
	cl, err := fam.Solve(ctx, in, lim)
	say("Solve", err, func() string { return written(cl) })
	if err == nil && cl.Verdict() != puzzle.Unknown {
		say("Check", fam.Check(ctx, in, cl, lim), func() string { return "accepted" })
	}
	if err == nil && cl.Verdict() == puzzle.Solved && fam.Can(puzzle.AskHint) {
		hint, err := fam.Hint(in, cl)
		say("Hint", err, func() string { return hint })
	}
	if fam.CountOf() != "" {
		n, err := fam.Count(ctx, in, lim)
		say("Count", err, func() string { return n.Count().String() })
		if err == nil {
			say("Check of the count", fam.Check(ctx, in, n, lim), func() string { return "accepted" })
		}
	}
	all, err := listed(ctx, fam.All, in, lim)
	say("All", err, func() string { return fmt.Sprint(len(all), all) })
	every, err := listed(ctx, fam.Every, in, lim)
	say("Every", err, func() string { return fmt.Sprint(len(every), every) })
	facts, err := fam.AppendAnalysis(ctx, nil, in, lim)
	say("Analyze", err, func() string { return string(facts) })
	for _, distance := range []int64{-1, 2} {
		from, err := fam.Scramble(ctx, in, distance, rand.New(rand.NewPCG(5, 7)), lim)
		say(fmt.Sprintf("Scramble(%d)", distance), err, func() string { return written(from) })
	}
	return out
}

var errEnough = errors.New("enough")

// A listing is All, or Every, of a family.
type listing func(context.Context, puzzle.Instance, puzzle.Limits, func(puzzle.Claim) error) error

// listed lists what list yields, in no order that is promised, where that is not too much.
func listed(ctx context.Context, list listing, in puzzle.Instance, lim puzzle.Limits) (all []string, err error) {
	err = list(ctx, in, lim, func(cl puzzle.Claim) error {
		if all = append(all, written(cl)); len(all) > maxListed {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		return []string{"and many more"}, nil
	}
	slices.Sort(all)
	return all, err
}

func written(v interface {
	AppendJSON([]byte) ([]byte, error)
}) string {
	b, err := v.AppendJSON(nil)
	if err != nil {
		return "error: " + err.Error()
	}
	return string(b)
}
