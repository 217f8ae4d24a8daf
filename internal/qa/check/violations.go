package check

import (
	"slices"
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

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
