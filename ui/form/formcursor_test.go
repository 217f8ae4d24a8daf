package form_test

import (
	"testing"

	"a2aform/ui/apptest"
)

const orderNumbers = `{"type":"object","required":["number","name","city"],"properties":{"number":{"title":"Order number","type":"string","pattern":"^PO-[0-9]{6}$","examples":["PO-004711"]},
	"name":{"title":"Name of the customer who orders","type":"string"},"city":{"title":"City of the delivery","type":"string"}}}`

// The first key after a jump moves the cursor: the message that the jump brought takes a line of the form, and the key gives it back.
func TestTheFirstKeyAfterAJumpMovesTheCursor(t *testing.T) {
	t.Parallel()
	d := apptest.Start(t, apptest.Agent(t, apptest.OneForm(orderNumbers), apptest.Says(`"result":{}`)), 80, 24).WaitFor("The skill")
	d = apptest.OpenForm(d).WaitFor("Order number")
	d.Type("4711").Press("ctrl+s").WaitFor("Not sent: ").Press("home").Type("PO-00").WaitFor("PO-004711")
	d.Press("end", "ctrl+u").Type("PO-004711").Press("tab").Type("olt").Press("tab").Type("erlin").Press("f6").WaitFor("No problems").Press("home").Type("B").WaitFor("Berlin")
	d.Press("shift+tab", "ctrl+s").WaitFor("› Review").Press("esc").WaitGone("› Review").Press("home").Type("B").WaitFor("Bolt")
	d.Press("end", "ctrl+u").Paste("cme").Press("home").Type("A").WaitFor("Acme").Press("ctrl+z").WaitFor("Undone").Press("home").Type("X").WaitFor("  X")
	d.Press("tab", "f6").WaitFor("No problems").Press("home").Type("Y").WaitFor("YBerlin")
}
