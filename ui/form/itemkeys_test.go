package form_test

import (
	"testing"

	"a2aform/ui/apptest"
)

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
	d.WaitFor("Ada, London, 36").Press("ctrl+s").WaitFor("› Review").Press("2").WaitFor(`"name": "Charles"`, `"age": 44`)
}
