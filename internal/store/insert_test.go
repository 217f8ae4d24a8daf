package store_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
)

func kinds(t *testing.T, path string) (list []string) {
	t.Helper()
	if err := runfile.Read(path, func(l runfile.Line) bool {
		list = append(list, l.Kind)
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return list
}

// Lines that come later are before the end of a run, so that lists, limits and pruning find its outcome as before.
func TestInsertedLinesLeaveTheOutcome(t *testing.T) {
	s := open(t)
	note := runfile.Line{Kind: runfile.Note, Time: began.Add(1000 * 3600e9), Text: safe.Text("look at\nthis")}
	for name, tt := range map[string]struct {
		lines []runfile.Line
		want  []string
	}{
		"ended":      {[]runfile.Line{{Kind: runfile.Event}, completed}, []string{"run", "event", "check", "note", "end"}},
		"paused":     {[]runfile.Line{{Kind: runfile.Pause, Outcome: safe.Text("input-required")}}, []string{"run", "check", "note", "pause"}},
		"unfinished": {[]runfile.Line{{Kind: runfile.Event}}, []string{"run", "event", "check", "note"}},
		"head alone": {nil, []string{"run", "check", "note"}},
	} {
		path := keep(t, s, len(name), runfile.Line{ID: safe.Text(name)}, tt.lines...)
		before, err := runfile.Peek(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(runfile.Insert(path, runfile.Line{Kind: runfile.Check, Outcome: safe.Text("fail")}), runfile.Insert(path, note)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		after, err := runfile.Peek(path)
		if got := kinds(t, path); err != nil || !slices.Equal(got, tt.want) || after != before {
			t.Errorf("%s: %q %v\n%+v\n%+v", name, got, err, before, after)
		}
	}
	before := describe(runs(t, s))
	if err := os.Remove(s.RunsDir() + "/index"); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if after := describe(runs(t, s)); after != before || !strings.Contains(after, "completed") {
		t.Errorf("%s\n%s", before, after)
	}
	if got, err := s.PruneRuns(store.Prune{Keep: 1, Before: began.Add(3600e9)}); err != nil || len(got.Deleted) != 2 {
		t.Errorf("%d deleted, %v", len(got.Deleted), err)
	}
}

func TestInsertRefusesWhatItCannotKeep(t *testing.T) {
	s := open(t)
	torn := keep(t, s, 1, runfile.Line{}, completed)
	cut(t, torn, 5)
	live, err := s.CreateRun(runfile.Line{Time: began, ID: safe.Text("live")})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = live.Close() }()
	for path, want := range map[string]string{torn: "not written to its end", live.Path(): "wait until it has ended", s.RunsDir() + "/none.jsonl": "no such file"} {
		before, _ := os.ReadFile(path)
		err := runfile.Insert(path, runfile.Line{Kind: runfile.Note})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		if after, _ := os.ReadFile(path); string(after) != string(before) {
			t.Errorf("%s was changed", path)
		}
	}
}
