package run_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/run"
)

// A run file may come from anybody: what it says in our place is untrusted text
// like all else in it.
func TestRunFileTextDoesNotActOnTerminal(t *testing.T) {
	const bad = `\u001b]0;x\u0007\u009b2J\u202e`
	path := filepath.Join(t.TempDir(), "x.jsonl")
	lines := []string{
		`{"kind":"run","time":"2026-03-14T09:30:00Z","version":1,"id":"i` + bad + `","agent":"a"}`,
		`{"kind":"notice","time":"2026-03-14T09:30:01Z","text":"n` + bad + `"}`,
		`{"kind":"end","time":"2026-03-14T09:30:02Z","outcome":"broken` + bad + `","error":"e` + bad + `"}`,
	}
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	rec, err := run.OpenRecording(path)
	if err != nil {
		t.Fatal(err)
	}
	now := rec.Run().Snapshot()
	note := ""
	for i := range now.Timeline.Len() {
		note += now.Timeline.Entry(i).Note
	}
	for place, text := range map[string]string{"notice": note, "error": now.Err.Error()} {
		if !strings.Contains(text, "␛]0;x␇⟨U+009B⟩2J⟨U+202E⟩") {
			t.Errorf("the %s is drawn as %q", place, text)
		}
	}
}

// A person who is asked to sign in somewhere sees where the address leads. The
// warning is given once, live and in the replay.
func TestAddressInAQuestionThatLooksLikeAnotherHasAWarning(t *testing.T) {
	s, store := &streams{bodies: make(chan *io.PipeWriter, 1)}, home(t)
	r := run.Start(t.Context(), &run.Plan{Agent: s.agent(t), Text: "go"}, run.Options{Store: store, Record: true})
	w := <-s.bodies
	say(w, status("WORKING", "See https://pаypal.com/about"))
	say(w, status("AUTH_REQUIRED", "Sign in at https://pаypal.com/login"))
	say(w, status("AUTH_REQUIRED", "Sign in at https://pаypal.com/login"))
	_ = w.Close()
	wait(t, r)
	r.Close()
	for _, r := range []*run.Run{r, reopen(t, store).Run()} {
		if got := notices(r); strings.Count(got, "is really xn--pypal-4ve.com") != 1 || !strings.Contains(got, "mixes Latin and Cyrillic") {
			t.Errorf("notices: %q", got)
		}
	}
}
