package huhform

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/ojson"
)

func TestRestoredValueOutsideEnumIsShown(t *testing.T) {
	page := pageOf(t, []byte(`{"properties":{"beta":{"default":null,"type":"boolean"}},"type":"object"}`))
	v, err := ojson.Parse([]byte(`{"beta":"m"}`), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	page.form.Load(v)
	page.Refresh()
	for _, k := range []tea.KeyPressMsg{{Code: 'd', Mod: tea.ModAlt}, {Code: 'g', Mod: tea.ModCtrl}, {Code: 'g', Mod: tea.ModCtrl}} {
		page.Update(k)
		if fault := notShown(page); fault != "" {
			t.Fatalf("after %s: %s\n%s", k, fault, ansi.Strip(strings.Join(page.Lines(), "\n")))
		}
	}
	if sent, _ := page.form.Value(); string(sent.Compact()) != `{"beta":"m"}` {
		t.Errorf("sends %s", sent.Compact())
	}
}
