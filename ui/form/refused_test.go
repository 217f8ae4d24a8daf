package form_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// names are members of a form. Only the first ones can be written with points between them.
var names = []string{"city", "first_name", "x1", "Zip", "first name", "a/b", "x~y", "größe", "a.b"}

const plainNames = 4

// place is a value in a form: its steps from the root, and its schema and value around it.
type place struct {
	steps         []any
	schema, value string
}

// placeOf draws a place some steps deep.
func placeOf(t *rapid.T) place {
	p := place{schema: `{"type":"string"}`, value: `"x"`}
	for range rapid.IntRange(1, 4).Draw(t, "depth") {
		if rapid.Bool().Draw(t, "list") && len(p.steps) > 0 {
			i := rapid.IntRange(0, 2).Draw(t, "index")
			p.schema = `{"type":"array","items":` + p.schema + `}`
			p.value = "[" + strings.Repeat(p.value+",", 2) + p.value + "]"
			p.steps = append([]any{i}, p.steps...)
			continue
		}
		name := rapid.SampledFrom(names).Draw(t, "name")
		key := string(ojson.NewString(name).Compact())
		p.schema = `{"type":"object","properties":{` + key + `:` + p.schema + `,"other":{"type":"integer"}}}`
		p.value = `{` + key + `:` + p.value + `}`
		p.steps = append([]any{name}, p.steps...)
	}
	if _, isName := p.steps[0].(string); !isName { // the data of a message is an object
		p.schema, p.value = `{"type":"object","properties":{"list":`+p.schema+`}}`, `{"list":`+p.value+`}`
		p.steps = append([]any{"list"}, p.steps...)
	}
	return p
}

func (p place) pointer() (text string) {
	for _, step := range p.steps {
		text = ojson.Pointer(text, fmt.Sprint(step))
	}
	return text
}

// dotted is the place with points and brackets; not ok for names that cannot be written so.
func (p place) dotted() (text string, ok bool) {
	for _, step := range p.steps {
		switch step := step.(type) {
		case int:
			text += "[" + strconv.Itoa(step) + "]"
		case string:
			ok = false
			for _, name := range append(names[:plainNames:plainNames], "list") {
				ok = ok || step == name
			}
			if !ok {
				return "", false
			}
			text += "." + step
		}
	}
	return strings.TrimPrefix(text, "."), true
}

// The field of a place that a rejection names has the agent's words, in whichever way the place
// is written.
func TestRejectedPlaceIsFound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := placeOf(t)
		doc, err := schema.Load([]byte(p.schema))
		if err != nil {
			t.Fatal(err)
		}
		value, err := ojson.Parse([]byte(p.value), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		form := formgen.New(doc)
		form.Load(value)
		want := form.At(p.pointer())
		if want == nil {
			t.Fatalf("no field at %s of %s", p.pointer(), p.value)
		}
		encode := func(v any) string {
			text, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		said := encode("is not good: «" + rapid.StringN(1, 20, 60).Draw(t, "words") + "»")
		errors := []string{
			`{"detail":[{"loc":` + encode(append([]any{"body"}, p.steps...)) + `,"msg":` + said + `,"type":"x"}]}`,
			`[{"loc":` + encode(p.steps) + `,"msg":` + said + `}]`,
			`{"issues":[{"code":"x","path":` + encode(p.steps) + `,"message":` + said + `}]}`,
			`{"errors":[{"instancePath":` + encode(p.pointer()) + `,"message":` + said + `}]}`,
			`{"errors":[{"pointer":` + encode("#"+p.pointer()) + `,"detail":` + said + `}]}`,
		}
		if dotted, ok := p.dotted(); ok {
			for _, field := range []string{dotted, "message.parts[0].data." + dotted, "$." + dotted} {
				errors = append(errors, `[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":`+encode(field)+`,"description":`+said+`}]}]`)
			}
			errors = append(errors, `{"errors":{`+encode(dotted)+`:[`+said+`]}}`)
		}
		data := rapid.SampledFrom(errors).Draw(t, "error")
		found := a2aclient.ViolationsIn(&a2a.Message{Parts: []a2a.Part{{Kind: a2a.PartData, Data: json.RawMessage(data)}}})
		if len(found) != 1 || encode(found[0].Description.Exact()) != said {
			t.Fatalf("%s: %d violations", data, len(found))
		}
		if x := form.FindPath(found[0].Field.Exact()); x != want {
			t.Fatalf("%s\nnames %q, want %s", data, found[0].Field.Exact(), p.pointer())
		}
	})
}
