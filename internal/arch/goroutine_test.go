package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// free are the packages whose goroutines do not run within the program: they are
// for tests, or start the goroutines.
var free = []string{"internal/safego", "internal/hostile", "ui/uitest", "formgen/formtest"}

// A panic in a goroutine ends the process at once, with the terminal raw
// and the last input lost; so internal/safego starts every goroutine.
func TestGoroutinesAreStartedBySafego(t *testing.T) {
	for _, p := range packages(t) {
		if isFree(p.ImportPath) {
			continue
		}
		for _, file := range p.GoFiles {
			files := token.NewFileSet()
			tree, err := parser.ParseFile(files, filepath.Join(p.Dir, file), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, at := range bareGoroutines(tree) {
				t.Errorf("%s starts a goroutine without reporting its panics: use safego.Go or safego.GoGroup", files.Position(at))
			}
		}
	}
}

func isFree(path string) bool {
	for _, dir := range free {
		if strings.HasPrefix(path, module+"/"+dir) {
			return true
		}
	}
	return false
}

// bareGoroutines are the go statements of a file, and what looks like
// sync.WaitGroup.Go.
func bareGoroutines(tree ast.Node) (found []token.Pos) {
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = append(found, n.Pos())
		case *ast.CallExpr:
			if to, ok := n.Fun.(*ast.SelectorExpr); ok && to.Sel.Name == "Go" && !isSafego(to.X) {
				found = append(found, n.Pos())
			}
		}
		return true
	})
	return found
}

func isSafego(x ast.Expr) bool {
	name, ok := x.(*ast.Ident)
	return ok && name.Name == "safego"
}

func TestBareGoroutinesAreFound(t *testing.T) {
	const text = "package p\nfunc f() { go f(); wg.Go(f); s.wg.Go(f); safego.Go(f); safego.GoGroup(&wg, f) }"
	tree, err := parser.ParseFile(token.NewFileSet(), "", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	if found := bareGoroutines(tree); len(found) != 3 {
		t.Errorf("%d were found, want 3", len(found))
	}
}
