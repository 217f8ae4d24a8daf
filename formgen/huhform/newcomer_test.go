package huhform_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/formgen"
)

const desk = `{"type":"object","required":["number"],"properties":{"number":{"type":"string","title":"Order number","pattern":"^PO-[0-9]{6}$","examples":["PO-004711"]},
	"pay":{"enum":["open","paid","overdue"],"title":"Payment"},"sure":{"type":"boolean"},"day":{"type":"string","format":"date","title":"Day"},
	"labels":{"type":"object","title":"Labels","additionalProperties":{"type":"string"}}}}`

func TestSpaceTakesAChoiceAndNeverAnotherOne(t *testing.T) {
	h := start(t, desk).goTo("/pay")
	h.press("p", "space", "space")
	h.want(`{"pay":"paid"}`)
	h.goTo("/sure").press("space", "space")
	h.want(`{"pay":"paid","sure":false}`)
}

func TestANameMayBeTypedWithItsValue(t *testing.T) {
	h := start(t, desk).goTo("/labels")
	h.press("enter")
	h.see("or its name and value at once, as in name: value")
	h.press("color: red")
	h.see("Enter adds color with the value red")
	h.press("enter")
	h.want(`{"labels":{"color":"red"}}`)
	if event := h.press("ctrl+g"); event.Say != "F8 removes Labels › color" {
		t.Errorf("ctrl+g says %q", event.Say)
	}
	h.press("ctrl+z")
	h.want(`{"labels":{}}`)
}

// Enter on a row that adds never leads to another field, where what is typed next would be sent with a value that is not meant.
func TestEnterOnAnEmptyAddRowStays(t *testing.T) {
	const fields = `{"type":"object","properties":{"labels":{"type":"object","title":"Labels","additionalProperties":{"type":"string"}},
		"full":{"type":"object","title":"Full","maxProperties":1,"additionalProperties":{"type":"string"}},
		"two":{"type":"object","title":"Two","propertyNames":{"enum":["u","v"]},"additionalProperties":{"type":"integer"}},
		"tags":{"type":"array","title":"Tags","items":{"type":"string"}},
		"who":{"type":"object","title":"Who","properties":{"name":{"type":"string"}}},"note":{"type":"string"}}}`
	for _, c := range []struct {
		name, at string
		keys     []string
		want     string // the value once color, enter and z are typed then
		says     string // of the last of the keys
	}{
		{"a map", "/labels", []string{"enter", "enter"}, `{"labels":{"color":"z"}}`, "type a name, then Enter; Tab goes on"},
		{"a map, held", "/labels", slices.Repeat([]string{"enter"}, 20), `{"labels":{"color":"z"}}`, "type a name, then Enter; Tab goes on"},
		{"a map with an entry", "/labels", []string{"enter", "a=b", "enter", "enter", "enter"}, `{"labels":{"a":"b","color":"z"}}`, "type a name, then Enter; Tab goes on"},
		{"a map that is full", "/full", []string{"enter", "a=b", "enter", "enter", "enter"}, `{"full":{"a":"b"}}`, "Full takes no more entries"},
		{"a map whose names are taken", "/two", []string{"enter", "enter", "1", "enter", "enter", "2", "enter", "enter"}, `{"two":{"u":1,"v":2}}`, "Two takes no more entries"},
		{"a name of one's own", "/who", []string{"enter", "x", "alt+n", "enter"}, `{"who":{"name":"x","color":"z"}}`, "type a name, then Enter; Tab goes on"},
		{"a new name", "/labels", []string{"enter", "a=b", "enter", "alt+r", "backspace", "enter"}, `{"labels":{"color":"z"}}`, "type a name, then Enter; Esc leaves it as it is"},
		{"a list", "/tags", []string{"enter", "enter", "enter"}, `{"tags":["color","z"]}`, "fill in the last tag first; F8 removes it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := start(t, fields).goTo(c.at)
			if event := h.press(c.keys...); event.Say != c.says {
				t.Errorf("it says %q, want %q\n%s", event.Say, c.says, h.view())
			}
			h.press("color", "enter", "z")
			h.want(c.want)
		})
	}
}

// Whatever the row that adds and what is in its list: enter leads into it, and to no other field.
func TestEnterOnAnAddRowLeadsToNoOtherField(t *testing.T) {
	const more = `{"type":"object","properties":{"a":{"type":"object","additionalProperties":{"type":"string"},"maxProperties":2},"b":{"type":"array","items":{"type":"string"},"maxItems":2},
		"c":{"type":"array","items":{"type":"object","properties":{"x":{"type":"string"}}}},"d":{"type":"object","propertyNames":{"enum":["u","v"]},"additionalProperties":{"type":"integer"}},"e":{"type":"string"}}}`
	rapid.Check(t, func(rt *rapid.T) {
		h := start(t, rapid.SampledFrom([]string{desk, trip, more}).Draw(rt, "schema"))
		for range rapid.IntRange(0, 25).Draw(rt, "keys") {
			h.press(rapid.SampledFrom([]string{"tab", "tab", "enter", "enter", "z", "shift+tab", "f8", "alt+n"}).Draw(rt, "key"))
			if !h.page.OnRow(formgen.Add) && !h.page.OnRow(formgen.AddKey) {
				continue
			}
			at, view := h.page.Focused().Pointer(), h.view()
			if event := h.press("enter"); event.Open == nil && !strings.HasPrefix(h.page.Focused().Pointer(), at) {
				rt.Fatalf("enter on the add row of %q leads to %q:\n%s", at, h.page.Focused().Pointer(), view)
			}
		}
	})
}

func TestTabLeadsOnFromAnAddRow(t *testing.T) {
	h := start(t, desk).goTo("/labels")
	h.press("enter", "enter", "shift+tab")
	if at := h.page.Focused().Pointer(); at != "/day" {
		t.Errorf("the focus is at %s", at)
	}
}

// The row of a field of one's own says how its name is changed.
func TestAFieldOfOnesOwnSaysHowItIsRenamed(t *testing.T) {
	h := start(t, desk).goTo("/labels")
	h.press("enter", "colour=red", "enter")
	h.see("Alt+R renames it, F8 removes it.")
	h.press("alt+r", "backspace", "x", "enter")
	h.want(`{"labels":{"coloux":"red"}}`)
	if event := h.press("ctrl+z"); event.Bad {
		t.Errorf("%+v", event)
	}
	h.want(`{"labels":{"colour":"red"}}`)
}

// The JSON of a text is shown as JSON, and an empty field is to do and no mistake.
func TestJSONOfATextHasAnExample(t *testing.T) {
	h := start(t, desk).goTo("/number")
	h.press("f2")
	h.see(`e.g. "PO-004711"`, "JSON. F2 goes back to the form.")
	if view := h.view(); strings.Contains(view, "✗") || strings.Contains(view, "[0-9]") {
		t.Errorf("\n%s", view)
	}
	h.press("7", "tab")
	if view := h.view(); strings.Contains(view, "[0-9]") {
		t.Errorf("\n%s", view)
	}
}

func TestADayBeyondItsMonthSaysHowLongThatIs(t *testing.T) {
	for _, text := range []string{"31.02.2027", "2027-02-31", "31/2/2027"} {
		h := start(t, desk).goTo("/day")
		h.press(text, "tab", "shift+tab")
		h.see("February 2027 has 28 days")
	}
}

// The first line of a page that is scrolled is one with a label.
func TestAScrolledPageBeginsWithALabel(t *testing.T) {
	var members []string
	for _, name := range strings.Split("abcdefghijklmnop", "") {
		members = append(members, `"`+name+`":{"type":"integer","maximum":1},"g`+name+`":{"type":"object","required":["x"],"properties":{"x":{"type":"string"}}}`)
	}
	h := start(t, `{"type":"object","properties":{`+strings.Join(members, ",")+`}}`)
	h.page.SetSize(80, 12)
	for range 80 {
		h.press("7", "tab")
		if first := strings.Split(h.view(), "\n")[0]; strings.Contains(first, "✗") || strings.TrimSpace(first) == "" {
			t.Fatalf("the page begins with %q:\n%s", first, h.view())
		}
		if !strings.Contains(h.view(), "▌") {
			t.Fatalf("the focus is not in sight:\n%s", h.view())
		}
	}
}

// Enter on a choice that is due and not made stays once and says so, or leads into the list; the next one goes on or takes what it
// shows. Where no choice is due, it goes on at once.
func TestEnterDoesNotPassAChoiceThatIsDue(t *testing.T) {
	const choices = `{"type":"object","required":["few","many","some","sure","kind","set"],"properties":{
		"few":{"title":"Few","enum":["paid","open"]},"many":{"title":"Many","enum":["a","b","c","d","e","f"]},
		"some":{"title":"Some","type":"array","uniqueItems":true,"items":{"enum":["u","v","w"]}},"sure":{"title":"Sure","type":"boolean"},
		"kind":{"title":"Kind","oneOf":[{"title":"One","type":"object","properties":{"a":{"type":"string"}}},{"title":"Two","type":"array"}]},
		"set":{"title":"Set","enum":["x","y"]},"may":{"title":"May","enum":["x","y"]},"list":{"title":"List","enum":["a","b","c","d","e","f"]},"end":{"title":"End","type":"string"}}}`
	const chooses = "Nothing is chosen yet: ← → chooses, Tab goes on."
	for _, c := range []struct {
		name, at string
		keys     []string
		says     string // of the last key
		want     string
		label    string // of the focused row then
	}{
		{"a few", "/few", []string{"enter"}, chooses, `{}`, "Few"},
		{"a few, again", "/few", []string{"enter", "enter"}, "", `{}`, "Many"},
		{"a few, later", "/few", []string{"enter", "enter", "up", "enter"}, chooses, `{}`, "Few"},
		{"a few, chosen", "/few", []string{"enter", "right", "enter"}, "", `{"few":"paid"}`, "Many"},
		{"yes and no", "/sure", []string{"enter"}, chooses, `{}`, "Sure"},
		{"shapes", "/kind", []string{"enter"}, chooses, `{}`, "Kind"},
		{"a list", "/many", []string{"enter"}, "", `{}`, "Many"},
		{"a list, again", "/many", []string{"enter", "down", "enter"}, "", `{"many":"b"}`, "Some"},
		{"a list, passed", "/many", []string{"enter", "tab"}, "", `{}`, "Some"},
		{"several", "/some", []string{"enter"}, "Nothing is chosen yet: Space selects, Tab goes on.", `{}`, "Some"},
		{"several, again", "/some", []string{"enter", "enter"}, "", `{}`, "Sure"},
		{"optional", "/may", []string{"enter"}, "", `{}`, "List"},
		{"an optional list", "/list", []string{"enter"}, "", `{}`, "End"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := start(t, choices).goTo(c.at)
			if event := h.press(c.keys...); event.Say != c.says {
				t.Errorf("it says %q, want %q\n%s", event.Say, c.says, h.view())
			}
			h.want(c.want)
			if label := h.page.Focused().Label(); label != c.label {
				t.Errorf("the focus is at %q, want %q\n%s", label, c.label, h.view())
			}
		})
	}
}
