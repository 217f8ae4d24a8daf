package tomlfile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

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

// Fields are the keys that a table may have, each with what reads its value.
type Fields map[string]func(*Node)

// Table reads a table. A key that is not known is a problem.
func (r *Reader) Table(n *Node, name string, known Fields) {
	if n.Kind != unstable.Table {
		r.Problemf(n, "%s is a table", name)
		return
	}
	for _, m := range n.Members {
		read := known[m.Name]
		if read == nil {
			r.unknown(m, known)
			continue
		}
		read(m.Value)
	}
}

func (r *Reader) unknown(m Member, known Fields) {
	names := make([]string, 0, len(known))
	for name := range known {
		names = append(names, name)
	}
	slices.Sort(names)
	hint := "the keys here are " + strings.Join(names, ", ")
	if near := safe.Nearest(m.Name, names); near != "" {
		hint = "did you mean " + near + "?"
	}
	r.Problems = append(r.Problems, &Problem{r.Path, m.Line, m.Column, "unknown key " + m.Name + "; " + hint})
}
