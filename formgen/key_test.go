package formgen_test

import "testing"

func TestEntryTextIsANameAndAValue(t *testing.T) {
	const texts = `{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"string"}}}}`
	for text, want := range map[string]string{
		"color":         `{"color":""}`,
		"color: red":    `{"color":"red"}`,
		"color=red":     `{"color":"red"}`,
		"color = red":   `{"color":"red"}`,
		" color :  red": `{"color":"red"}`,
		"color:red":     `{"color:red":""}`,
		"color=":        `{"color":""}`,
		"color: ":       `{"color":""}`,
		"=red":          `{"=red":""}`,
		": red":         `{": red":""}`,
		"http://x":      `{"http://x":""}`,
		"http://x?a=b":  `{"http://x?a=b":""}`,
		"http://x: red": `{"http://x":"red"}`,
		"a=http://x: y": `{"a":"http://x: y"}`,
		"a: b=c":        `{"a":"b=c"}`,
		"a=b=c":         `{"a":"b=c"}`,
		"a: b: c":       `{"a":"b: c"}`,
	} {
		f := open(t, texts)
		x := field(t, f, "/m")
		entry, err := x.AddEntry(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if entry.Text() == "" {
			entry.SetText("")
		}
		if got := string(x.Value().Compact()); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

func TestValueOfAnEntryIsOfItsKind(t *testing.T) {
	for schema, cases := range map[string]map[string]string{
		`{"type":"integer"}`:                {"n=12": `{"n":12}`, "n=12x": ``},
		`{"type":"boolean"}`:                {"n: Yes": `{"n":true}`, "n: maybe": `{"n":"maybe"}`},
		`{"enum":["red","blue"]}`:           {"n=RED": `{"n":"red"}`, "n=green": `{"n":"green"}`},
		`{}`:                                {"n=12": `{"n":12}`, "n=some words": `{"n":"some words"}`},
		`{"type":"object","properties":{}}`: {"n: 12": `{"n: 12":{}}`},
	} {
		for text, want := range cases {
			f := open(t, `{"type":"object","properties":{"m":{"type":"object","additionalProperties":`+schema+`}}}`)
			x := field(t, f, "/m")
			if _, err := x.AddEntry(text); err != nil {
				t.Errorf("%s, %q: %v", schema, text, err)
				continue
			}
			if want == "" {
				if got := field(t, f, "/m/n").Text(); got != "12x" {
					t.Errorf("%s, %q: the text is %q", schema, text, got)
				}
			} else if got := string(x.Value().Compact()); got != want {
				t.Errorf("%s, %q is %s, want %s", schema, text, got, want)
			}
			if f.Undo(); x.Value().Len() != 0 {
				t.Errorf("%s, %q is not one step: %s", schema, text, x.Value().Compact())
			}
		}
	}
}

// What cannot be added changes nothing, and leaves no step to take back.
func TestEntryThatIsRefusedLeavesNothing(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"m":{"type":"object","propertyNames":{"maxLength":3},"additionalProperties":{"type":"string"}}}}`)
	x := field(t, f, "/m")
	if _, err := x.AddEntry("color=red"); err == nil || x.IsTouched() || f.CanUndo() {
		t.Errorf("%v, %v, %v", err, x.IsTouched(), f.CanUndo())
	}
	if _, err := x.AddEntry("red=color"); err != nil {
		t.Error(err)
	}
}
