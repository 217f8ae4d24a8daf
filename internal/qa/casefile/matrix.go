package casefile

import (
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/tomlfile"
)

// maxEntries bounds the combinations of a matrix.
const maxEntries = 10_000

// label describes an entry of a matrix.
func (e *Entry) label() string {
	var list []string
	for _, text := range []string{e.Transport, e.Version} {
		if text != "" {
			list = append(list, text)
		}
	}
	if e.Stream != nil && *e.Stream {
		list = append(list, "streamed")
	} else if e.Stream != nil {
		list = append(list, "not streamed")
	}
	return strings.Join(list, " ")
}

// combinations reads a matrix. It returns every combination of the values; those of the last key change first.
func (r *reader) combinations(n *tomlfile.Node) []Entry {
	if n.Kind != tomlfile.Table || len(n.Members) == 0 {
		r.Problemf(n, `[matrix] is a table of lists, such as a2a-version = ["1.0", "0.3"]`)
		return nil
	}
	entries := []Entry{{}}
	add := func(set func(*Entry, string)) func(*tomlfile.Node) {
		return func(n *tomlfile.Node) {
			var next []Entry
			for _, e := range entries {
				for _, text := range r.matrixValues(n) {
					changed := e
					set(&changed, text)
					if next = append(next, changed); len(next) > maxEntries {
						r.Problemf(n, "the matrix has more than 10,000 combinations")
						return
					}
				}
			}
			entries = next
		}
	}
	known := tomlfile.Fields{
		"transport":   add(func(e *Entry, text string) { e.Transport = text }),
		"a2a-version": add(func(e *Entry, text string) { e.Version = text }),
		"stream":      add(func(e *Entry, text string) { on := text == "true"; e.Stream = &on }),
	}
	r.Table(n, "matrix", known)
	r.checkEntries(n)
	return entries
}

// matrixValues are the values of one key, as texts.
func (r *reader) matrixValues(n *tomlfile.Node) (texts []string) {
	if n.Kind != tomlfile.Array || len(n.Items) == 0 {
		r.Problemf(n, `this is a list of values, such as ["1.0", "0.3"]`)
		return nil
	}
	for _, item := range n.Items {
		v := tomlfile.Value(item)
		if v == nil || v.Is(ojson.Array) || v.Is(ojson.Object) {
			r.Problemf(item, "write each value as text in quotes, a number, true or false")
			return nil
		}
		texts = append(texts, v.Text())
	}
	return texts
}

// checkEntries reports values with which no agent can be opened.
func (r *reader) checkEntries(n *tomlfile.Node) {
	for _, key := range []struct {
		name  string
		known []string
	}{{"transport", []string{"JSONRPC", "HTTP+JSON", "GRPC"}}, {"stream", []string{"true", "false"}}} {
		at := n.Get(key.name)
		if at == nil {
			continue
		}
		for _, item := range at.Items {
			if !slices.Contains(key.known, item.Text) {
				r.Problemf(item, "%s %s is not known: use %s", key.name, item.Text, strings.Join(key.known, ", "))
			}
		}
	}
}
