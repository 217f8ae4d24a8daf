package formgen_test

import (
	"slices"
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

func repro(t *testing.T, name string) *formgen.Form {
	t.Helper()
	return open(t, string(read(t, "../testdata/repro/"+name)))
}

func TestAConditionDoesNotNarrowTheFieldThatItAsksAbout(t *testing.T) {
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

func TestATypeThatOnlyAConditionStatesIsAChoiceOfShapes(t *testing.T) {
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

func TestADefaultThatBreaksItsSchemaIsOnlyOffered(t *testing.T) {
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
	if err := port.AsJSON(false); err != nil || port.Kind() != schema.Integer || port.Presence() != formgen.Absent {
		t.Errorf("%v, %s, %v", err, port.Kind(), port.Presence())
	}
}

func TestARequiredObjectOrNullStartsUndecided(t *testing.T) {
	f := repro(t, "openai-strict.json")
	for _, name := range []string{"days", "filters", "alert"} {
		x := field(t, f, "/"+name)
		if x.Presence() != formgen.Absent {
			t.Errorf("%s starts %v", name, x.Presence())
		}
		x.CyclePresence()
		if x.Presence() != formgen.Null {
			t.Errorf("%s is %v after one press", name, x.Presence())
		}
		x.CyclePresence()
		if x.Presence() != formgen.Set {
			t.Errorf("%s is %v after two presses", name, x.Presence())
		}
		x.CyclePresence()
		if x.Presence() != formgen.Null {
			t.Errorf("%s is %v after three presses", name, x.Presence())
		}
	}
}

func TestThePropertyNamesTheRow(t *testing.T) {
	f := repro(t, "pydantic-two-of-a-model.json")
	for name, want := range map[string]string{"billing": "Billing", "shipping": "Shipping", "gift": "Gift", "urgency": "Urgency", "importance": "Importance", "stops": "Stops", "by_name": "By Name"} {
		if got := field(t, f, "/"+name).Label(); got != want {
			t.Errorf("%s is labelled %q, want %q", name, got, want)
		}
	}
	if hint := field(t, f, "/shipping").Hint(); !strings.HasPrefix(hint, "Address, object") {
		t.Errorf("the type is not named: %q", hint)
	}
	if got := f.Root().Label(); got != "Order" {
		t.Errorf("the whole is labelled %q", got)
	}
}
