package batch

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/job"
	"github.com/gridwright/gridwright/puzzle/document"
)

// part is where results stand until they are complete.
func (c *Config) part() string { return c.Output + ".part" }

// side is the file that says which run they belong to.
func (c *Config) side() string { return c.Output + ".resume" }

// draft is the side file while it is written.
func (c *Config) draft() string { return c.side() + "~" }

// An identity says what decides the results of a run.
type identity struct {
	Version int     `json:"version"`
	Run     string  `json:"run"` // its name, which decides nothing
	Asked   string  `json:"asked"`
	Order   string  `json:"order"`
	Shard   string  `json:"shard"`
	Inputs  []input `json:"inputs"`
}

type input struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
	Ends string `json:"ends"` // the SHA-256 sum of the first and the last bytes
}

// endBytes is how much of both ends of an input is looked at. Reading all of it twice would take as long as the jobs.
const endBytes = 64 << 10

// identify describes a run; ok is false where an input cannot be read a second time.
func (c *Config) identify() (id identity, ok bool, err error) {
	id = identity{Version: 1, Asked: c.Asked, Order: "input", Shard: fmt.Sprintf("%d/%d", c.Shard, c.Shards)}
	if c.Unordered {
		id.Order = "none"
	}
	for _, name := range c.Inputs {
		if name == Std {
			return id, false, nil
		}
		f, err := os.Open(name)
		if err != nil {
			return id, false, grid.Errorf(grid.Pos{}, "%v", err)
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return id, false, err
		}
		if info.IsDir() {
			return id, false, grid.Errorf(grid.Pos{}, "%s is a directory", name)
		}
		if !info.Mode().IsRegular() {
			return id, false, nil
		}
		h := sha256.New()
		if _, err := io.Copy(h, io.NewSectionReader(f, 0, endBytes)); err != nil {
			return id, false, err
		}
		if _, err := io.Copy(h, io.NewSectionReader(f, max(0, info.Size()-endBytes), endBytes)); err != nil {
			return id, false, err
		}
		id.Inputs = append(id.Inputs, input{name, info.Size(), hex.EncodeToString(h.Sum(nil))})
	}
	return id, true, nil
}

// bytes is how large the inputs are together; 0 where that is not known.
func (c *Config) bytes() (n int64) {
	for _, name := range c.Inputs {
		info, err := os.Stat(name)
		if name == Std || err != nil || !info.Mode().IsRegular() {
			return 0
		}
		n += info.Size()
	}
	return n
}

// differs says in what b is another run than a, in a few words; "" where it is the same.
func (a identity) differs(b identity) string {
	switch {
	case a.Version != b.Version:
		return "by another version of this program"
	case !slices.Equal(a.Inputs, b.Inputs):
		for i, in := range b.Inputs {
			if i < len(a.Inputs) && a.Inputs[i].Name == in.Name && a.Inputs[i] != in {
				return "when " + in.Name + " was another file"
			}
		}
		return "with other inputs"
	case a.Order != b.Order && a.Order == "none":
		return "with --unordered"
	case a.Order != b.Order:
		return "without --unordered"
	case a.Shard != b.Shard:
		return "with --shard " + a.Shard
	case a.Asked != b.Asked:
		return "with " + a.Asked
	}
	return ""
}

// A past is what earlier runs have left.
type past struct {
	cfg  *Config
	sum  *Summary
	last job.Record // the last result, where they are in order
	line int64      // its line
	left int64      // jobs that have results, and that the source has not come to
	sets map[string]*set
}

// A set is one of small numbers.
type set []uint64

func (s *set) add(n int64) {
	for int64(len(*s)) <= n/64 {
		*s = append(*s, 0)
	}
	(*s)[n/64] |= 1 << (n % 64)
}

func (s *set) has(n int64) bool {
	return s != nil && n/64 < int64(len(*s)) && (*s)[n/64]>>(n%64)&1 == 1
}

// done reports whether the job at a place has a result.
func (p *past) done(at job.Place) (bool, error) {
	if p.left == 0 {
		return false, nil
	}
	if p.cfg.Unordered {
		if p.sets[spelled(at.File)].has(at.Line) {
			p.left--
			return true, nil
		}
		return false, nil
	}
	if p.left--; p.left == 0 {
		line := strconv.FormatInt(at.Line, 10)
		if string(p.last.File) != spelled(at.File) || string(p.last.Line) != line {
			return false, grid.Errorf(grid.Pos{}, "%s does not fit to the inputs: its last line is about line %s of %s, and "+
				"not about line %s of %s; --restart begins anew", p.cfg.part(), p.last.Line, p.last.File, line, at.File)
		}
	}
	return true, nil
}

// missing is the error about results whose jobs were never met.
func (p *past) missing() error {
	if p.left == 0 {
		return nil
	}
	return grid.Errorf(grid.Pos{}, "%s does not fit to the inputs: it has %s more; --restart begins anew", p.cfg.part(),
		grid.Number(int(p.left), "result"))
}

// spelled is the name of a file as results have it, between quotes.
func spelled(name string) string {
	q := document.AppendQuoted(nil, strings.ToValidUTF8(name, "\uFFFD"))
	return string(q[1 : len(q)-1])
}

// take keeps a result of an earlier run; false: it is none, or stands where no run writes it: a second time, or behind
// one with a larger number.
func (p *past) take(result []byte) bool {
	rec, ok := job.ReadRecord(result)
	line, err := strconv.ParseInt(string(rec.Line), 10, 64)
	if bytes.IndexByte(result, 0) >= 0 { // a hole, as a power cut may leave one: what was behind it had been written
		return false
	}
	if !ok || err != nil || line < 1 || line > 1<<40 {
		return false
	}
	if p.cfg.Unordered {
		s := p.sets[string(rec.File)]
		if s == nil {
			s = new(set)
			p.sets[string(rec.File)] = s
		}
		if s.has(line) {
			return false
		}
		s.add(line)
	} else {
		if string(p.last.File) == string(rec.File) && line <= p.line {
			return false
		}
		p.line = line
		p.last.File, p.last.Line = bytes.Clone(rec.File), bytes.Clone(rec.Line)
	}
	p.sum.add(result)
	p.left++
	return true
}

// begin opens the output, and reads what earlier runs have left in it.
func (c *Config) begin() (*sink, *past, error) {
	p := &past{cfg: c, sum: newSummary(), sets: map[string]*set{}}
	if c.Output == Std {
		s, err := c.newSink(nil, c.Stdout)
		return s, p, err
	}
	id, again, err := c.identify()
	if err != nil {
		return nil, nil, err
	}
	f, err := c.open(id, again)
	if err != nil {
		return nil, nil, err
	}
	s, err := c.newSink(f, nil)
	if err == nil {
		s.empty, err = p.read(f)
	}
	if err != nil {
		f.Close()
	}
	return s, p, err
}

// open opens the file of results for this run alone, and only then looks what stands there: two runs that begin at
// once would take each other's files otherwise.
func (c *Config) open(id identity, again bool) (f *os.File, err error) {
	if info, err := os.Stat(c.Output); err == nil && !info.Mode().IsRegular() {
		return nil, grid.Errorf(grid.Pos{}, "%s is there and no regular file, so no results can take its place", c.Output)
	}
	there := exists(c.part())
	if f, err = os.OpenFile(c.part(), os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return nil, grid.Errorf(grid.Pos{}, "%v", err)
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		err = grid.Errorf(grid.Pos{}, "%s is there and no regular file", c.part())
	case lock(f) != nil || !c.holds(f):
		err = grid.Errorf(grid.Pos{}, "another run is writing %s", c.part())
	default:
		if err = c.claim(f, there, id, again); err != nil && !there {
			remove(c.part()) // which is ours
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// holds reports whether f still has its name: a run that ends gives it another one.
func (c *Config) holds(f *os.File) bool {
	a, err1 := f.Stat()
	b, err2 := os.Stat(c.part())
	return err1 == nil && err2 == nil && os.SameFile(a, b)
}

// claim looks whether the output may be written, and says in the side file for which run. There tells whether f, which
// is locked, was there before.
func (c *Config) claim(f *os.File, there bool, id identity, again bool) error {
	if c.Restart {
		return c.own(f, id, again)
	}
	var was identity
	text, err := c.readSide()
	known := err == nil && json.Unmarshal(text, &was) == nil
	same := known && again && was.differs(id) == ""
	switch {
	case exists(c.Output) && same && !there: // the end came between the last two steps
		return errors.Join(remove(c.side()), ErrDone)
	case exists(c.Output):
		return grid.Errorf(grid.Pos{}, "%s is there already; --restart writes it anew", c.Output)
	case !there || empty(f) && !exists(c.side()): // or the end came between the first two
		return c.own(f, id, again)
	case same:
		if was.Run != "" {
			c.name = was.Run
		}
		return nil
	case !again:
		return grid.Errorf(grid.Pos{}, "%s is left from another run, and this one cannot go on from it, as an input that is "+
			"no file cannot be read again; --restart begins anew", c.part())
	case !known:
		return grid.Errorf(grid.Pos{}, "%s is there, but not %s, which says what it belongs to; --restart begins anew",
			c.part(), c.side())
	}
	return grid.Errorf(grid.Pos{}, "%s was begun %s; --restart begins anew", c.part(), was.differs(id))
}

// readSide reads the side file. A pipe or a device that has its name would never come to an end.
func (c *Config) readSide() ([]byte, error) {
	info, err := os.Stat(c.side())
	if err == nil && !info.Mode().IsRegular() {
		err = fs.ErrInvalid
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(c.side())
}

func empty(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Size() == 0
}

// own empties f, and then writes the side file, whole or not at all. A run that nobody can go on from has none.
func (c *Config) own(f *os.File, id identity, again bool) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	if !again {
		return remove(c.side())
	}
	id.Run = c.name
	text, err := json.MarshalIndent(id, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(c.draft(), append(text, '\n'), 0o666); err != nil {
		return grid.Errorf(grid.Pos{}, "%v", err)
	}
	return os.Rename(c.draft(), c.side())
}

// read takes all results of f, and cuts off what is behind the last one. It reports whether f is empty then.
func (p *past) read(f *os.File) (empty bool, err error) {
	var end int64
	if kind := packingOf(p.cfg.Output); kind == plain {
		end, err = p.lines(f)
	} else {
		err = frames(kind, f, func(text []byte, at int64) error {
			if n, err := p.lines(bytes.NewReader(text)); err != nil || n < int64(len(text)) {
				return errors.Join(err, io.ErrUnexpectedEOF)
			}
			end = at
			return nil
		})
	}
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return false, err
	}
	if err := f.Truncate(end); err != nil {
		return false, err
	}
	_, err = f.Seek(end, io.SeekStart)
	return end == 0, err
}

// lines takes the results of r up to the first that is none, or not whole, and returns their bytes.
func (p *past) lines(r io.Reader) (end int64, err error) {
	in := bufio.NewReaderSize(r, 1<<20)
	var long []byte
	for {
		part, err := in.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			long = append(long, part...)
			continue
		}
		if err == io.EOF {
			return end, nil
		}
		if err != nil {
			return end, err
		}
		if len(long) > 0 {
			part = append(long, part...)
			long = nil
		}
		if !p.take(part) {
			return end, nil
		}
		end += int64(len(part))
	}
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// same reports whether two names are those of one file.
func same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

func remove(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
