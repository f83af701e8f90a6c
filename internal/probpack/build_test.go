package probpack_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/internal/probpack"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// small are options for packages that are made within a moment.
func small() probpack.Options {
	lim := puzzle.DefaultLimits()
	lim.Time = 0
	return probpack.Options{Cases: 2, Largest: 20, Seed: 1, Size: 300_000, Limits: lim}
}

// ample are options for a package with so many files in a group; fewer where the smallest instances of a profile take
// megabytes.
func ample(p *contest.Problem, cases int) probpack.Options {
	opts := small()
	opts.Cases = cases
	if p.Name() == "flip-line" {
		return opts
	}
	opts.Size = 4 << 20
	for _, k := range p.Profiles() {
		if k.Sizes[0] > 10_000 {
			opts.Cases, opts.Size = 1, 24<<20
		}
	}
	return opts
}

// problems are the toy and all contests, or with -short the one of them that has the fewest profiles.
func problems() []*contest.Problem {
	all := families.Contests(families.All())
	slices.SortStableFunc(all, func(a, b *contest.Problem) int { return len(a.Profiles()) - len(b.Profiles()) })
	return append([]*contest.Problem{toy(toyFamily(), toyPrograms)}, all[:extent.Less(min(1, len(all)), len(all))]...)
}

// folder is the name of a package of p in a folder that the test may write to.
func folder(t *testing.T, p *contest.Problem) string {
	return filepath.Join(t.TempDir(), strings.ReplaceAll(p.Name(), "-", ""))
}

func build(t *testing.T, p *contest.Problem, opts probpack.Options) *probpack.Package {
	t.Helper()
	pack, err := probpack.Build(t.Context(), p, opts)
	if err != nil {
		t.Fatal(err)
	}
	return pack
}

// digest is that of the names, modes and bytes in a directory.
func digest(t *testing.T, dir string) string {
	t.Helper()
	h := sha256.New()
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || name == dir {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		info, err := e.Info()
		if err != nil {
			return err
		}
		fmt.Fprintln(h, filepath.ToSlash(rel), info.Mode())
		if e.IsDir() {
			return nil
		}
		data, err := os.ReadFile(name)
		fmt.Fprintf(h, "%d\n%s", len(data), data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// TestSameBytes makes each package twice, from families of its own, in directories of different names.
func TestSameBytes(t *testing.T) {
	for i, p := range problems() {
		t.Run(p.Name(), func(t *testing.T) {
			first, second := folder(t, p), folder(t, p)
			if err := build(t, p, ample(p, 1)).Write(first); err != nil {
				t.Fatal(err)
			}
			pack := build(t, problems()[i], ample(p, 1))
			if err := pack.Write(second); err != nil {
				t.Fatal(err)
			}
			if digest(t, first) != digest(t, second) {
				t.Error("the same package has other bytes the second time")
			}
			if size := ample(p, 1).Size; pack.Bytes() > size+300_000 {
				t.Errorf("%d bytes, though the secret data may have %d", pack.Bytes(), size)
			}
		})
	}
}

// TestReplace writes over what is there, and over nothing that is no package.
func TestReplace(t *testing.T) {
	p := toy(toyFamily(), nil)
	dir := folder(t, p)
	if err := probpack.Usable(dir, false); err != nil {
		t.Fatal(err)
	}
	pack := build(t, p, small())
	if err := pack.Write(dir); err != nil {
		t.Fatal(err)
	}
	fresh := digest(t, dir)
	if err := probpack.Usable(dir, false); err == nil || !errors.Is(err, puzzle.ErrInput) {
		t.Errorf("a directory that is not empty: %v", err)
	}
	file := filepath.Join(t.TempDir(), "afile")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := probpack.Usable(file, true); !errors.Is(err, puzzle.ErrInput) {
		t.Errorf("a file for a directory: %v", err)
	}
	old, own := filepath.Join(dir, "data", "secret", "old.in"), filepath.Join(dir, "notes.txt")
	for _, name := range []string{old, own} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := probpack.Usable(dir, true); err != nil {
		t.Error(err)
	}
	if err := pack.Write(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(own); err != nil {
		t.Errorf("a file that is no part of a package is gone: %v", err)
	}
	if digest(t, dir) != fresh {
		t.Error("what was there before is not replaced")
	}
	os.Remove(filepath.Join(dir, "problem.yaml"))
	if err := probpack.Usable(dir, true); err == nil {
		t.Error("a directory that holds no package can be replaced")
	}
	if err := probpack.Usable(filepath.Join(t.TempDir(), "My-Package"), false); err == nil {
		t.Error("a package may be called My-Package")
	}
}

// TestBudget bounds what the data take, and says so where that cannot be.
func TestBudget(t *testing.T) {
	p := toy(toyFamily(), nil)
	for _, size := range []int64{5_000, 20_000, 100_000} {
		opts := small()
		opts.Size = size
		sum := int64(0)
		for _, g := range build(t, p, opts).Groups {
			if strings.HasPrefix(g.Name, "secret/") {
				sum += g.Bytes
			}
		}
		if sum > size || sum < size/20 {
			t.Errorf("the data take %d bytes of %d", sum, size)
		}
	}
	opts := small()
	opts.Size = 100
	if _, err := probpack.Build(t.Context(), p, opts); err == nil || !strings.Contains(err.Error(), "allow more bytes") {
		t.Errorf("all data in 100 bytes: %v", err)
	}
}

// TestUnfit are contests that no package can be made of.
func TestUnfit(t *testing.T) {
	for _, name := range []string{"good/x.go", "accepted/x y.go", "accepted", "accepted/../x.go"} {
		p := toy(toyFamily(), map[string]string{name: "\n"})
		if _, err := probpack.Build(t.Context(), p, small()); !errors.Is(err, puzzle.ErrInternal) {
			t.Errorf("a submission %q: %v", name, err)
		}
	}
}

// TestNoPlaces looks that a package tells nothing of the machine that it was made on.
func TestNoPlaces(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	date := regexp.MustCompile(`20[0-9]{2}-[0-9]{2}-[0-9]{2}`)
	for _, f := range build(t, toy(toyFamily(), nil), small()).Files {
		if strings.Contains(string(f.Data), here) || date.Match(f.Data) {
			t.Errorf("%s names a place or a date", f.Path)
		}
	}
}
