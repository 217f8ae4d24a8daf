package casefile

import (
	"maps"
	"slices"
	"strings"

	"a2aform/internal/qa/fileschema"
	"a2aform/internal/schema/message"
	"a2aform/internal/tomlfile"
)

// same reads how the output is compared with a golden file; n and from are nil where it is not.
func (r *reader) same(n *tomlfile.Node, from *fileschema.Same) *Same {
	if from == nil {
		return nil
	}
	s := &Same{File: r.Relative(from.File), Ignore: from.Ignore, Formats: from.Formats, Unordered: from.Unordered}
	r.goldenName(n.Get("file"), from.File)
	if number := n.Get("number"); number != nil {
		for _, m := range number.Members {
			s.Numbers = append(s.Numbers, Tolerance{m.Name, tomlfile.Number(m.Value)})
		}
	}
	r.checkPatterns(n, s)
	if !r.options.AnyFiles {
		s.roots = r.roots
	}
	return s
}

// goldenName checks the name of a golden file. What an agent answered must not name a file that is read or written.
func (r *reader) goldenName(n *tomlfile.Node, name string) {
	r.placeholders(n, name)
	for _, found := range placeholder.FindAllStringSubmatch(name, -1) {
		if kind, _, _ := strings.Cut(found[1], "."); kind != "row" && kind != "var" && kind != "case" {
			r.Problemf(n, "file: %s is not known before the case is sent; name the file with ${case}, ${row.NAME} or ${var.NAME}", found[0])
		}
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
