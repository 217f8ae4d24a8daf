package run

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/render"
)

// The limits of what is kept of one task.
const (
	maxMetadata  = 64 << 10 // bytes of one metadata object; a larger one is not read
	maxFacts     = 200
	maxValue     = 2 << 10 // bytes of one value
	maxDepth     = 8
	titleMember  = "title"
	factPathMark = " › "
)

// Fact is one member of the metadata of a task.
type Fact struct {
	Name, Text safe.Raw // the name of a member of an object in it has those of the objects before it
	amount     amount   // where it is a number of use or cost
	unit       string   // the currency of an amount, "" for any other
}

// line is the fact as "name: value".
func (f Fact) line() string {
	return strings.TrimSpace(f.Name.Exact() + ": " + f.Text.Exact() + " " + f.unit)
}

// Details are the metadata of a task. The zero value knows nothing. Its
// methods return changed copies, so that a snapshot stays as it is.
type Details struct {
	Facts []Fact

	last []byte // the metadata that were read last
}

// Title is what the agent calls the task; empty for nothing.
func (d Details) Title() safe.Raw {
	for _, f := range d.Facts {
		if strings.EqualFold(f.Name.Exact(), titleMember) {
			return f.Text
		}
	}
	return safe.Raw{}
}

// maxLines is how many facts are given.
const maxLines = 8

// factLines are the facts of one metadata object, each as "name: value", an amount with its
// currency. It is nil where there are none.
func factLines(raw json.RawMessage) (lines []safe.Raw) {
	facts := Details{}.withMetadata(raw).Facts
	for i, f := range facts {
		if i == maxLines {
			return append(lines, safe.Text(fmt.Sprintf("… and %d more", len(facts)-i)))
		}
		lines = append(lines, safe.Text(f.line()))
	}
	return lines
}

// WithEvent are the details with what an event says.
func (d Details) WithEvent(e a2a.Event) Details {
	d = d.withMetadata(e.Metadata)
	switch {
	case e.Task != nil:
		d = d.withMetadata(e.Task.Metadata)
		for i := range e.Task.Artifacts {
			d = d.withMetadata(e.Task.Artifacts[i].Metadata)
		}
		d = d.withMessage(e.Task.Status.Message)
	case e.Status != nil:
		d = d.withMessage(e.Status.Message)
	case e.Artifact != nil:
		d = d.withMetadata(e.Artifact.Metadata)
	case e.Message != nil && e.Message.Role != a2a.RoleUser:
		d = d.withMetadata(e.Message.Metadata)
	}
	return d
}

func (d Details) withMessage(m *a2a.Message) Details {
	if m == nil {
		return d
	}
	return d.withMetadata(m.Metadata)
}

// withMetadata adds the members of a metadata object; a later value replaces an earlier one.
func (d Details) withMetadata(raw json.RawMessage) Details {
	if len(raw) == 0 || len(raw) > maxMetadata || bytes.Equal(raw, d.last) {
		return d
	}
	v, err := ojson.Parse(raw, ojson.DataLimits)
	if err != nil || !v.Is(ojson.Object) {
		return d
	}
	d.last, d.Facts = bytes.Clone(raw), slices.Clone(d.Facts) // the event itself need not be kept
	for _, m := range v.Members() {
		if a2a.IsFormExtension(m.Name) && m.Value.Is(ojson.Object) {
			continue // a question, or its answer
		}
		d.add(m.Name, m.Value, amount{}.of(m.Name, v), 1)
	}
	return d
}

// add adds a value under a name, or its members.
func (d *Details) add(name string, v *ojson.Value, a amount, depth int) {
	if v.Is(ojson.Object) && v.Len() > 0 && depth < maxDepth {
		for _, m := range v.Members() {
			d.add(name+factPathMark+m.Name, m.Value, a.of(m.Name, v), depth+1)
		}
		return
	}
	text := string(v.Compact())
	if v.Is(ojson.String) {
		text = v.Text()
	}
	if len(text) > maxValue {
		text = strings.ToValidUTF8(text[:maxValue], "") + "…"
	}
	f := Fact{Name: safe.Text(name), Text: safe.Text(text)}
	if a.isMoney {
		f.unit = a.currency
	}
	if v.Is(ojson.Number) && a.isUse {
		f.amount = a
	}
	i := slices.IndexFunc(d.Facts, func(old Fact) bool { return old.Name == f.Name })
	switch {
	case i >= 0:
		d.Facts[i] = f
	case len(d.Facts) < maxFacts:
		d.Facts = append(d.Facts, f)
	}
}

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
