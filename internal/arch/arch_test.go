package arch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "a2aform"

// rooms are the arrows: what of ours each room may import. A room is its
// directory and, unless it is listed itself, everything below; "" is main.go.
var rooms = map[string][]string{
	"":                   {"internal/cli"},
	"internal/cli":       {"a2aclient", "formgen", "formgen/huhform", "internal/cli", "internal/demo", "internal/headroom", "internal/jsonindex", "internal/limit", "internal/ojson", "internal/qa", "internal/run", "internal/safe", "internal/safego", "internal/schema", "internal/store", "internal/version", "internal/widget", "render", "ui", "ui/plain"},
	"ui":                 {"a2aclient", "formgen", "formgen/huhform", "internal/blocking", "internal/jsonindex", "internal/limit", "internal/ojson", "internal/run", "internal/safe", "internal/safego", "internal/schema", "internal/store", "internal/widget", "render", "ui"},
	"ui/plain":           {"a2aclient", "formgen", "internal/limit", "internal/ojson", "internal/run", "internal/safe", "internal/safego", "internal/schema", "internal/store", "render"},
	"internal/qa":        {"a2aclient", "formgen", "internal/limit", "internal/ojson", "internal/qa", "internal/run", "internal/safe", "internal/schema", "internal/store", "render"},
	"internal/run":       {"a2aclient", "formgen", "internal/blocking", "internal/limit", "internal/ojson", "internal/safe", "internal/safego", "internal/schema", "internal/store", "internal/version", "render"},
	"formgen/huhform":    {"formgen", "internal/limit", "internal/ojson", "internal/safe", "internal/schema", "internal/widget"},
	"formgen":            {"internal/limit", "internal/ojson", "internal/safe", "internal/schema"},
	"a2aclient":          {"internal/blocking", "internal/jsonscan", "internal/limit", "internal/ojson", "internal/safe", "internal/safego", "internal/schema", "internal/version"},
	"render":             {"internal/jsonindex", "internal/jsonscan", "internal/limit", "internal/ojson", "internal/safe", "internal/safego", "internal/schema"},
	"internal/store":     {"internal/blocking", "internal/limit", "internal/ojson", "internal/safe", "internal/safego", "internal/schema"},
	"internal/widget":    {"internal/limit", "internal/ojson", "internal/safe", "internal/widget"},
	"internal/demo":      {"internal/limit", "internal/ojson", "internal/safe", "internal/safego", "internal/schema"},
	"internal/hostile":   {"internal/limit", "internal/ojson", "internal/safe", "internal/schema"},
	"internal/schema":    {"internal/jsonindex", "internal/limit", "internal/ojson", "internal/safe"},
	"internal/ojson":     {"internal/jsonscan", "internal/limit"},
	"internal/jsonindex": {"internal/blocking"},
	"internal/jsonscan":  {},
	"internal/safe":      {"internal/limit"},
	"internal/blocking":  {},
	"internal/headroom":  {},
	"internal/version":   {},
	"internal/safego":    {},
	"internal/limit":     {},
	"internal/arch":      {},
}

// forTests are the rooms that any test may import besides: agents to talk to.
var forTests = []string{"internal/demo", "internal/hostile"}

// foreign says which rooms may import packages that only some should know, by
// prefix of the import path. Tests are free.
var foreign = map[string][]string{
	"charm.land/":                     {"ui", "formgen/huhform", "internal/widget", "internal/cli", ""},
	"github.com/charmbracelet/":       {"ui", "formgen/huhform", "internal/widget", "internal/cli", ""},
	"github.com/charmbracelet/x/ansi": {"ui", "formgen/huhform", "internal/widget", "internal/cli", "", "render", "internal/safe"},
	"github.com/spf13/":               {"internal/cli", ""},
	"github.com/santhosh-tekuri/":     {"internal/schema"},
	"github.com/yuin/goldmark":        {"render"},
	"github.com/pelletier/go-toml/":   {"internal/store"},
	"github.com/invopop/jsonschema":   {"internal/demo", "internal/qa", "internal/store"},
	"net/http":                        {"a2aclient", "internal/demo", "internal/hostile", "internal/qa", "internal/run", "internal/cli"},
}

// unwanted modules never reach our go.mod.
var unwanted = []string{"google.golang.org/grpc", "google.golang.org/protobuf", "github.com/golang/protobuf", "glamour", "github.com/a2aproject/"}

// maxLines is the length of the longest file, DESIGN §3.
const maxLines = 400

type pkg struct {
	Dir, ImportPath                    string
	Imports, TestImports, XTestImports []string
	GoFiles, TestGoFiles, XTestGoFiles []string
}

func TestArrows(t *testing.T) {
	for _, p := range packages(t) {
		room, known := roomOf(p.ImportPath)
		if !known {
			t.Errorf("%s is no room of the house: give it a line in the table of this test and in .golangci.yml", p.ImportPath)
			continue
		}
		for _, path := range p.Imports {
			if to, ours := roomOf(path); ours && to != room && !slices.Contains(rooms[room], to) {
				t.Errorf("%s imports %s: arrows point down only; %s may import %v", p.ImportPath, path, name(room), rooms[room])
			}
		}
		for _, path := range slices.Concat(p.TestImports, p.XTestImports) {
			to, ours := roomOf(path)
			if ours && to != room && !slices.Contains(rooms[room], to) && !slices.Contains(forTests, to) {
				t.Errorf("a test of %s imports %s, which neither the room nor a test may", p.ImportPath, path)
			}
		}
	}
}

func TestTerminalAndNetworkStayInTheirRooms(t *testing.T) {
	for _, p := range packages(t) {
		room, _ := roomOf(p.ImportPath)
		for _, path := range p.Imports {
			if allowed, listed := knows(path); listed && !slices.Contains(allowed, room) {
				t.Errorf("%s imports %s; only these rooms may: %q", p.ImportPath, path, allowed)
			}
		}
	}
}

func TestFilesStayShort(t *testing.T) {
	for _, p := range packages(t) {
		for _, file := range slices.Concat(p.GoFiles, p.TestGoFiles, p.XTestGoFiles) {
			data, err := os.ReadFile(filepath.Join(p.Dir, file))
			if err != nil {
				t.Fatal(err)
			}
			if n := bytes.Count(data, []byte("\n")); n > maxLines {
				t.Errorf("%s/%s has %d lines; at most %d: split it by what it knows", p.ImportPath, file, n, maxLines)
			}
		}
	}
}

func TestEveryRoomSaysWhatItKnows(t *testing.T) {
	for _, p := range packages(t) {
		if p.ImportPath != module && len(p.GoFiles) > 0 && !slices.Contains(p.GoFiles, "doc.go") {
			t.Errorf("%s has no doc.go", p.ImportPath)
		}
	}
}

func TestModuleStaysSmall(t *testing.T) {
	mod := read(t, "go.mod")
	for _, m := range unwanted {
		if strings.Contains(mod, m) {
			t.Errorf("go.mod names %s", m)
		}
	}
}

// TestLinterDrawsTheSameArrows compares the allow lists of depguard with the
// table. The linter also allows what is foreign; that is left out here.
func TestLinterDrawsTheSameArrows(t *testing.T) {
	drawn := allowLists(read(t, ".golangci.yml"))
	for room, want := range rooms {
		got, ok := drawn[name(room)]
		if !ok {
			t.Errorf(".golangci.yml has no depguard rule %q", name(room))
		} else if !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("depguard lets %s import\n%q, the table\n%q", name(room), got, want)
		}
	}
	if len(drawn) != len(rooms) {
		t.Errorf("depguard has %d rules, the table %d rooms", len(drawn), len(rooms))
	}
}

// name is a room as depguard's rules call it: its last directory.
func name(room string) string {
	if room == "" {
		return "main"
	}
	return room[strings.LastIndexByte(room, '/')+1:]
}

// roomOf is the room of an import path; not ok for a path that is not ours or
// that lies in no room.
func roomOf(path string) (string, bool) {
	if path == module {
		return "", true
	}
	dir, ours := strings.CutPrefix(strings.TrimSuffix(path, "_test"), module+"/")
	for ours && dir != "." {
		if _, ok := rooms[dir]; ok {
			return dir, true
		}
		dir = filepath.ToSlash(filepath.Dir(dir))
	}
	return path, false
}

// knows are the rooms that may import a foreign path, by its longest prefix.
func knows(path string) (allowed []string, listed bool) {
	longest := ""
	for prefix, in := range foreign {
		if strings.HasPrefix(path, prefix) && len(prefix) > len(longest) {
			longest, allowed, listed = prefix, in, true
		}
	}
	return allowed, listed
}

// allowLists reads what depguard's rules allow of ours, by rule.
func allowLists(config string) map[string][]string {
	_, section, _ := strings.Cut(config, "    depguard:\n      rules:\n")
	lists := map[string][]string{}
	rule := ""
	for line := range strings.Lines(section) {
		line = strings.TrimRight(line, "\n")
		switch indent := len(line) - len(strings.TrimLeft(line, " ")); {
		case line != "" && indent < 8:
			return lists
		case indent == 8:
			rule = strings.TrimSuffix(line[8:], ":")
			lists[rule] = nil
		default:
			if path, ok := strings.CutPrefix(line[min(indent, len(line)):], "- "+module+"/"); ok {
				lists[rule] = append(lists[rule], strings.TrimSuffix(path, "$"))
				slices.Sort(lists[rule])
			}
		}
	}
	return lists
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", path))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// packages asks the go command once a test; nested modules are not ours.
func packages(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-e", "-json=Dir,ImportPath,Imports,TestImports,XTestImports,GoFiles,TestGoFiles,XTestGoFiles", "./...")
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(fmt.Errorf("go list: %w", err))
	}
	var list []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	if len(list) < 3 {
		t.Fatalf("go list found only %d packages", len(list))
	}
	return list
}
