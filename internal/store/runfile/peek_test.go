package runfile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The list of runs says what a file is by its first line and its last one.
func TestPeekReadsHeadAndEnd(t *testing.T) {
	t.Parallel()
	head := fmt.Sprintf(`{"kind":"run","version":%d,"id":"0000002a","time":"2026-03-14T09:30:00Z","agent":"Hotel"}`, Version)
	const event, end = `{"kind":"event","raw":{"a":1}}`, `{"kind":"end","time":"2026-03-14T09:30:02Z","outcome":"completed"}`
	for _, tt := range []struct{ what, text, want string }{
		{"a run", head + "\n" + event + "\n" + end + "\n", "0000002a completed 2s"},
		{"a clock that was set back", head + "\n" + strings.Replace(end, "09:30:02", "09:29:00", 1) + "\n", "0000002a completed"},
		{"one that goes on", head + "\n" + event + "\n", "0000002a unfinished"},
		{"one that broke off in a line", head + "\n" + end + "\n" + event[:9], "0000002a unfinished"},
		{"nothing", "", "is empty"},
		{"another file", "hello\nyou\n", "is not a run file of a2aform"},
		{"another JSON", `{"a":1}` + "\n", "is not a run file of a2aform"},
		{"no head", event + "\n" + end + "\n", "is not a run file of a2aform"},
		{"a head without an id", `{"kind":"run","version":1}` + "\n", "is not a run file of a2aform"},
		{"a newer one", strings.Replace(head, fmt.Sprintf(`"version":%d`, Version), `"version":99`, 1) + "\n", "newer"},
	} {
		path := filepath.Join(t.TempDir(), "run.jsonl")
		if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		info, err := Peek(path)
		got := info.ID.Line(0).String() + " " + info.Outcome.Line(0).String()
		if d := info.Duration(); d != 0 {
			got += " " + d.String()
		}
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != tt.want || err != nil && !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.what, got, tt.want)
		}
	}
}
