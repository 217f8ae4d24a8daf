package agent_test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// If a card names another host than before, the user is asked, both when the agent is
// opened again and when a run is sent again.
func TestMovedAgentIsAskedAbout(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "card.json")
	at := func(address string) {
		if err := os.WriteFile(path, []byte(apptest.OneForm(apptest.WordSchema).At(address)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	at("http://127.0.0.1:1")
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: apptest.Home(t), Ref: path}), 100, 24).WaitFor("The skill")
	d.Press("esc").WaitFor("Open an agent").Press("enter").WaitFor("The skill") // where it was: nothing is asked

	at("http://127.0.0.1:2")
	d.Press("esc").WaitFor("Open an agent").Press("enter").WaitFor("This agent has moved. Follow it?", "was at     http://127.0.0.1:1", "is at      http://127.0.0.1:2")
	d.Press("esc").WaitFor("Open an agent").Press("enter").WaitFor("This agent has moved")
	d.Press("y").WaitFor("The skill").Press("tab").WaitFor("127.0.0.1:2").Press("esc").WaitFor("Skills").Press("esc").WaitFor("Open an agent")
	d.Press("enter").WaitFor("The skill") // what was agreed to is not asked again
}

func TestRunIsNotResentToMovedAgent(t *testing.T) {
	t.Parallel()
	url, at := moving(t)
	answers := http.NewServeMux()
	answers.HandleFunc("POST /rpc", apptest.Says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"hello"}]}}`))
	agent := apptest.ServeMux(t, answers)
	at(agent)
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: apptest.Home(t), Ref: url}), 160, 24).WaitFor("The skill")
	d.Press("enter").WaitFor("▌ ○ Word").Type("hi").Press("ctrl+s").WaitFor("Send  enter").Press("enter").WaitFor("hello")
	at("http://127.0.0.1:1")
	d.Press("esc").WaitFor("Word").Press("esc").WaitFor("Skills").Press("alt+h").WaitFor("1 run", "ctrl+o").Press("o")
	d.WaitFor("The agent has moved from "+agent+" to http://127.0.0.1:1", "open it again")
}

func TestGoldenOriginChanged(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		url, at := moving(t)
		at("http://127.0.0.1:1")
		d := apptest.Start(t, url, w, h).WaitFor("The skill")
		at("http://127.0.0.1:2")
		d.Press("esc").WaitFor("Open an agent").Press("enter").WaitFor("has moved")
		golden(d, "moved")
	})
}

// moving serves a card that names the address that was last set.
func moving(t *testing.T) (url string, at func(address string)) {
	t.Helper()
	var text atomic.Value
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, text.Load().(string))
	})
	return apptest.ServeMux(t, mux), func(address string) { text.Store(apptest.OneForm(apptest.WordSchema).At(address)) }
}
