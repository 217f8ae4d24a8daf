package run

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/render"
)

// artifacts are those of a run. What a snapshot was given is not changed: it shares
// the list, which is copied where one of them changes.
type artifacts struct {
	list   []Artifact
	at     map[artifactKey]int // the last one with the key
	last   map[safe.Raw]int    // by id; the last one with the id
	shared int                 // how many of the list a snapshot may know
}

// artifactKey tells artifacts apart: some agents give several the same id, or none.
type artifactKey struct{ id, name, index safe.Raw }

func keyOf(a *a2a.Artifact) artifactKey { return artifactKey{a.ID, a.Name, a.Index} }

// find is where the artifact is that an event adds to or replaces: that of the same id,
// unless their names or their indexes differ.
func (a *artifacts) find(one *a2a.Artifact) (i int, ok bool) {
	if i, ok = a.at[keyOf(one)]; ok {
		return i, true
	}
	if i, ok = a.last[one.ID]; !ok {
		return 0, false
	}
	known := &a.list[i]
	return i, agree(known.Name, one.Name) && agree(known.Index, one.Index)
}

// isAppended reports an artifact to which the agent appended pieces by name.
func (a *artifacts) isAppended(one *a2a.Artifact) bool {
	i, known := a.find(one)
	return known && a.list[i].isAppended
}

func agree(a, b safe.Raw) bool { return a == b || a.IsEmpty() || b.IsEmpty() }

// add puts one after the others.
func (a *artifacts) add(one Artifact) {
	a.list = append(a.list, one)
	a.enter(len(a.list) - 1)
}

// enter makes the artifact at i known by its id, name and index.
func (a *artifacts) enter(i int) {
	if a.at == nil {
		a.at, a.last = map[artifactKey]int{}, map[safe.Raw]int{}
	}
	one := &a.list[i].Artifact
	a.at[keyOf(one)] = max(a.at[keyOf(one)], i)
	a.last[one.ID] = max(a.last[one.ID], i)
}

// set changes the one at i.
func (a *artifacts) set(i int, one Artifact) {
	if i < a.shared {
		a.list, a.shared = slices.Clone(a.list), 0
	}
	a.list[i] = one
	a.enter(i)
}

// complete notes that nothing more comes of any.
func (a *artifacts) complete() {
	for i, one := range a.list {
		if !one.Complete {
			one.Complete = true
			a.set(i, one)
		}
	}
}

// share is the list for a snapshot.
func (a *artifacts) share() []Artifact {
	a.shared = len(a.list)
	return slices.Clip(a.list)
}

// minRepeat is how many bytes of JSON a chunk of text must have for a repeat to count as a
// mistake: models stream the same short text twice in a row.
const minRepeat = 120

func hasData(a *a2a.Artifact) bool {
	return slices.ContainsFunc(a.Parts, func(p a2a.Part) bool { return p.Kind == a2a.PartData })
}

// checkChunk notes the first chunk that does not fit the ones before it. The task
// as the agent keeps it is asked for once it has settled, see Run.askWhole.
func (s *state) checkChunk(e a2a.Event) {
	if s.chunkFault != "" || !e.Append {
		return
	}
	name := e.Artifact.ID.Line(40)
	i, known := s.artifacts.find(e.Artifact)
	switch {
	case !known:
		s.chunkFault = fmt.Sprintf("The agent sent more of the artifact “%s” before it created it.", name)
	case s.artifacts.list[i].closed:
		s.chunkFault = fmt.Sprintf("The agent sent more of the artifact “%s” after its last chunk.", name)
	case (len(e.Artifact.Raw) >= minRepeat || hasData(e.Artifact)) && bytes.Equal(s.artifacts.list[i].Raw, e.Artifact.Raw):
		s.chunkFault = fmt.Sprintf("The agent sent the same chunk of the artifact “%s” twice.", name)
	}
}

// replaceChunks shows the artifacts of the task that the agent gave when it was
// asked, in place of chunks with a fault, and says so.
func (r *Run) replaceChunks(task *a2a.Task, fault string) {
	r.apply(a2a.Event{At: time.Now(), TaskID: task.ID, ContextID: task.ContextID, Task: task, Raw: task.Raw})
	r.mu.Lock()
	defer r.mu.Unlock()
	r.noteDifference(fault + " The task's artifacts are shown.")
	r.signal()
}

// isWhole reports whether a task has the state of the run and all its artifacts.
func (s *state) isWhole(task *a2a.Task) bool {
	parts := map[string]int{}
	for _, a := range task.Artifacts {
		parts[a.ID.Exact()] += len(a.Parts)
	}
	for _, a := range s.artifacts.list {
		if parts[a.ID.Exact()] == 0 && len(a.Parts) > 0 {
			return false
		}
	}
	return task.Status.State == s.State
}

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
