// Package arch has the tests of the code as a whole: which package may import which, that goroutines report their panics,
// that words of an agent have a type of their own, and that the links of pages and comments lead somewhere.
package arch

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "a2aform"

// layers are the families of packages, from top to bottom. A package imports lower layers and, of its own layer, only its
// own family. The longest prefix of a path is its family; "." is main.go.
var layers = []string{
	".",
	"internal/cli",
	"ui",
	"ui/agent ui/chat ui/each ui/form ui/table ui/history ui/plain ui/present ui/qa ui/result ui/share ui/task",
	"ui/kit ui/uitest",
	"internal/demo",
	"internal/present",
	"internal/qa",
	"internal/run internal/catalog internal/webhook",
	"a2aclient formgen render internal/store",
	"internal/tomlfile",
	"internal/widget internal/schema",
	"internal/jsonindex",
	"internal/ojson",
	"internal/safe",
	"internal/limit internal/safego internal/version",
}

func TestImportsPointDown(t *testing.T) {
	for _, p := range packages(t) {
		from := familyOf(p.ImportPath)
		for _, path := range p.Imports {
			to := familyOf(path)
			if to.name == "" || to.name == from.name || to.layer > from.layer {
				continue
			}
			t.Errorf("%s imports %s, which is not below it", p.ImportPath, path)
		}
	}
}

// doesIO are the files of the screens that touch the disk, in commands of Bubble Tea; ui/plain has no screen.
var doesIO = []string{"ui/kit/command.go", "ui/kit/editor.go", "ui/kit/file.go", "ui/plain/", "ui/uitest/", "ui/apptest/"}

// Update and View wait for no disk and no network: their packages import neither.
func TestScreensDoNoIO(t *testing.T) {
	found := 0
	for _, p := range packages(t) {
		dir := strings.TrimPrefix(p.ImportPath, module+"/")
		if dir != "formgen" && dir != "ui" && !strings.HasPrefix(dir, "formgen/") && !strings.HasPrefix(dir, "ui/") {
			continue
		}
		for _, file := range p.GoFiles {
			path := dir + "/" + file
			for _, name := range []string{"os", "os/exec", "net", "net/http"} {
				if !strings.Contains(read(t, path), "\n\t\""+name+"\"\n") {
					continue
				}
				found++
				if !slices.ContainsFunc(doesIO, func(may string) bool { return strings.HasPrefix(path, may) }) {
					t.Errorf("%s imports %s: do it in a command, in a file that the table of this test names", path, name)
				}
			}
		}
	}
	if found == 0 {
		t.Error("no file imports os: the test does not see imports")
	}
}

type family struct {
	name  string
	layer int
}

// familyOf is the family of an import path; none for packages of others.
func familyOf(path string) (found family) {
	path, isOurs := strings.CutPrefix(path+"/", module+"/")
	if !isOurs {
		return family{}
	}
	for layer, names := range layers {
		for _, name := range strings.Fields(names) {
			if (strings.HasPrefix(path, name+"/") || path+"." == name) && len(name) > len(found.name) {
				found = family{name, layer}
			}
		}
	}
	return found
}

type pkg struct {
	Dir, ImportPath                    string
	Imports                            []string
	GoFiles, TestGoFiles, XTestGoFiles []string
}

// packages are those of this module, without nested modules.
func packages(t *testing.T) (list []pkg) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-e", "-json=Dir,ImportPath,Imports,GoFiles,TestGoFiles,XTestGoFiles", "./...")
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var p pkg
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	if len(list) < 3 {
		t.Fatalf("go list found only %d packages", len(list))
	}
	return list
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", path))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
