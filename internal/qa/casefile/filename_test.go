package casefile_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"a2aform/internal/qa/casefile"
)

func TestFileNameKeepsLettersOfAllScripts(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"fight", "日本", "заказ_1", "हिन्दी", "a.b-c"} {
		if got := casefile.FileName(name); got != name {
			t.Errorf("%q became %q", name, got)
		}
	}
	for name, begin := range map[string]string{"a b": "a-b-", "+1": "1-", "-1": "1-", "../x": "x-", "": "case-", "nul": "case-", "a\u202eb": "a", strings.Repeat("日", 200): "日日", "a-b-0123abcd": "a-b-0123abcd-"} {
		if got := casefile.FileName(name); !strings.HasPrefix(got, begin) || got == name {
			t.Errorf("%q became %q, want %s…", name, got, begin)
		}
	}
}

// Any two names have files of their own, below the directory of the cases.
func TestEachNameHasItsOwnFileName(t *testing.T) {
	t.Parallel()
	name := rapid.OneOf(rapid.String(), rapid.StringMatching(`[ab+ /.-]{0,6}`), rapid.StringMatching(`a-b-[0-9a-f]{8}`), rapid.SampledFrom([]string{"a b", "a-b", "A-B", "日本", "中国", "+1", "-1"}))
	rapid.Check(t, func(t *rapid.T) {
		a, b := name.Draw(t, "a"), name.Draw(t, "b")
		for _, file := range []string{casefile.FileName(a), casefile.FileName(b)} {
			if !filepath.IsLocal(file) || file == "." || strings.ContainsAny(file, `/\`) || !utf8.ValidString(file) || len(file) > 200 {
				t.Fatalf("the file %q", file)
			}
		}
		if a != b && casefile.FileName(a) == casefile.FileName(b) {
			t.Fatalf("%q and %q are both %q", a, b, casefile.FileName(a))
		}
	})
}

// writeFiles writes files below a directory of the test, and returns it.
func writeFiles(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestCasesWithOneGoldenFileAreRefused(t *testing.T) {
	t.Parallel()
	same := func(name, golden, rest string) string {
		return "version = 1\nname = '" + name + "'\n[input]\ntext = 'x'\n[expect.same]\nfile = '" + golden + "'\n" + rest
	}
	rows := "[table]\nrows = [{ name = 'a b' }, { name = 'a-b' }, { name = '日本' }, { name = '中国' }, { name = '+1' }, { name = '-1' }]\n"
	for name, test := range map[string]struct {
		files map[string]string
		want  string // "" for none
	}{
		"names that looked alike":          {map[string]string{"a.toml": same("日本", "golden/${case}.json", ""), "b.toml": same("中国", "golden/${case}.json", "")}, ""},
		"rows that looked alike":           {map[string]string{"a.toml": same("t", "golden/${case}.json", rows)}, ""},
		"two files":                        {map[string]string{"a.toml": same("a", "golden/x.json", ""), "b.toml": same("b", "golden/../golden/x.json", "")}, "b.toml:6:1: the cases a and b have the same golden file golden/x.json"},
		"the rows of a table":              {map[string]string{"a.toml": same("t", "golden/x.json", rows)}, "a.toml:6:1: the cases t [a b] and t [a-b] have the same golden file golden/x.json"},
		"a column":                         {map[string]string{"a.toml": same("t", "golden/${row.n}.json", "[table]\nrows = [{ n = 'x' }, { n = 'y' }, { n = './x' }]\n")}, "a.toml:6:1: the cases t [x] and t [./x] have the same golden file golden/x.json"},
		"the agents of a matrix are one":   {map[string]string{"a.toml": same("t", "golden/x.json", "[matrix]\nstream = [true, false]\n")}, ""},
		"a matrix with rows are not":       {map[string]string{"a.toml": same("t", "golden/x.json", rows+"[matrix]\nstream = [true, false]\n")}, "the cases t [a b]"},
		"files of directories of one name": {map[string]string{"a/c.toml": same("a", "golden/x.json", ""), "b/c.toml": same("b", "golden/x.json", "")}, ""},
	} {
		dir := writeFiles(t, test.files)
		found, missing := casefile.Find([]string{dir})
		_, problems := casefile.ReadAll(found, casefile.Options{})
		got := ""
		for _, p := range slices.Concat(missing, problems) {
			got += fmt.Sprintln(strings.ReplaceAll(p.Error(), dir+string(filepath.Separator), ""))
		}
		if (test.want == "") != (got == "") || !strings.Contains(got, test.want) || strings.Count(got, "\n") > 1 {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}
