package runner

import (
	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render"
)

// Card is the card of the agent; nil where none was opened.
func (r *Result) Card() *a2aclient.Card {
	if r.agent == nil {
		return nil
	}
	return r.agent.Card()
}

// InputSchema is the schema of what the case sends; the zero Schema where it has none.
func (r *Result) InputSchema() render.Schema {
	if r.plan == nil || r.plan.Input == nil || r.plan.Data == nil {
		return render.Schema{}
	}
	doc, err := schema.Load(r.plan.Input.Schema)
	if err != nil {
		return render.Schema{}
	}
	return render.Schema{Name: r.plan.Input.Name, Document: doc}
}

// Curl is the first message as a command of curl, with variables in place of secrets; "" where none can be shown.
func (r *Result) Curl() string {
	if r.plan == nil || r.plan.Private {
		return ""
	}
	command, err := r.plan.Curl()
	if err != nil {
		return ""
	}
	return command
}

// OutputSchema is the schema of data with a tag that the agent returned; the zero Schema where the tag names none.
func (r *Result) OutputSchema(tag safe.Raw) render.Schema {
	if r.plan == nil {
		return render.Schema{}
	}
	return r.plan.OutputSchemas()(tag)
}
