package report

import "io"

// section is a part of a page that is known only at the end, in a temporary file.
type section struct {
	writer
	spool *spool
	limit int // bytes
	left  int // cases beyond the limit
}

func newSection(limit int) (*section, error) {
	spool, err := newSpool()
	if err != nil {
		return nil, err
	}
	return &section{writer: *newWriter(spool.w), spool: spool, limit: limit}, nil
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
	from, err := s.spool.reader()
	if err != nil {
		return err
	}
	_, err = io.Copy(w, from)
	return err
}

func (s *section) remove() { s.spool.close() }
