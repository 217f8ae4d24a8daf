package arch

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// identifier is a name of the code in backticks: one with a capital inside or with a dot, as
// in `Card.Warnings`, and maybe arguments.
var identifier = regexp.MustCompile("`([A-Za-z]+(?:\\.[A-Za-z]+)*)(?:\\([^`]*\\))?`")

// The walk through the packages names types, functions and fields; each is declared somewhere.
func TestArchitectureNamesExist(t *testing.T) {
	known := map[string]bool{}
	for _, p := range packages(t) {
		known[p.ImportPath[strings.LastIndexByte(p.ImportPath, '/')+1:]] = true
		for _, file := range slices.Concat(p.GoFiles, p.TestGoFiles, p.XTestGoFiles) {
			parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range declared(parsed) {
				known[name] = true
			}
		}
	}
	for _, foreign := range []string{"iter", "Seq2", "synctest", "testing", "allOf"} {
		known[foreign] = true
	}
	for _, match := range identifier.FindAllStringSubmatch(read(t, "docs/ARCHITECTURE.md"), -1) {
		name := match[1]
		if strings.ToLower(name) == name && !strings.Contains(name, ".") || strings.HasSuffix(name, ".go") || strings.HasSuffix(name, ".mod") || strings.HasSuffix(name, ".yml") {
			continue // a keyword, a command or a file
		}
		for part := range strings.SplitSeq(name, ".") {
			if !known[part] {
				t.Errorf("docs/ARCHITECTURE.md names `%s`, and nothing is called %s", name, part)
			}
		}
	}
}
