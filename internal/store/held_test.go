package store_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
)

// The file of a run that is held is the one that it would have been, once it is kept; else there is none.
func TestHeldRunIsAFileOnceItIsKept(t *testing.T) {
	s := open(t)
	event := fmt.Appendf(nil, `{"text":%q}`, strings.Repeat("x", 300<<10))
	for name, tt := range map[string]struct {
		events int
		when   string // it is kept
		before bool   // there is a file before that
	}{
		"never": {1, "", false}, "after the end": {1, "end", false}, "while it goes on": {1, "open", false}, "large": {9, "end", true}, "large and not kept": {9, "", true},
	} {
		file, held, err := s.HoldRun(runfile.Line{Time: began, ID: safe.Text(name)})
		if err != nil {
			t.Fatal(err)
		}
		if tt.when == "open" {
			err = held.Keep()
		}
		for range tt.events {
			err = errors.Join(err, file.AppendEvent(began, event))
		}
		if err := errors.Join(err, file.Append(completed), file.Close()); err != nil {
			t.Fatal(err)
		}
		if tt.when != "open" && held.IsFile() != tt.before {
			t.Errorf("%s: there is a file: %v", name, held.IsFile())
		}
		if tt.when == "end" {
			err = errors.Join(held.Keep(), held.Keep()) // twice is once
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if tt.when == "" && !tt.before {
			if _, err := os.Stat(held.Path()); !os.IsNotExist(err) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		info, err := runfile.Peek(held.Path())
		if got := kinds(t, held.Path()); err != nil || len(got) != tt.events+2 || info.Outcome.Exact() != "completed" {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
}

func TestJournalFailsWhereItCannotBeWritten(t *testing.T) {
	s := open(t)
	if err := os.MkdirAll(s.JournalPath(), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := s.Journal(store.Sending{Time: began}); err == nil {
		t.Error("a line was written to a directory")
	}
}
