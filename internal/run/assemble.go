package run

import (
	"bytes"
	"encoding/json"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// taskEvents are what is known of a task from its stream.
type taskEvents struct {
	Task              json.RawMessage // the last task that came as a whole; nil for none
	Status            json.RawMessage // the last event with a status that came after it; nil for none
	TaskID, ContextID safe.Raw        // where no task came
	Artifacts         []taskArtifact
}

// taskArtifact is an artifact with the parts of all its chunks.
type taskArtifact struct {
	a2a.Artifact
	Chunks int // how many pieces it came in
}

// taskOfEvents returns the task as its events describe it: the members of the task that came first,
// the last status, and all artifacts.
func taskOfEvents(e taskEvents) json.RawMessage {
	b := bytes.NewBufferString("{")
	member := func(name string, value []byte) {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.Write(ojson.NewString(name).Compact())
		b.WriteByte(':')
		b.Write(value)
	}
	var status json.RawMessage
	if known, err := ojson.Parse(e.Task, ojson.DataLimits); err == nil && known.Is(ojson.Object) {
		for _, m := range known.Members() {
			switch m.Name {
			case "status":
				status = m.Value.Compact()
			case "artifacts":
			default:
				member(m.Name, m.Value.Compact())
			}
		}
	} else {
		member("id", quotedText(e.TaskID))
		if !e.ContextID.IsEmpty() {
			member("contextId", quotedText(e.ContextID))
		}
		if kindOf(e.Status) == "status-update" { // up to 0.3, each object names its kind
			member("kind", []byte(`"task"`))
		}
	}
	if last := statusIn(e.Status); last != nil {
		status = last
	}
	if status != nil {
		member("status", status)
	}
	if len(e.Artifacts) > 0 {
		member("artifacts", assembledArtifacts(e.Artifacts))
	}
	b.WriteByte('}')
	return b.Bytes()
}

func quotedText(r safe.Raw) []byte { return ojson.NewString(r.Exact()).Compact() }

// statusEvent is an event with a status, in the versions of A2A that stream.
type statusEvent struct {
	Kind   string          `json:"kind"`
	Status json.RawMessage `json:"status"`
	Update struct {
		Status json.RawMessage `json:"status"`
	} `json:"statusUpdate"`
}

func kindOf(event json.RawMessage) string {
	var e statusEvent
	_ = json.Unmarshal(event, &e) // what is no such event has no kind
	return e.Kind
}

// statusIn is the status of an event, nil where it has none.
func statusIn(event json.RawMessage) json.RawMessage {
	var e statusEvent
	if json.Unmarshal(event, &e) != nil {
		return nil
	}
	if e.Update.Status != nil {
		return e.Update.Status
	}
	return e.Status
}

// assembledArtifacts are the artifacts, each as it came, or with the parts of all
// its pieces.
func assembledArtifacts(list []taskArtifact) []byte {
	b := bytes.NewBufferString("[")
	for i, a := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		if a.Chunks == 1 {
			b.Write(a.Raw)
			continue
		}
		b.WriteString(`{"artifactId":`)
		b.Write(quotedText(a.ID))
		for _, m := range []struct {
			name  string
			value safe.Raw
		}{{"name", a.Name}, {"description", a.Description}} {
			if !m.value.IsEmpty() {
				b.WriteString(`,"` + m.name + `":`)
				b.Write(quotedText(m.value))
			}
		}
		if len(a.Metadata) > 0 {
			b.WriteString(`,"metadata":`)
			b.Write(a.Metadata)
		}
		b.WriteString(`,"parts":[`)
		for j, p := range a.Parts {
			if j > 0 && isSame(p.Raw, a.Parts[j-1].Raw) {
				continue // one part of the agent that contains several things
			}
			if j > 0 {
				b.WriteByte(',')
			}
			b.Write(p.Raw)
		}
		b.WriteString(`]}`)
	}
	b.WriteByte(']')
	return b.Bytes()
}

// isSame reports whether two texts are one in memory.
func isSame(a, b []byte) bool { return len(a) > 0 && len(a) == len(b) && &a[0] == &b[0] }
