package formgen_test

import (
	"strings"
	"testing"

	"a2aform/internal/schema"
)

// A place may get a type by what is typed into it; the text must not turn into
// fields meanwhile.
func TestJSONTextStaysTextWhileItIsTyped(t *testing.T) {
	f := open(t, `{"dependentSchemas":{"a":{"properties":{"b":{"type":"integer"}}}}}`)
	f.Root().SetText(`{"a":1}`)
	f.Root().SetText(`{"a":1,"b":2}`)
	if got := valueOf(f); got != `{"a":1,"b":2}` || f.Root().Kind() != schema.JSON {
		t.Fatalf("%s, kind %q", got, f.Root().Kind())
	}
	if err := f.Root().AsJSON(false); err != nil || field(t, f, "/b").Kind() != schema.Integer {
		t.Errorf("as a form: %v", err)
	}
}

// What was added by name outlives the condition that declared it for a while.
func TestAddedMembersOutliveAConditionThatDeclaresThem(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"k":{"type":"string"}},"dependentSchemas":{"k":{"properties":{"x":{"type":"string"}}}}}`)
	x, err := f.Root().AddKey("x")
	if err != nil {
		t.Fatal(err)
	}
	x.SetText(`"v"`)
	k := field(t, f, "/k")
	k.SetText("now x is declared")
	if x := field(t, f, "/x"); x.IsExtra() || x.Kind() != schema.String {
		t.Errorf("extra %v, kind %q", x.IsExtra(), x.Kind())
	}
	k.CyclePresence()
	if got := valueOf(f); got != `{"x":"v"}` || !field(t, f, "/x").IsExtra() {
		t.Errorf("%s, extra %v", got, field(t, f, "/x").IsExtra())
	}
}

func TestReasonOfAValueThatDoesNotFit(t *testing.T) {
	f := open(t, `{"properties":{"s":{"type":"string"}}}`)
	for text, want := range map[string]string{`{"s":1}`: "edited as JSON", `{"s":"\t"}`: "cannot be seen"} {
		f.Load(parse(t, text))
		if got := field(t, f, "/s").Reason(); !strings.Contains(got, want) {
			t.Errorf("%s: %q", text, got)
		}
	}
}
