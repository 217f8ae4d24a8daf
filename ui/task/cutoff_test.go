package task_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// A task whose program was killed is announced at the next start, and followed from
// the history.
func TestTaskIsFollowedAfterKill(t *testing.T) {
	t.Parallel()
	url, before, after := apptest.DemoAgent(t, apptest.Stuck).URL, apptest.Home(t), apptest.Home(t)
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: url, Store: before, Demo: apptest.NoDemo}), 100, 30).WaitFor("Fight Comparison")
	d.Press("enter").WaitFor("0 of 2 required").Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("Weighing Lion")
	// The file as it is now is what kill -9 would leave.
	var cut string
	d.WaitOutside("the task is in the run file", func() bool {
		files, _ := filepath.Glob(filepath.Join(before.RunsDir(), "*.jsonl"))
		if len(files) != 1 {
			return false
		}
		data, _ := os.ReadFile(files[0])
		cut = string(data)
		return strings.Contains(cut, "Weighing Lion") && strings.HasSuffix(cut, "\n")
	})
	if err := os.MkdirAll(after.RunsDir(), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(after.RunsDir(), "20260314T093000.000Z-cut.jsonl"), []byte(cut), 0o600); err != nil {
		t.Fatal(err)
	}
	d = uitest.Start(t, ui.New(t.Context(), kit.Options{Store: after, Demo: apptest.NoDemo}), 100, 30)
	d.WaitFor("1 run was cut off when a2aform ended").Press("alt+h").WaitFor("History", "unfinished")
	d.Press("l").WaitFor("› Run", "Weighing Lion", "● 1 running").Press("x").WaitFor("■ canceled")
}
