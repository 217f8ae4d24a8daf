package demo

import (
	"encoding/json"
	"fmt"
	"strings"
)

// structured is what the flow of seed 000 §3 makes of a user message: nothing, a structured input, or a structured input
// error (Problem).
type structured struct {
	Schema  string
	Data    json.RawMessage
	Problem string
	Flagged bool // a part was flagged for special processing
}

// inspect takes the first part that is a data part with a `metadata.mimeType` of `application/json;schema=NAME`, and
// validates it; further ones are ignored (seed 000 §3).
func (a *Agent) inspect(m message) structured {
	for _, p := range m.Parts {
		name, ok := flagged(p)
		if !ok {
			continue
		}
		in := structured{Flagged: true, Schema: name, Data: p.Data}
		if !theValidator().declared(name) {
			in.Problem = fmt.Sprintf("The schema %q is not declared in the agent card. Declared are: %s.",
				name, strings.Join(a.schemaNames(), ", "))
			return in
		}
		if found := theValidator().problems(name, p.Data); len(found) > 0 {
			in.Problem = fmt.Sprintf("The data does not correspond to the schema %q:\n- %s", name, strings.Join(found, "\n- "))
		}
		return in
	}
	return structured{}
}

func flagged(p part) (schema string, ok bool) {
	if p.Data == nil || p.Metadata == nil {
		return "", false
	}
	var meta struct {
		MimeType any `json:"mimeType"`
	}
	if json.Unmarshal(p.Metadata, &meta) != nil {
		return "", false
	}
	mimeType, _ := meta.MimeType.(string)
	return schemaOf(mimeType)
}

// receipt is the answer to a user message: a direct message, or a task as it was when the message had been accepted, with
// the position in its log to follow it from.
type receipt struct {
	message  *message
	task     *task
	first    record
	position int
}

// receive takes in one user message, by the table of seed 000 §3.
func (a *Agent) receive(m message, objectsOnly bool) (receipt, *fault) {
	in := a.inspect(m)
	if m.TaskID != "" {
		return a.receiveOnTask(m, in, objectsOnly)
	}
	if m.ContextID == "" {
		m.ContextID = a.newID()
	}
	switch {
	case in.Problem != "":
		return a.begin(m, objectsOnly, "", func(r *run) { r.reject(in.Problem) }), nil
	case in.Flagged:
		title, work := a.workFor(in)
		return a.begin(m, objectsOnly, title, work), nil
	default:
		return a.answerMessage(m, objectsOnly), nil
	}
}

// receiveOnTask takes a message on an existing task: tagged data is refused whatever the task's state, and the task goes
// on; anything else answers the task's question, or is noted.
func (a *Agent) receiveOnTask(m message, in structured, objectsOnly bool) (receipt, *fault) {
	t, ok := a.tasks.get(m.TaskID)
	if !ok {
		return receipt{}, taskNotFound(m.TaskID)
	}
	rec, _ := t.snapshot()
	if m.ContextID != "" && m.ContextID != rec.ContextID {
		return receipt{}, invalidParams("the message's contextId is not the one of its task; leave one of the two out")
	}
	m.ContextID = rec.ContextID
	if in.Flagged {
		refusal := a.refusal(rec, in)
		return receipt{message: &refusal}, nil
	}
	if rec.Status.State.settled() {
		return receipt{}, unsupported(fmt.Sprintf("the task is %s and takes no more messages; send a new one without taskId",
			rec.Status.State))
	}
	if len(rec.History) >= maxHistory {
		return receipt{}, unsupported("the task has too many messages; cancel it and begin a new one")
	}
	resume := t.receive(m, a.status(rec.ID, rec.ContextID, stateWorking, "Thank you, going on."))
	first, position := t.snapshot()
	if resume != nil {
		a.launch(t, objectsOnly, func(r *run) { r.step(); resume(r, m) })
	}
	return receipt{task: t, first: first, position: position}, nil
}

// refusal indicates that tagged data was rejected because the message already has a task (seed 000 §3, MUST).
func (a *Agent) refusal(rec record, in structured) message {
	m := a.say(rec.ContextID, fmt.Sprintf("The data tagged schema=%s was rejected: a task is already running (it is %s) and goes on "+
		"unchanged. Answer it with text or untagged data, or send the form without a taskId to begin a new task.",
		in.Schema, rec.Status.State))
	m.TaskID = rec.ID
	return m
}

// begin creates a task from its first message and starts the work. The receipt shows it as submitted.
func (a *Agent) begin(m message, objectsOnly bool, title string, work func(*run)) receipt {
	t := newTask(a.base, a.newID(), m, now())
	if title != "" {
		t.rec.Metadata = encode(map[string]string{"title": title})
	}
	first, position := t.snapshot()
	a.tasks.put(t)
	a.launch(t, objectsOnly, work)
	return receipt{task: t, first: first, position: position}
}
