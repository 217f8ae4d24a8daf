package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/internal/store/atomicfile"
)

func write(t *testing.T, path, text string, mode fs.FileMode) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), mode), os.Chmod(path, mode)); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func inHome(t *testing.T) *Store {
	t.Helper()
	home := t.TempDir()
	s, err := Open(func(name string) string { return map[string]string{"A2AFORM_HOME": home}[name] })
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// lists are the files that are read, changed and written.
func lists(s *Store) map[string]struct {
	read  func() error
	write func() error
} {
	type both = struct{ read, write func() error }
	return map[string]both{
		"agents.json":  {func() error { _, err := s.Agents(); return err }, func() error { return s.Remember(Agent{Ref: "new"}) }},
		"trusted.json": {func() error { _, err := s.trusted().read(); return err }, func() error { return s.Trust(Trust{Name: "new"}) }},
		"credentials.json": {func() error { _, err := s.Credentials(); return err }, func() error {
			_, err := s.ForgetCredentials("new", "")
			return err
		}},
	}
}

func TestDamagedListIsSetAside(t *testing.T) {
	s := inHome(t)
	for name, of := range lists(s) {
		path := filepath.Join(s.StateDir(), name)
		for i, damage := range []string{`{"half":`, `[7]`, "\x00\x00", `{"version":"x"}`} {
			write(t, path, damage, 0o644)
			if err := of.read(); err == nil || !strings.Contains(err.Error(), "damaged; it was set aside as ") || strings.Contains(err.Error(), "half") {
				t.Errorf("%s: %v", name, err)
			}
			if err := errors.Join(of.read(), of.write()); err != nil {
				t.Errorf("%s, behind it: %v", name, err)
			}
			kept := withNumber(path+".damaged", i+1)
			if got := content(t, kept); got != damage {
				t.Errorf("%s holds %q, want %q", kept, got, damage)
			}
		}
	}
}

func TestNewerListIsUnchanged(t *testing.T) {
	s := inHome(t)
	const newer = `{"version":99,"list":{"of":"another shape"}}`
	for name, of := range lists(s) {
		path := filepath.Join(s.StateDir(), name)
		write(t, path, newer, 0o600)
		for _, use := range []func() error{of.read, of.write} {
			if err := use(); !errors.Is(err, ErrNewer) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got := content(t, path); got != newer {
			t.Errorf("%s was written: %s", name, got)
		}
	}
}

func TestListWithoutVersionIsRead(t *testing.T) {
	s := inHome(t)
	write(t, s.agents().path(), `[{"ref":"old","name":"Old"}]`, 0o644)
	if err := s.Remember(Agent{Ref: "new"}); err != nil {
		t.Fatal(err)
	}
	agents, err := s.Agents()
	if err != nil || len(agents) != 2 || agents[1].Ref != "old" {
		t.Errorf("%v, %v", agents, err)
	}
}

// Only the user can read the files and directories of the program, also the ones that existed
// before.
func TestFilesAreReadableByTheUserOnly(t *testing.T) {
	s := inHome(t)
	of := FormOf{Digest: "x"}
	for _, path := range []string{s.agents().path(), s.JournalPath(), s.draftPath(of)} {
		write(t, path, "", 0o644)
	}
	write(t, s.agents().path(), "[]", 0o644)
	if err := errors.Join(s.Remember(Agent{Ref: "a"}), s.Journal(Sending{}), s.SaveDraft(Draft{FormOf: of})); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{s.agents().path(), s.JournalPath(), s.draftPath(of), filepath.Join(s.StateDir(), "drafts"), s.StateDir()} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}

func TestTornLineLosesNoOtherLine(t *testing.T) {
	s := inHome(t)
	write(t, s.JournalPath(), `{"torn":`, 0o600)
	if err := s.Journal(Sending{RunID: "next"}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(content(t, s.JournalPath()), "\n")
	if len(lines) != 3 || lines[0] != `{"torn":` || !strings.Contains(lines[1], `"next"`) {
		t.Errorf("%q", lines)
	}
}

// A link stays one, and where it leads the modes are the user's.
func TestSymlinkStaysSymlink(t *testing.T) {
	s := inHome(t)
	target := filepath.Join(t.TempDir(), "agents.json")
	journal := filepath.Join(filepath.Dir(target), "journal")
	write(t, target, "[]", 0o600)
	write(t, journal, "", 0o644)
	if err := errors.Join(os.Chmod(filepath.Dir(target), 0o755), makeDir(s.StateDir()), os.Symlink(target, s.agents().path()), os.Symlink(journal, s.JournalPath())); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Remember(Agent{Ref: "a"}), s.Journal(Sending{RunID: "1"})); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]fs.FileMode{filepath.Dir(target): 0o755, journal: 0o644, s.StateDir(): 0o700} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, want %v; %v", path, info.Mode().Perm(), want, err)
		}
	}
	if info, err := os.Lstat(s.agents().path()); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is none any more: %v", err)
	}
	if !strings.Contains(content(t, target), `"a"`) {
		t.Error("what it points to was not written")
	}
}

func TestOldFilesAreSwept(t *testing.T) {
	s := inHome(t)
	dir := filepath.Join(s.StateDir(), "drafts")
	old := filepath.Join(dir, atomicfile.Prefix+"1"+atomicfile.Suffix)
	others := []string{filepath.Join(dir, atomicfile.Prefix+"2"+atomicfile.Suffix), filepath.Join(dir, "x.json"), filepath.Join(dir, "mine.tmp")}
	for _, path := range append(others, old) {
		write(t, path, "x", 0o600)
	}
	long := time.Now().Add(-2 * staleAfter)
	for _, path := range append(others[1:], old) {
		if err := os.Chtimes(path, long, long); err != nil {
			t.Fatal(err)
		}
	}
	s.Sweep()
	if _, err := os.Stat(old); !errors.Is(err, fs.ErrNotExist) {
		t.Error("what was left is still there")
	}
	for _, path := range others {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%s is gone", path)
		}
	}
}

// Each window has a draft of its own, and the one that was saved last is found
// first; what another window left comes when that is sent.
func TestWindowsKeepTheirOwnDrafts(t *testing.T) {
	s := inHome(t)
	of := FormOf{Digest: "x"}
	one := s.AcquireLease(of)
	two := s.AcquireLease(of)
	if one.HeldByOther || !two.HeldByOther || one.FormOf == two.FormOf {
		t.Fatalf("%+v, %+v", one, two)
	}
	for _, c := range []Lease{one, two} {
		if err := s.SaveDraft(Draft{FormOf: c.FormOf, Form: []byte(`"` + string(rune('0'+c.Index)) + `"`)}); err != nil {
			t.Fatal(err)
		}
	}
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(s.draftPath(two.FormOf), later, later); err != nil {
		t.Fatal(err)
	}
	one.Release()
	two.Release()
	for _, want := range []int{two.Index, one.Index} {
		c := s.AcquireLease(of)
		if c.Index != want || c.HeldByOther {
			t.Errorf("slot %d, want %d", c.Index, want)
		}
		if d, err := s.Draft(c.FormOf); err != nil || d.Index != want {
			t.Error(err)
		}
		if err := s.DropDraft(c.FormOf); err != nil {
			t.Error(err)
		}
		c.Release()
	}
	if c := s.AcquireLease(of); c.Index != 0 {
		t.Errorf("slot %d is left", c.Index)
	}
}
