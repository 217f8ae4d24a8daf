package tomlfile

import (
	"fmt"
	"path/filepath"

	"a2aform/internal/safe"
)

// Problem is what is wrong with a file, and where.
type Problem struct {
	Path         string
	Line, Column int // from 1; 0 for the file as a whole
	Text         string
}

func (p *Problem) Error() string {
	path, text := safe.Text(p.Path).Line(200), safe.Text(p.Text).Line(400)
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", path, text)
	}
	return fmt.Sprintf("%s:%d:%d: %s", path, p.Line, p.Column, text)
}

// Reader reads the tree of a file, and collects what is wrong with it.
type Reader struct {
	Path     string // of the file
	Problems []*Problem
}

// Problemf adds a problem at the position of a value.
func (r *Reader) Problemf(n *Node, format string, args ...any) {
	r.Problems = append(r.Problems, &Problem{r.Path, n.Line, n.Column, fmt.Sprintf(format, args...)})
}

// Relative is a path that the file names, from the directory of the file.
func (r *Reader) Relative(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(r.Path), filepath.FromSlash(path))
}
