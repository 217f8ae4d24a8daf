package agent_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/ui/apptest"
)

// A card of an agent that cannot be spoken to offers no chat, and says why.
func TestCardOfMCPServerOffersNoChat(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "card.json")
	card := `{"name":"Hub","description":"d","version":"1","protocolVersion":"0.3.0","preferredTransport":"MCP","url":"http://127.0.0.1:9/mcp","capabilities":{},
		"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[{"id":"w","name":"Weather","description":"d","tags":["w"],"examples":["Rome"]}]}`
	if err := os.WriteFile(path, []byte(card), 0o600); err != nil {
		t.Fatal(err)
	}
	d := apptest.Start(t, path, 80, 24).WaitFor("▌ Weather", "names an MCP server")
	if screen := d.Screen(); strings.Contains(strings.ToLower(screen), "chat") || strings.Contains(screen, "example") {
		t.Errorf("the card offers what it cannot do:\n%s", screen)
	}
	d.Press("enter").WaitFor("use a client for MCP")
}
