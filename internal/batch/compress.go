package batch

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// A packing is how a file is compressed, which its name says.
type packing int

const (
	plain packing = iota
	gz
	zst
)

func packingOf(name string) packing {
	switch {
	case strings.HasSuffix(name, ".gz"):
		return gz
	case strings.HasSuffix(name, ".zst"):
		return zst
	}
	return plain
}

// mostWindow bounds what a file of .zst can ask for: more than any level of the usual program does.
const mostWindow = 128 << 20

// decompressor reads what is in a file of this name. It holds a window of it at the most.
func decompressor(name string, r io.Reader) (io.Reader, error) {
	switch packingOf(name) {
	case gz:
		return gzip.NewReader(r)
	case zst:
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(mostWindow),
			zstd.WithDecoderLowmem(true))
	}
	return r, nil
}

// frameBytes is how much text a frame of a compressed output has at least: what a run that is killed may lose. Frames
// end where the text says so and not where a run began again, so that the file is the same.
const frameBytes = 1 << 20

// A compressor makes frames: each can be read alone, and the files of a format are many of them in a row.
type compressor struct {
	gz   *gzip.Writer
	zst  *zstd.Encoder
	from bytes.Buffer // of gz
}

func newCompressor(p packing) (*compressor, error) {
	c := &compressor{}
	if p == gz {
		c.gz = gzip.NewWriter(&c.from)
		return c, nil
	}
	var err error
	c.zst, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithZeroFrames(true))
	return c, err
}

// frame compresses text; what it returns is overwritten by the next call.
func (c *compressor) frame(text []byte) ([]byte, error) {
	if c.zst != nil {
		return c.zst.EncodeAll(text, nil), nil
	}
	c.from.Reset()
	c.gz.Reset(&c.from)
	if _, err := c.gz.Write(text); err != nil {
		return nil, err
	}
	err := c.gz.Close()
	return c.from.Bytes(), err
}

// errTorn is a frame that was not written to its end.
var errTorn = errors.New("the last frame is torn")

// frames yields the text of each whole frame of r, which compressor has written, with the bytes up to its end. A torn
// one at the end is left out.
func frames(p packing, r io.Reader, yield func(text []byte, end int64) error) error {
	data := &lookAhead{r: r}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<32))
	if err != nil {
		return err
	}
	defer dec.Close()
	for {
		var text []byte
		if p == gz {
			text, err = data.member()
		} else {
			text, err = data.zstdFrame(dec)
		}
		if err == io.EOF || errors.Is(err, errTorn) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := yield(text, data.n); err != nil {
			return err
		}
	}
}

// A lookAhead reads bytes one by one, so that whoever reads a frame takes no byte behind it.
type lookAhead struct {
	r    io.Reader
	n    int64 // bytes taken
	buf  [32 << 10]byte
	a, b int
}

func (l *lookAhead) fill() error {
	if l.a < l.b {
		return nil
	}
	n, err := l.r.Read(l.buf[:])
	if l.a, l.b = 0, n; n > 0 {
		return nil
	}
	if err == nil {
		err = io.ErrNoProgress
	}
	return err
}

// Read implements io.Reader.
func (l *lookAhead) Read(p []byte) (int, error) {
	if err := l.fill(); err != nil {
		return 0, err
	}
	n := copy(p, l.buf[l.a:l.b])
	l.a, l.n = l.a+n, l.n+int64(n)
	return n, nil
}

// ReadByte implements io.ByteReader.
func (l *lookAhead) ReadByte() (byte, error) {
	if err := l.fill(); err != nil {
		return 0, err
	}
	c := l.buf[l.a]
	l.a, l.n = l.a+1, l.n+1
	return c, nil
}

// member reads a member of a file of .gz.
func (l *lookAhead) member() ([]byte, error) {
	if err := l.fill(); err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(l)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errTorn, err)
	}
	z.Multistream(false)
	text, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errTorn, err)
	}
	return text, nil
}

// zstdFrame reads a frame of a file of .zst: its header, then blocks that say how long they are (RFC 8878, 3.1.1).
func (l *lookAhead) zstdFrame(dec *zstd.Decoder) ([]byte, error) {
	if err := l.fill(); err != nil {
		return nil, err
	}
	var raw []byte
	take := func(n int) error {
		from := len(raw)
		raw = append(raw, make([]byte, n)...)
		if _, err := io.ReadFull(l, raw[from:]); err != nil {
			return fmt.Errorf("%w: %w", errTorn, err)
		}
		return nil
	}
	if err := take(5); err != nil { // the magic number, and what the rest of the header has
		return nil, err
	}
	about := raw[4]
	single, sum, dict := about>>5&1 == 1, about>>2&1 == 1, about&3
	size := [4]int{0, 1, 2, 4}[dict] + [4]int{0, 2, 4, 8}[about>>6]
	if single {
		if about>>6 == 0 {
			size++
		}
	} else {
		size++
	}
	if err := take(size); err != nil {
		return nil, err
	}
	for last := false; !last; {
		at := len(raw)
		if err := take(3); err != nil {
			return nil, err
		}
		block := int(raw[at]) | int(raw[at+1])<<8 | int(raw[at+2])<<16
		n := block >> 3
		if block>>1&3 == 1 { // a byte that is repeated
			n = 1
		}
		if last = block&1 == 1; n > 1<<18 {
			return nil, errTorn
		}
		if err := take(n); err != nil {
			return nil, err
		}
	}
	if sum {
		if err := take(4); err != nil {
			return nil, err
		}
	}
	text, err := dec.DecodeAll(raw, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errTorn, err)
	}
	return text, nil
}
