package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	printer "golang.org/x/text/message"
)

// judge holds the card's named schemas, compiled.
type judge map[string]*jsonschema.Schema

type noLoader struct{}

func (noLoader) Load(url string) (any, error) { return nil, fmt.Errorf("%s: nothing is loaded", url) }

func newJudge(all []namedSchema) (judge, error) {
	j := judge{}
	for _, s := range all {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(s.Schema))
		if err != nil {
			return nil, fmt.Errorf("schema %s: %w", s.Name, err)
		}
		c := jsonschema.NewCompiler()
		c.UseLoader(noLoader{})
		c.AssertFormat()
		url := "urn:schema:" + s.Name
		if err := c.AddResource(url, doc); err != nil {
			return nil, fmt.Errorf("schema %s: %w", s.Name, err)
		}
		if j[s.Name], err = c.Compile(url); err != nil {
			return nil, fmt.Errorf("schema %s: %w", s.Name, err)
		}
	}
	return j, nil
}

// declared says whether the card has a schema of that name.
func (j judge) declared(name string) bool { return j[name] != nil }

// problems lists what data breaks in the named schema, each as "where: what"; none means valid.
func (j judge) problems(name string, data json.RawMessage) []string {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return []string{"the data is not JSON"}
	}
	err = j[name].Validate(v)
	if err == nil {
		return nil
	}
	verr, ok := err.(*jsonschema.ValidationError)
	if !ok {
		return []string{err.Error()}
	}
	return leaves(nil, verr)
}

func leaves(to []string, e *jsonschema.ValidationError) []string {
	if len(e.Causes) == 0 {
		where := "the object itself"
		if len(e.InstanceLocation) > 0 {
			where = "/" + strings.Join(e.InstanceLocation, "/")
		}
		return append(to, where+": "+e.ErrorKind.LocalizedString(printer.NewPrinter(language.English)))
	}
	for _, c := range e.Causes {
		to = leaves(to, c)
	}
	return to
}
