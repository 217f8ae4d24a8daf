package assign

import (
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

const fillSchema = `{"type":"object","properties":{
	"name":{"type":"string"},"age":{"type":["integer","null"]},
	"size":{"enum":["s","m"]},"maybe":{"enum":["x",null]},
	"swapped":{"oneOf":[{"const":"a","title":"b"},{"const":"b","title":"a"}]}}}`

func TestSetFlagSetsField(t *testing.T) {
	for name, c := range map[string]struct{ data, at, value, want string }{
		"text over text that was escaped":   {`{"name":"x\ty"}`, "/name", "Lion", `{"name":"Lion"}`},
		"text over a number":                {`{"name":5}`, "/name", "Lion", `{"name":"Lion"}`},
		"text is never null":                {`{}`, "/name", "null", `{"name":"null"}`},
		"null where it is a value":          {`{}`, "/age", "null", `{"age":null}`},
		"null of a choice":                  {`{}`, "/maybe", "null", `{"maybe":null}`},
		"a title does not hide a value":     {`{}`, "/swapped", "b", `{"swapped":"b"}`},
		"nothing is not the first choice":   {`{}`, "/size", "", ""},
		"an unknown choice chooses nothing": {`{}`, "/size", "l", ""},
	} {
		t.Run(name, func(t *testing.T) {
			doc, err := schema.Load([]byte(fillSchema))
			if err != nil {
				t.Fatal(err)
			}
			form := formgen.New(doc)
			v, err := ojson.Parse([]byte(c.data), ojson.DataLimits)
			if err != nil {
				t.Fatal(err)
			}
			form.Load(v)
			err = setField(form.At(c.at), c.value)
			if c.want == "" {
				if err == nil || !strings.Contains(err.Error(), "is not one of") {
					t.Errorf("%v", err)
				}
				return
			}
			got, submitErr := form.Submit()
			if err != nil || submitErr != nil || string(got) != c.want {
				t.Errorf("%s, %v, %v", got, err, submitErr)
			}
		})
	}
}
