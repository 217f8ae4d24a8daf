package formgen_test

import (
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/schema"
)

const hostOrPort = `{"type":"object","properties":{"name":{"type":"string"}},
	"if":{"properties":{"type":{"const":"test"}}},
	"then":{"properties":{"type":{"const":"test"},"host":{"type":"string"}},"required":["type"]},
	"else":{"properties":{"type":{"const":"mock"},"port":{"type":"integer"}},"required":["type"]}}`

func choicesOf(x *formgen.Field) string {
	var labels []string
	for i := range x.Choices() {
		labels = append(labels, formgen.ChoiceLabel(x.Choices(), i))
	}
	return strings.Join(labels, ",")
}

// A member that only the sides of a condition declare can take the value of either side.
func TestConstantsOfConditionSidesAreChoices(t *testing.T) {
	for name, tt := range map[string]struct{ schema, at, choices, set, shown, gone, sent string }{
		"constants": {hostOrPort, "/type", "test,mock", "type=mock", "/port", "/host", `{"type":"mock"}`},
		"enumerations": {
			`{"type":"object","if":{"properties":{"mode":{"enum":["fast","slow"]}}},
			"then":{"properties":{"mode":{"enum":["fast","slow"]},"speed":{"type":"integer"}}},
			"else":{"properties":{"mode":{"enum":["off"]},"reason":{"type":"string"}}}}`,
			"/mode", "fast,slow,off", "mode=off", "/reason", "/speed", `{"mode":"off"}`,
		},
		"side that only the condition names": {
			`{"type":"object","if":{"properties":{"kind":{"const":1}},"required":["kind"]},
			"then":{"properties":{"one":{"type":"string"}}},
			"else":{"properties":{"kind":{"enum":[2,3]},"many":{"type":"string"}}}}`,
			"/kind", "1,2,3", "kind=1", "/one", "/many", `{"kind":1}`,
		},
		"condition in else": {
			`{"type":"object","if":{"properties":{"t":{"const":"a"}}},"then":{"properties":{"t":{"const":"a"},"x":{"type":"string"}}},
			"else":{"if":{"properties":{"t":{"const":"b"}}},"then":{"properties":{"t":{"const":"b"},"y":{"type":"string"}}},
			"else":{"properties":{"t":{"const":"c"},"z":{"type":"string"}}}}}`,
			"/t", "a,b,c", "t=b", "/y", "/x", `{"t":"b"}`,
		},
		"two conditions": {
			`{"type":"object","allOf":[{"if":{"properties":{"t":{"const":"a"}}},"then":{"properties":{"t":{"const":"a"},"x":{"type":"string"}}},
			"else":{"properties":{"t":{"const":"b"}}}},
			{"if":{"properties":{"t":{"const":"b"}},"required":["t"]},"then":{"properties":{"t":{"const":"b"},"y":{"type":"string"}}}}]}`,
			"/t", "a,b", "t=b", "/y", "/x", `{"t":"b"}`,
		},
		"sides by reference": {
			`{"type":"object","if":{"properties":{"t":{"const":true}}},"then":{"$ref":"#/$defs/on"},"else":{"$ref":"#/$defs/off"},
			"$defs":{"on":{"properties":{"t":{"const":true},"x":{"type":"string"}}},"off":{"allOf":[{"properties":{"t":{"const":false},"y":{"type":"string"}}}]}}}`,
			"/t", "true,false", "t=false", "/y", "/x", `{"t":false}`,
		},
		"member of a member": {
			`{"type":"object","properties":{"auth":{"type":"object"}},"required":["auth"],
			"if":{"properties":{"auth":{"properties":{"type":{"const":"key"}}}}},
			"then":{"properties":{"auth":{"properties":{"type":{"const":"key"},"key":{"type":"string"}}}}},
			"else":{"properties":{"auth":{"properties":{"type":{"const":"basic"},"user":{"type":"string"}}}}}}`,
			"/auth/type", "key,basic", "auth.type=basic", "/auth/user", "/auth/key", `{"auth":{"type":"basic"}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := open(t, tt.schema)
			x := field(t, f, tt.at)
			if got := choicesOf(x); x.Kind() != schema.Enum || got != tt.choices {
				t.Fatalf("kind %q, choices %q", x.Kind(), got)
			}
			path, value, _ := strings.Cut(tt.set, "=")
			if err := formgen.SetText(f, path, value); err != nil {
				t.Fatal(err)
			}
			if f.At(tt.gone) != nil {
				t.Errorf("%s is still there", tt.gone)
			}
			field(t, f, tt.shown)
			if data, err := f.Submit(); err != nil || string(data) != tt.sent {
				t.Errorf("sent %s, %v", data, err)
			}
			x = field(t, f, tt.at)
			if got := choicesOf(x); got != tt.choices {
				t.Errorf("then the choices are %q", got)
			}
			for i := range x.Choices() {
				x.Choose(i)
				if _, err := f.Submit(); err != nil {
					t.Errorf("%s: %v", formgen.ChoiceLabel(x.Choices(), i), err)
				}
			}
		})
	}
}

// Where one side takes any value, so does the field; the constants are its examples.
func TestOpenSideOfConditionTakesAnyText(t *testing.T) {
	f := open(t, `{"type":"object","allOf":[
		{"if":{"properties":{"t":{"const":"a"}},"required":["t"]},"then":{"properties":{"t":{"const":"a"},"x":{"type":"string"}}}},
		{"if":{"properties":{"t":{"const":"b"}},"required":["t"]},"then":{"properties":{"t":{"const":"b"},"y":{"type":"string"}}}}]}`)
	x := field(t, f, "/t")
	if examples := x.Location().Examples(); x.Kind() != schema.String || len(examples) != 2 {
		t.Fatalf("kind %q, examples %v", x.Kind(), examples)
	}
	for text, shown := range map[string]string{"a": "/x", "b": "/y"} {
		x.SetText(text)
		field(t, f, shown)
	}
	x.SetText("c")
	if data, err := f.Submit(); err != nil || string(data) != `{"t":"c"}` {
		t.Errorf("sent %s, %v", data, err)
	}
}

// What the base declares, and what no side declares, stays as it is.
func TestConditionLeavesDeclaredMembersAlone(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"t":{"type":"string"}},"if":{"properties":{"t":{"const":"a"},"country":{"const":"PE"}}},
		"then":{"properties":{"t":{"const":"a"}}},"else":{"properties":{"t":{"const":"b"}}}}`)
	if x := field(t, f, "/t"); x.Kind() != schema.String || f.At("/country") != nil {
		t.Errorf("kind %q, country %v", x.Kind(), f.At("/country"))
	}
	closed := open(t, `{"type":"object","additionalProperties":false,"if":{"required":["t"],"properties":{"t":{"const":1}}},"then":{"properties":{"t":{"const":1}}},"else":{"properties":{"x":{}}}}`)
	if closed.At("/t") != nil {
		t.Error("a member that the object does not take is offered")
	}
}

// A choice that another value takes away stays, with its problem, until others are chosen.
func TestChoiceOfSeveralThatIsTakenAwayStays(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"size":{"enum":["small","large"]},"extras":{"type":"array","uniqueItems":true}},
		"if":{"properties":{"size":{"const":"small"}},"required":["size"]},
		"then":{"properties":{"extras":{"items":{"enum":["bell","lamp"]}}}},
		"else":{"properties":{"extras":{"items":{"enum":["bell","rack"]}}}}}`)
	field(t, f, "/size").Choose(0)
	field(t, f, "/extras").ChooseSeveral([]int{0, 1})
	field(t, f, "/size").Choose(1)
	x := field(t, f, "/extras")
	if _, err := f.Submit(); words.Summary(x) != "bell, lamp" || err == nil {
		t.Errorf("%q is sent", words.Summary(x))
	}
	x.ChooseSeveral([]int{1})
	if data, err := f.Submit(); err != nil || string(data) != `{"size":"large","extras":["rack"]}` {
		t.Errorf("sent %s, %v", data, err)
	}
}
