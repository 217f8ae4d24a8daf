package run

import (
	"encoding/json"
	"slices"
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
	"a2aform/render"
)

// metadataOf gathers what the metadata of results say, so that it is shown below what it belongs to. The zero value is ready; nil
// gathers nothing. What says nothing to people, such as the ids of a framework, is kept for one line at the end.
type metadataOf struct {
	shown []Fact // of what comes next
	rest  []Fact
}

// add adds a metadata object.
func (m *metadataOf) add(raw json.RawMessage) {
	if m == nil || len(raw) == 0 {
		return
	}
	facts := (Details{}).withMetadata(raw).Facts
	isUse := map[string]bool{} // the objects with an amount, which is shown as what the task used
	for _, f := range facts {
		isUse[objectOf(f)] = isUse[objectOf(f)] || f.amount.isUse
	}
	for _, f := range facts {
		list := &m.shown
		switch name := f.Name.Exact(); {
		case isRead(name):
			continue
		case f.amount.isUse, isUse[objectOf(f)] && objectOf(f) != "", isTechnical(name, f.Text.Exact()):
			list = &m.rest
		}
		if len(*list) < maxFacts && !slices.Contains(*list, f) {
			*list = append(*list, f)
		}
	}
}

// objectOf is the path of the object that has a fact, "" for the metadata themselves.
func objectOf(f Fact) string {
	name := f.Name.Exact()
	return name[:max(strings.LastIndex(name, factPathMark), 0)]
}

// part is what was added since the last one, as a part of a result; not ok for nothing.
func (m *metadataOf) part() (p render.Part, ok bool) {
	if m == nil || len(m.shown) == 0 {
		return p, false
	}
	p = render.Part{Kind: render.MetadataPart, Text: factText(m.shown), Shown: min(len(m.shown), maxLines)}
	m.shown = nil
	return p, true
}

// last is everything that is left. What says nothing to people is a number until it is opened.
func (m *metadataOf) last() (p render.Part, ok bool) {
	shown := min(len(m.shown), maxLines)
	all := slices.Concat(m.shown, m.rest)
	return render.Part{Kind: render.MetadataPart, Text: factText(all), Shown: shown}, len(all) > 0
}

// factText is a fact in each line, an amount with its currency.
func factText(facts []Fact) safe.Raw {
	lines := make([]string, len(facts))
	for i, f := range facts {
		lines[i] = f.line()
	}
	return safe.Text(strings.Join(lines, "\n"))
}

// isRead reports the metadata by which a part is read, which shows in how the part is drawn.
func isRead(name string) bool {
	name, _, _ = strings.Cut(name, factPathMark)
	switch name {
	case "mimeType", "json_schema", "jsonSchema", "schema", "thought", "adk_partial", titleMember:
		return true
	}
	return strings.HasSuffix(name, "_thought")
}

// technicalPrefixes begin the names by which frameworks keep their own state.
var technicalPrefixes = []string{"_", "adk_", "kagent_", "coderAgent", "object_type"}

// isTechnical reports metadata that a framework keeps for itself: names with its prefix, ids, and extensions that were activated.
func isTechnical(name, text string) bool {
	for _, prefix := range technicalPrefixes {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	words := safe.Words(name)
	isID := len(words) > 0 && slices.Contains([]string{"id", "ids", "uuid", "traceparent"}, words[len(words)-1])
	return isID || strings.Contains(name, "://") && text == "true"
}

// isDone reports a run whose metadata are all there, or as far as it asks something.
func (s Snapshot) isDone() bool { return s.Phase.IsOver() || s.State.Settled() || s.State.Paused() }

// withMetadata adds the metadata of parts behind each of them, and that of what has them, such as a message, behind the last one. Data
// stays together, as neighboring parts may be the rows of a table.
func (m *metadataOf) withMetadata(parts []a2a.Part, joins []int, own json.RawMessage) []render.Part {
	out := renderParts(parts, joins)
	if m == nil {
		return out
	}
	var all []render.Part
	i := 0
	for n, p := range out {
		for first := true; i < len(parts) && (first || slices.Contains(joins, i)); i++ {
			first = false
			if _, _, isCall := parts[i].ToolCall(); !isCall {
				m.add(parts[i].Metadata)
			}
		}
		all = append(all, p)
		if p.Kind == render.DataPart && n+1 < len(out) && out[n+1].Kind == render.DataPart || n+1 == len(out) {
			continue
		}
		if shown, ok := m.part(); ok {
			all = append(all, shown)
		}
	}
	m.add(own)
	if shown, ok := m.part(); ok {
		all = append(all, shown)
	}
	return all
}
