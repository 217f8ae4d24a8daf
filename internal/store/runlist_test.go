package store_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
)

var began = time.Date(2026, 3, 14, 9, 30, 0, 0, time.UTC)

// keep writes a run that began n minutes after the first, with lines behind the
// head.
func keep(t testing.TB, s *store.Store, n int, head runfile.Line, rest ...runfile.Line) string {
	t.Helper()
	head.Time = began.Add(time.Duration(n) * time.Minute)
	if head.ID.IsEmpty() {
		head.ID = safe.Text(fmt.Sprintf("%08x", n))
	}
	r, err := s.CreateRun(head)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range rest {
		if line.Time.IsZero() {
			line.Time = head.Time.Add(1500 * time.Millisecond)
		}
		if err := r.Append(line); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return r.Path()
}

var completed = runfile.Line{Kind: runfile.End, Outcome: safe.Text("completed")}

func runs(t testing.TB, s *store.Store) store.RunList {
	t.Helper()
	list, err := s.Runs()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func describe(list store.RunList) string {
	var sb strings.Builder
	for _, r := range list.Runs {
		fmt.Fprintf(&sb, "%s %s %s %s %v %v %d %d\n", r.ID, r.Agent, r.Skill, r.Outcome, r.Duration(), r.Torn, r.Code, r.Problems)
	}
	for _, f := range list.Strays {
		fmt.Fprintln(&sb, f.Why)
	}
	return sb.String()
}

// A list reports files that are no run.
func TestRunsAreListedNewestFirst(t *testing.T) {
	s := open(t)
	if got := describe(runs(t, s)); got != "" {
		t.Errorf("before any run: %s", got)
	}
	keep(t, s, 0, runfile.Line{Agent: safe.Text("Demo"), Skill: safe.Text("fight")}, completed)
	keep(t, s, 1, runfile.Line{Agent: safe.Text("Demo"), Skill: safe.Text("expense")}, runfile.Line{Kind: runfile.Pause, Outcome: safe.Text("input-required")})
	keep(t, s, 2, runfile.Line{Agent: safe.Text(strings.Repeat("長", 3000)), Skill: safe.Text("long")}, runfile.Line{Kind: runfile.End, Outcome: safe.Text("broken"), Error: safe.Text(strings.Repeat("e", 9000))})
	torn := keep(t, s, 3, runfile.Line{Agent: safe.Text("Demo"), Skill: safe.Text("killed")}, completed)
	cut(t, torn, 5)
	keep(t, s, 4, runfile.Line{Agent: safe.Text("Demo"), Skill: safe.Text("goes on")})
	keep(t, s, 6, runfile.Line{Agent: safe.Text("Demo"), Skill: safe.Text("no")}, runfile.Line{Kind: runfile.End, Outcome: safe.Text("refused"), Code: -32602})
	keep(t, s, 7, runfile.Line{Agent: safe.Text("Demo"), Skill: safe.Text("fight")}, runfile.Line{Kind: runfile.End, Outcome: safe.Text("completed"), Problems: 2})
	odd := "tab\tand\nline \\t \\ \\n"
	keep(t, s, 5, runfile.Line{Agent: safe.Text(odd), Skill: safe.Text("odd")}, completed)
	for name, text := range map[string]string{
		"20260314T094000.000Z-aaaa.jsonl": `{"kind":"run","version":99,"id":"aaaa"}` + "\n",
		"notes.txt":                       "hello\n",
		"empty.jsonl":                     "",
		"endless.jsonl":                   strings.Repeat("x", 3<<20),
	} {
		if err := os.WriteFile(filepath.Join(s.RunsDir(), name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want := "00000007 Demo fight completed 1.5s false 0 2\n" +
		"00000006 Demo no refused 1.5s false -32602 0\n" +
		"00000005 " + safe.Text(odd).Line(0).String() + " odd completed 1.5s false 0 0\n" +
		"00000004 Demo goes on unfinished 0s false 0 0\n" +
		"00000003 Demo killed unfinished 0s true 0 0\n" +
		"00000002 " + safe.Text(strings.Repeat("長", 3000)).Line(0).String() + " long interrupted 1.5s false 0 0\n" +
		"00000001 Demo expense input-required 1.5s false 0 0\n" +
		"00000000 Demo fight completed 1.5s false 0 0\n" +
		"notes.txt is not a run file of a2aform\n" +
		"endless.jsonl is not a run file of a2aform\n" +
		"empty.jsonl is empty: a2aform ended before it wrote to the file\n" +
		"20260314T094000.000Z-aaaa.jsonl was written by a newer a2aform (format 99, this one reads 1): update to open it\n"
	if got := describe(runs(t, s)); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// cut takes bytes off the end of a file, as a kill in the middle of a write does.
func cut(t *testing.T, path string, n int64) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, info.Size()-n); err != nil {
		t.Fatal(err)
	}
}

func TestRunIsFoundByName(t *testing.T) {
	s := open(t)
	if _, err := s.FindRun("last"); !errors.Is(err, store.ErrNoRun) {
		t.Errorf("none yet: %v", err)
	}
	path := keep(t, s, 0, runfile.Line{ID: safe.Text("abcd1111")}, completed)
	keep(t, s, 1, runfile.Line{ID: safe.Text("abcd2222")}, completed)
	for name, want := range map[string]string{
		"last": "abcd2222", "last~0": "abcd2222", "last~1": "abcd1111", "last~2": "!no such run", "last~-1": "!no such run", "abcd1111": "abcd1111", "abcd1": "abcd1111", path: "abcd1111",
		"abcd": "!begins the ids of 2 runs", "zzzz": "!a2aform runs list", "ab": "!no such run", "./none.jsonl": "!cannot be opened",
	} {
		got, err := s.FindRun(name)
		if reason, fails := strings.CutPrefix(want, "!"); fails {
			if err == nil || !strings.Contains(err.Error(), reason) {
				t.Errorf("%s: %v, want %s", name, err, reason)
			}
			continue
		}
		if err != nil || got.ID.Exact() != want {
			t.Errorf("%s: %s, %v", name, got.ID, err)
		}
	}
}

// Pruning takes what is old and has ended, and nothing else: no run that waits for
// an answer while a program has it open.
func TestPruneDeletesOnlyEndedRuns(t *testing.T) {
	s := open(t)
	for i := range 6 {
		keep(t, s, i, runfile.Line{}, completed)
	}
	cut(t, keep(t, s, -1, runfile.Line{ID: safe.Text("torn")}, completed), 5)
	keep(t, s, -2, runfile.Line{ID: safe.Text("open")})
	keep(t, s, -3, runfile.Line{ID: safe.Text("paused")}, runfile.Line{Kind: runfile.Pause, Outcome: safe.Text("auth-required")})
	live, err := s.CreateRun(runfile.Line{Time: began.Add(-time.Minute), ID: safe.Text("waits")})
	if err != nil || live.Append(runfile.Line{Kind: runfile.Pause, Outcome: safe.Text("input-required")}) != nil {
		t.Fatal(err)
	}
	stray := filepath.Join(s.RunsDir(), "00000000T000000.000Z-stray.jsonl")
	if err := os.WriteFile(stray, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		prune                store.Prune
		deleted, open, after int
	}{
		{store.Prune{Before: began.Add(90 * time.Second), DryRun: true}, 3, 3, 10},
		{store.Prune{Before: began.Add(90 * time.Second), Keep: 5}, 2, 3, 8},
		{store.Prune{Before: began.Add(-time.Hour)}, 0, 0, 8},
		{store.Prune{Keep: 2}, 3, 3, 5},
	}
	for _, tt := range tests {
		got, err := s.PruneRuns(tt.prune)
		if err != nil || len(got.Deleted) != tt.deleted || len(got.Open) != tt.open || len(got.Strays) != 1 {
			t.Errorf("%+v: %d deleted, %d open, %d strays, %v", tt.prune, len(got.Deleted), len(got.Open), len(got.Strays), err)
		}
		if n := len(runs(t, s).Runs); n != tt.after {
			t.Errorf("%+v leaves %d runs, want %d", tt.prune, n, tt.after)
		}
	}
	if err := live.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := s.PruneRuns(store.Prune{Keep: 2}); err != nil || len(got.Deleted) != 1 || got.Deleted[0].ID.Exact() != "waits" {
		t.Errorf("once nobody has it open: %d deleted, %v", len(got.Deleted), err)
	}
	if err := s.DeleteRun(stray); err == nil || !strings.Contains(err.Error(), "not a run file") {
		t.Errorf("a stray was deleted: %v", err)
	}
	if err := s.DeleteRun(runs(t, s).Runs[0].Path); err != nil || len(runs(t, s).Runs) != 3 {
		t.Errorf("delete: %v", err)
	}
}

// Two programs may prune at once: what the other one was faster with is no failure.
func TestConcurrentPrune(t *testing.T) {
	s := open(t)
	for i := range 50 {
		keep(t, s, i, runfile.Line{}, completed)
	}
	var both sync.WaitGroup
	var deleted atomic.Int32
	for range 4 {
		both.Go(func() {
			got, err := s.PruneRuns(store.Prune{Before: time.Now()})
			if err != nil {
				t.Error(err)
			}
			deleted.Add(int32(len(got.Deleted)))
		})
	}
	both.Wait()
	if n := deleted.Load(); n != 50 || len(runs(t, s).Runs) != 0 {
		t.Errorf("%d were deleted, and %d are left", n, len(runs(t, s).Runs))
	}
}

func TestLastInputMatchesSkillAndSchema(t *testing.T) {
	s := open(t)
	input := func(raw string) runfile.Line { return runfile.Line{Kind: runfile.Input, Raw: json.RawMessage(raw)} }
	head := runfile.Line{Source: safe.Text("http://a"), Agent: safe.Text("A"), Skill: safe.Text("k"), Input: store.SchemaDigest([]byte(`{"type":"object"}`))}
	other := head
	other.Source = safe.Text("http://b")
	keep(t, s, 0, head, input(`{"n":1.10}`), completed)
	keep(t, s, 1, other, input(`{"n":2}`), completed)
	private := head
	private.Private = true
	keep(t, s, 2, private, completed)
	keep(t, s, 3, head) // killed before anything was written
	ask := runfile.Inputs{Source: safe.Text("http://a"), Agent: safe.Text("A"), Skill: safe.Text("k"), Schema: []byte(`{"type": "object"}`)}
	tests := map[string]struct {
		of   func(*runfile.Inputs)
		want string
	}{
		"the same card":       {func(*runfile.Inputs) {}, `{"n":1.10}`},
		"the same agent":      {func(i *runfile.Inputs) { i.Source = safe.Text("http://elsewhere") }, `{"n":2}`},
		"another skill":       {func(i *runfile.Inputs) { i.Skill = safe.Text("other") }, ""},
		"another schema":      {func(i *runfile.Inputs) { i.Schema = []byte(`{"type":"string"}`) }, ""},
		"another agent there": {func(i *runfile.Inputs) { i.Source, i.Agent = safe.Text("http://c"), safe.Text("C") }, ""},
	}
	for name, tt := range tests {
		of := ask
		tt.of(&of)
		_, data, err := s.LastInput(of)
		if string(data) != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s: %s, %v", name, data, err)
		}
	}
}

func TestLongLineNamesItsLimit(t *testing.T) {
	s := open(t)
	path := keep(t, s, 0, runfile.Line{}, runfile.Line{Kind: runfile.Event, Raw: json.RawMessage(`"` + strings.Repeat("x", 200<<10) + `"`)}, completed)
	usual := limit.RunLine
	limit.RunLine = 100 << 10
	defer func() { limit.RunLine = usual }()
	err := runfile.Read(path, func(runfile.Line) bool { return true })
	if err == nil || !strings.HasSuffix(err.Error(), "is damaged after line 2: it is longer than 100 KiB") {
		t.Error(err)
	}
}

// A file is read as far as it goes.
func TestDamagedRunIsReadToDamage(t *testing.T) {
	s := open(t)
	path := keep(t, s, 0, runfile.Line{}, runfile.Line{Kind: runfile.Event, Raw: json.RawMessage(`{"a":1.10}`)}, completed)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole {
		if err := os.WriteFile(path, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		read := 0
		err := runfile.Read(path, func(runfile.Line) bool { read++; return true })
		lines := strings.Count(string(whole[:n]), "\n")
		atEnd := n > 0 && whole[n-1] == '\n'
		var damaged *runfile.DamagedRun
		switch {
		case lines == 0 && err == nil, lines > 0 && atEnd != (err == nil), lines > 0 && read != lines:
			t.Fatalf("cut at %d: %d of %d lines, %v", n, read, lines, err)
		case lines > 0 && !atEnd && !errors.As(err, &damaged):
			t.Fatalf("cut at %d: %v", n, err)
		}
	}
}

// A run that another program deletes during the listing is not reported.
func TestRunDeletedWhileListingIsNotReported(t *testing.T) {
	s := open(t)
	for i := range 200 {
		keep(t, s, i, runfile.Line{Agent: safe.Text("Demo")}, completed)
	}
	done := make(chan error, 4)
	for range cap(done) {
		go func() {
			pruned, err := s.PruneRuns(store.Prune{Keep: 1})
			if len(pruned.Strays) > 0 {
				err = fmt.Errorf("%d strays: %s", len(pruned.Strays), pruned.Strays[0].Why)
			}
			done <- err
		}()
	}
	for range cap(done) {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if list := runs(t, s); len(list.Runs) != 1 || len(list.Strays) != 0 {
		t.Errorf("%d runs and %d strays are left", len(list.Runs), len(list.Strays))
	}
}

// The run of the same card counts before a newer one of an agent of the same name. Runs of test cases do not count.
func TestLastRunsPreferTheSameCard(t *testing.T) {
	s := open(t)
	head := runfile.Line{Source: safe.Text("http://a"), Agent: safe.Text("A"), Skill: safe.Text("k"), Asked: safe.Text("first")}
	keep(t, s, 0, head, completed)
	head.Asked = safe.Text("second")
	keep(t, s, 1, head, completed)
	head.Source, head.Asked = safe.Text("http://b"), safe.Text("third")
	keep(t, s, 2, head, completed)
	head.Source, head.Agent, head.Skill = safe.Text("http://c"), safe.Text("C"), safe.Text("other")
	keep(t, s, 3, head, completed)
	head = runfile.Line{Source: safe.Text("http://a"), Agent: safe.Text("A"), Skill: safe.Text("k"), Asked: safe.Text("test"), Case: safe.Text("c")}
	keep(t, s, 4, head, completed)
	for _, tt := range []struct{ source, agent, want string }{
		{"http://a", "A", "second"},
		{"http://b", "A", "third"},
		{"http://d", "A", "third"},
		{"http://d", "D", ""},
	} {
		last, err := s.LastRuns(safe.Text(tt.source), safe.Text(tt.agent))
		if err != nil {
			t.Fatal(err)
		}
		if got := last[safe.Text("k")].Asked.Exact(); got != tt.want || len(last) > 1 {
			t.Errorf("%s at %s: %q of %d skills, want %q", tt.agent, tt.source, got, len(last), tt.want)
		}
	}
}
