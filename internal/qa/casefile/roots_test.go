package casefile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/qa/casefile"
)

// A case file may name the files below the root of its repository, and no others, whatever leads to them.
func TestFilesOutsideOfTheRepositoryAreRefused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text string
		want string // "" for none
	}{
		"a file beside the case":        {"[input]\njson-file = 'in.json'\n", ""},
		"a file of the repository":      {"[input]\njson-file = '../data/in.json'\n", ""},
		"a link within the repository":  {"[input]\njson-file = 'near.json'\n", ""},
		"a file above the repository":   {"[input]\njson-file = '../../outside/in.json'\n", "3:1: json-file ../../outside/in.json: it is not below "},
		"an absolute path":              {"[input]\njson-file = 'DIR/outside/in.json'\n", "3:1: json-file "},
		"an absolute path of its own":   {"[input]\njson-file = 'DIR/repository/data/in.json'\n", ""},
		"a link to a file":              {"[input]\njson-file = 'far.json'\n", "3:1: json-file far.json: it is not below "},
		"a link to a directory":         {"[input]\njson-file = 'away/in.json'\n", "3:1: json-file away/in.json: it is not below "},
		"a link that leads nowhere":     {"[input]\ntext = 'x'\n[expect.same]\nfile = 'lost.json'\n", "5:1: file "},
		"a directory of a similar name": {"[input]\njson-file = '../../repository-2/in.json'\n", "3:1: json-file "},
		"an attached file":              {"[input]\ntext = 'x'\nfiles = ['in.json', '../../outside/in.json']\n", "4:1: files ../../outside/in.json: it is not below "},
		"an attached address":           {"[input]\ntext = 'x'\nfiles = ['https://example.com/in.json']\n", ""},
		"a table":                       {"[input]\ntext = '${row.a}'\n[table]\nfile = '../../outside/t.csv'\n", "5:1: file ../../outside/t.csv: it is not below "},
		"a golden file":                 {"[input]\ntext = 'x'\n[expect.same]\nfile = '../../x.json'\n", "5:1: file "},
		"a golden file that is new":     {"[input]\ntext = 'x'\n[expect.same]\nfile = '../new/deep/x.json'\n", ""},
		"a golden file by a row":        {"[input]\ntext = 'x'\n[table]\nrows = [{ a = 'b' }, { a = '../../../x' }]\n[expect.same]\nfile = 'golden/${row.a}.json'\n", "7:1: file "},
		"a golden file behind a link":   {"[input]\ntext = 'x'\n[expect.same]\nfile = 'away/x.json'\n", "5:1: file "},
		"an allowed directory":          {"[input]\njson-file = '../../allowed/deep/in.json'\n", ""},
	} {
		dir := writeFiles(t, map[string]string{
			"repository/.git/config": "", "repository/cases/in.json": "1", "repository/data/in.json": "1", "repository-2/in.json": "1",
			"outside/in.json": "1", "outside/t.csv": "a\nb\n", "allowed/deep/in.json": "1",
		})
		path := filepath.Join(dir, "repository", "cases", "c.toml")
		text := strings.ReplaceAll("version = 1\n"+test.text, "DIR", filepath.ToSlash(dir))
		for link, to := range map[string]string{"near.json": "../data/in.json", "far.json": "../../outside/in.json", "away": "../../outside", "lost.json": "../../outside/none.json"} {
			if err := os.Symlink(to, filepath.Join(filepath.Dir(path), link)); err != nil {
				t.Fatal(err)
			}
		}
		_, problems := casefile.Parse(path, []byte(text), casefile.Options{AllowFiles: []string{filepath.Join(dir, "allowed")}})
		switch {
		case test.want == "" && len(problems) > 0, test.want != "" && len(problems) != 1:
			t.Errorf("%s: %v", name, problems)
		case test.want != "" && !strings.HasPrefix(strings.TrimPrefix(problems[0].Error(), path+":"), test.want):
			t.Errorf("%s: %v, want %s", name, problems[0], test.want)
		}
		if _, problems := casefile.Parse(path, []byte(text), casefile.Options{AnyFiles: true}); problems != nil {
			t.Errorf("%s: any file: %v", name, problems)
		}
	}
}

// What an agent said does not name a file, and neither does what differs for each attempt.
func TestGoldenFileIsNamedByTheCaseAlone(t *testing.T) {
	t.Parallel()
	for name, isKnown := range map[string]bool{
		"capture.x": false, "turn.1.data.id": false, "iteration": false, "uuid": false, "now": false,
		"case": true, "row.a": true,
	} {
		text := "version = 1\n[input]\ntext = '${row.a}'\n[table]\nrows = [{ a = 'b' }]\n[expect.same]\nfile = 'golden/${" + name + "}.json'\n"
		_, problems := casefile.Parse("c.toml", []byte(text), casefile.Options{})
		if isKnown != (problems == nil) {
			t.Errorf("%s: %v", name, problems)
		}
		if !isKnown && len(problems) > 0 && !strings.Contains(problems[0].Error(), "7:1: file: ${"+name+"} is not known before the case is sent") {
			t.Errorf("%s: %v", name, problems[0])
		}
	}
}

// A link that comes after the case was read does not lead out of the repository.
func TestGoldenFileIsCheckedAgainWhenItIsUsed(t *testing.T) {
	t.Parallel()
	dir := writeFiles(t, map[string]string{"repository/.git/config": "", "outside/x.json": "1"})
	path := filepath.Join(dir, "repository", "c.toml")
	f, problems := casefile.Parse(path, []byte("version = 1\n[input]\ntext = 'x'\n[expect.same]\nfile = 'golden/x.json'\n"), casefile.Options{})
	if problems != nil {
		t.Fatal(problems)
	}
	same := f.First().Expect.Same
	if err := same.Check(); err != nil {
		t.Error(err)
	}
	if err := os.Symlink("../outside", filepath.Join(dir, "repository", "golden")); err != nil {
		t.Skip("no links here: ", err)
	}
	if err := same.Check(); err == nil || !strings.Contains(err.Error(), "it is not below") {
		t.Errorf("a golden file behind a link: %v", err)
	}
}

// Without a repository the files of a case are those below its own directory, or below that of .a2aform.
func TestCaseWithoutRepositoryNamesFilesBelowIt(t *testing.T) {
	t.Parallel()
	const text = "version = 1\n[input]\njson-file = '../in.json'\n"
	dir := writeFiles(t, map[string]string{"a/.a2aform/in.json": "1", "a/.a2aform/cases/c.toml": text, "b/in.json": "1", "b/cases/c.toml": text})
	if _, problems := casefile.Read(filepath.Join(dir, "a", ".a2aform", "cases", "c.toml"), casefile.Options{}); problems != nil {
		t.Error(problems)
	}
	if _, problems := casefile.Read(filepath.Join(dir, "b", "cases", "c.toml"), casefile.Options{}); len(problems) != 1 {
		t.Error(problems)
	}
}
