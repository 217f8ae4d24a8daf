package casefile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"a2aform/internal/nearest"
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

// reader turns the tree of a file into a case, and collects what is wrong with it.
type reader struct {
	path     string
	hasRows  bool // there is a table
	problems []*Problem
}

func (r *reader) problemf(n *node, format string, args ...any) {
	r.problems = append(r.problems, &Problem{r.path, n.line, n.column, fmt.Sprintf(format, args...)})
}

// fields are the keys that a table may have, each with what reads its value.
type fields map[string]func(*node)

// table reads a table.
func (r *reader) table(n *node, name string, known fields) {
	if n.kind != unstable.Table {
		r.problemf(n, "%s is a table", name)
		return
	}
	for _, m := range n.members {
		read := known[m.name]
		if read == nil {
			r.unknown(m, known)
			continue
		}
		read(m.value)
	}
}

func (r *reader) unknown(m member, known fields) {
	names := make([]string, 0, len(known))
	for name := range known {
		names = append(names, name)
	}
	slices.Sort(names)
	hint := "the keys here are " + strings.Join(names, ", ")
	if near := nearest.Name(m.name, names); near != "" {
		hint = "did you mean " + near + "?"
	}
	r.problems = append(r.problems, &Problem{r.path, m.line, m.column, "unknown key " + m.name + "; " + hint})
}
