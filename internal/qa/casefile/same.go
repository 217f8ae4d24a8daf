package casefile

import (
	"maps"
	"slices"
	"strings"

	"a2aform/internal/qa/tomlfile"
	"a2aform/internal/schema/message"
)

// same reads how the output is compared with a golden file.
func (r *reader) same(n *tomlfile.Node, e *Expect) {
	s, before := &Same{Unordered: map[string]string{}}, len(r.Problems)
	r.Table(n, "expect.same", tomlfile.Fields{
		"file": r.goldenName(&s.File), "ignore": r.Texts(&s.Ignore, "ignore"), "formats": r.Texts(&s.Formats, "formats"),
		"number": func(n *tomlfile.Node) { r.tolerances(n, s) }, "unordered": func(n *tomlfile.Node) { r.unordered(n, s) },
	})
	switch {
	case len(r.Problems) > before:
	case s.File == "":
		r.Problemf(n, `[expect.same] needs file, such as "golden/${case}.json"`)
	default:
		s.File = r.Relative(s.File)
		r.checkPatterns(n, s)
	}
	if !r.options.AnyFiles {
		s.roots = r.roots
	}
	e.Same = s
}

// goldenName reads the name of a golden file. What an agent answered must not name a file that is read or written.
func (r *reader) goldenName(into *string) func(*tomlfile.Node) {
	read := r.filled(into, "file")
	return func(n *tomlfile.Node) {
		read(n)
		for _, found := range placeholder.FindAllStringSubmatch(n.Text, -1) {
			if kind, _, _ := strings.Cut(found[1], "."); kind != "row" && kind != "var" && kind != "case" {
				r.Problemf(n, "file: %s is not known before the case is sent; name the file with ${case}, ${row.NAME} or ${var.NAME}", found[0])
			}
		}
	}
}

func (r *reader) tolerances(n *tomlfile.Node, s *Same) {
	if n.Kind != tomlfile.Table {
		r.Problemf(n, `number is a table of places, such as { "/**/total" = 0.01 }`)
		return
	}
	for _, m := range n.Members {
		within := tomlfile.Number(m.Value)
		if within == nil || within.Sign() < 0 {
			r.Problemf(m.Value, "the tolerance of %s is a number such as 0.01", m.Name)
			continue
		}
		s.Numbers = append(s.Numbers, Tolerance{m.Name, within})
	}
}

func (r *reader) unordered(n *tomlfile.Node, s *Same) {
	if n.Kind != tomlfile.Table {
		r.Problemf(n, `unordered is a table of places, such as { "/data/lines" = "what" }`)
		return
	}
	for _, m := range n.Members {
		var by string
		r.Text(&by, "the member that tells items apart")(m.Value)
		s.Unordered[m.Name] = by
	}
}

// checkPatterns refuses places that are none, and formats that are not known.
func (r *reader) checkPatterns(n *tomlfile.Node, s *Same) {
	patterns := slices.Clone(s.Ignore)
	for _, t := range s.Numbers {
		patterns = append(patterns, t.At)
	}
	for at := range s.Unordered {
		patterns = append(patterns, at)
	}
	slices.Sort(patterns)
	for _, at := range patterns {
		if !strings.HasPrefix(at, "/") {
			r.Problemf(n, "%s is not a JSON Pointer: it begins with /, * is one step and ** any number of them", at)
		}
	}
	for _, name := range s.Formats {
		r.checkFormat(n.Get("formats"), name)
	}
}

// checkFormat reports an unknown format.
func (r *reader) checkFormat(n *tomlfile.Node, name string) {
	if _, ok := message.Formats[name]; !ok {
		r.Problemf(n, "the format %s is not known: use %s", name, strings.Join(slices.Sorted(maps.Keys(message.Formats)), ", "))
	}
}
