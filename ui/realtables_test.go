package ui_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// Four real tables (their sources and licences are beside them): what a person wants first is in sight, and what is not is counted.
func TestGoldenRealTables(t *testing.T) {
	t.Parallel()
	const dir = "../render/table/testdata/tables"
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		return string(text)
	}
	// The words are those of the brief, which comes last.
	for name, brief := range map[string]string{"invoices": "overdue 24 (20 %)", "elements": "Average Atomic mass", "kev": "31 Mar 2022", "pods": "CrashLoopBackOff 5"} {
		for _, size := range append([][2]int{{120, 40}}, sizes...) {
			golden := fmt.Sprintf("real-%s-%dx%d", name, size[0], size[1])
			t.Run(golden, func(t *testing.T) {
				t.Parallel()
				d := showFile(t, name+".json", read(name+".json"), read(name+".schema.json"), size[0], size[1])
				d.WaitFor(brief).Golden(golden)
			})
		}
	}
}
