package form_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/ui/apptest"
	"a2aform/ui/uitest"
)

// A section of the form is JSON for a while; its mistake is found, and blocks
// only the way back.
func TestLocationIsEditedAsJSON(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Trip, apptest.Quick, 80, 24)
	d.Press("f3").WaitFor("1  Lisbon").Press("1").WaitFor("6 of 6 required")
	for range 6 {
		d.Press("tab")
	}
	d.Press("alt+j").WaitFor(`2   "name": "Ada Lovelace",`, "JSON. F2 goes back to the", "● Nights *        3")
	d.Press("ctrl+end", "backspace", "f2").WaitFor("Traveller stays text", "✗ Not JSON: line 4, column 1: the text ends too")
	d.Press("tab").WaitFor("✗ 1 problem").Press("shift+tab")
	d.Press("f2").Type("}").WaitGone("✗").Press("f2").WaitFor("● Traveller * ", "● Name *        Ada Lovelace")
}

func TestWholeFormIsEditedAsJSON(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 120, 40)
	d.Type("Lion").WaitFor("● A *", "esc Back").WaitGone("f2 Edit as JSON") // a key that is rarely of use
	d.Press("ctrl+o").WaitFor("More…").Type("whole").WaitFor("▌ Whole form as JSON").Press("enter").WaitFor(`  "a": "Lion"`)
	d.Press("ctrl+o").WaitFor("Whole form from JSON").Press("esc")
	d.Press("ctrl+end", "backspace").Type("x").Command("whole form").WaitFor("The form stays text: line 3, column 1")
	d.Press("delete").Type("}").Command("whole form").WaitFor("A *       Lion", "1 of 2 required")
	d.Press("up", "f2").WaitFor(`"Lion"`).Press("ctrl+home", "right").Type("Sea ").Press("f2").WaitFor("A *       Sea Lion")
}

func TestLocationsThatStayJSONSayWhy(t *testing.T) {
	t.Parallel()
	c := apptest.OneForm(`{"type":"object","properties":{"any":{"title":"Any"},"pin":{"type":"string","format":"password","title":"Pin"}}}`)
	d := apptest.OpenForm(apptest.Start(t, apptest.Agent(t, c, apptest.Says(`"result":{}`)), 80, 24).WaitFor("The skill")).WaitFor("Any")
	d.Press("f2").WaitFor("Any is JSON already: ")
	d.Press("tab").Type("1234").WaitFor("Pin       ****").Press("f2").WaitFor("A secret is filled in, and JSON text would show it")
	d.Press("tab").Command("whole form").WaitFor("A secret is filled in")
	d.WaitGone("1234")
}

// On a wide screen the value is beside the fields as JSON, around the focused one, and follows what is typed and taken back. A secret
// is not shown in it.
func TestValueBesideForm(t *testing.T) {
	t.Parallel()
	var members, names []string
	for i := range 40 {
		names = append(names, fmt.Sprintf(`"f%d"`, i))
		members = append(members, fmt.Sprintf(`"f%d":{"title":"Field %d","type":"integer","const":%d}`, i, i, i))
	}
	schema := `{"type":"object","properties":{"name":{"title":"Name","type":"string"},"parts":{"title":"Parts","type":"object","properties":{` + strings.Join(members, ",") +
		`},"required":[` + strings.Join(names, ",") + `]},"password":{"title":"Password","type":"string","format":"password"},"last":{"title":"Last","type":"string"}},"required":["name","parts"]}`
	open := func(width, height int) *uitest.Driver {
		return apptest.Start(t, apptest.Agent(t, apptest.OneForm(schema), apptest.Says(`"result":{}`)), width, height).WaitFor("The skill").Press("enter").WaitFor("○ Name")
	}
	d := open(160, 45).WaitFor("╭ JSON ─", `"parts": {`)
	d.Type("Ada").WaitFor(`"name": "Ada"`)
	d.Press("ctrl+z").WaitGone(`"name": "Ada"`).Press("ctrl+y").WaitFor(`"name": "Ada"`)
	d.Press("ctrl+end").Type("at the end").WaitFor(`"last": "at the end"`).WaitGone(`"name": "Ada"`) // far above
	d.Press("up").Type("secret").WaitFor("A secret is filled in, so").WaitGone(`"last"`)

	open(120, 40).WaitGone("╭ JSON ─")
}

// A blank form says that it is blank, so that nothing moves with the first value.
func TestJSONOfABlankForm(t *testing.T) {
	t.Parallel()
	d := apptest.OpenForm(apptest.Start(t, apptest.Agent(t, apptest.OneForm(apptest.WordSchema), apptest.Says(`"result":{}`)), 160, 45).WaitFor("The skill"))
	d.WaitFor("▌ ○ Word").WaitFor("╭ JSON", "Nothing is filled in yet.").Type("fox").WaitFor("╭ JSON", `"word": "fox"`)
	d.Press("backspace", "backspace", "backspace").WaitFor("Nothing is filled in yet.").Press("ctrl+g").WaitFor("╭ JSON", `"word": ""`)
}
