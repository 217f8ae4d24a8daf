package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// minQuoted is the length of the shortest part of a heading that is looked for.
const minQuoted = 8

// TestTroubleshootingQuotesMessages checks that the headings of
// docs/troubleshooting.md are still messages of the program: what is before, between
// and after "…" is in a string of the code.
func TestTroubleshootingQuotesMessages(t *testing.T) {
	texts := stringsOfTheProgram(t)
	headings := 0
	for line := range strings.Lines(read(t, "docs/troubleshooting.md")) {
		heading, ok := strings.CutPrefix(strings.TrimSpace(line), "### ")
		if !ok {
			continue
		}
		headings++
		for part := range strings.SplitSeq(heading, "…") {
			if len(strings.TrimSpace(part)) >= minQuoted && !strings.Contains(texts, part) {
				t.Errorf("docs/troubleshooting.md: no message has %q: quote the present message, or remove the heading %q", part, heading)
			}
		}
	}
	if headings < 30 {
		t.Errorf("only %d messages", headings)
	}
}

// stringsOfTheProgram are all string literals outside of tests, a line each.
func stringsOfTheProgram(t *testing.T) string {
	t.Helper()
	var texts strings.Builder
	for _, p := range packages(t) {
		for _, file := range p.GoFiles {
			parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					if text, err := strconv.Unquote(lit.Value); err == nil {
						texts.WriteString(text + "\n")
					}
				}
				return true
			})
		}
	}
	return texts.String()
}

// namedTest is the name of a test or of a fuzz target in a page.
var namedTest = regexp.MustCompile(`\b(?:Test|Fuzz)[A-Z][A-Za-z0-9]*`)

// TestNamedTestsExist checks that each test that the pages on security and reliability
// name is there, at least as the beginning of a name.
func TestNamedTestsExist(t *testing.T) {
	declared := testsOfTheProgram(t)
	for _, page := range []string{"SECURITY.md", "docs/RELIABILITY.md"} {
		for _, name := range namedTest.FindAllString(read(t, page), -1) {
			if !strings.Contains(declared, "\n"+name) {
				t.Errorf("%s names %s, which no package has", page, name)
			}
		}
	}
}

// testsOfTheProgram are the names of all functions of tests, a line each.
func testsOfTheProgram(t *testing.T) string {
	t.Helper()
	var names strings.Builder
	names.WriteString("\n")
	for _, p := range packages(t) {
		for _, file := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
			parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range parsed.Decls {
				if f, ok := d.(*ast.FuncDecl); ok {
					names.WriteString(f.Name.Name + "\n")
				}
			}
		}
	}
	return names.String()
}
