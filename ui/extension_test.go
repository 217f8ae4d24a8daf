package ui_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// An extension that the agent requires and a2aform does not know is asked about
// before anything is sent; what goes with it is on the review, and what the agent
// says it activated on the task.
func TestRequiredExtensionIsAskedAbout(t *testing.T) {
	c := apptest.OneForm(apptest.WordSchema)
	mux := http.NewServeMux()
	url := apptest.ServeMux(t, mux)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, strings.Replace(c.At(url), `"extensions":[`, `"extensions":[{"uri":"urn:x","required":true},`, 1))
	})
	var header []string
	mux.HandleFunc("POST /rpc", func(w http.ResponseWriter, r *http.Request) {
		header = append(header, r.Header.Get("A2A-Extensions"))
		w.Header().Set("A2A-Extensions", "urn:x")
		apptest.Says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"welcome"}]}}`)(w, r)
	})
	app := ui.New(t.Context(), kit.Options{Ref: url, Store: apptest.Home(t), SkipReview: true, Dial: func(ctx context.Context, card *a2aclient.Card, keep *store.Store, _ kit.DialOptions) (*a2aclient.Agent, []string, error) {
		return run.Dial(ctx, card, keep, a2aclient.WithMetadata(a2aclient.Metadata{Key: "urn:x/code", Value: []byte(`"motherlode"`)}))
	}})
	d := uitest.Start(t, app, 90, 30).WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s")
	d.WaitFor(`urn:x/code = "motherlode"`, "Send  enter").Press("enter").WaitFor("The agent requires what a2aform does not know: urn:x")
	if header != nil {
		t.Fatal("something was sent")
	}
	d.Press("enter").WaitFor("Send  enter").Command("request").WaitFor("schemas/refs/heads/main/v1, urn:x").Press("esc").WaitFor("Send  enter").Press("enter")
	d.WaitFor("the agent activated the extension urn:x", "welcome").Press("f1").WaitFor("the agent activated urn:x")
	if len(header) != 1 || !strings.HasSuffix(header[0], "/v1, urn:x") {
		t.Errorf("sent with %q", header)
	}
}
