package apptest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// Filled is what the program asks about when drafts are kept.
const Filled = "Not sent, saved as a draft: "

// Session is the program on a store and an agent that outlive it.
type Session struct {
	t    *testing.T
	Keep *store.Store
	Ref  string
}

// NewSession is the demo agent with a store of its own.
func NewSession(t *testing.T) Session {
	t.Helper()
	return SessionWith(t, DemoAgent(t, Quick).URL)
}

// SessionWith is the agent at ref with a store of its own.
func SessionWith(t *testing.T, ref string) Session {
	t.Helper()
	return Session{t, Home(t), ref}
}

// Fight opens the form of the first skill, as [Session.Form] does.
func (s Session) Fight() (d *uitest.Driver, end func(asks string)) { return s.Form(Fight) }

// Form opens the form of the demo's skill at a place; end ends the program, which
// asks first where there is something to ask.
func (s Session) Form(place int) (d *uitest.Driver, end func(asks string)) {
	app := ui.New(s.t.Context(), kit.Options{Ref: s.Ref, Store: s.Keep})
	d = uitest.Start(s.t, app, 80, 24).WaitFor("Fight Comparison")
	for range place {
		d.Press("down")
	}
	d.Press("enter").WaitGone("Skills").WaitGone("reading the schema")
	return d, func(asks string) {
		d.Press("ctrl+c")
		if asks != "" {
			d.WaitFor(asks, "Ctrl+C again quits").Press("ctrl+c")
		}
		_ = d.WaitExit()
		app.Close()
	}
}

// Drafts are the contents of the files of drafts.
func (s Session) Drafts() string {
	files, err := filepath.Glob(filepath.Join(s.Keep.StateDir(), "drafts", "*.json"))
	if err != nil {
		s.t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			s.t.Fatal(err)
		}
		all.Write(data)
	}
	return all.String()
}

// Again starts the program once more at the agent's card.
func (s Session) Again(press string) (d *uitest.Driver, end func()) {
	app := ui.New(s.t.Context(), kit.Options{Ref: s.Ref, Store: s.Keep})
	d = uitest.Start(s.t, app, 80, 24).WaitFor("Skills").Press(press)
	return d, func() {
		d.Press("ctrl+c").WaitFor("again quits").Press("ctrl+c")
		_ = d.WaitExit()
		app.Close()
	}
}

// Save saves agents under their names.
func Save(t *testing.T, keep *store.Store, agents ...store.Saved) {
	t.Helper()
	for _, a := range agents {
		if err := keep.SaveAgent(a); err != nil {
			t.Fatal(err)
		}
	}
}

// Remember makes agents known, as if they had been used.
func Remember(t *testing.T, keep *store.Store, agents ...store.Agent) {
	t.Helper()
	for _, a := range agents {
		if err := keep.Remember(a); err != nil {
			t.Fatal(err)
		}
	}
}

// Kept writes a run into a store, as if it had been sent n minutes after the
// first.
func Kept(t testing.TB, s *store.Store, n int, head runfile.Line, rest ...runfile.Line) {
	t.Helper()
	head.Time = time.Date(2026, 3, 14, 9, 30, 0, 0, time.Local).Add(time.Duration(n) * time.Minute)
	head.ID = safe.Text(fmt.Sprintf("%08x", n))
	f, err := s.CreateRun(head)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range rest {
		if l.Time.IsZero() {
			l.Time = head.Time.Add(1200 * time.Millisecond)
		}
		if err := f.Append(l); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// Ended is the line of a run file for an outcome.
func Ended(outcome string) runfile.Line {
	return runfile.Line{Kind: runfile.End, Outcome: safe.Text(outcome)}
}

// KeptResult writes a run that ended with data into a store.
func KeptResult(t *testing.T, s *store.Store, n int, data string) {
	t.Helper()
	event := `{"kind":"task","id":"t","contextId":"c","status":{"state":"completed"},"artifacts":[{"artifactId":"a","parts":[{"kind":"data","data":` + data + `}]}]}`
	Kept(t, s, n, runfile.Line{Agent: safe.Text("Hotel 東京"), Skill: safe.Text("booking")}, runfile.Line{Kind: runfile.Event, Raw: json.RawMessage(event)}, Ended("completed"))
}

// ThreeRuns are bookings, each with another output.
func ThreeRuns(t *testing.T) *store.Store {
	t.Helper()
	s := Home(t)
	KeptResult(t, s, 0, `{"nights":2,"price":90}`)
	KeptResult(t, s, 1, `{"nights":3,"price":100,"note":"A quiet room, away from the street and the lift.","guests":["Ann"]}`)
	KeptResult(t, s, 2, `{"nights":3,"price":103,"note":"A quiet room, away from the street and the bar.","guests":["Ann","Bób \u202e漢字"],"taxi":{"at":"09:00"}}`)
	return s
}

// Files writes files into a directory of their own and returns its path.
func Files(t *testing.T, contents map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range contents {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// CaseFiles is a directory with case files in .a2aform/cases.
func CaseFiles(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, ".a2aform", "cases", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o750); err != nil {
		t.Fatal(err)
	}
	return dir
}

// The test cases of the demo agent, good and bad.
const (
	FightCase = `version = 1
name = "fight: Lion against Tiger"
why = "T-12: the stronger one won"
skill = "fight-comparison"
tags = ["smoke"]
[input]
set = { a = "Lion", b = "Tiger" }
[[expect.value]]
at = "/data/winner"
is = "Lion"
`
	RowsCase = `version = 1
name = "small talk"
skill = "small-talk"
tags = ["smoke", "safe"]
[input]
text = "${row.text}"
[table]
rows = [{text = "hello"}, {text = "good evening"}]
[expect]
state = "answered"
`
	WideCase = `version = 1
name = "日本語で挨拶するテストケースのとても長い名前なので表に収まらない"
skill = "small-talk"
[input]
text = "こんにちは"
[expect]
state = "answered"
`
	BrokenCase = `version = 1
skil = "x"
[input]
text = "a"
`
	GoneCase = `version = 1
name = "of another agent"
skill = "no-such-skill"
[input]
text = "a"
`
)
