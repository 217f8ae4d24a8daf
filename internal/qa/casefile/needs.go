package casefile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"a2aform/internal/tomlfile"
	"a2aform/render/export"
)

// Capture is a value of the verdict document that cases which need this one may use, as ${capture.NAME}.
type Capture struct {
	Name  string
	JQ    string
	Query *export.Query
}

// UsesCaptured reports whether a case sends what another one captures.
func (c *Case) UsesCaptured() bool {
	return slices.ContainsFunc(c.Texts(), func(text []byte) bool { return bytes.Contains(text, []byte("${capture.")) })
}

// captures reads the table of captures; n is nil for none.
func (r *reader) captures(n *tomlfile.Node, c *Case) {
	if n == nil {
		return
	}
	for _, m := range n.Members {
		query := r.query(m.Value, That{JQ: m.Value.Text}).Query
		c.Captures = append(c.Captures, Capture{m.Name, m.Value.Text, query})
	}
}

// inOrder returns files so that each comes after those whose cases it needs, else in their order.
func inOrder(files []*File) (ordered []*File, problems []*tomlfile.Problem) {
	byName, state := map[string]*File{}, map[*File]int{}
	for _, f := range files {
		byName[f.Name] = f
	}
	const visiting, visited = 1, 2
	var visit func(f *File)
	visit = func(f *File) {
		state[f] = visiting
		problem := func(at *tomlfile.Node, format string, args ...any) {
			problems = append(problems, &tomlfile.Problem{Path: f.Path, Line: at.Line, Column: at.Column, Text: fmt.Sprintf(format, args...)})
		}
		var captured []string
		for _, name := range f.base.Needs {
			needed := byName[name]
			switch {
			case needed == nil:
				problem(f.needs, "there is no case %s among the files", name)
				continue
			case needed.Count > 1:
				problem(f.needs, "%s is several cases, of a table or a matrix", name)
			case state[needed] == visiting:
				problem(f.needs, "%s needs this case, too", name)
			case state[needed] == 0:
				visit(needed)
			}
			for _, c := range needed.base.Captures {
				captured = append(captured, c.Name)
			}
		}
		for _, u := range f.captured {
			if name := strings.TrimPrefix(u.name, "capture."); !slices.Contains(captured, name) {
				problem(u.at, "${%s}: no case that this one needs captures %s", u.name, name)
			}
		}
		state[f] = visited
		ordered = append(ordered, f)
	}
	for _, f := range files {
		if state[f] == 0 {
			visit(f)
		}
	}
	return ordered, problems
}
