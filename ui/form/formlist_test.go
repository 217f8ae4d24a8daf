package form_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/ui/apptest"
)

func TestListItemsAreEdited(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Trip, apptest.Quick, 80, 24)
	d.Press("f3").WaitFor("1  Lisbon").Press("1").WaitFor("6 of 6 required")

	// Off a list the keys say why they do nothing.
	d.Press("f8").WaitFor("Destination is required, so it is not removed")
	d.Press("f7").WaitFor("There is no list here to add to").Press("f9").WaitFor("Only an item of a list can be duplicated")
	d.Press("alt+up").WaitFor("Only an item of a list can be moved").Press("ctrl+z").WaitFor("●").WaitGone("only an item")

	d.Press("f3").WaitFor("1  Lisbon").Press("1").WaitFor("Companions")
	d.Press("alt+/").Type("companions › 1").WaitFor("3 of ").Press("enter").WaitFor("▌   ● 1             Charles, 44")
	d.Press("f9").WaitFor("Item 2 is a copy of item 1", "▌   ● 2             Charles, 44", "2/6 items")
	d.Press("enter").WaitFor("▌     ● Name *      Charles").Press("ctrl+u").Type("Grace").WaitFor("5/")
	d.Press("esc").WaitFor("▌   ● 2             Grace, 44").Press("alt+up").WaitFor("▌   ● 1             Grace, 44", "2             Charles, 44")
	d.Press("f7").WaitFor("▌     ○ Name *").Type("Alan").Press("esc").WaitFor("▌   ● 2             Alan", "3/6 items")

	// While its fields are shown an item is removed too.
	d.Press("enter").WaitFor("▌     ● Name *      Alan").Press("f8").WaitFor("Companions › 2 is removed; Ctrl+Z brings it back", "2/6 items", "▌   ● 2             Charles, 44")
	d.Press("ctrl+z").WaitFor("▌     ● Name *      Alan", "3/6 items")

	// An undone addition takes away the fields of what was added.
	d.Press("f7").WaitFor("▌     ○ Name *").Press("ctrl+z").WaitFor("Undone; Ctrl+Y does it again", "3/6 items", "● 2             Alan").WaitGone("▌     ○ Name").Press("ctrl+y").WaitFor("Redone; Ctrl+Z undoes it").Press("ctrl+z").WaitFor("Undone;")
	d.Press("ctrl+s").WaitFor("› Review").Press("v").WaitFor(`"companions": [`)
}

// A field of very many choices opens and is searched at once: naming them takes as long as there are choices, also where two of them have
// the same title.
func TestVeryManyChoices(t *testing.T) {
	t.Parallel()
	choices := make([]string, 15_000)
	for i := range choices {
		choices[i] = fmt.Sprintf(`{"const":%d,"title":"Part %05d"}`, i, i)
	}
	choices[len(choices)-1] = `{"const":-1,"title":"Part 14998"}`
	schema := `{"type":"object","properties":{"part":{"title":"Part","oneOf":[` + strings.Join(choices, ",") + `]}}}`
	d := apptest.Start(t, apptest.Agent(t, apptest.OneForm(schema), apptest.Says(`"result":{}`)), 80, 24).WaitFor("The skill").Press("enter")
	d.WaitFor("○ Part").Type("14998").WaitFor("Part 14998 (14998)", "Part 14998 (-1)")
}

// One object in a list costs at most four keys besides its values.
func TestAnObjectInAListCostsFewKeys(t *testing.T) {
	t.Parallel()
	c := apptest.OneForm(`{"type":"object","properties":{"people":{"type":"array","items":{"type":"object","required":["name"],
		"properties":{"name":{"type":"string"},"city":{"type":"string"},"age":{"type":"integer"}}}}}}`)
	d := apptest.OpenForm(apptest.Start(t, apptest.Agent(t, c, apptest.Says(`"result":{}`)), 80, 30).WaitFor("The skill")).WaitFor("People")
	for _, values := range [][]string{{"Ada", "London", "36"}, {"Charles", "Paris", "44"}} {
		keys := 1
		d.Press("enter").WaitFor("f8 Remove item")
		for _, v := range values {
			d.Type(v).WaitFor(v).Press("tab")
			keys++
		}
		if keys > 4 {
			t.Errorf("an object costs %d keys besides its values", keys)
		}
	}
	d.WaitFor("Ada, London, 36").Press("ctrl+s").WaitFor("› Review").Press("v").WaitFor(`"name": "Charles"`, `"age": 44`)
}
