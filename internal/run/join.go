package run

import (
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
	"a2aform/render"
)

// continues reports whether a text part that begins an appended chunk goes on with
// the text that the artifact ended in: agents stream one text word by word.
func continues(last, next a2a.Part) bool {
	return last.Kind == a2a.PartText && next.Kind == a2a.PartText &&
		(next.MediaType == last.MediaType || next.MediaType.IsEmpty()) && next.IsThought() == last.IsThought()
}

// joinsOf are the joins of an artifact that a snapshot of the task repeats: servers
// keep the chunks that they streamed as parts.
func (a *artifacts) joinsOf(again *a2a.Artifact) []int {
	i, known := a.find(again)
	if !known {
		return seams(again.Parts)
	}
	if len(a.list[i].Parts) != len(again.Parts) {
		return nil
	}
	for _, at := range a.list[i].joins {
		if !continues(again.Parts[at-1], again.Parts[at]) {
			return nil
		}
	}
	return a.list[i].joins
}

// seams are the joins of an artifact whose chunks nobody saw come: where white space is between two texts, and where a word goes on with
// texts that white space joined.
func seams(parts []a2a.Part) (list []int) {
	before := ""
	for i, p := range parts {
		if i > 0 && continues(parts[i-1], p) && isSeam(before, p.Text.Exact(), len(list) > 0 && list[len(list)-1] == i-1) {
			list = append(list, i)
		}
		before = p.Text.Exact()
	}
	return list
}

// isSeam reports a text that goes on with the one before, which isPiece if it went on itself.
func isSeam(before, text string, isPiece bool) bool {
	return before != "" && (joins(before, text) || isPiece && isToken(before, text))
}

// renderParts are parts as they are shown; joined parts are one. joins is sorted.
func renderParts(parts []a2a.Part, joins []int) []render.Part {
	out := make([]render.Part, 0, len(parts)-len(joins))
	for i := 0; i < len(parts); {
		n := 1
		for len(joins) > 0 && joins[0] == i+n {
			joins = joins[1:]
			n++
		}
		shown := renderPart(parts[i])
		if n > 1 {
			shown.Text = joined(parts[i : i+n])
		}
		out = append(out, shown)
		i += n
	}
	return out
}

// joined is the text of several parts as one.
func joined(parts []a2a.Part) safe.Raw {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text.Exact())
	}
	return safe.Text(b.String())
}
