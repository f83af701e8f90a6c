package batch

import (
	"bufio"
	"io"
	"os"
)

// A sink writes results.
type sink struct {
	cfg  *Config
	file *os.File // nil: standard output
	w    *bufio.Writer

	packed *compressor // nil: plain
	frame  []byte      // text that is not yet compressed
	empty  bool        // no frame has been written
}

// newSink writes to w, or to the end of f.
func (c *Config) newSink(f *os.File, w io.Writer) (*sink, error) {
	s := &sink{cfg: c, file: f}
	if f != nil {
		w = f
	}
	s.w = bufio.NewWriterSize(w, 256<<10)
	if p := packingOf(c.Output); p != plain {
		var err error
		if s.packed, err = newCompressor(p); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// write appends a result.
func (s *sink) write(result []byte) error {
	if s.packed == nil {
		_, err := s.w.Write(result)
		return err
	}
	if s.frame = append(s.frame, result...); len(s.frame) >= s.cfg.Frame {
		return s.pack()
	}
	return nil
}

// pack writes the frame under way. A compressed file without any would be none.
func (s *sink) pack() error {
	if len(s.frame) == 0 && !s.empty {
		return nil
	}
	s.empty = false
	data, err := s.packed.frame(s.frame)
	s.frame = s.frame[:0]
	if err == nil {
		_, err = s.w.Write(data)
	}
	return err
}

// flush hands on what is written. Of a compressed output the last frame waits until it is full.
func (s *sink) flush() error { return s.w.Flush() }

// finish ends the output, which gets its name.
func (s *sink) finish() error {
	if s.packed != nil {
		if err := s.pack(); err != nil {
			return err
		}
	}
	err := s.flush()
	if s.file == nil || err != nil {
		return err
	}
	if err := s.file.Sync(); err != nil {
		return err
	}
	if err := settle(s.file, s.cfg.part(), s.cfg.Output); err != nil {
		return err
	}
	return remove(s.cfg.side())
}

// abandon leaves what is written for the next run.
func (s *sink) abandon() error {
	err := s.flush()
	if s.file == nil {
		return err
	}
	if cerr := s.file.Close(); err == nil {
		err = cerr
	}
	return err
}
