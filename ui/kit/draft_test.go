package kit_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
)

// A draft comes back to the form that it is of, or to the one that has taken its place; what cannot be read is said.
func TestDraftsComeBack(t *testing.T) {
	t.Parallel()
	of := store.FormOf{Agent: safe.Text("https://a.example"), Skill: safe.Text("s"), Digest: "new"}
	before := of
	before.Digest = "before"
	takes := func(form []byte) error {
		if string(form) != `{"a":1}` {
			return errors.New("it does not fit")
		}
		return nil
	}
	for _, c := range []struct {
		name        string
		saved       store.FormOf
		form        string
		known       []string
		edit        func(text string) string
		notice      string
		found, off  bool
		old, isLeft bool
	}{
		{name: "none", isLeft: false},
		{name: "its own", saved: of, form: `{"a":1}`, found: true, isLeft: true},
		{name: "one that does not fit", saved: of, form: `{"b":1}`, notice: "there was a draft: it does not fit"},
		{name: "damaged", saved: of, form: `{"a":1}`, edit: func(string) string { return "{" }, notice: "there was a draft: "},
		{name: "of a later version", saved: of, form: `{"a":1}`, edit: func(text string) string { return strings.Replace(text, `"version":`, `"version":9`, 1) }, notice: "a later a2aform has kept a draft of this form", off: true, isLeft: true},
		{name: "of the form before", saved: before, form: `{"a":1}`, known: []string{"new"}, found: true, old: true},
		{name: "of the form before, which does not fit", saved: before, form: `{"b":1}`, known: []string{"new"}},
		{name: "of another form of the skill", saved: before, form: `{"a":1}`, known: []string{"new", "before"}},
		{name: "of the form before, of a chat", saved: before, form: `{"a":1}`},
	} {
		keep := apptest.Home(t)
		if c.form != "" {
			if err := keep.SaveDraft(store.Draft{FormOf: c.saved, Saved: time.Now(), Form: json.RawMessage(c.form)}); err != nil {
				t.Fatal(err)
			}
		}
		if c.edit != nil {
			files, _ := filepath.Glob(filepath.Join(keep.StateDir(), "drafts", "*.json"))
			if len(files) != 1 {
				t.Fatalf("%s: %q", c.name, files)
			}
			text, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(files[0], []byte(c.edit(string(text))), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		file := &kit.DraftFile{Keep: keep, Of: of, Known: c.known}
		got := file.Restore(takes)
		if !strings.HasPrefix(got.Notice, c.notice) || (c.notice == "") != (got.Notice == "") || got.Saved.IsZero() == c.found || got.Off != c.off || got.IsOld != c.old || got.InOther {
			t.Errorf("%s: %+v", c.name, got)
		}
		if c.old { // goes once the form has a draft of its own
			if err := file.Save(map[string]int{"a": 2}, 1); err != nil {
				t.Fatal(err)
			}
			if _, err := keep.Draft(before); err == nil {
				t.Errorf("%s: it is still there", c.name)
			}
		}
		if _, err := keep.Draft(of); !c.old && (err == nil || errors.Is(err, store.ErrDraftNewer)) != c.isLeft {
			t.Errorf("%s: there is %v", c.name, err)
		}
		file.Release()
	}
	if got := (*kit.DraftFile)(nil).Restore(takes); got != (kit.RestoredDraft{}) {
		t.Errorf("without a file: %+v", got)
	}
}

// An older edit never replaces a later one, and one that was sent is removed.
func TestLaterEditsStay(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	file := &kit.DraftFile{Keep: keep, Of: store.FormOf{Agent: safe.Text("https://a.example"), Digest: "d"}}
	is := func(did, want string) {
		t.Helper()
		draft, err := keep.Draft(file.Of)
		if err != nil && want != "" || err == nil && string(draft.Form) != want {
			t.Errorf("%s: %s, %v", did, draft.Form, err)
		}
	}
	sent := &store.Sent{MessageID: "m"}
	for _, step := range []struct {
		did  string
		do   func() error
		want string
	}{
		{"save 2", func() error { return file.Save(2, 2) }, "2"},
		{"save 1", func() error { return file.Save(1, 1) }, "2"},
		{"save 2 again", func() error { return file.Save(22, 2) }, "2"},
		{"mark 2", func() error { return file.Mark(222, 2, sent) }, "222"},
		{"mark 1", func() error { return file.Mark(1, 1, sent) }, "222"},
		{"drop 1", func() error { file.Drop(1); return nil }, "222"},
		{"save 3", func() error { return file.Save(3, 3) }, "3"},
		{"drop 3", func() error { file.Drop(3); return nil }, ""},
		{"save 3 again", func() error { return file.Save(3, 3) }, ""},
	} {
		if err := step.do(); err != nil {
			t.Errorf("%s: %v", step.did, err)
		}
		is(step.did, step.want)
	}
	if err := file.Save(func() {}, 9); err == nil || !strings.HasPrefix(err.Error(), "write the draft: ") {
		t.Errorf("what is no JSON: %v", err)
	}
}

// A message whose outcome is unknown is named, with the time at which it was sent.
func TestUnknownOutcomesAreNamed(t *testing.T) {
	t.Parallel()
	now := time.Now()
	sent := store.Sent{At: now}
	if got := (&kit.Unconfirmed{Sent: sent}).Warning(); !strings.HasPrefix(got, "this was sent at "+kit.Ago(now, time.Now())[:2]) || !strings.Contains(got, "could run it twice") {
		t.Error(got)
	}
	if got := (kit.RestoredDraft{Sent: &sent}).SentNote("the form"); !strings.HasPrefix(got, "the form is back; it was sent at ") {
		t.Error(got)
	}
	plan := &run.Plan{Text: "x"}
	for _, c := range []struct {
		err  error
		want bool
	}{{nil, false}, {errors.New("refused"), false}, {&a2aclient.UnsettledError{What: "x"}, true}} {
		got := kit.LostMessage(run.Snapshot{Plan: plan, Started: now, Err: c.err})
		if (got != nil) != c.want || got != nil && !got.At.Equal(now) {
			t.Errorf("%v: %+v", c.err, got)
		}
	}
}
