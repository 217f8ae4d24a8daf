package casefile

import (
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/tomlfile"
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

// combinations reads a matrix; n is nil for none. It returns every combination of the values; those of the last key change first.
func (r *reader) combinations(n *tomlfile.Node) []Entry {
	if n == nil {
		return nil
	}
	entries := []Entry{{}}
	for _, m := range n.Members {
		var next []Entry
		for _, e := range entries {
			for _, item := range m.Value.Items {
				if next = append(next, e.with(m.Name, tomlfile.Value(item))); len(next) > maxEntries {
					r.Problemf(m.Value, "the matrix has more than 10,000 combinations")
					return entries
				}
			}
		}
		entries = next
	}
	return entries
}

// with returns an entry with a value of a key.
func (e Entry) with(key string, v *ojson.Value) Entry {
	switch key {
	case "transport":
		e.Transport = v.Text()
	case "a2a-version":
		e.Version = v.Text()
	case "stream":
		e.Stream = new(v.Bool())
	}
	return e
}
