package demo

import (
	"encoding/json"
	"fmt"
	"sync"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// validator holds the card's named schemas. They compile when they are first needed.
type validator map[string]*schema.Document

// theValidator is built at the first message: the schemas are constants in all but name.
var theValidator = sync.OnceValue(func() validator {
	j := validator{}
	for _, s := range allSchemas() {
		d, err := schema.Load(s.Schema)
		if err != nil {
			panic("demo: schema " + s.Name + ": " + err.Error())
		}
		j[s.Name] = d
	}
	return j
})

// declared says whether the card has a schema of that name.
func (j validator) declared(name string) bool { return j[name] != nil }

// problems lists what data breaks in the named schema, each as "where: what"; none means valid. Formats are asserted: a
// date that is none is of no use to a skill.
func (j validator) problems(name string, data json.RawMessage) (found []string) {
	v, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil {
		return []string{"the data cannot be read: " + err.Error()}
	}
	d := j[name]
	for _, p := range d.Validate(v) {
		found = append(found, located(p.Pointer, p.Message()))
	}
	return formats(found, d.Root(), "", v)
}

func formats(found []string, at schema.Location, pointer string, v *ojson.Value) []string {
	at = at.For(v)
	for _, p := range at.Warn(v) {
		found = append(found, located(pointer, p.Message()))
	}
	for _, m := range v.Members() {
		found = formats(found, at.Property(m.Name), ojson.Pointer(pointer, m.Name), m.Value)
	}
	for i, item := range v.Items() {
		found = formats(found, at.Item(i), ojson.Pointer(pointer, fmt.Sprint(i)), item)
	}
	return found
}

func located(pointer, what string) string {
	if pointer == "" {
		pointer = "the whole"
	}
	return pointer + ": " + what
}
