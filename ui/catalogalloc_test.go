//go:build !race

package ui

import (
	"runtime"
	"strings"
	"testing"

	"a2aform/internal/catalog"
	"a2aform/ui/agent"
	"a2aform/ui/kit"
)

// A key in a catalog of thousands allocates as little as in a form.
func TestKeyAllocatesLittleInACatalog(t *testing.T) {
	entry := `{"name":"An agent","description":"Answers questions about invoices.","url":"https://a.example"}`
	c, err := catalog.Parse([]byte(`[`+strings.Repeat(entry+`,`, many-1)+entry+`]`), "catalog.json")
	if err != nil {
		t.Fatal(err)
	}
	app := New(t.Context(), kit.Options{})
	t.Cleanup(app.Close)
	app.Width, app.Height = 120, 40
	app.Layout()
	connect, ok := app.stack[0].(*agent.ConnectScreen)
	if !ok {
		t.Fatal("the first screen opens no agents")
	}
	connect.Opened(agent.CardMsg{Catalog: c})
	app.View()
	keys := []string{"down", "pgdown", "up", "pgup", "end", "home", "/", "i", "n", "v", "backspace", "esc"}
	const rounds = 5
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range rounds {
		for _, key := range keys {
			app.Update(kit.KeyPress(key))
			app.View()
		}
	}
	runtime.ReadMemStats(&after)
	cost := float64(after.TotalAlloc-before.TotalAlloc) / float64(rounds*len(keys))
	t.Logf("%.0f bytes a key", cost)
	if cost > maxBytesPerKey {
		t.Errorf("a key allocates %.0f bytes, at most %d", cost, maxBytesPerKey)
	}
}
