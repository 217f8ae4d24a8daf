package report

import (
	"bufio"
	"errors"
	"io"
	"os"
)

// errNotBegun is the error of a report without a temporary file.
var errNotBegun = errors.New("its temporary file could not be made")

// spool is a temporary file that is written once, then read once.
type spool struct {
	file *os.File
	w    *bufio.Writer
}

func newSpool() (*spool, error) {
	f, err := os.CreateTemp("", "a2aform-report-*.tmp")
	if err != nil {
		return nil, err
	}
	return &spool{f, bufio.NewWriterSize(f, 64<<10)}, nil
}

func (s *spool) write(data []byte) error {
	_, err := s.w.Write(data)
	return err
}

// reader reads what was written, from its beginning.
func (s *spool) reader() (*bufio.Reader, error) {
	if err := s.w.Flush(); err != nil {
		return nil, err
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(s.file, 64<<10), nil
}

func (s *spool) close() {
	_ = s.file.Close()
	_ = os.Remove(s.file.Name())
}
