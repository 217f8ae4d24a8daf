package form_test

import (
	"strings"
	"testing"

	"a2aform/ui/apptest"
)

// Property P1 by keys alone, in the emulator: for each kind of widget and a page
// of each composite, a value is entered as a user does, and that very text is in
// the review.
func TestEveryWidgetTakesValue(t *testing.T) {
	t.Parallel()
	dir := apptest.Files(t, map[string]string{"a.bin": "\x00\xff"})
	long := `["` + strings.Join(strings.Split("AT BE CH DE ES FR GB IT NL PL", " "), `","`) + `"]`
	tests := []struct {
		name, schema string
		keys         []string // keys by name; what is in no list of keys is typed; "paste:" is pasted
		want         string   // of the data in the review
		shows        string   // before it
	}{
		{"text", `{"type":"string"}`, []string{"a\"b 東"}, `"x": "a\"b 東"`, ""},
		{"number", `{"type":"number"}`, []string{"1.50"}, `"x": 1.50`, ""},
		{"large integer", `{"type":"integer"}`, []string{"18446744073709551615"}, `"x": 18446744073709551615`, ""},
		{"boolean", `{"type":"boolean"}`, []string{"right", "right"}, `"x": false`, "(●) no"},
		{"short enum", `{"enum":["a",1,null]}`, []string{"right", "right"}, `"x": 1`, "(●) 1"},
		{"long enum", `{"enum":` + long + `}`, []string{"GB", "enter"}, `"x": "GB"`, "● X"},
		{"titled enum", `{"oneOf":[{"const":"e","title":"Euro"},{"const":"f","title":"Franc"}]}`, []string{"right", "right"}, `"x": "f"`, "(●) Franc"},
		{"const", `{"const":{"v":1.0}}`, []string{"ctrl+g"}, `"v": 1.0`, "Fixed."},
		{"date", `{"type":"string","format":"date"}`, []string{"2026-05-14"}, `"x": "2026-05-14"`, ""},
		{"password", `{"type":"string","format":"password"}`, []string{"hunter2"}, "The data holds a secret", "*******"},
		{"text area", `{"type":"string","format":"textarea"}`, []string{"one", "enter", "two"}, `"x": "one\ntwo"`, "two"},
		{"pasted lines", `{"type":"string"}`, []string{"paste:one\ntwo\tthree"}, `"x": "one\ntwo\tthree"`, "two"},
		{"empty text", `{"type":"string"}`, []string{"ctrl+g"}, `"x": ""`, "●"},
		{"null", `{"type":["string","null"]}`, []string{"ctrl+g", "ctrl+g"}, `"x": null`, "∅"},
		{"nullable with a value", `{"anyOf":[{"type":"integer"},{"type":"null"}]}`, []string{"7"}, `"x": 7`, "●"},
		{"file", `{"type":"string","contentEncoding":"base64"}`, []string{"f4", "paste:" + dir + "/a.bin", "enter"}, `"x": "AP8="`, "X is filled in from a.bin"},
		{"some of a few", `{"type":"array","uniqueItems":true,"items":{"enum":["a","b","c"]}}`, []string{"down", "down", "space", "up", "space"}, `"c", "b"`, "✓ c"},
		{"some of many", `{"type":"array","uniqueItems":true,"items":{"enum":` + long + `}}`, []string{"PL", "space", "AT", "space"}, `"PL", "AT"`, "PL, AT"},
		{"list", `{"type":"array","items":{"type":"integer"}}`, []string{"enter", "1", "f7", "3", "shift+tab", "f7", "2"}, `1, 2, 3`, "3 items"},
		{"list of objects", `{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"}}}}`, []string{"enter", "p", "esc", "tab", "enter", "q", "esc"}, `{ "a": "p" }, { "a": "q" }`, "2 items"},
		{"map", `{"type":"object","additionalProperties":{"type":"integer"}}`, []string{"enter", "a/b~", "enter", "1", "tab", "c", "enter", "2"}, `"a/b~": 1, "c": 2`, "2 entries"},
		{"union", `{"oneOf":[{"title":"One","type":"object","required":["a"],"properties":{"a":{"type":"string"}}},{"title":"Two","type":"array","items":{"type":"string"}}]}`, []string{"right", "right", "tab", "enter", "z"}, `"x": [ "z" ]`, "Two"},
		{"several types", `{"type":["integer","string"]}`, []string{"right", "right", "tab", "12"}, `"x": "12"`, "text"},
		{"JSON", `{}`, []string{`{"a": [1e3, null]}`}, `1e3, null`, ""},
		{"any place as JSON", `{"type":"array","items":{"type":"string"}}`, []string{"f2", `["j"]`, "f2"}, `"x": [ "j" ]`, "1 item"},
		{"tuple", `{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false,"minItems":2}`, []string{"enter", "n", "tab", "5"}, `"n", 5`, "2 items"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := apptest.OneForm(`{"type":"object","properties":{"x":` + tt.schema + `}}`)
			d := apptest.OpenForm(apptest.Start(t, apptest.Agent(t, c, apptest.Says(`"result":{}`)), 80, 40).WaitFor("The skill")).WaitFor("Does one thing", "X")
			for _, k := range tt.keys {
				switch text, pasted := strings.CutPrefix(k, "paste:"); {
				case pasted:
					d.Paste(text)
				case pressed[k]:
					d.Press(k)
				default:
					d.Type(k)
				}
				if k == "f4" {
					d.WaitFor("with a file")
				}
			}
			data := "{"
			if tt.name == "password" {
				data = tt.want
			}
			d.WaitFor(tt.shows).Press("ctrl+s").WaitFor("› Review").Press("v").WaitFor("Send  enter", data)
			if screen := strings.Join(strings.Fields(strings.ReplaceAll(d.Screen(), "│", " ")), " "); !strings.Contains(screen, tt.want) {
				t.Errorf("%s is not in\n%s", tt.want, d.Screen())
			}
		})
	}
}

// pressed are the keys of the tests above by their names.
var pressed = map[string]bool{
	"enter": true, "esc": true, "tab": true, "shift+tab": true, "left": true, "right": true, "up": true, "down": true, "space": true,
	"backspace": true, "ctrl+g": true, "f2": true, "f4": true, "f7": true,
}

// Tab takes the choice that typing has found. What no choice contains stays where it was typed.
func TestTabTakesTheChoiceThatWasFound(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Parcel, apptest.Quick, 100, 30)
	d.WaitFor("Name *").Press("tab", "tab").WaitFor("Country", "Austria").Type("Itly").WaitFor("nothing matches").Press("tab").WaitFor("No choice contains “Itly”", "Itly")
	d.Press("backspace", "backspace", "backspace").Type("taly").Press("tab").WaitFor("● Country *", "Italy").WaitGone("Austria")
}

// So do the other keys that lead away: the value that is sent is the one that was typed.
func TestKeysThatLeadAwayTakeTheChoiceThatWasFound(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Parcel, apptest.Quick, 100, 30)
	d.WaitFor("Name *").Press("tab", "tab").WaitFor("Country", "Austria")
	for _, key := range []string{"shift+tab", "f6", "ctrl+s"} {
		d.Type("Itly").WaitFor("nothing matches").Press(key).WaitFor("No choice contains “Itly”", "Itly").Press("esc").WaitGone("nothing matches")
	}
	d.Type("Ital").WaitGone("Austria").Press("shift+tab").WaitFor("● Country *", "Italy").Press("tab").WaitFor("Switzerland")
	d.Type("Japa").WaitGone("Switzerland").Press("f6").WaitFor("● Country *    Japan", "No problems to show")
}
