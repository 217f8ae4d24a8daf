package kit_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/store"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
)

// secured is an agent whose card has those security schemes.
func secured(t *testing.T, schemes string, o ...a2aclient.Option) *a2aclient.Agent {
	t.Helper()
	card, err := a2aclient.Parse([]byte(`{"name":"A","version":"1","skills":[],"supportedInterfaces":[{"url":"https://a.example/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"securitySchemes":{`+schemes+`}}`), "https://a.example/card")
	if err != nil {
		t.Fatal(err)
	}
	agent, err := card.Dial(o...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(agent.Close)
	return agent
}

const (
	bearer = `"tok":{"httpAuthSecurityScheme":{"scheme":"bearer","description":"of the desk"}}`
	basic  = `"pass":{"httpAuthSecurityScheme":{"scheme":"basic"}}`
)

// Credentials are asked for by the schemes of the card: of one at once, of several after a choice.
func TestCredentialsAreAskedFor(t *testing.T) {
	t.Parallel()
	set := func() *auth.CredentialSet {
		c, err := auth.NewCredentialSet(secured(t, "").Interface().URL)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, c := range []struct {
		name, schemes string
		why           kit.CredentialReason
		has           bool
		keys          string
		said          string
		want          []string
	}{
		{"none for the host", bearer, kit.CredentialReason{}, false, "", "credentials are not sent there", nil},
		{"no scheme", "", kit.CredentialReason{}, true, "", "does not say which credentials it takes", nil},
		{"a token", bearer, kit.CredentialReason{}, true, "", "", []string{"tok  bearer token", "“of the desk”; sent to https://a.example:443 alone, kept until you"}},
		{"a password", basic, kit.CredentialReason{Words: "It asks"}, true, "", "", []string{"pass  ", "It asks; as USER:PASSWORD; sent to https://a.example:443 alone"}},
		{"several", basic + "," + bearer, kit.CredentialReason{}, true, "", "", []string{"Which credentials?", "pass", "tok  bearer token", "of the desk"}},
		{"several, for a reason", basic + "," + bearer, kit.CredentialReason{Words: "It asks"}, true, "", "", []string{"It asks. Which ones?"}},
		{"several, of which some were refused", basic + "," + bearer, kit.CredentialReason{Words: "It refuses", Refused: true}, true, "", "", []string{"▌It refuses "}},
		{"the second of several", basic + "," + bearer, kit.CredentialReason{}, true, "down enter", "", []string{"tok  bearer token", "sent to "}},
	} {
		h, _ := saying(t)
		var o []a2aclient.Option
		if c.has {
			o = append(o, a2aclient.WithCredentials(set()))
		}
		act := h.AskCredentials(secured(t, c.schemes, o...), c.why, func() tea.Cmd { return nil })
		if !strings.Contains(act.Status.Text, c.said) || (c.said == "") != (act.Status.Text == "") || (h.Overlay == nil) != (c.want == nil) {
			t.Errorf("%s: said %q", c.name, act.Status.Text)
		}
		press(h, strings.Fields(c.keys)...)
		for _, want := range c.want {
			if text := strings.Join(drawn(h.Overlay), "\n"); !strings.Contains(text, want) {
				t.Errorf("%s: there is no %q in\n%s", c.name, want, text)
			}
		}
	}
	h, _ := saying(t)
	credentials, asked := set(), 0
	agent := secured(t, bearer+","+basic, a2aclient.WithCredentials(credentials))
	ask := func(refused bool) string {
		h.AskCredentials(agent, kit.CredentialReason{Refused: refused}, func() tea.Cmd { asked++; return nil })
		return strings.Join(drawn(h.Overlay), "\n")
	}
	ask(false)
	press(h, "t", "o", "k", "enter", "n", "o", "enter")
	if text := ask(false); h.Status.Text != "the credentials will be used" || asked != 1 || strings.Count(text, "✓ given") != 1 || strings.Contains(text, "refused by") {
		t.Errorf("%q, %d times, and then\n%s", h.Status.Text, asked, text)
	}
	if text := ask(true); strings.Count(text, "refused by the agent") != 1 || strings.Contains(text, "✓ given") {
		t.Errorf("refused:\n%s", text)
	}
	h.Overlay = nil
	h.AskCredentials(secured(t, basic, a2aclient.WithCredentials(credentials)), kit.CredentialReason{}, func() tea.Cmd { asked++; return nil })
	if press(h, "x", "enter"); h.Overlay == nil || asked != 1 {
		t.Error("a password without a user is taken")
	}
}

// An agent is saved under a name, with its card; what cannot be saved is said in the prompt.
func TestAgentsAreSavedUnderAName(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "card.json")
	card := []byte(`{"name":"A","skills":[]}`)
	if err := os.WriteFile(file, card, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, ref, typed string
		keep             *store.Store
		want             store.Saved
		problem          string
	}{
		{"an address", "https://a.example", " desk ", apptest.Home(t), store.Saved{Name: "desk", URL: "https://a.example"}, ""},
		{"a file", file, "desk", apptest.Home(t), store.Saved{Name: "desk", Card: file}, ""},
		{"no name", "https://a.example", "a b!", apptest.Home(t), store.Saved{}, "a b!"},
		{"no home", "https://a.example", "desk", nil, store.Saved{}, "there is no home directory to save it in"},
		{"no address", "http://%zz", "desk", apptest.Home(t), store.Saved{}, "✗"},
	} {
		s, _ := waiting(t)
		h := s.(*kit.Pager).Host
		h.Options.Store = c.keep
		h.AskToSave(s, c.ref, card)
		o := h.Overlay
		press(h, strings.Split(c.typed, "")...)
		all := messages(h.UpdateOverlay(kit.KeyPress("enter")))
		saved, ok := all[len(all)-1].(kit.ScreenMsg).Msg.(kit.SavedAgentMsg)
		if !ok {
			t.Fatalf("%s: %v", c.name, all)
		}
		act := saved.Action()
		if (h.Overlay == nil) != (c.problem == "") || saved.Name() != c.want.Name || c.problem == "" && !strings.HasPrefix(act.Status.Text, "saved as desk: a2aform desk opens it") {
			t.Errorf("%s: %q as %q, open: %t", c.name, act.Status.Text, saved.Name(), h.Overlay != nil)
		}
		if c.problem != "" {
			if text := strings.Join(drawn(o), "\n"); !strings.Contains(text, c.problem) || act.Status.Text != "" {
				t.Errorf("%s: said %q, and shown is\n%s", c.name, act.Status.Text, text)
			}
			continue
		}
		list, problems := c.keep.Saved("")
		if len(list) != 1 || problems != nil || list[0].URL != c.want.URL || list[0].Card != c.want.Card {
			t.Errorf("%s: %+v, %v", c.name, list, problems)
		}
	}
}

// An agent that is spoken to at another place than before is noticed until that is agreed to.
func TestOriginsThatChange(t *testing.T) {
	t.Parallel()
	known := kit.Origins{}
	agent := secured(t, "")
	moved := secured(t, "", a2aclient.WithEndpoint("https://b.example"))
	for _, c := range []struct {
		agent *a2aclient.Agent
		want  string
	}{{agent, ""}, {agent, ""}, {moved, "https://a.example:443"}, {moved, "https://a.example:443"}, {agent, ""}} {
		if got := known.Changed(c.agent); got != c.want {
			t.Errorf("%s: %q, want %q", c.agent.Interface().URL.Line(0), got, c.want)
		}
	}
	if kit.PriceNotice(nil) != "" || kit.PriceNotice(agent) != "" {
		t.Error("a card without a price has one")
	}
}
