//go:build unix

package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/ui/uitest"
)

// A file that becomes shorter while it is looked at does not break the program,
// though bytes that it looks for are gone.
func TestShowSurvivesFileTruncation(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "rows.json")
	row := `{"id":%d,"text":"` + strings.Repeat("lorem ipsum ", 20) + `"},`
	var sb strings.Builder
	for i := range 80_000 {
		fmt.Fprintf(&sb, row, i)
	}
	if err := os.WriteFile(path, []byte("["+strings.TrimSuffix(sb.String(), ",")+"]"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := call(t, "show", path)
	d := uitest.Run(t, cmd, 80, 24).WaitFor("80,000 rows")
	if err := os.Truncate(path, 10); err != nil {
		t.Fatal(err)
	}
	d.Press("G").WaitFor("the file became shorter while it was read; open it again", "ctrl+c quits").Press("ctrl+c")
	if err := d.WaitExit(); err != nil {
		t.Error(err)
	}
	inOrder(t, d)
}
