package agent_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"a2aform/ui/apptest"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// repository is a directory with saved agents of its own.
func repository(t *testing.T, agents string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, ".a2aform"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".a2aform", "agents.toml"), []byte(agents), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A saved name opens its agent, from the line, by a part of it, and from the
// list.
func TestSavedAgentsOpenByName(t *testing.T) {
	t.Parallel()
	server, keep := apptest.DemoAgent(t, apptest.Quick), apptest.Home(t)
	apptest.Save(t, keep, store.Saved{Name: "fight", URL: server.URL})
	o := kit.Options{Store: keep, Ref: "fight"}
	d := uitest.Start(t, ui.New(t.Context(), o), 80, 24).WaitFor("Fight Comparison")
	d.Press("esc").WaitFor("Saved", "▌ fight  "+server.URL)
	d.Type("fi").WaitFor("▌ fight  " + server.URL).Press("enter").WaitFor("Fight Comparison")
	d.Press("esc").WaitFor("Saved").Press("tab").WaitFor("▌ fight  http").Press("enter").WaitFor("╭▌Skills")
	d.Command("save the agent").WaitFor("enter Save").Type("other").Press("enter").WaitFor("Saved as other").Press("esc").WaitFor("  other ") // at once
}

// A text that is in names leaves their agents in the list, and enter opens the one that is called so, else the first. An address,
// and a text that is in no name, are opened as they are.
func TestTypedNameNarrowsTheList(t *testing.T) {
	t.Parallel()
	server, keep := apptest.DemoAgent(t, apptest.Quick), apptest.Home(t)
	apptest.Remember(t, keep, store.Agent{Ref: server.URL, Name: safe.Text("Parts Desk")}, store.Agent{Ref: "http://127.0.0.1:1", Name: safe.Text("Spare Parts Desk")}, store.Agent{Ref: "nowhere.example", Name: safe.Text("Other")})
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep}), 80, 24).WaitFor("Other")
	d.Type("SPARE").WaitFor("1 of 3", "▌ Spare Parts Desk").WaitGone("Other").Press("esc").WaitFor("Other", "Opened before")
	d.Type("desk").WaitFor("2 of 3", "▌ Spare Parts Desk").Press("tab", "down").WaitFor("▌ Parts Desk").Press("shift+tab", "ctrl+u")
	d.Type("parts desk").WaitFor("2 of 3", "▌ Parts Desk").Press("enter").WaitFor("Fight Comparison")
	d.Press("esc").WaitFor("Other")
	d.Type("127.0.0.1:2").WaitFor("Other").Press("enter").WaitFor("✗ connection: nothing is listening at 127.0.0.1:2", "Other")
	d.Press("ctrl+u").Type("no such").WaitFor("Other").Press("enter").WaitFor("✗ ", "Other")
}

// An agent that was opened by its host alone is the one that was saved with its
// whole address.
func TestSavedAgentIsNotListedTwice(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	apptest.Save(t, keep, store.Saved{Name: "fight", URL: "http://localhost:9999"})
	apptest.Remember(t, keep, store.Agent{Ref: "localhost:9999", Name: safe.Text("Fight")})
	uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep}), 80, 24).WaitFor("▌ fight  http://localhost:9999").WaitGone("Opened before")
}

// What is known of an agent names its first skills, and does not say what it has not.
func TestPreviewOfAnAgentNamesSkills(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	parts := store.Agent{Ref: "https://parts.example", Name: safe.Text("Parts"), About: safe.Text(strings.Repeat("Orders and invoices of a dealer in spare parts, ", 9))}
	for _, name := range []string{"Ask", "List invoices", "List machines", "Order", "Return"} {
		parts.Skills = append(parts.Skills, safe.Text(name))
	}
	apptest.Remember(t, keep, parts)
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep}), 80, 24).WaitFor("Opened before")
	d.WaitFor("• Ask", "• List invoices", "• List machines  +2 more", "Address     https://parts.example").WaitGone("Sign-in")
}

// The keys of the list are letters, and the line has all letters for itself.
func TestKeysOfTheListOfAgents(t *testing.T) {
	t.Parallel()
	server, keep := apptest.DemoAgent(t, apptest.Quick), apptest.Home(t)
	apptest.Remember(t, keep, store.Agent{Ref: "https://old.example", Name: safe.Text("Old")}, store.Agent{Ref: server.URL, Name: safe.Text("Demo Agent")}, store.Agent{Ref: "nowhere.example/x", Name: safe.Text("旅行 Agent")})
	demo := func() (string, error) { return server.URL, nil }
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Demo: demo}), 140, 24).WaitFor("Opened before", "Built in")
	d.Type("xsd/ra").WaitFor("> xsd/ra").Press("ctrl+u").WaitGone("xsd").Type("qq").WaitFor("> qq").Press("esc").WaitGone("qq")

	d.Press("down", "/").Type("demo").WaitFor("/ demo", "2 of 4").WaitGone("old.example")
	d.Press("enter", "ctrl+s").WaitFor("Save " + server.URL + " as").Type("no name").Press("enter").WaitFor("✗ no name is no name for an agent")
	d.Press("ctrl+u").Type("mine").Press("enter").WaitFor("Saved as mine", "▌ mine")
	d.Press("ctrl+s", "x").WaitGone("Forget") // it has a name now
	d.Press("esc").WaitFor("old.example")

	d.Press("end", "x").WaitGone("Forget") // it is built in
	d.Press("up", "x").WaitFor("Forget https://old.example?").Press("enter").WaitGone("Forget https").WaitFor("old.example")
	d.Press("x").WaitFor("Forget https").Press("down", "enter").WaitFor("Forgotten").WaitGone("old.example")
	d.Press("end", "up").WaitFor("▌ 旅行 Agent").Press("delete").WaitFor("Forget nowhere").Press("esc").WaitFor("▌ 旅行 Agent")
	d.Command("demo agent").WaitFor("Fight Comparison").Press("esc").WaitFor("▌ 旅行 Agent")
	d.Press("f1").WaitFor("letters are keys").Press("esc").WaitFor("▌ 旅行 Agent")
	d.Press("home", "up").Type("a").WaitFor("> a")
	d.Press("ctrl+u", "tab", "shift+tab").Type("b").WaitFor("> b")
}

// Credentials can be given from the list; what the agent takes is on its card.
func TestCredentialsFromTheListOfAgents(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	mux := http.NewServeMux()
	url := apptest.ServeMux(t, mux)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(strings.Replace(apptest.OneForm(apptest.WordSchema).At(url), `"version":"1"`, `"version":"1","securitySchemes":{"tok":{"httpAuthSecurityScheme":{"scheme":"bearer"}}}`, 1)))
	})
	apptest.Remember(t, keep, store.Agent{Ref: url, Name: safe.Text("Guarded")})
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep}), 80, 24).WaitFor("Guarded")
	d.Press("tab", "a").WaitFor("tok  bearer token", "alone, kept until you quit").Type("HUSH").Press("enter").WaitFor("The credentials will be used", "The skill")

	// A skill named at the start is opened once the credentials are given.
	d = uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Skill: "one"}), 80, 24).WaitFor("Opened before", "Scripted")
	d.Press("tab", "a").WaitFor("tok  bearer token", "alone, kept until you quit").Type("HUSH").Press("enter").WaitFor("Scripted › The skill", "Word")
}

// The line of credentials says where they come from, never what they are.
func TestWhichCredentialsWouldBeUsed(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	if _, err := keep.KeepCredential(store.Credential{Origin: "https://a.example:443", Scheme: safe.Text("tok"), Kind: "bearer token", Secret: store.Secret{Value: "HUSH"}}); err != nil {
		t.Fatal(err)
	}
	apptest.Save(t, keep, store.Saved{Name: "b", URL: "https://b.example", Headers: []store.SavedHeader{{Name: "X-Key", Env: "B_KEY"}}})
	apptest.Remember(t, keep, store.Agent{Ref: "a.example", Name: safe.Text("A")})
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep}), 80, 24).WaitFor("Opened before")
	d.Type("https://a.example/agent").WaitFor("credentials: tok bearer token, kept in the ")
	d.Type("x").Press("ctrl+u", "tab").WaitFor("Sign-in     header X-Key from $B_KEY")
	d.Press("down").WaitFor("Sign-in     tok bearer token, kept in the ")
	if strings.Contains(string(d.Output()), "HUSH") {
		t.Error("the secret was drawn")
	}
}

// What could not be opened stays, and is tried again by a key.
func TestTryingAgain(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	broken := true
	mux := http.NewServeMux()
	url := apptest.ServeMux(t, mux)
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if broken {
			w.Header().Set("WWW-Authenticate", `Bearer realm="staff"`)
			w.WriteHeader(401)
			return
		}
		_, _ = w.Write([]byte(apptest.OneForm(apptest.WordSchema).At(url)))
	})
	setBroken := func(is bool) {
		mu.Lock()
		defer mu.Unlock()
		broken = is
	}
	keep := apptest.Home(t)
	apptest.Remember(t, keep, store.Agent{Ref: url, Name: safe.Text("Sick")})
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep}), 100, 24).WaitFor("Sick")
	d.Type(url).Press("enter").WaitFor("✗ HTTP: ", `Bearer realm="staff"`, "> "+url).WaitGone("✗ HTTP  ", "· content")
	setBroken(false)
	d.Press("ctrl+r").WaitFor("The skill").Press("esc")
	setBroken(true)
	d.WaitFor("Opened before").Press("tab", "enter").WaitFor("✗ HTTP")
	setBroken(false)
	d.Press("r").WaitFor("The skill")
}

func TestPathsAreCompleted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"agents/one-card.json", "agents/one-other.json", "agents/deep/x.json"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(apptest.OneForm(apptest.WordSchema).At("http://127.0.0.1:9")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d := apptest.Start(t, "", 160, 24).WaitFor("Open an agent")
	d.Type(dir+"/ag").WaitFor("  agents/").Press("tab").WaitFor("> "+dir+"/agents/", "  one-card.json", "  deep/")
	d.Type("o").WaitGone("deep/").Press("tab").WaitFor("agents/one-").Press("down", "down", "up").WaitFor("▌ one-card.json").Press("enter").WaitFor("The skill")
	d.Press("esc", "ctrl+u").Type(dir+"/agents/").WaitFor("  deep/").Press("down", "enter").WaitFor("  x.json").Press("down", "enter").WaitFor("The skill")
}

// An agent of a repository gets no credentials before the user agreed; what was
// agreed to is remembered for that host alone.
func TestRepositorysAgentGetsNoCredentialsUnasked(t *testing.T) {
	t.Parallel()
	server, keep := apptest.DemoAgent(t, apptest.Quick), apptest.Home(t)
	dir := repository(t, fmt.Sprintf("[agents.theirs]\nurl = %q\nheaders = { X-Key = { env = \"SECRET\" } }\n", server.URL))
	bare := make(chan bool, 10)
	dial := func(ctx context.Context, card *a2aclient.Card, keep *store.Store, way kit.DialOptions) (*a2aclient.Agent, []string, error) {
		bare <- way.Anonymous
		if trust := way.Saved.TrustIn(server.URL); !way.Anonymous && !keep.IsTrusted(trust) {
			return nil, nil, &store.UntrustedError{Trust: trust}
		}
		return run.Dial(ctx, card, keep)
	}
	open := func() *uitest.Driver {
		return uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Dir: dir, Dial: dial}), 140, 24).WaitFor("This repository", "theirs")
	}
	d := open().Press("tab").WaitFor("Sign-in     header X-Key from $SECRET once you agreed").Press("enter")
	d.WaitFor("Send your credentials to this host?", server.URL, "X-Key=env:SECRET", "agents.toml").Press("esc").WaitFor("This repository")
	d.Press("enter").WaitFor("Send your credentials").Press("n").WaitFor("Fight Comparison")
	d.Press("esc", "enter").WaitFor("Send your credentials").Press("y").WaitFor("Fight Comparison")
	open().Press("tab", "enter").WaitFor("Fight Comparison")
	for i, want := range []bool{false, false, true, false, false, false} {
		if got := <-bare; got != want {
			t.Errorf("dialed %d with bare %v", i, got)
		}
	}
	if agents, _ := keep.Agents(); len(agents) != 1 || agents[0].Repository == "" {
		t.Errorf("the list forgets where the address came from: %+v", agents)
	}
}

// What is wrong with a file of agents is told, and the others are there.
func TestDamagedFileOfAgents(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	apptest.Save(t, keep, store.Saved{Name: "fight", URL: "https://fight.example"})
	shadow := "[agents.fight]\nurl='http://x.example'\n"
	for text, says := range map[string]string{"[agents.x]\nurl = 5\n": "agents.toml:2:1:", shadow: "own agent of that name"} {
		d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Dir: repository(t, text)}), 160, 24)
		d.WaitFor("! ", says, "fight  https://fight.example").Press("f1").WaitFor(says)
	}
}

// The known agents in their groups, a filter, what went wrong, and the question of
// trust, with long, wide and hostile names.
func TestGoldenConnect(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		keep := apptest.Home(t)
		dir := repository(t, "[agents.theirs]\nurl = 'https://agents.example/team/\\u202e/a-very-long-path/that-goes-on/and-on/and-on/for-the-whole-line'\n")
		apptest.Save(t, keep, store.Saved{Name: "fight", URL: "https://fight.example"}, store.Saved{Name: "trips", Card: "/cards/旅行/card.json"})
		then := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
		apptest.Remember(t, keep,
			store.Agent{Ref: "https://rtl.example", Name: safe.Text("סוכן הנסיעות שלום עולם"), Used: then},
			store.Agent{Ref: "https://hostile.example", Name: safe.Text("\x1b[31mred\x1b[0m\x07\u202eevil"), Used: then},
			store.Agent{Ref: "https://wide.example", Name: safe.Text("旅行の予約フォーム エージェント 👨‍👩‍👧‍👦"), Used: then},
			store.Agent{Ref: "127.0.0.1:1", Name: safe.Text("Demo"), Used: then})
		d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Dir: dir}), w, h).WaitFor("This repository")
		golden(d, "connect-known")
		d.Press("tab", "end").WaitFor("▌ ")
		golden(d, "connect-list")
		d.Press("/").Type("wide").WaitFor("1 of 7")
		golden(d, "connect-filter")
		d.Press("esc", "shift+tab").Type("ftp://x").Press("enter").WaitFor("✗ address")
		golden(d, "connect-reference")
		d.Press("ctrl+u").Type(apptest.Serve(t, 200, "text/html", "<!doctype html><title>\x1b[31mLog in</title>")).Press("enter").WaitFor("answer is a web")
		golden(d, "connect-html")
	})
}

// A run is sent again as its agent was dialed: who did not agree to credentials
// for a repository's host did not agree to them there either.
func TestHistoryKeepsToWhatWasAgreed(t *testing.T) {
	t.Parallel()
	server, keep := apptest.DemoAgent(t, apptest.Quick), apptest.Home(t)
	dir := repository(t, fmt.Sprintf("[agents.theirs]\nurl = %q\nheaders = { X-Key = { env = \"SECRET\" } }\n", server.URL))
	ways := make(chan kit.DialOptions, 10)
	dial := func(ctx context.Context, card *a2aclient.Card, keep *store.Store, way kit.DialOptions) (*a2aclient.Agent, []string, error) {
		ways <- way
		if !way.Anonymous {
			return nil, nil, &store.UntrustedError{Trust: way.Saved.TrustIn(server.URL)}
		}
		return run.Dial(ctx, card, keep)
	}
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Dir: dir, Dial: dial, Ref: "theirs"}), 100, 24)
	d.WaitFor("Send your credentials").Press("n").WaitFor("Fight Comparison").Press("c").WaitFor("A text message").Type("hello").Press("enter").WaitFor("✓ ")
	d.Press("esc").WaitFor("Skills").Press("alt+h").WaitFor("1 run", "ctrl+o").Press("o").WaitFor("A text message", "hello")
	for _, bare := range []bool{false, true, true} {
		if way := <-ways; way.Anonymous != bare || way.Saved == nil {
			t.Errorf("dialed with %+v, want bare %v", way, bare)
		}
	}
}
