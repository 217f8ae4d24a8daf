package agent_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// useAddress gives the agent on the screen another address.
func useAddress(d *uitest.Driver, address string) *uitest.Driver {
	d.Command("another address").WaitFor("Send messages to another address")
	return d.Press("ctrl+u").Type(address).Press("enter")
}

// An agent whose card names a wrong path is used at another one: in this session, when it is opened again, and by its saved name
// the next time.
func TestUseAnotherAddress(t *testing.T) {
	t.Parallel()
	var url string
	mux := http.NewServeMux()
	url = apptest.ServeMux(t, mux)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(apptest.OneForm(apptest.WordSchema).At(url)))
	})
	mux.HandleFunc("POST /a2a", apptest.Says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"hello"}]}}`))
	keep := apptest.Home(t)
	if err := keep.SaveAgent(store.Saved{Name: "mine", URL: url}); err != nil {
		t.Fatal(err)
	}
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Ref: "mine"}), 160, 30).WaitFor("The skill")
	d.Press("enter").WaitFor("▌ ○ Word").Type("hi").Press("ctrl+s").WaitFor("Send  enter").Press("enter").WaitFor("nothing at this path")
	d.Press("esc").WaitFor("Word").Press("esc").WaitFor("Skills")
	useAddress(d, "no address").WaitFor("no address is not the address of an agent").Press("esc")
	useAddress(d, url+"/a2a").WaitFor("Messages go to " + url + "/a2a, also the next time you open mine.")
	d.Press("tab").WaitFor(url + "/a2a (the address that you gave)").Press("tab").WaitFor("Skills").Press("esc").WaitFor("Open an agent")
	d.Press("enter").WaitFor("Asks for").Press("tab").WaitFor("the address that you gave").Press("tab").WaitFor("Skills")
	d.Press("enter").WaitFor("Word").Press("ctrl+s").WaitFor("Send  enter").Press("enter").WaitFor("hello")
	list, _ := keep.Saved("")
	if len(list) != 1 || list[0].Endpoint != url+"/a2a" {
		t.Errorf("saved: %+v", list)
	}
}

// Another host than that of the card is used once the user has agreed, and that is kept.
func TestAddressAtAnotherHostIsAskedAbout(t *testing.T) {
	t.Parallel()
	url := apptest.Agent(t, apptest.OneForm(apptest.WordSchema), apptest.Says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"here"}]}}`))
	keep := apptest.Home(t)
	dial := func(ctx context.Context, card *a2aclient.Card, _ *store.Store, way kit.DialOptions) (*a2aclient.Agent, []string, error) {
		trust := store.EndpointTrust(card.Source, "http://127.0.0.1:1")
		if strings.HasPrefix(way.Endpoint, trust.Origin) && way.Agreed != trust.Origin && !keep.IsTrusted(trust) {
			return nil, nil, &store.EndpointError{Trust: trust, Card: url}
		}
		if way.Endpoint == "" {
			return run.Dial(ctx, card, nil)
		}
		return run.Dial(ctx, card, nil, a2aclient.WithEndpoint(way.Endpoint))
	}
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Ref: url, Dial: dial}), 120, 30).WaitFor("The skill")
	useAddress(d, "http://127.0.0.1:1/a2a").WaitFor("Send messages to http://127.0.0.1:1, another host than the card's?", "the card is from "+url, "no credential goes there")
	d.Press("enter").WaitGone("Send messages to") // no is at the cursor
	d.Press("tab").WaitFor(url + "/rpc").Press("tab").WaitFor("Skills")
	useAddress(d, "http://127.0.0.1:1/a2a").WaitFor("another host than the card's?").Press("up").Press("enter").WaitFor("Messages go to http://127.0.0.1:1/a2a until you quit.")
	d.Press("tab").WaitFor("http://127.0.0.1:1/a2a").Press("tab").WaitFor("Skills")
	useAddress(d, "").WaitFor("Messages go to the address of the card")

	// The next time, the command line asks for it: what the user agreed to is known.
	d = uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Ref: url, Dial: dial, Endpoint: "http://127.0.0.1:1/a2a"}), 120, 30).WaitFor("The skill")
	d.Press("tab").WaitFor("http://127.0.0.1:1/a2a")
}
