// Lights runs and times what the lights family promises: boards in memory, whole processes from file
// to file, boards that are in no memory, tables, and dense elimination next to M4RI and FLINT.
//
//	go run ./bench/lights -gridwright BIN [-m4ri DRIVER] [-flint DRIVER] [-tables DIR] [-largest 99999] [-sweep]
//
// Every answer that is timed is verified, outside the time except where it is streamed. With -sweep it
// only compares whole published tables. The exit code is 1 where an answer is wrong; a target that
// is missed is marked, since it may be the machine.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	b := &bench{out: os.Stdout}
	flag.StringVar(&b.program, "gridwright", "", "our program")
	flag.StringVar(&b.m4ri, "m4ri", "", "the driver of M4RI; may be missing")
	flag.StringVar(&b.flint, "flint", "", "the driver of FLINT; may be missing")
	flag.StringVar(&b.tables, "tables", "", "the directory of the published tables; may be missing")
	flag.IntVar(&b.largest, "largest", 99999, "side of the largest streamed board")
	onlyTables := flag.Bool("sweep", false, "only compare the published tables")
	job := flag.String("job", "", "run one job in this process (used by this program itself)")
	n := flag.Int("n", 0, "size for -job")
	m := flag.Uint("m", 2, "modulus for -job")
	write := flag.String("write", "", "only write a solvable board of side -n as a bitmap")
	flag.Parse()
	switch {
	case *write != "":
		b.err = writeFile(*write, *n)
	case *job != "":
		b.err = runJob(*job, *n, uint32(*m))
	default:
		if _, b.err = os.Stat(b.program); b.err != nil {
			break
		}
		if *onlyTables {
			b.sweep()
		} else {
			b.all()
		}
	}
	if b.err != nil {
		fmt.Fprintln(os.Stderr, b.err)
		os.Exit(1)
	}
}

func runJob(name string, n int, m uint32) error {
	f, ok := jobs[name]
	if !ok {
		return fmt.Errorf("no job is called %q", name)
	}
	r, err := f(n, m)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(r)
}

func writeFile(file string, n int) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := writePBM(f, newSource(n, true)); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// A bench runs everything in processes of their own and stays small itself: the memory that a process
// is reported to have used begins with that of the process that started it.
type bench struct {
	program, m4ri, flint, tables string
	largest                      int
	out                          io.Writer
	err                          error
}

// run runs a program; its standard output goes to a file or, if that is "", is returned.
func run(file, program string, args ...string) ([]byte, figure, error) {
	c := exec.Command(program, args...)
	var out, complaint bytes.Buffer
	c.Stdout, c.Stderr = &out, &complaint
	if file != "" {
		f, err := os.Create(file)
		if err != nil {
			return nil, figure{}, err
		}
		defer f.Close()
		c.Stdout = f
	}
	begin := time.Now()
	if err := c.Run(); err != nil {
		return nil, figure{}, fmt.Errorf("%s: %w\n%s", strings.Join(c.Args, " "), err, &complaint)
	}
	p := c.ProcessState
	return out.Bytes(), figure{CPU: p.UserTime() + p.SystemTime(), Wall: time.Since(begin), Peak: peak(p)}, nil
}

// ours runs our program.
func (b *bench) ours(file string, args ...string) (out []byte, f figure) {
	if b.err == nil {
		out, f, b.err = run(file, b.program, args...)
	}
	return out, f
}

// self runs this program.
func (b *bench) self(args ...string) ([]byte, figure) {
	if b.err != nil {
		return nil, figure{}
	}
	program, err := os.Executable()
	if err != nil {
		b.err = err
		return nil, figure{}
	}
	out, f, err := run("", program, args...)
	b.err = err
	return out, f
}

func (b *bench) job(name string, n, m int) (f figure) {
	out, process := b.self("-job", name, "-n", strconv.Itoa(n), "-m", strconv.Itoa(m))
	if b.err == nil {
		b.err = json.Unmarshal(out, &f)
	}
	f.Peak = process.Peak
	return f
}

// line prints a row of the table; missed marks it.
func (b *bench) line(work, target, measured, peer, ratio string, missed bool) {
	if b.err != nil {
		return
	}
	mark := ""
	if missed {
		mark = "  missed"
	}
	fmt.Fprintf(b.out, "%-46s | %-14s | %-32s | %-27s | %s%s\n", work, target, measured, peer, ratio, mark)
}

// alone prints a row about us.
func (b *bench) alone(work string, f figure, most time.Duration) {
	b.line(work, "≤ "+dur(most), dur(f.CPU)+" CPU, "+dur(f.Wall)+" wall", "-", "-", f.Wall > most)
}

func (b *bench) all() {
	b.line("work", "target", "measured", "peer", "ratio", false)
	b.alone("1000 × 1000 plus, in memory", b.job("plus", 1000, 2), time.Millisecond)
	f := b.job("plus", 10000, 2)
	b.line("10,000 × 10,000 plus, in memory", "-", dur(f.CPU)+" CPU, "+dur(f.Wall)+" wall", "-", "-", false)
	b.files(10000)
	b.streams()
	b.nullities(25000)
	b.peers()
	b.alone("diamond d = 5, 100 × 100, in memory", b.job("diamond", 100, 2), 200*time.Millisecond)
	b.minimum(47)
}

// files goes from a bitmap to a bitmap of presses.
func (b *bench) files(n int) {
	if b.err != nil {
		return
	}
	dir, err := os.MkdirTemp("", "gridwright-bench")
	if err != nil {
		b.err = err
		return
	}
	defer os.RemoveAll(dir)
	in, out := filepath.Join(dir, "in.pbm"), filepath.Join(dir, "out.pbm")
	b.self("-write", in, "-n", strconv.Itoa(n))
	help, _ := b.ours("", "solve", "--help")
	args := []string{"solve", "--no-check", "--format", "lights-pbm"}
	writes := bytes.Contains(help, []byte("--write"))
	work := fmt.Sprintf("%d × %d, P4 file to P4 file, process", n, n)
	if writes {
		args = append(args, "--write", "lights-pbm")
	} else {
		work = fmt.Sprintf("%d × %d, P4 file to a text that sums up", n, n)
	}
	var cpu, wall []time.Duration
	var f figure
	for range 5 {
		_, f = b.ours(out, append(args, in)...)
		cpu, wall = append(cpu, f.CPU), append(wall, f.Wall)
	}
	if writes && b.err == nil {
		b.err = verifyPBM(out, newSource(n, true))
	}
	f.CPU, f.Wall = median(cpu), median(wall)
	b.alone(work, f, 250*time.Millisecond)
	b.line("  its peak memory", "-", mb(f.Peak), "-", "-", false)
}

// streams has boards that are in no memory, of four sizes for the growth.
func (b *bench) streams() {
	for _, d := range []int{8, 4, 2, 1} {
		n := b.largest / d
		f := b.job("stream", n, 2)
		each := 1000 * float64(f.CPU.Nanoseconds()) / float64(n) / float64(n)
		work := fmt.Sprintf("%d × %d streamed, solved, verified", n, n)
		measured := fmt.Sprintf("%s CPU, %s wall, %s", dur(f.CPU), dur(f.Wall), mb(f.Peak))
		b.line(work, "≤ 10 s, 100 MB", measured, "-", fmt.Sprintf("%.0f ps/lamp", each), f.Wall > 10*time.Second || f.Peak > 100e6)
	}
	f := b.job("random", b.largest, 2)
	b.line(fmt.Sprintf("%d × %d streamed, random", b.largest, b.largest), "≤ 10 s, 100 MB",
		fmt.Sprintf("%s CPU, %s wall, %s", dur(f.CPU), dur(f.Wall), mb(f.Peak)), "-", f.Note, f.Wall > 10*time.Second || f.Peak > 100e6)
}

func (b *bench) nullities(n int) {
	got, f := b.ours("", "analyze", "lights", "--timeout", "0", "--nullity", "1.."+strconv.Itoa(n))
	if b.err != nil {
		return
	}
	verdict := "table not here"
	if want, err := os.ReadFile(filepath.Join(b.tables, "b159257.txt")); err == nil {
		if verdict, err = compare(got, want); err != nil {
			b.err = err
			return
		}
	}
	b.line(fmt.Sprintf("nullity table 1..%d, process", n), "≤ 10 s CPU", dur(f.CPU)+" CPU, "+dur(f.Wall)+" wall", "published: "+verdict, "-", f.CPU > 10*time.Second)
}

// minimum takes a board of nullity 30.
func (b *bench) minimum(n int) {
	f := b.job("minimum", n, 2)
	if b.err != nil {
		return
	}
	verdict := "table not here"
	if want, err := os.ReadFile(filepath.Join(b.tables, "a075464.txt")); err == nil {
		row := [2]string{strconv.Itoa(n), strconv.FormatInt(f.Presses, 10)}
		if !slices.Contains(pairs(want), row) {
			b.err = fmt.Errorf("%d × %d: %s presses, another number is published", n, n, row[1])
			return
		}
		verdict = row[1] + " equal"
	}
	b.line(fmt.Sprintf("minimum, %d × %d all on", n, n), "≤ 5 s", dur(f.CPU)+" CPU, "+dur(f.Wall)+" wall", "published: "+verdict, f.Note, f.Wall > 5*time.Second)
}

// peers runs dense elimination in turn with the drivers, which print "cpu=0.123 s". FLINT only has to find
// the rank, which is the cheapest; we solve.
func (b *bench) peers() {
	for _, m := range []int{2, 3, 5, 7} {
		n, most, name, driver := 2000, 1.5, "FLINT", b.flint
		args := []string{strconv.Itoa(m), "2000", "1", "rank"}
		if m == 2 {
			n, most, name, driver = 10000, 2, "M4RI", b.m4ri
			args = []string{"10000", "1"}
		}
		_, absent := os.Stat(driver)
		var cpu, theirs []time.Duration
		for range 3 {
			cpu = append(cpu, b.job("dense", n, m).CPU)
			if absent == nil && b.err == nil {
				out, _, err := run("", driver, args...)
				_, after, _ := strings.Cut(string(out), "cpu=")
				var seconds float64
				if _, bad := fmt.Sscan(after, &seconds); err == nil && bad != nil {
					err = fmt.Errorf("%s printed %q", driver, out)
				}
				b.err = err
				theirs = append(theirs, time.Duration(seconds*float64(time.Second)))
			}
		}
		peer, ratio, r := name+" is not here", "-", 0.0
		if len(theirs) > 0 {
			peer = dur(median(theirs)) + " CPU (" + name + ")"
			r = float64(median(cpu)) / float64(median(theirs))
			ratio = fmt.Sprintf("%.2f", r)
		}
		b.line(fmt.Sprintf("dense mod %d, N = %d, solve", m, n), fmt.Sprintf("≤ %g × %s", most, name), dur(median(cpu))+" CPU", peer, ratio, r > most)
	}
}

func dur(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%.3g ms", float64(d)/float64(time.Millisecond))
	}
	return fmt.Sprintf("%.3g s", d.Seconds())
}

func mb(bytes int64) string { return fmt.Sprintf("%d MB", (bytes+999999)/1e6) }
