package kit_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/render"
	"a2aform/ui/kit"
)

const runLines = `{"kind":"run","time":"2026-11-22T22:43:36Z","version":1,"id":"r","agent":"A","source":"https://a.example"}
{"kind":"card","time":"2026-11-22T22:43:36Z","binding":"JSONRPC","protocol":"0.3.0","raw":{"name":"A","version":"1","url":"https://a.example/a2a","protocolVersion":"0.3.0","preferredTransport":"JSONRPC","capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[]}}
{"kind":"input","time":"2026-11-22T22:43:36Z","text":"hello","messageId":"m"}
{"kind":"event","time":"2026-11-22T22:43:37Z","raw":{"kind":"message","messageId":"n","role":"agent","parts":[{"kind":"text","text":"welcome in"}]}}
{"kind":"end","time":"2026-11-22T22:43:38Z","outcome":"answered"}
`

// waiting is a screen whose timer does not wait; it keeps how long it would have.
func waiting(t *testing.T) (s kit.Screen, waits *[]time.Duration) {
	t.Helper()
	h, _ := saying(t)
	waits = new([]time.Duration)
	h.Options.Timer = func(d time.Duration, msg tea.Msg) tea.Cmd {
		*waits = append(*waits, d)
		return func() tea.Msg { return msg }
	}
	return kit.NewPager(h, "Runs", func() []string { return nil }), waits
}

// settled gives a preview the messages that follow one another, and counts them.
func settled(p *kit.RunPreview, s kit.Screen, cmd tea.Cmd) (n int) {
	for cmd != nil {
		cmd, _ = p.Update(s, cmd().(kit.ScreenMsg).Msg)
		n++
	}
	return n
}

// A run is read once the cursor rests on it; one that is large or private says so.
func TestRunsArePreviewed(t *testing.T) {
	t.Parallel()
	path, large := filepath.Join(t.TempDir(), "run.jsonl"), filepath.Join(t.TempDir(), "large.jsonl")
	if err := os.WriteFile(path, []byte(runLines), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(large, []byte(runLines+strings.Repeat(" ", 5<<20)), 0o600); err != nil {
		t.Fatal(err)
	}
	document := render.Open([]byte(`{"city":"Oslo"}`), render.Schema{})
	for _, c := range []struct {
		name     string
		run      kit.PreviewedRun
		messages int
		want     string
	}{
		{"from its file", kit.PreviewedRun{ID: safe.Text("1"), Path: path}, 2, "welcome in"},
		{"of this session", kit.PreviewedRun{ID: safe.Text("2"), Path: path, Document: document}, 1, "Oslo"},
		{"without a file", kit.PreviewedRun{ID: safe.Text("3")}, 1, ""},
		{"private", kit.PreviewedRun{ID: safe.Text("4"), Path: path, Private: true}, 1, "What was filled in held a secret, so its result was not kept."},
		{"large", kit.PreviewedRun{ID: safe.Text("5"), Path: large}, 2, "The result is large. Enter opens it."},
		{"gone", kit.PreviewedRun{ID: safe.Text("6"), Path: path + "x"}, 2, ""},
	} {
		s, waits := waiting(t)
		var p kit.RunPreview
		if p.Lines(70, hostOf(80, 24).Styles) != nil {
			t.Error("a preview of nothing has lines")
		}
		if n := settled(&p, s, p.Settle(s, c.run)); n != c.messages || fmt.Sprint(*waits) != "[120ms]" {
			t.Errorf("%s: %d messages after %v", c.name, n, *waits)
		}
		got := inLines(p.Lines(70, hostOf(80, 24).Styles))
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if cmd := p.Settle(s, c.run); cmd != nil {
			t.Errorf("%s: it is read again", c.name)
		}
	}
}

// What comes of a run that the cursor has left does not count, and a preview is drawn for the width that it has.
func TestPreviewIsOfTheRunAtTheCursor(t *testing.T) {
	t.Parallel()
	s, _ := waiting(t)
	var p kit.RunPreview
	oslo, rome := render.Open([]byte(`{"city":"Oslo with a name that is long"}`), render.Schema{}), render.Open([]byte(`{"city":"Rome"}`), render.Schema{})
	first := p.Settle(s, kit.PreviewedRun{ID: safe.Text("1"), Document: oslo})
	second := p.Settle(s, kit.PreviewedRun{ID: safe.Text("2"), Document: rome})
	st := hostOf(80, 24).Styles
	if settled(&p, s, first); p.Lines(70, st) != nil {
		t.Errorf("the run before is shown: %q", p.Lines(70, st))
	}
	if settled(&p, s, second); !strings.Contains(inLines(p.Lines(70, st)), "Rome") {
		t.Errorf("shown is %q", p.Lines(70, st))
	}
	settled(&p, s, p.Settle(s, kit.PreviewedRun{ID: safe.Text("1"), Document: oslo}))
	wide, narrow := p.Lines(70, st), p.Lines(24, st)
	for _, l := range narrow {
		if ansi.StringWidth(l) > 24 {
			t.Errorf("%q is too wide", l)
		}
	}
	if slices.Equal(wide, narrow) || &p.Lines(24, st)[0] != &narrow[0] {
		t.Error("it is drawn as before, or again for the same width")
	}
	if _, isOwn := p.Update(s, kit.SaveDraftMsg{}); isOwn {
		t.Error("another message is for the preview")
	}
}

// Runs of an earlier chat are read from their files, the last fifty of them.
func TestRunsOfAChatAreRead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "run.jsonl")
	if err := os.WriteFile(path, []byte(runLines), 0o600); err != nil {
		t.Fatal(err)
	}
	runs := make([]runfile.Info, 51)
	for i := range runs {
		runs[i].Path = path
	}
	runs[0].Path = "none"
	list, err := kit.ReadRuns(runs)
	if err != nil || len(list) != 50 || list[49].Run == nil || list[0].Recording == nil || len(list[0].Document.Sections) != 1 {
		t.Errorf("%d runs, %v", len(list), err)
	}
	if _, err := kit.ReadRuns(runs[:2]); err == nil {
		t.Error("a file that is gone was read")
	}
}

// A key that is held does not count, nor does one that comes again at once.
func TestHeldKeysDoNotCount(t *testing.T) {
	t.Parallel()
	press := kit.KeyPress("enter")
	repeat := press
	repeat.IsRepeat = true
	s, waits := waiting(t)
	var q kit.Quiet
	hear := func(cmd tea.Cmd) bool { return q.Hear(cmd().(kit.ScreenMsg).Msg.(kit.QuietMsg)) }
	if counts, cmd := q.Press(s, press, 0); !counts || cmd != nil {
		t.Error("without a wait a key counts at once")
	}
	counts, first := q.Press(s, press, time.Second)
	if counts || q.IsWaiting() {
		t.Error("it counts before it is known that it is not held")
	}
	if !hear(first) || hear(first) {
		t.Error("it counts once nothing followed, and once")
	}
	_, first = q.Press(s, press, time.Second)
	counts, second := q.Press(s, press, time.Second)
	if counts || !q.IsWaiting() || hear(first) || hear(second) || q.IsWaiting() {
		t.Error("a key that came again at once counts")
	}
	_, cmd := q.Press(s, repeat, time.Second)
	if !q.IsWaiting() || hear(cmd) {
		t.Error("a key that the terminal repeats counts")
	}
	q.Begin(s, time.Second)
	if _, cmd = q.Press(s, press, time.Second); hear(cmd) {
		t.Error("a key that comes while one waits counts")
	}
	if q.Begin(s, time.Second); q.Begin(s, 0) != nil || q.IsWaiting() {
		t.Error("a wait of no time waits")
	}
	if got := fmt.Sprint(*waits); got != "[100ms 100ms 1s 1s 1s 1s 1s]" {
		t.Errorf("the waits are %s", got)
	}
}
