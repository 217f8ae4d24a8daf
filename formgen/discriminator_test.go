package formgen_test

import (
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/schema"
)

// published is a form on a schema of public reports.
func published(t *testing.T, name string) *formgen.Form {
	t.Helper()
	return open(t, string(read(t, "../testdata/public/schemas/"+name)))
}

const (
	shapes = `"$defs":{"Shape":{"type":"object","required":["kind"],"properties":{"kind":{"type":"string"}}},
		"Circle":{"allOf":[{"$ref":"#/$defs/Shape"},{"properties":{"r":{"type":"number"}}}]},
		"Square":{"allOf":[{"$ref":"#/$defs/Shape"},{"properties":{"a":{"type":"number"}}}]}}`
	unmapped = `{"type":"object","properties":{"shape":{"oneOf":[{"$ref":"#/$defs/Circle"},{"$ref":"#/$defs/Square"}],
		"discriminator":{"propertyName":"kind"}}},` + shapes + `}`
	severalTags = `{"oneOf":[{"$ref":"#/$defs/Circle"},{"allOf":[{"$ref":"#/$defs/Square"}],"title":"Box"}],
		"discriminator":{"propertyName":"kind","mapping":{"round":"Circle","box":"Square","square":"#/$defs/Square"}},` + shapes + `}`
)

func TestDiscriminatorOfChosenBranchIsFilledIn(t *testing.T) {
	for name, tt := range map[string]struct {
		form     *formgen.Form
		at, tag  string
		branch   int
		sent     string
		warnings string
	}{
		"mapping":      {published(t, "openapi-inherit.json"), "/pet", "petType", 1, `{"pet":{"petType":"dog"}}`, "fits both Cat and Dog, of which petType names dog"},
		"other branch": {published(t, "openapi-inherit.json"), "/pet", "petType", 0, `{"pet":{"petType":"cat"}}`, "fits both Cat and Dog, of which petType names cat"},
		"no mapping":   {open(t, unmapped), "/shape", "kind", 0, `{"shape":{"kind":"Circle"}}`, "fits both Circle and Square, of which kind names Circle"},
	} {
		t.Run(name, func(t *testing.T) {
			x := field(t, tt.form, tt.at)
			x.ChooseBranch(0, tt.branch)
			if tag := field(t, tt.form, tt.at+"/"+tt.tag); tag.Kind() != schema.Const {
				t.Errorf("the discriminator is %q", tag.Kind())
			}
			data, err := tt.form.Submit()
			if err != nil || string(data) != tt.sent {
				t.Errorf("sent %s, %v", data, err)
			}
			if w := x.Warnings(); len(w) != 1 || w[0].Message() != tt.warnings {
				t.Errorf("warnings %v", w)
			}
			if len(tt.form.Notices()) > 0 {
				t.Errorf("notices %v", tt.form.Notices())
			}
		})
	}
}

func TestDiscriminatorChoosesBranch(t *testing.T) {
	for name, tt := range map[string]struct {
		form      *formgen.Form
		at, value string
		branch    int
		refused   string
	}{
		"first":              {published(t, "openapi-inherit.json"), "/pet", `{"petType":"cat"}`, 0, ""},
		"second":             {published(t, "openapi-inherit.json"), "/pet", `{"petType":"dog","name":"Rex"}`, 1, ""},
		"against its shape":  {published(t, "openapi-inherit.json"), "/pet", `{"petType":"dog","lives":9}`, 1, ""},
		"invalid":            {published(t, "openapi-inherit.json"), "/pet", `{"petType":"dog","name":1}`, 1, "not text"},
		"unknown":            {published(t, "openapi-inherit.json"), "/pet", `{"petType":"bird"}`, 0, "cat or dog"},
		"several":            {open(t, severalTags), "", `{"kind":"box"}`, 1, ""},
		"several, by schema": {open(t, severalTags), "", `{"kind":"square"}`, 1, ""},
		"name of the schema": {open(t, unmapped), "/shape", `{"kind":"Square"}`, 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			x := field(t, tt.form, tt.at)
			if err := x.SetJSON(tt.value); err != nil {
				t.Fatal(err)
			}
			x = field(t, tt.form, tt.at)
			if got := x.Unions()[0].Chosen; got != tt.branch {
				t.Errorf("branch %d", got)
			}
			_, err := tt.form.Submit()
			if tt.refused == "" && err != nil || tt.refused != "" && !said(err, tt.refused) {
				t.Errorf("%v", err)
			}
		})
	}
	f := published(t, "openapi-inherit.json")
	f.Root().SetPresence(formgen.Set)
	if err := formgen.SetText(f, "pet.petType", "dog"); err != nil || valueOf(f) != `{"pet":{"petType":"dog"}}` {
		t.Errorf("%s, %v", valueOf(f), err)
	}
}

// A discriminator that its branches contradict is no discriminator.
func TestWrongDiscriminatorIsIgnored(t *testing.T) {
	f := open(t, `{"oneOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}],"discriminator":{"propertyName":"kind"},
		"$defs":{"A":{"type":"object","required":["kind"],"properties":{"kind":{"enum":["a","aa"]}}},"B":{"type":"object","required":["kind"],"properties":{"kind":{"const":"b"}}}}}`)
	f.Root().ChooseBranch(0, 0)
	if x := field(t, f, "/kind"); choicesOf(x) != "a,aa" {
		t.Errorf("choices %q", choicesOf(x))
	}
	f.Root().ChooseBranch(0, 1)
	if data, err := f.Submit(); err != nil || string(data) != `{"kind":"b"}` {
		t.Errorf("sent %s, %v", data, err)
	}
	f = open(t, `{"oneOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}],"discriminator":{"propertyName":"none"},
		"$defs":{"A":{"type":"object","properties":{"a":{"type":"string"}}},"B":{"type":"object","properties":{"b":{"type":"string"}}}}}`)
	if err := f.Root().SetJSON(`{"a":"x"}`); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Submit(); !said(err, "none: required: it tells A and B apart") {
		t.Errorf("%v", err)
	}
}

// said reports whether a refusal has a message.
func said(err error, message string) bool {
	refused, ok := err.(*formgen.Refused) //nolint:errorlint // Submit returns it bare
	if !ok {
		return false
	}
	for _, p := range refused.Problems {
		if words.Brief(p.Field, p.Problem) == message {
			return true
		}
	}
	return false
}
