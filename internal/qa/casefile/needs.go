package casefile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"a2aform/internal/qa/tomlfile"
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

// captures reads the table of captures.
func (r *reader) captures(n *tomlfile.Node, c *Case) {
	if n.Kind != tomlfile.Table {
		r.Problemf(n, `capture is a table of jq expressions, such as { id = ".data.order.id" }`)
		return
	}
	for _, m := range n.Members {
		capture := Capture{Name: m.Name}
		r.Text(&capture.JQ, "capture "+m.Name)(m.Value)
		capture.Query = r.query(m.Value, That{JQ: capture.JQ}).Query
		c.Captures = append(c.Captures, capture)
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
