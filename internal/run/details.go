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
