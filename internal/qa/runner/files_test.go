package runner_test

import (
	"strings"
	"testing"

	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
)

// The files of all runs of an attempt are kept, or none: also of one with several messages. The last has the verdict.
func TestRunFilesOfAnAttempt(t *testing.T) {
	t.Parallel()
	const text = "skill = 'small-talk'\n[input]\ntext = 'hi'\n[[turn]]\nwhen = 'answered'\ndo = 'message'\ntext = 'and you?'\n"
	for _, test := range []struct {
		text   string
		record runner.Record
		want   int
	}{
		{text, runner.RecordFailed, 0},
		{text + "[expect]\nstate = 'failed'\n", runner.RecordFailed, 2},
		{text, runner.RecordAll, 2},
		{text, runner.RecordNone, 0},
		{strings.Replace(text, "hi", strings.Repeat("hi ", 300<<10), 1), runner.RecordFailed, 0}, // too large to be held in memory
	} {
		home := t.TempDir()
		keep, err := store.Open(func(string) string { return home })
		if err != nil {
			t.Fatal(err)
		}
		o := options(agent(t, bare))
		o.Store, o.Record = keep, test.record
		results := runAll(t.Context(), cases(t, test.text), o)
		list, err := keep.Runs()
		if err != nil || len(list.Runs) != test.want || len(list.Strays) > 0 {
			t.Errorf("%s, record %s: %d runs, %v; %s", results[0].Verdict, test.record, len(list.Runs), err, first(results[0]))
			continue
		}
		if test.want == 0 {
			continue
		}
		var record check.Record
		if err := runfile.Read(list.Runs[0].Path, func(l runfile.Line) bool {
			if r, ok := check.ParseRecord(l); ok {
				record = r
			}
			return true
		}); err != nil {
			t.Fatal(err)
		}
		if got := list.Runs[0].Case.Exact(); got != record.Case {
			t.Errorf("the run is of the case %q, the record of %q", got, record.Case)
		}
		if run := results[0].Attempts[0].Run; run != list.Runs[0].ID.Exact() || record.Verdict != results[0].Verdict || !strings.HasPrefix(record.Case, "c0") {
			t.Errorf("the attempt names run %q, the last is %s with verdict %q of %q", run, list.Runs[0].ID, record.Verdict, record.Case)
		}
	}
}
