package runner_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
)

// The rows of a table are read, run and reported one by one: memory does not grow with them. A2AFORM_ROWS says how many there are
// (`make rows` takes 100,000).
func TestRowsAreNotHeld(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it is about size, not about goroutines")
	}
	rows := 4000
	if n, err := strconv.Atoi(os.Getenv("A2AFORM_ROWS")); err == nil {
		rows = n
	}
	dir := t.TempDir()
	table, err := os.Create(filepath.Join(dir, "t.csv"))
	if err != nil {
		t.Fatal(err)
	}
	_, _ = table.WriteString("text\n")
	for i := range rows {
		_, _ = fmt.Fprintf(table, "hello %d\n", i)
	}
	if err := table.Close(); err != nil {
		t.Fatal(err)
	}
	f, problems := casefile.Parse(filepath.Join(dir, "c.toml"), []byte("version = 1\nskill = 'small-talk'\n[input]\ntext = '${row.text}'\n[table]\nfile = 't.csv'\n"), casefile.Options{})
	if problems != nil || f.Count != rows {
		t.Fatal(problems)
	}
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	o := options(agent(t, bare))
	o.Jobs = 8
	seen, before := 0, int64(0)
	o.Report = func(r *runner.Result) {
		if r.Verdict != check.Pass || r.Case.Row != seen+1 {
			t.Errorf("row %d: %s %s", r.Case.Row, r.Verdict, first(r))
		}
		if seen++; seen == 500 {
			before = heap()
		}
	}
	runner.Run(t.Context(), f.Cases(), o)
	grown := heap() - before
	const most = 8 << 20 // less than 3,500 held results take
	if seen != rows || grown > most {
		t.Errorf("%d of %d rows, the heap grew by %d bytes", seen, rows, grown)
	}
	t.Logf("%d rows, the heap grew by %d bytes", rows, grown)
}
