package formgen

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// formOf is the form of a schema.
func formOf(t *testing.T, text string) *Form {
	t.Helper()
	doc, err := schema.Load([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return New(doc)
}

func jsonOf(t *testing.T, text string) *ojson.Value {
	t.Helper()
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

const accessSchema = `{"type":"object","properties":{"city":{"type":"string"},"ok":{"type":"boolean"},"n":{"type":"integer"},"none":{"type":"null"},"fixed":{"const":"x"},
	"tags":{"type":"array","items":{"type":"string"}},"who":{"type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer"}}},"rows":{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}}}}`

func valueText(f *Form) string {
	v, _ := f.Value()
	if v == nil {
		return ""
	}
	return string(v.Compact())
}

// A place is replaced by JSON, which undo takes back; what is no JSON changes nothing.
func TestPlaceIsReplacedByJSON(t *testing.T) {
	t.Parallel()
	f := formOf(t, accessSchema)
	if f.At("/who").JSON() != "" {
		t.Errorf("at first it is %s", f.At("/who").JSON())
	}
	before := f.Edit()
	if err := f.At("/who").SetJSON(`{"name":"Ada","age":36}`); err != nil || f.Edit() == before || valueText(f) != `{"who":{"name":"Ada","age":36}}` || f.At("/who").JSON() != "{\n  \"name\": \"Ada\",\n  \"age\": 36\n}" {
		t.Errorf("%v: %s", err, valueText(f))
	}
	if err := f.At("/who").SetJSON(`{"name":`); err == nil || valueText(f) != `{"who":{"name":"Ada","age":36}}` {
		t.Errorf("%v: %s", err, valueText(f))
	}
	f.Undo()
	if got := valueText(f); got != "" && got != "{}" {
		t.Errorf("undone: %s", got)
	}
	for _, tt := range []struct{ path, value, want string }{{"who.age", "36", ""}, {"n", `"x"`, ""}, {"fixed", `"x"`, ""}, {"nowhere", "1", "nowhere"}, {"n", "{", "it is not JSON"}} {
		if err := SetJSON(f, tt.path, tt.value); (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s = %s: %v", tt.path, tt.value, err)
		}
	}
	if got := valueText(f); !strings.Contains(got, `"age":36`) || !strings.Contains(got, `"fixed":"x"`) {
		t.Errorf("%s", got)
	}
}

// The nearest field of a place that is not there is the one around it.
func TestNearestField(t *testing.T) {
	t.Parallel()
	f := formOf(t, accessSchema)
	f.Load(jsonOf(t, `{"who":{"name":"Ada"}}`))
	for pointer, want := range map[string]string{"/who/name": "/who/name", "/who/none": "/who", "/tags/3": "/tags", "/nothing": "", "": ""} {
		if got := f.Nearest(pointer).Pointer(); got != want {
			t.Errorf("%s: %s, want %s", pointer, got, want)
		}
		if x := f.At(pointer); (x != nil) != (pointer == want) {
			t.Errorf("%s is there: %t", pointer, x != nil)
		}
	}
	for value, want := range map[string]string{"true": "true true", "false": "false true"} {
		if err := f.At("/ok").SetJSON(value); err != nil {
			t.Fatal(err)
		}
		if yes, ok := f.At("/ok").Bool(); fmt.Sprint(yes, ok) != want {
			t.Errorf("%s: %t, %t", value, yes, ok)
		}
	}
	if _, ok := f.At("/city").Bool(); ok {
		t.Error("a text is a truth value")
	}
}

// Members of an object go into the fields of their names; the others keep what they hold, and all of it is one step for undo.
func TestMembersAreFilledIn(t *testing.T) {
	t.Parallel()
	f := formOf(t, accessSchema)
	f.At("/n").SetText("7")
	f.FillIn(jsonOf(t, `{"city":"Oslo","who":{"name":"Ada"},"other":1}`), Example)
	if got := valueText(f); got != `{"city":"Oslo","n":7,"who":{"name":"Ada"}}` || f.At("/city").Origin() != Example || f.At("/n").Origin() != Typed {
		t.Errorf("%s, from %v and %v", got, f.At("/city").Origin(), f.At("/n").Origin())
	}
	f.Undo()
	if got := valueText(f); got != `{"n":7}` {
		t.Errorf("undone: %s", got)
	}
}

// The fields of a small item are shown in its list, of one item at a time.
func TestItemIsOpenedInItsList(t *testing.T) {
	t.Parallel()
	f := formOf(t, accessSchema)
	f.Load(jsonOf(t, `{"rows":[{"a":"1"},{"a":"2"}],"tags":["x"]}`))
	p, first, second := f.Pages(), f.At("/rows/0"), f.At("/rows/1")
	version := f.LayoutVersion()
	if !p.Open(first) || p.Opened() != first || f.LayoutVersion() == version {
		t.Error("the first item is not open")
	}
	p.Reveal(f.At("/rows/1/a"))
	if p.Opened() != second {
		t.Error("the second item is not open in its place")
	}
	if p.Close(f.At("/rows/0/a")) != nil || p.Opened() != second {
		t.Error("a field of another item closes it")
	}
	if p.Close(f.At("/rows/1/a")) != second || p.Opened() != nil || p.Close(second) != nil {
		t.Error("it stays open")
	}
	for _, pointer := range []string{"/city", "/who", "/rows"} {
		if p.Open(f.At(pointer)) {
			t.Errorf("%s is opened in a list", pointer)
		}
	}
}

func TestDatesOfAField(t *testing.T) {
	t.Parallel()
	f := formOf(t, `{"type":"object","properties":{"day":{"type":"string","format":"date"},"at":{"type":"string","format":"date-time","pattern":"Z$"},"word":{"type":"string"},"n":{"type":"integer"}}}`)
	now := time.Date(2026, 3, 14, 15, 9, 0, 0, time.FixedZone("", 3600))
	for _, tt := range []struct{ pointer, text, want string }{
		{"/day", "tomorrow", "2026-03-15"}, {"/day", "2026-03-20", "2026-03-20"}, {"/day", "soon", "soon"}, {"/at", "tomorrow 10:00", "2026-03-15T09:00:00Z"}, {"/word", "tomorrow", "tomorrow"}, {"/n", "tomorrow", "tomorrow"},
	} {
		if got := ResolveDate(f.At(tt.pointer), tt.text, now); got != tt.want {
			t.Errorf("%s, %s: %s, want %s", tt.pointer, tt.text, got, tt.want)
		}
	}
	if got := FitDate(f.At("/at"), "2026-03-14T15:09:00+01:00"); got != "2026-03-14T14:09:00Z" {
		t.Errorf("in UTC, as the pattern demands: %s", got)
	}
	if got := FitDate(f.At("/day"), "soon"); got != "soon" {
		t.Errorf("what is no date becomes %s", got)
	}
	f.At("/day").SetText("2026-03-14")
	if got := Weekday(f.At("/day")); got != "Saturday" || Weekday(f.At("/word")) != "" || DateFormat(f.At("/n")) != "" || DateFormat(f.At("/at")) != DateTime {
		t.Errorf("it is a %s", got)
	}
}
