package conform

import (
	"encoding/json"
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// checkOutput looks at the artifacts of a task, as its events and GetTask give them (OS4.1 to OS4.3).
func (e *engine) checkOutput(f *form) {
	r := f.baseline()
	ids := []string{"OS4.1", "OS4.2", "OS4.3"}
	if !r.isTaken() {
		e.undecidedAll(ids, f.name, "valid data made no task: "+r.String(), "an agent that takes valid data")
		return
	}
	parts := dataParts(artifactsOf(r))
	if len(parts) == 0 {
		e.undecidedAll(ids, f.name, "the task has no data in its artifacts: "+r.String(), "a task that ends with data")
		return
	}
	e.checkTags(f, r, parts)
	e.checkSchemas(f, r, parts)
}

func artifactsOf(r *reply) (list []a2a.Artifact) {
	for _, a := range r.now.Artifacts {
		list = append(list, a.Artifact)
	}
	return list
}

func dataParts(artifacts []a2a.Artifact) (parts []a2a.Part) {
	for _, a := range artifacts {
		for _, p := range a.Parts {
			if p.Kind == a2a.PartData {
				parts = append(parts, p)
			}
		}
	}
	return parts
}

// tagOf is the tag in the metadata of a part, where the extension has it; beside is one that is elsewhere.
func tagOf(p a2a.Part) (tag, beside string) {
	v, err := ojson.Parse(p.Metadata, ojson.DataLimits)
	if err == nil {
		tag = v.Get("mimeType").Text()
	}
	if _, ok := schemaOf(tag); !ok {
		return "", exact(p.MediaType)
	}
	return tag, ""
}

// schemaOf is the name of a schema in a media type.
func schemaOf(mediaType string) (name string, ok bool) {
	_, name, ok = strings.Cut(mediaType, ";schema=")
	return name, ok
}

// checkTags is OS4.1: where the tags are, and that a task that is read has the same ones.
func (e *engine) checkTags(f *form, r *reply, parts []a2a.Part) {
	tagged, beside := 0, ""
	for _, p := range parts {
		tag, other := tagOf(p)
		if tag != "" {
			tagged++
		} else if _, ok := schemaOf(other); ok {
			beside = other
		}
	}
	outputs := e.o.Agent.Card().Outputs
	if f.skill != nil {
		outputs = f.skill.Outputs
	}
	switch {
	case beside != "":
		e.broken("OS4.1", f, "the tag is not in metadata.mimeType of the part: "+safe.Text(beside).Line(80).String(), r)
		return
	case tagged == 0 && len(outputs) == 0:
		e.undecided("OS4.1", f, "the skill promises no schema, and its data names none", "a skill with an output schema", r)
		return
	case tagged == 0:
		e.broken("OS4.1", f, "the skill promises a schema, and its data names none", r)
		return
	}
	task, err := e.o.Agent.Get(e.ctx, r.now.TaskID)
	if err != nil {
		e.undecided("OS4.1", f, "the task cannot be read again: "+safe.Text(err.Error()).Line(200).String(), "an agent that has the task", r)
		return
	}
	again := 0
	for _, p := range dataParts(task.Artifacts) {
		if tag, _ := tagOf(p); tag != "" {
			again++
		}
	}
	if again != tagged {
		e.broken("OS4.1", f, count(tagged, "part")+" had a tag in the answer, and "+count(again, "part")+" when the task was read again", r)
		return
	}
	e.add("OS4.1", f, Pass, count(tagged, "part")+" of data with a tag, also when the task is read again", r)
}

// checkSchemas is OS4.2 and OS4.3: the schemas that tags name, and whether data fits them.
func (e *engine) checkSchemas(f *form, r *reply, parts []a2a.Part) {
	violations := outputViolations(e.o.Agent.Card().Schema, parts)
	if len(violations) == 1 && violations[0].ID == "" {
		e.undecidedAll([]string{"OS4.2", "OS4.3"}, f.name, "no data in the output names a schema", "output with a tag")
		return
	}
	for _, id := range []string{"OS4.2", "OS4.3"} {
		var what []string
		for _, v := range violations {
			if v.ID == id {
				what = append(what, v.What)
			}
		}
		switch {
		case len(what) > 0:
			e.broken(id, f, strings.Join(what, "; "), r)
		case id == "OS4.3" && len(violations) > 0:
			e.undecided(id, f, "the schema of the output is not declared", "a declared schema, see OS4.2", r)
		default:
			e.add(id, f, Pass, count(len(parts), "part")+" of data", r)
		}
	}
}

// Violation is a rule that one run does not keep to.
type Violation struct {
	ID   string // of the check
	What string
}

// outputViolations are the violations of OS4.2 and OS4.3. A single one without an id says that no part has a tag.
func outputViolations(find func(string) (raw json.RawMessage, ok bool), parts []a2a.Part) (list []Violation) {
	isTagged := false
	for _, p := range parts {
		tag, other := tagOf(p)
		if tag == "" {
			tag = other
		}
		name, ok := schemaOf(tag)
		if !ok {
			continue
		}
		isTagged = true
		text, declared := find(name)
		if !declared {
			list = append(list, Violation{"OS4.2", "the output names the schema " + safe.Text(name).Line(60).String() + ", which the card does not declare"})
			continue
		}
		for _, problem := range validate(text, p.Data) {
			list = append(list, Violation{"OS4.3", problem})
		}
	}
	if !isTagged {
		return []Violation{{}}
	}
	return list
}

// validate returns what data breaks in a schema.
func validate(text, data []byte) (problems []string) {
	doc, err := schema.Load(text)
	if err == nil {
		err = doc.Compile()
	}
	if err != nil {
		return nil // the card's fault, which OS1.3 and doctor find
	}
	v, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil {
		return []string{"the data cannot be read: " + err.Error()}
	}
	for _, p := range doc.Validate(v) {
		problems = append(problems, safe.Text(p.Pointer).Line(120).String()+" "+p.Message)
	}
	return problems
}
