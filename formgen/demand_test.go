package formgen_test

import "testing"

func TestRequirementsTurnTrueWhenMet(t *testing.T) {
	const members = `"type":"object","properties":{"email":{"type":"string","title":"E-mail"},"phone":{"type":"string"},"fax":{"type":"string"}},`
	tests := []struct {
		name, demand, sent, text string
		met                      bool
		missing                  string
	}{
		{"any", `"anyOf":[{"required":["email"]},{"required":["phone"]}]`, "", "fill in E-mail or Phone", false, "/email"},
		{"any, one there", `"anyOf":[{"required":["email"]},{"required":["phone"]}]`, "/phone", "fill in E-mail or Phone", true, ""},
		{"exactly", `"oneOf":[{"required":["email"]},{"required":["phone","fax"]}]`, "/phone", "fill in exactly one of E-mail, Phone and Fax", false, "/email"},
		{"not together", `"not":{"required":["email","phone"]}`, "/email", "do not fill in E-mail and Phone together", true, ""},
		{"never", `"not":{"required":["fax"]}`, "/fax", "leave out Fax", false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := open(t, "{"+members+tt.demand+"}")
			if tt.sent != "" {
				field(t, f, tt.sent).SetText("x")
			}
			demands := f.Root().Demands()
			if len(demands) != 1 || demands[0].Text() != tt.text || demands[0].IsMet() != tt.met {
				t.Errorf("demands %+v, want %q, met %v", demands, tt.text, tt.met)
			}
			missing := ""
			if x := demands.Missing(); x != nil {
				missing = x.Pointer()
			}
			if missing != tt.missing {
				t.Errorf("%q is missing, want %q", missing, tt.missing)
			}
		})
	}
}

func TestDueCountsValidFields(t *testing.T) {
	f := open(t, `{"type":"object","required":["n"],"properties":{"n":{"type":"integer","maximum":3}}}`)
	for text, want := range map[string]int{"9": 0, "x": 0, "2": 1} {
		field(t, f, "/n").SetText(text)
		if n := f.Counts(); n.Filled != want || n.Required != 1 {
			t.Errorf("%s: %d of %d", text, n.Filled, n.Required)
		}
	}
}
