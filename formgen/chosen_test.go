package formgen_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

func repro(t *testing.T, name string) *formgen.Form {
	t.Helper()
	return open(t, string(read(t, "../testdata/repro/"+name)))
}

func TestConditionDoesNotNarrowItsOwnField(t *testing.T) {
	for name, want := range map[string]int{"discriminator-if.json": 3, "discriminator-if-required.json": 3} {
		f := repro(t, name)
		for i := range want {
			x := field(t, f, "/method")
			if x.Kind() != schema.Enum || len(x.Choices()) != want {
				t.Fatalf("%s: %s of %d choices, want %d", name, x.Kind(), len(x.Choices()), want)
			}
			x.Choose(i)
			if x.Chosen() != i {
				t.Errorf("%s: choice %d was taken, and %d is chosen", name, i, x.Chosen())
			}
		}
	}
	f := repro(t, "if2.json")
	if x := field(t, f, "/version"); x.Kind() != schema.Integer {
		t.Errorf("version is %s", x.Kind())
	}
}

// The condition may ask in any way, and about members inside members.
func TestNestedConditionDoesNotNarrowItsOwnField(t *testing.T) {
	const (
		kind = `"kind":{"enum":["a","b","c"]}`
		flat = `{"type":"object","properties":{` + kind + `},%s}`
		deep = `{"type":"object","properties":{"o":{"type":"object","properties":{` + kind + `}}},%s}`
		isA  = `{"properties":{"kind":{"const":"a"}},"required":["kind"]}`
		then = `"then":{"properties":{"kind":{"const":"a"},"x":{"type":"string"}},"required":["x"]}`
		inO  = `"then":{"properties":{"o":{"properties":{"kind":{"const":"a"}}},"x":{"type":"string"}},"required":["x"]}`
	)
	tests := []struct{ name, schema, pointer string }{
		{"member", fmt.Sprintf(flat, `"if":`+isA+`,`+then), "/kind"},
		{"allOf", fmt.Sprintf(flat, `"if":{"allOf":[`+isA+`]},`+then), "/kind"},
		{"anyOf", fmt.Sprintf(flat, `"if":{"anyOf":[`+isA+`,{"properties":{"kind":{"const":"b"}}}]},`+then), "/kind"},
		{"not", fmt.Sprintf(flat, `"if":{"not":{"properties":{"kind":{"enum":["b","c"]}}}},`+then), "/kind"},
		{"reference", fmt.Sprintf(flat, `"$defs":{"a":`+isA+`},"if":{"$ref":"#/$defs/a"},`+then), "/kind"},
		{"required", fmt.Sprintf(flat, `"if":{"required":["kind"]},`+then), "/kind"},
		{"inside", fmt.Sprintf(deep, `"if":{"properties":{"o":`+isA+`}},`+inO), "/o/kind"},
		{"inside, by reference", fmt.Sprintf(deep, `"$defs":{"a":{"allOf":[`+isA+`]}},"if":{"properties":{"o":{"$ref":"#/$defs/a"}}},`+inO), "/o/kind"},
		{"inside, by a reference to what it brings", fmt.Sprintf(deep, `"$defs":{"n":{"properties":{"kind":{"const":"a"}}}},"if":{"properties":{"o":`+isA+`}},
			"then":{"properties":{"o":{"$ref":"#/$defs/n"}}}`), "/o/kind"},
		{"inside of inside", `{"type":"object","properties":{"q":{"type":"object","properties":{"o":{"type":"object","properties":{` + kind + `}}}}},
			"if":{"properties":{"q":{"properties":{"o":` + isA + `}}}},"then":{"properties":{"q":{"properties":{"o":{"properties":{"kind":{"const":"a"}}}}}}}}`, "/q/o/kind"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := open(t, tt.schema)
			for p := f.At(""); p != nil; p = f.At(tt.pointer[:nextSlash(tt.pointer, p.Pointer())]) {
				if p.Pointer() == tt.pointer {
					break
				}
				p.SetPresence(formgen.Set)
			}
			for i := range 3 {
				x := field(t, f, tt.pointer)
				if x.Kind() != schema.Enum || len(x.Choices()) != 3 {
					t.Fatalf("%s of %d choices before choice %d", x.Kind(), len(x.Choices()), i)
				}
				if x.Choose(i); x.Chosen() != i {
					t.Errorf("choice %d was taken, and %d is chosen", i, x.Chosen())
				}
			}
		})
	}
}

// nextSlash is where the pointer of the field below ends.
func nextSlash(pointer, above string) int {
	if i := strings.IndexByte(pointer[len(above)+1:], '/'); i >= 0 {
		return len(above) + 1 + i
	}
	return len(pointer)
}

func TestTypeFromConditionIsChoiceOfShapes(t *testing.T) {
	f := repro(t, "ifelse.json")
	x := field(t, f, "/src")
	if x.Kind() != schema.Union || len(x.Unions()) != 1 || !slices.Equal(x.Unions()[0].Branches, []string{"object", "with url"}) {
		t.Fatalf("%s, %v", x.Kind(), x.Unions())
	}
	x.ChooseBranch(0, 0)
	field(t, f, "/src/ref").SetText("main")
	if got := valueOf(f); got != `{"src":{"ref":"main"}}` {
		t.Error(got)
	}
	x.ChooseBranch(0, 1)
	field(t, f, "/src/url").SetText("u")
	if data, err := f.Submit(); err != nil || string(data) != `{"src":{"url":"u"}}` {
		t.Errorf("%s, %v", data, err)
	}
}

func TestInvalidDefaultIsOfferedNotFilledIn(t *testing.T) {
	f := repro(t, "baddefault.json")
	if got := valueOf(f); got != `{}` {
		t.Errorf("starts as %s", got)
	}
	for name, kind := range map[string]schema.Kind{"engine": schema.Enum, "port": schema.Integer, "on": schema.Boolean, "tags": schema.Array, "ratio": schema.Number} {
		x := field(t, f, "/"+name)
		if x.Kind() != kind || x.Offered() == nil {
			t.Errorf("%s is %s and offers %v", name, x.Kind(), x.Offered())
		}
	}
	port := field(t, f, "/port")
	port.UseDefault()
	if port.Kind() != schema.JSON || port.Text() != `"8080"` {
		t.Errorf("%s %q", port.Kind(), port.Text())
	}
	port.SetText("")
	if err := port.AsJSON(false); err != nil || port.Kind() != schema.Integer || port.Presence() != formgen.Omitted {
		t.Errorf("%v, %s, %v", err, port.Kind(), port.Presence())
	}
}

func TestRequiredObjectOrNullStartsUndecided(t *testing.T) {
	f := repro(t, "openai-strict.json")
	for _, name := range []string{"days", "filters", "alert"} {
		x := field(t, f, "/"+name)
		if x.Presence() != formgen.Omitted {
			t.Errorf("%s starts %v", name, x.Presence())
		}
		if step := words.PresenceStep(x); step != "Send null" {
			t.Errorf("the key says %q of %s", step, name)
		}
		x.SetPresence(x.NextPresence())
		if x.Presence() != formgen.Null {
			t.Errorf("%s is %v after one press", name, x.Presence())
		}
		x.SetPresence(x.NextPresence())
		want := formgen.Set
		if x.IsText() { // in which nothing is typed
			want = formgen.Omitted
		}
		if x.Presence() != want {
			t.Errorf("%s is %v after two presses", name, x.Presence())
		}
		x.SetPresence(x.NextPresence())
		if x.Presence() != formgen.Null {
			t.Errorf("%s is %v after three presses", name, x.Presence())
		}
	}
}

func TestRowIsNamedAfterProperty(t *testing.T) {
	f := repro(t, "pydantic-two-of-a-model.json")
	for name, want := range map[string]string{"billing": "Billing", "shipping": "Shipping", "gift": "Gift", "urgency": "Urgency", "importance": "Importance", "stops": "Stops", "by_name": "By Name"} {
		if got := field(t, f, "/"+name).Label(); got != want {
			t.Errorf("%s is labelled %q, want %q", name, got, want)
		}
	}
	if hint := words.Hint(field(t, f, "/shipping")); !strings.HasPrefix(hint, "Address, object") {
		t.Errorf("the type is not named: %q", hint)
	}
	if got := f.Root().Label(); got != "Order" {
		t.Errorf("the whole is labelled %q", got)
	}
}

// The union is there because of a, and its second branch forbids a.
func TestBranchThatForbidsItsTriggerKeepsTypedValues(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"a":{"type":"string"}},"dependentSchemas":{"a":{"oneOf":[
		{"title":"With b","properties":{"b":{"type":"string"}},"required":["b"]},
		{"title":"Without a","properties":{"a":false,"c":{"type":"string"}}}]}}}`)
	field(t, f, "/a").SetText("typed")
	root := f.Root()
	if len(root.Unions()) != 1 {
		t.Fatalf("%v", root.Unions())
	}
	root.ChooseBranch(0, 0)
	field(t, f, "/b").SetText("also")
	root.ChooseBranch(0, 1)
	if got := valueOf(f); f.At("/a") == nil || got != `{"a":"typed"}` {
		t.Fatalf("what was typed is gone: %s", got)
	}
	if len(root.Unions()) != 1 {
		t.Fatalf("the choice is gone: %s", valueOf(f))
	}
	root.ChooseBranch(0, 0)
	if got := valueOf(f); got != `{"a":"typed","b":"also"}` {
		t.Errorf("back again: %s", got)
	}
}

func TestLoadedValueReportsProblemOfClosestBranch(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"pay":{"oneOf":[
		{"title":"Card","type":"object","properties":{"number":{"type":"string"},"cvc":{"type":"string"}},"required":["number","cvc"],"additionalProperties":false},
		{"title":"Bank","type":"object","properties":{"iban":{"type":"string"},"bic":{"type":"string"}},"required":["iban","bic"],"additionalProperties":false}]}}}`)
	f.Load(parse(t, `{"pay":{"iban":"DE1"}}`))
	f.Accept(f.Validate()())
	if x := field(t, f, "/pay"); x.Unions()[0].Chosen != 1 {
		t.Errorf("branch %d is chosen", x.Unions()[0].Chosen)
	}
	for _, p := range f.Problems() {
		if p.Field.Pointer() != "/pay/bic" || !strings.Contains(p.Problem.Message(), "required") {
			t.Errorf("%s: %s", p.Field.Pointer(), p.Problem.Message())
		}
	}
	if len(f.Problems()) != 1 {
		t.Errorf("%d problems", len(f.Problems()))
	}
}

// A value that is none of the choices of a branch is a fault like any other, unless
// the branches are distinguished by it.
func TestWrongEnumValueDoesNotSwitchBranch(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"pay":{"oneOf":[
		{"title":"Card","type":"object","properties":{"number":{"type":"string"},"cvc":{"type":"string"}},"required":["number","cvc"],"additionalProperties":false},
		{"title":"Bank","type":"object","properties":{"iban":{"type":"string"},"currency":{"enum":["EUR","CHF"]}},"required":["iban","currency"],"additionalProperties":false}]}}}`)
	f.Load(parse(t, `{"pay":{"iban":"DE1","currency":"USD"}}`))
	f.Accept(f.Validate()())
	problems := f.Problems()
	if len(problems) != 1 || problems[0].Field.Pointer() != "/pay/currency" {
		t.Errorf("%v", problems)
	}
}

func TestUnsatisfiableSchemaIsReported(t *testing.T) {
	for name, text := range map[string]string{
		"minimum":   `{"type":"object","properties":{"n":{"type":"integer","minimum":5,"maximum":3}}}`,
		"minLength": `{"type":"object","properties":{"n":{"type":"string","minLength":5,"maxLength":3}}}`,
		"constant":  `{"type":"object","properties":{"n":{"const":"a","enum":["b"]}}}`,
	} {
		f := open(t, text)
		x := field(t, f, "/n")
		if x.IsText() {
			x.SetText("4")
		} else {
			x.SetPresence(formgen.Set)
		}
		said := false
		for _, w := range x.Warnings() {
			said = said || strings.Contains(w.Message(), "no value fits") && strings.Contains(w.Message(), name)
		}
		if !said {
			t.Errorf("%s: %v", name, x.Warnings())
		}
		if _, err := f.Submit(); err == nil {
			t.Errorf("%s: sent without being asked to", name)
		}
		if data, err := f.SubmitAnyway(f.Validate()()); err != nil || string(data) != valueOf(f) {
			t.Errorf("%s: %s, %v", name, data, err)
		}
	}
}

// Fields of one title have their names behind it, also while a member of that title comes and goes with the value.
func TestSharedTitlesHaveNames(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"on":{"type":"boolean"},"a":{"type":"string","title":"City"}},
		"if":{"properties":{"on":{"const":true}},"required":["on"]},"then":{"properties":{"b":{"type":"string","title":"City"}}}}`)
	for _, test := range []struct{ value, want string }{{`{}`, "City"}, {`{"on":true}`, "City (a)"}, {`{"on":false}`, "City"}} {
		v, err := ojson.Parse([]byte(test.value), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		f.Load(v)
		if got := field(t, f, "/a").Label(); got != test.want {
			t.Errorf("with %s the label is %q, want %q", test.value, got, test.want)
		}
	}
}
