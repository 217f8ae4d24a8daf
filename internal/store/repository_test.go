package store

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// What another user owns, or everybody can replace, is refused with its path, wherever it is between the directory of the
// repository and the file.
func TestFilesOfOtherUsersAreRefused(t *testing.T) {
	const me, other = 1000, 1001
	tests := map[string]struct {
		path    string // that is not the user's own
		mode    fs.FileMode
		owner   int
		refused string
	}{
		"file of another user":            {"suite.toml", 0o600, other, "belongs to another user (1001)"},
		"directory of another user":       {".a2aform", 0o700, other, "belongs to another user (1001)"},
		"file of root":                    {"suite.toml", 0o644, 0, ""},
		"directory of root":               {".a2aform", 0o755, 0, ""},
		"open directory of root":          {".a2aform", 0o777 | fs.ModeSticky, 0, "can be changed by every user"},
		"open file of root":               {"suite.toml", 0o666, 0, "can be changed by every user"},
		"the user's own open directory":   {".a2aform", 0o777, me, ""},
		"directory above of another user": {"repo", 0o777, other, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			repo := filepath.Join(t.TempDir(), "repo")
			file := filepath.Join(repo, LocalDir, "suite.toml")
			for _, dir := range []string{filepath.Join(repo, ".git"), filepath.Dir(file), filepath.Join(repo, "below")} {
				if err := os.MkdirAll(dir, 0o700); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.WriteFile(file, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			changed := map[string]string{"suite.toml": file, ".a2aform": filepath.Dir(file), "repo": repo}[tt.path]
			if err := os.Chmod(changed, tt.mode); err != nil {
				t.Fatal(err)
			}
			o := owners{users: []int{me}, of: func(info fs.FileInfo) (int, bool) {
				if info.Name() == tt.path {
					return tt.owner, true
				}
				return me, true
			}}
			found, err := o.findLocal(filepath.Join(repo, "below"), "suite.toml")
			if tt.refused == "" {
				if err != nil || found != file {
					t.Errorf("%q, %v", found, err)
				}
				return
			}
			if err == nil || found != "" || !strings.HasPrefix(err.Error(), changed+" "+tt.refused) {
				t.Errorf("%q, %v", found, err)
			}
		})
	}
}

// A link of the user to a file of another one is as good as the file.
func TestLinkToFileOfAnotherUserIsRefused(t *testing.T) {
	dir := t.TempDir()
	theirs, link := filepath.Join(dir, "theirs"), filepath.Join(dir, LocalDir, "agents.toml")
	if err := os.MkdirAll(filepath.Dir(link), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(theirs, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(theirs, link); err != nil {
		t.Skip(err)
	}
	o := owners{users: []int{1000}, of: func(info fs.FileInfo) (int, bool) {
		if info.Mode().IsRegular() {
			return 1001, true
		}
		return 1000, true
	}}
	if found, err := o.findLocal(dir, "agents.toml"); err == nil || found != "" {
		t.Errorf("%q, %v", found, err)
	}
}

// The user's own files are not used from a directory of another user: whoever owns it can replace them.
func TestOwnFilesInADirectoryOfAnotherUserAreRefused(t *testing.T) {
	home := t.TempDir()
	s := &Store{state: filepath.Join(home, "state"), config: filepath.Join(home, "config")}
	if err := s.SaveAgent(Saved{Name: "mine", URL: "https://mine.example"}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.ConfigPath(), []byte("commands = { open = \"sh\" }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	trust := Trust{File: "/card.json", Origin: "https://a.example:443"}
	if err := s.Trust(trust); err != nil {
		t.Fatal(err)
	}
	before := thisProcess
	t.Cleanup(func() { thisProcess = before })
	thisProcess = owners{users: []int{1000}, of: func(info fs.FileInfo) (int, bool) {
		if info.Name() == "config" || info.Name() == "state" {
			return 1001, true
		}
		return 1000, true
	}}
	want := s.config + " belongs to another user (1001)"
	none := func(string) string { return "" }
	if c, _, _, err := s.Config(none, ""); err == nil || !strings.HasPrefix(err.Error(), want) || len(c.Commands) > 0 {
		t.Errorf("config: %+v, %v", c.Commands, err)
	}
	if list, problems := s.Saved(""); len(list) > 0 || len(problems) != 1 || !strings.HasPrefix(problems[0].Error(), want) {
		t.Errorf("agents: %v, %v", list, problems)
	}
	if err := s.SaveAgent(Saved{Name: "more", URL: "https://more.example"}); err == nil {
		t.Error("an agent is saved there")
	}
	if s.IsTrusted(trust) {
		t.Error("what another user can write is trusted")
	}
}

// The owner comes from the file system; only root can give a file away.
func TestOwnersOfTheFileSystemCount(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() != 0 {
		t.Skip("only root gives files away")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, LocalDir, "agents.toml")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("[agents.theirs]\nurl='https://theirs.example'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var none *Store
	if list, problems := none.Saved(dir); len(list) != 1 || len(problems) > 0 {
		t.Fatalf("%v, %v", list, problems)
	}
	if err := os.Chown(filepath.Dir(file), 12345, 12345); err != nil {
		t.Fatal(err)
	}
	list, problems := none.Saved(dir)
	if len(list) > 0 || len(problems) != 1 || !strings.Contains(problems[0].Error(), filepath.Dir(file)+" belongs to another user (12345)") {
		t.Errorf("%v, %v", list, problems)
	}
}
