package check

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// Answer is how an agent took an input.
type Answer string

// The answers.
const (
	Nothing        Answer = "unknown"  // nothing was learned of the agent
	Accepted       Answer = "accepted" // it works on it, or has
	Answered       Answer = "answered" // by a message, which may say anything
	Rejected       Answer = "rejected" // in a way that the protocol has for it
	RejectedWeakly Answer = "weakly"   // the task failed
	Refused        Answer = "refused"  // by an error that is not about the input
	Crashed        Answer = "crash"    // an internal error, or the connection was cut
)

// Codes of JSON-RPC.
const (
	codeInvalidParams  = -32602
	codeInvalidRequest = -32600
	codeParse          = -32700 // some SDKs send it for JSON that they do not take, such as a part without data
)

func (r *result) classify() Answer { return Classify(&r.subject.Now, r.subject.Timeout) }

// Classify says how an agent took an input. A run that is not over, or whose time was up, is one that the agent works on.
func Classify(now *run.Snapshot, timedOut bool) Answer {
	var said *a2aclient.Error
	var wire *a2aclient.TransportError
	switch {
	case errors.As(now.Err, &said):
		return classifyRefusal(said)
	case timedOut && now.State == "":
		return Nothing
	case timedOut:
		return Accepted
	case errors.As(now.Err, &wire):
		if wire.Status >= http.StatusInternalServerError || wire.Sent && wire.Status == 0 {
			return Crashed
		}
		return Nothing
	case now.Phase == run.Errored && now.FirstEvent.IsZero():
		return Nothing
	case now.Phase == run.Errored:
		return Crashed
	case now.Phase == run.Answered:
		return Answered
	case now.State == a2a.StateRejected:
		return Rejected
	case now.State == a2a.StateFailed:
		return RejectedWeakly
	}
	return Accepted
}

// answer says how the agent took the input, also where the suite says how these agents reject.
func (e *evaluation) answer() Answer {
	if e.showsRejection() {
		return Rejected
	}
	return e.classify()
}

// showsRejection reports whether the agent rejected the input in the way that the suite says.
func (e *evaluation) showsRejection() bool {
	if e.rejection == nil {
		return false
	}
	var said *a2aclient.Error
	if errors.As(e.subject.Now.Err, &said) && slices.Contains(e.rejection.Codes, said.Code) {
		return true
	}
	if slices.Contains(e.rejection.States, e.outcome) {
		return true
	}
	if e.rejection.That == nil {
		return false
	}
	_, err := e.query(*e.rejection.That)
	return err == nil
}

func classifyRefusal(said *a2aclient.Error) Answer {
	switch status := said.HTTPStatus; {
	case said.WantsCredentials() || status == http.StatusTooManyRequests:
		return Nothing
	case slices.Contains([]int{codeInvalidParams, codeInvalidRequest, a2aclient.CodeContentType}, said.Code):
		return Rejected
	case said.IsCrash():
		return Crashed
	case said.Code == 0 && slices.Contains([]int{http.StatusBadRequest, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity}, status):
		return Rejected
	}
	return Refused
}

// isUnread reports whether the agent says that it could not read the message. As the message is JSON, it means the input.
func isUnread(err error) bool {
	var said *a2aclient.Error
	return errors.As(err, &said) && said.Code == codeParse
}

// Violation is a rule about agents that a run does not keep to.
type Violation struct {
	ID   string `json:"id"` // of the check, such as OS4.2
	What string `json:"what"`
}

// Violations are the rules that a run breaks, as far as one run can show it without more messages.
func Violations(now run.Snapshot) []Violation { return newResult(Subject{Now: now}).violated }

// violations finds each rule once.
func (r *result) violations() (list []Violation) {
	add := func(id, what string) {
		if !slices.ContainsFunc(list, func(v Violation) bool { return v.ID == id }) {
			list = append(list, Violation{id, what})
		}
	}
	now := r.subject.Now
	for _, i := range now.Irregularities {
		add(i.Rule, i.What)
	}
	if now.Phase == run.Answered && tookValidData(now.Plan) {
		add("OS3.8a", "the agent answered valid data with a message, and not with a task")
	}
	for _, p := range now.ResultParts() {
		if tag := misplacedTag(p); tag != "" {
			add("OS4.1", "the tag of an artifact is not in metadata.mimeType of its part: "+tag)
		}
	}
	card := now.Plan.Agent.Card()
	for _, p := range r.parts() {
		if p.name == "" {
			continue
		}
		if _, declared := card.Schema(p.name); !declared {
			add("OS4.2", "the output names the schema "+safe.Text(p.name).Line(60).String()+", which the card does not declare")
		} else if len(p.problems) > 0 {
			add("OS4.3", "the output does not fit its schema "+safe.Text(p.name).Line(60).String())
		}
	}
	for _, uri := range now.Activated {
		declared := false
		for _, x := range card.Extensions {
			declared = declared || x.URI == uri
		}
		if !declared {
			add("EX3", "the agent activated the extension "+uri.Line(120).String()+", which the card does not declare")
		}
	}
	return list
}

// tookValidData reports whether a plan sends data that the schema of the card allows.
func tookValidData(plan *run.Plan) bool {
	in := plan.Input
	if in == nil || in.Name.IsEmpty() || in.IsAttached || in.AsText || plan.Data == nil || !plan.Tag.IsEmpty() || !plan.TaskID.IsEmpty() {
		return false
	}
	doc, err := schema.Load(in.Schema)
	if err != nil {
		return false
	}
	v, err := ojson.Parse(plan.Data, ojson.DataLimits)
	return err == nil && len(doc.Validate(v)) == 0
}

// misplacedTag is the media type of data that names a schema, where its metadata has no such tag; "" for none.
func misplacedTag(p a2a.Part) string {
	if p.Kind != a2a.PartData || !strings.Contains(exact(p.MediaType), ";schema=") {
		return ""
	}
	v, err := ojson.Parse(p.Metadata, ojson.DataLimits)
	if err == nil && strings.Contains(v.Get("mimeType").Text(), ";schema=") {
		return ""
	}
	return p.MediaType.Line(80).String()
}

func violationList(list []Violation) *ojson.Value {
	items := make([]*ojson.Value, len(list))
	for i, v := range list {
		items[i] = ojson.NewObject(member("id", ojson.NewString(v.ID)), member("what", ojson.NewString(v.What)))
	}
	return ojson.NewArray(items...)
}
