package ui_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// largeResult answers each call with a completed task that has about size bytes of rows.
func largeResult(size int) http.HandlerFunc {
	row := `{"text":"` + strings.Repeat("x", 200) + `","number":12.5}`
	rows := strings.Repeat(row+",", size/len(row)) + row
	return func(w http.ResponseWriter, r *http.Request) {
		var call struct{ ID json.RawMessage }
		_ = json.NewDecoder(r.Body).Decode(&call)
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},
			"artifacts":[{"artifactId":"a","parts":[{"data":[%s]}]}]}}}`, call.ID, rows)
	}
}

// inUse is the memory of the heap that is still in use, in bytes, and the goroutines.
func inUse() (heap uint64, goroutines int) {
	var m runtime.MemStats
	for range 2 { // finalizers of the first collection free more
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return m.HeapAlloc, runtime.NumGoroutine()
}

// Finished runs are in their files, and no more in memory but for the one that the open form leads back to; they open again from there.
func TestFinishedRunsTakeNoMemory(t *testing.T) {
	const size, few, more = 1 << 20, 3, 15
	url := apptest.Agent(t, apptest.OneForm(apptest.WordSchema), largeResult(size))
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: url, Store: apptest.Home(t), Demo: apptest.NoDemo, SkipReview: true}), 80, 24)
	d.WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x")
	send := func() {
		d.Press("ctrl+s").WaitFor("✓ Done", "› a", "rows").Press("esc").WaitFor("Word *")
	}
	goroutines := keepNothing(d, few, more, size, send)
	d.WaitOutside("no goroutines of runs that are left", func() bool { return runtime.NumGoroutine() <= goroutines+2 })
	d.Press("f5").WaitFor("› History").Press("down", "enter").WaitFor("✓ Done", "rows", ", recorded")
}

// What no file has stays in memory up to a limit: the result of the newest run is
// there, that of the oldest is not, and the screen says so.
func TestUnrecordedResultsAreLimited(t *testing.T) {
	const size, runs = 16 << 20, 5
	url := apptest.Agent(t, apptest.OneForm(apptest.WordSchema), largeResult(size))
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: url, Store: apptest.Home(t), Demo: apptest.NoDemo, SkipReview: true, NoRecord: true}), 80, 24)
	d.WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x")
	for range runs {
		d.Press("ctrl+s").WaitFor("✓ Done", "› a", "rows").Press("esc").WaitFor("Word *")
	}
	d.Press("f5").WaitFor("› History").Press("enter").WaitFor("✓ Done", "› a", "rows").Press("esc").WaitFor("› History")
	d.Press("down", "down", "down", "down", "enter").WaitFor("✓ Done", "dropped to save memory").Press("esc")
}

// A message that is sent again takes the place of the run before it: that one is in its file, and back leads to the form.
func TestRunsThatAreRepeatedTakeNoMemory(t *testing.T) {
	const size, few, more = 1 << 20, 3, 12
	url := apptest.Agent(t, apptest.OneForm(apptest.WordSchema), largeResult(size))
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: url, Store: apptest.Home(t), Demo: apptest.NoDemo}), 80, 24)
	d.WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ Done", "› a", "rows")
	again := func() {
		d.Press("r").WaitFor("The same message as before").Press("enter").WaitFor("✓ Done", "› a", "rows")
	}
	keepNothing(d, few, more, size, again)
	d.Press("esc").WaitFor("Word *")
}

// keepNothing makes some runs, and then more of them with results of a size, which must not stay in memory. It returns how many
// goroutines there were between.
func keepNothing(d *uitest.Driver, few, more, size int, send func()) (goroutines int) {
	for range few {
		send()
	}
	heap, goroutines := inUse()
	for range more {
		send()
	}
	d.WaitOutside(fmt.Sprintf("the memory of %d runs of %d bytes", more, size), func() bool { // the last one's goes when its file is complete
		later, _ := inUse()
		return int64(later)-int64(heap) <= int64(more*size/4)
	})
	return goroutines
}
