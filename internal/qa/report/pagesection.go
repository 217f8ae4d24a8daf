package report

import (
	"bufio"
	"io"
	"os"
)

// spool is a part of a page that is known only at the end, in a temporary file.
type section struct {
	writer
	file  *os.File
	limit int // bytes
	left  int // cases beyond the limit
}

func newSection(limit int) (*section, error) {
	f, err := os.CreateTemp("", "a2aform-report-*.tmp")
	if err != nil {
		return nil, err
	}
	return &section{writer: *newWriter(f), file: f, limit: limit}, nil
}

// full reports whether the part has reached its limit, and counts the case if so.
func (s *section) full() bool {
	if s.size >= s.limit {
		s.left++
		return true
	}
	return false
}

// copyTo writes the contents, and removes the file.
func (s *section) copyTo(w io.Writer) error {
	defer s.remove()
	if err := s.end(); err != nil {
		return err
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(w, bufio.NewReader(s.file))
	return err
}

func (s *section) remove() {
	_ = s.file.Close()
	_ = os.Remove(s.file.Name())
}
