package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"a2aform/internal/store/runfile"
)

// A pipe in place of a file does not block: it is an error, or is ignored.
func TestPipeDoesNotBlock(t *testing.T) {
	form := FormOf{Digest: "x"}
	getenv := func(string) string { return "" }
	for name, tt := range map[string]struct {
		path func(s *Store) string
		use  func(s *Store) error
		want string // of the error; "" for none
	}{
		"run list":    {aRun, func(s *Store) error { return strayOf(s.Runs()) }, "z.jsonl is not a run file of a2aform"},
		"run":         {aRun, func(s *Store) error { return runfile.Read(aRun(s), func(runfile.Line) bool { return true }) }, "z.jsonl is not a run file of a2aform"},
		"journal":     {(*Store).JournalPath, func(s *Store) error { return s.Journal(Sending{}) }, "it is not a regular file"},
		"credentials": {func(s *Store) string { return s.credentials().path() }, func(s *Store) error { _, err := s.CredentialsFor("x"); return err }, "the file of credentials cannot be read: it is not a regular file"},
		"agents":      {func(s *Store) string { return s.agents().path() }, func(s *Store) error { return s.Remember(Agent{}) }, "the list of agents cannot be read: it is not a regular file"},
		"draft":       {func(s *Store) string { return s.draftPath(form) }, func(s *Store) error { _, err := s.Draft(form); return err }, "it is not a regular file"},
		"presets":     {func(s *Store) string { return s.presetsPath(form) }, func(s *Store) error { _, err := s.Presets(form); return err }, "it is not a regular file"},
		"lock":        {func(s *Store) string { return filepath.Join(s.state, "lock") }, func(s *Store) error { return s.Remember(Agent{}) }, ""},
		"saved":       {(*Store).savedPath, func(s *Store) error { _, problems := s.Saved(""); return errors.Join(problems...) }, "is not a file of saved agents"},
		"preferences": {(*Store).ConfigPath, func(s *Store) error { _, _, _, err := s.Config(getenv, ""); return err }, "is not a file of preferences"},
	} {
		t.Run(name, func(t *testing.T) {
			s := inHome(t)
			if err := errors.Join(os.MkdirAll(s.RunsDir(), 0o700), os.MkdirAll(filepath.Dir(tt.path(s)), 0o700), syscall.Mkfifo(tt.path(s), 0o600)); err != nil {
				t.Fatal(err)
			}
			came := make(chan error, 1)
			go func() { came <- tt.use(s) }()
			select {
			case err := <-came:
				if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.HasSuffix(err.Error(), tt.want)) {
					t.Errorf("%v, want %q", err, tt.want)
				}
			case <-time.After(10 * time.Second):
				t.Fatal("it waits for ever")
			}
		})
	}
}

func aRun(s *Store) string { return filepath.Join(s.RunsDir(), "z.jsonl") }

func strayOf(list RunList, err error) error {
	for _, stray := range list.Strays {
		err = errors.Join(err, errors.New(stray.Why))
	}
	return err
}
