package disk

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// All files of a cache hold a body and its SHA-256 sum. They are written beside their place and renamed, so nobody
// reads half of one. In their place there may be anything: only regular files are read, replaced or removed.

var errNotWhole = errors.New("the file is damaged")

// Open opens a regular file, or one that a link leads to, and tells its size. Anything else is not touched: to open
// a pipe would wait for its writer. Where a pipe takes the file's place in between, opening it does not wait either.
func Open(name string) (*os.File, int64, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, fmt.Errorf("%s: %w", name, errNotWhole)
	}
	f, err := os.OpenFile(name, os.O_RDONLY|openNonblock, 0)
	if err != nil {
		return nil, 0, err
	}
	if info, err = f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, 0, fmt.Errorf("%s: %w", name, errNotWhole)
	}
	return f, info.Size(), nil
}

// ours reports whether a file may be replaced or removed under this name: a regular file, a link, or none.
func ours(name string) bool {
	info, err := os.Lstat(name)
	return errors.Is(err, os.ErrNotExist) || err == nil && (info.Mode().IsRegular() || info.Mode()&os.ModeSymlink != 0)
}

// Remove removes a file of the cache.
func Remove(name string) {
	if ours(name) {
		os.Remove(name)
	}
}

// oldTemporary is the age from which a temporary file belongs to a run that was killed.
const oldTemporary = 24 * time.Hour

// temporary reports whether a name is one that Write gives, or that earlier versions gave, to a file on its way:
// permute-HEX.table.7, permute-HEX.search.7, perimeter-4x4-HEX.bin.7 or perimeter-7.tmp. (An expression of package
// regexp would say it in a line, and weigh as much as a family where the program is sent to a browser.)
func temporary(name string) bool {
	if rest, ok := strings.CutPrefix(name, "perimeter-"); ok {
		if n, old := strings.CutSuffix(rest, ".tmp"); old {
			return digits(n)
		}
		size, rest, _ := strings.Cut(rest, "-")
		rows, cols, _ := strings.Cut(size, "x")
		sum, n, _ := strings.Cut(rest, ".bin.")
		return digits(rows) && digits(cols) && hexadecimal(sum) && digits(n)
	}
	rest, ok := strings.CutPrefix(name, "permute-")
	sum, rest, _ := strings.Cut(rest, ".")
	kind, n, _ := strings.Cut(rest, ".")
	return ok && hexadecimal(sum) && (kind == "table" || kind == "search") && digits(n)
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func hexadecimal(s string) bool { return len(s) == 24 && strings.Trim(s, "0123456789abcdef") == "" }

// sweep removes what killed runs left in a directory.
func sweep(dir string, now time.Time) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !temporary(e.Name()) {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && now.Sub(info.ModTime()) > oldTemporary {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// Write writes a file that is there whole or not at all, makes its directory where that is missing and removes old
// temporary files there. body may leave the errors of its writes to the writer, which keeps the first.
func Write(name string, body func(w *bufio.Writer)) (err error) {
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	sweep(dir, time.Now())
	if !ours(name) {
		return fmt.Errorf("%s is not a file", name)
	}
	f, err := os.CreateTemp(dir, filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	sum := sha256.New()
	w := bufio.NewWriterSize(io.MultiWriter(f, sum), 1<<20)
	body(w)
	if err := w.Flush(); err != nil {
		return err
	}
	if _, err := f.Write(sum.Sum(nil)); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// Read returns the body of what Write wrote, at most as many bytes. An error is ctx's, or says that there is no
// such file.
func Read(ctx context.Context, name string, most int64) ([]byte, error) {
	f, size, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if size > most+sha256.Size || size < sha256.Size {
		return nil, fmt.Errorf("%s: %w", name, errNotWhole)
	}
	data, sum := make([]byte, size), sha256.New()
	body := data[:size-sha256.Size]
	for rest := data; len(rest) > 0; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		part := rest[:min(len(rest), 1<<20)]
		if _, err := io.ReadFull(f, part); err != nil {
			return nil, err
		}
		rest = rest[len(part):]
	}
	for rest := body; len(rest) > 0; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		part := rest[:min(len(rest), 1<<20)]
		sum.Write(part)
		rest = rest[len(part):]
	}
	if !bytes.Equal(sum.Sum(nil), data[len(body):]) {
		return nil, fmt.Errorf("%s: %w", name, errNotWhole)
	}
	return body, nil
}
