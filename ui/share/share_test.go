package share_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/share"
)

// A run of the history becomes a file of each kind, named after what was asked; the page is opened.
func TestRunIsShared(t *testing.T) {
	dir, opened := t.TempDir(), make(chan string, 1)
	t.Setenv("HOME", dir) // paths below it are shown with ~
	keep := apptest.Home(t)
	d := apptest.StartWith(t, kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: keep, Demo: apptest.NoDemo, Open: func(_ context.Context, url string) error {
		opened <- url
		return nil
	}}, 80, 24).WaitFor("Fight Comparison")
	apptest.OpenForm(d).WaitFor("A *").Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("Send  enter").Press("enter").WaitFor("✓ completed")
	d.Press("alt+h").WaitFor("› History", "1 run")
	for kind, want := range map[string]string{
		"HTML": "<title>Demo Agent: Fight Comparison: Lion, Tiger", "Picture": "</svg>", "Recording": `"version":2`, "Presentation": "[[step]]\nshow = \"table\"", "Ticket": "# Demo Agent: Fight Comparison: Lion, Tiger",
	} {
		path := filepath.Join(dir, kind)
		d.Press("e").WaitFor("Export the run", "Presentation").WaitGone("More…").Type(kind).WaitFor("▌ "+kind).Press("enter").WaitFor("Export the run: ", "fight-comparison-lion.").Press("ctrl+u").Type(path).Press("enter").WaitFor("Saved as ").WaitGone("Export the run")
		if data, err := os.ReadFile(path); err != nil || !strings.Contains(string(data), want) {
			t.Errorf("%s: there is no %s: %v", kind, want, err)
		}
	}
	if url := <-opened; url != "file://"+filepath.ToSlash(filepath.Join(dir, "HTML")) {
		t.Errorf("opened %s", url)
	}
	if runtime.GOOS != "windows" {
		d.WaitFor("Saved as ~")
	}
	beside, _ := filepath.Glob(filepath.Join(dir, "*.run.jsonl"))
	script, err := os.ReadFile(filepath.Join(dir, "Presentation"))
	if err != nil || len(beside) != 1 || !strings.Contains(string(script), "run = \""+filepath.Base(beside[0])+"\"") {
		t.Errorf("the runs beside the script: %q, %v\n%s", beside, err, script)
	}

	list, err := keep.Runs()
	if err != nil || len(list.Runs) != 1 {
		t.Fatal(list, err)
	}
	var casts [2]bytes.Buffer
	for i := range casts {
		if err := ui.Film(t.Context(), &casts[i], list.Runs[0].Path, share.Cast, kit.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	if casts[0].String() != casts[1].String() {
		t.Error("two casts of a run differ")
	}
	before := -1.0
	for line := range strings.Lines(casts[0].String()) {
		var event []any
		if strings.HasPrefix(line, "{") {
			continue
		}
		if err := json.Unmarshal([]byte(line), &event); err != nil || len(event) != 3 || event[0].(float64) <= before {
			t.Fatalf("%v after %v: %v", event, before, err)
		}
		before = event[0].(float64)
	}
}

// The page is opened where there is a display. Where there is none, the notice says where the file is, and no more.
func TestPageIsOpenedWhereThereIsADisplay(t *testing.T) {
	t.Parallel()
	for said, err := range map[string]error{"page.html and opened": nil, "page.html": kit.ErrNoDisplay, "page.html; not opened: xdg-open cannot be run": errors.New("xdg-open cannot be run")} {
		keep, path := apptest.Home(t), filepath.Join(t.TempDir(), "page.html")
		apptest.Kept(t, keep, 0, runfile.Line{Agent: safe.Text("Shop"), Skill: safe.Text("order")}, apptest.Ended("completed"))
		d := apptest.StartWith(t, kit.Options{Store: keep, Open: func(context.Context, string) error { return err }}, 240, 24).WaitFor("Open an agent")
		d.Press("alt+h").WaitFor("Shop").Press("e").WaitFor("▌ HTML").Press("enter").WaitFor("Export the run: HTML").Press("ctrl+u").Type(path).Press("enter").WaitFor("Saved as ")
		for line := range strings.Lines(d.Screen()) {
			if _, after, ok := strings.Cut(line, "page.html"); ok && strings.Contains(line, "Saved as ") && strings.TrimSpace("page.html"+after) != said {
				t.Errorf("%v: %s", err, line)
			}
		}
	}
}

// The page of a run and its ticket have all rows of the table, in the order of the screen, whichever pane has the focus.
func TestRunIsSharedInTheOrderOfTheScreen(t *testing.T) {
	t.Parallel()
	const answer = `"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"data":[{"city":"Rome","day":1},{"city":"Oslo","day":2},{"city":"Paris","day":3}]}]}]}}`
	d := apptest.StartWith(t, kit.Options{Ref: apptest.Agent(t, apptest.OneForm(apptest.WordSchema), apptest.Says(answer)), Store: apptest.Home(t), Demo: apptest.NoDemo}, 100, 30).WaitFor("The skill")
	apptest.OpenForm(d).WaitFor("Word").Type("Lamp").Press("ctrl+s").WaitFor("Send  enter").Press("enter").WaitFor("✓ Done", "Paris")
	const page, ticket = "came back", "developer"
	has := func(found string, cities ...string) {
		t.Helper()
		path := filepath.Join(t.TempDir(), "file")
		d.Press("e").WaitFor("╭▌Export").Type(found).WaitFor("1 of ").Press("enter").WaitFor("Export the run: ").Press("ctrl+u").Paste(path).Press("enter").WaitFor("Saved as ")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text, at := string(data), 0
		for _, city := range cities {
			i := strings.Index(text[at:], city)
			if i < 0 {
				t.Errorf("%s: %s is not there or in another place than in %q", found, city, cities)
				return
			}
			at += i
		}
	}
	has(page, "Rome", "Oslo", "Paris")
	d.Press("s", "enter").WaitFor("▲city")
	has(page, "Oslo", "Paris", "Rome")
	d.Press("s", "enter").WaitFor("▼city")
	has(ticket, "Rome", "Paris", "Oslo")
	d.Press("f").Type("!paris").Press("enter").WaitFor("2 of 3 rows")
	has(page, "Rome", "Paris", "Oslo")
	d.Press("tab").WaitFor("╭▌Scripted")
	has(page, "Rome", "Paris", "Oslo")
}

// The screens of a run whose form held a secret are not drawn; the other kinds say no secret.
func TestRunWithASecretHasNoRecording(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	apptest.Kept(t, keep, 0, runfile.Line{Agent: safe.Text("Vault"), Skill: safe.Text("open"), Private: true}, apptest.Ended("completed"))
	d := apptest.StartWith(t, kit.Options{Store: keep}, 80, 24).WaitFor("Open an agent")
	d.Press("alt+h").WaitFor("Vault").Press("e").WaitFor("the secret is masked", "HTML").WaitGone("Recording", "Picture")
	list, err := keep.Runs()
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []share.Kind{share.Cast, share.Picture, share.Animated} {
		if err := ui.Film(t.Context(), &bytes.Buffer{}, list.Runs[0].Path, kind, kit.Options{}); !errors.Is(err, share.ErrSecret) {
			t.Errorf("%s: %v", kind, err)
		}
	}
	var page bytes.Buffer
	if err := share.Write(t.Context(), &page, list.Runs[0].Path, share.Page, nil, kit.Options{}, ui.Film); err != nil || !strings.Contains(page.String(), "The form held a secret") {
		t.Errorf("%v: %s", err, page.String())
	}
}

// spacedCard is a card with white space, which the file of a run does not keep.
const spacedCard = `{
  "name": "Spaced", "description": "d", "version": "1", "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
  "capabilities": {"extensions": [{"uri": "https://a2a-extensions.example/object-schemas/v1"}]},
  "schemas": { "order": { "type": "object", "properties": { "item": { "type": "string" } } } },
  "skills": [{"id": "order", "name": "Order", "description": "d", "tags": ["t"], "inputModes": ["application/json;schema=order"]}],
  "supportedInterfaces": [{"url": "http://HOST", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}]
}`

func TestRunOfSpacedCardIsSharedAndRunAgain(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			_, _ = io.WriteString(w, strings.Replace(spacedCard, "HOST", r.Host, 1))
			return
		}
		var call struct{ ID json.RawMessage }
		_ = json.NewDecoder(r.Body).Decode(&call)
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"two lamps"}]}}}`, call.ID)
	}))
	t.Cleanup(server.Close)
	path := filepath.Join(t.TempDir(), "page.html")
	d := apptest.Start(t, server.URL, 80, 24).WaitFor("Order")
	apptest.OpenForm(d).WaitFor("Item").Type("Lamp").Press("ctrl+s").WaitFor("Send  enter").Press("enter").WaitFor("two lamps")
	d.Press("alt+h").WaitFor("› History", "1 run")
	d.Press("e").WaitFor("▌ HTML").Press("enter").WaitFor("Export the run: HTML").Press("ctrl+u").Type(path).Press("enter").WaitFor("Saved as ")
	if data, err := os.ReadFile(path); err != nil || !strings.Contains(string(data), "What was asked") {
		t.Errorf("the page: %v", err)
	}
	d.Press("r").WaitFor("The same as in the run of", "Lamp")
}

// A picture is as wide as its table needs, also of a table that no schema describes, and has the table without the messages beside it.
func TestPictureIsAsWideAsItsTable(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct{ data, width, text string }{
		"narrow": {`[{"city":"Oslo","day":1},{"city":"Rome","day":2}]`, `width="908"`, "Rome"},
		"wide":   {apptest.RealTable(t, "matches.json"), `width="1436"`, "winner"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := apptest.Agent(t, apptest.OneForm(apptest.WordSchema), apptest.Says(`"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"data":`+want.data+`}]}]}}`))
			keep := apptest.Home(t)
			d := apptest.StartWith(t, kit.Options{Ref: url, Store: keep, Demo: apptest.NoDemo}, 80, 24).WaitFor("The skill")
			apptest.OpenForm(d).WaitFor("Word").Type("Lamp").Press("ctrl+s").WaitFor("Send  enter").Press("enter").WaitFor("✓ Done")
			list, err := keep.Runs()
			if err != nil || len(list.Runs) != 1 {
				t.Fatal(list, err)
			}
			var picture bytes.Buffer
			if err := ui.Film(t.Context(), &picture, list.Runs[0].Path, share.Picture, kit.Options{}); err != nil {
				t.Fatal(err)
			}
			if svg := picture.String(); !strings.Contains(svg, want.width) || !strings.Contains(svg, want.text) || strings.Contains(svg, "columns hidden") {
				t.Errorf("%.400s", svg)
			}
		})
	}
}
