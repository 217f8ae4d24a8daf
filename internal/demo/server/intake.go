package server

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Structured is what the flow of seed 000 §3 makes of a user message: nothing, a structured input, or a structured input
// error (Problem).
type Structured struct {
	Schema  string
	Data    json.RawMessage
	Problem string
	Flagged bool // a part was flagged for special processing
}

// inspect takes the first part that is a data part with a `metadata.mimeType` of `application/json;schema=NAME`, and
// validates it; further ones are ignored (seed 000 §3).
func (a *Agent) inspect(m Message) Structured {
	p, name, ok := flagged(m)
	if !ok {
		return Structured{}
	}
	in := Structured{Flagged: true, Schema: name, Data: p.Data}
	found, undeclared := a.skills.Problems(name, p.Data)
	in.Problem = undeclared
	if len(found) > 0 {
		in.Problem = fmt.Sprintf("The data does not correspond to the schema %q:\n- %s", name, strings.Join(found, "\n- "))
	}
	return in
}

// flagged returns the first part of a message that is flagged for special processing, and the name of its schema.
func flagged(m Message) (first Part, schema string, ok bool) {
	for _, p := range m.Parts {
		if name, isFlagged := Flagged(p); isFlagged {
			return p, name, true
		}
	}
	return Part{}, "", false
}

// Flagged returns the name of the schema that a part names, where it is a data part.
func Flagged(p Part) (schema string, ok bool) {
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
	return SchemaOf(mimeType)
}

// receipt is the answer to a user message: a direct message, or a task as it was when the message had been accepted, with
// the position in its log to follow it from.
type receipt struct {
	message  *Message
	task     *task
	first    record
	position int
}

// receive takes in one user message, by the table of seed 000 §3.
func (a *Agent) receive(m Message, objectsOnly bool) (receipt, *Fault) {
	in := a.inspect(m)
	if m.TaskID != "" {
		return a.receiveOnTask(m, in, objectsOnly)
	}
	if m.ContextID == "" {
		m.ContextID = a.newID()
	}
	switch {
	case in.Problem != "":
		return a.begin(m, objectsOnly, "", func(r *Run) { r.Reject(in.Problem) }), nil
	case in.Flagged:
		return a.reply(m, objectsOnly, a.skills.Work(in)), nil
	default:
		return a.reply(m, objectsOnly, a.skills.Answer(m)), nil
	}
}

func (a *Agent) reply(m Message, objectsOnly bool, r Reply) receipt {
	if r.Work == nil {
		said := a.say(m.ContextID, r.Text)
		return receipt{message: &said}
	}
	return a.begin(m, objectsOnly, r.Title, r.Work)
}

// receiveOnTask takes a message on an existing task: tagged data is refused whatever the task's state, and the task goes
// on; anything else answers the task's question, or is noted.
func (a *Agent) receiveOnTask(m Message, in Structured, objectsOnly bool) (receipt, *Fault) {
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
	resume := t.receive(m, a.status(rec.ID, rec.ContextID, StateWorking, "Thank you, going on."))
	first, position := t.snapshot()
	if resume != nil {
		a.launch(t, objectsOnly, func(r *Run) { r.Step(); resume(r, m) })
	}
	return receipt{task: t, first: first, position: position}, nil
}

// refusal indicates that tagged data was rejected because the message already has a task (seed 000 §3, MUST).
func (a *Agent) refusal(rec record, in Structured) Message {
	why := "a task is already running (it is %s) and goes on unchanged. Answer it with text or untagged data, or send"
	if rec.Status.State.settled() {
		why = "its task is over (it is %s). Send"
	}
	m := a.say(rec.ContextID, fmt.Sprintf("The data tagged schema=%s was rejected: "+why+" the form without a taskId to begin a new task.",
		in.Schema, rec.Status.State))
	m.TaskID = rec.ID
	return m
}

// begin creates a task from its first message and starts the work. The receipt shows it as submitted.
func (a *Agent) begin(m Message, objectsOnly bool, title string, work func(*Run)) receipt {
	t := newTask(a.base, a.newID(), m, now())
	if title != "" {
		t.rec.Metadata = Encode(map[string]string{"title": title})
	}
	first, position := t.snapshot()
	a.tasks.put(t)
	a.launch(t, objectsOnly, work)
	return receipt{task: t, first: first, position: position}
}
