package form_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/ui/apptest"
	"a2aform/ui/uitest"
)

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
	open(160, 24).WaitGone("╭ JSON ─")
}
