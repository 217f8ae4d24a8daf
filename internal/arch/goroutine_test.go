package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// free are the rooms whose goroutines do not run within the program: they are
// for tests, or are what starts goroutines.
var free = []string{"internal/watched", "internal/hostile", "ui/uitest", "formgen/formtest"}

// A panic in a goroutine ends the process where it stands, with the terminal raw
// and what was typed last lost; so every goroutine is started by internal/watched.
func TestGoroutinesAreWatched(t *testing.T) {
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
				t.Errorf("%s starts a goroutine that nobody watches: use watched.Go or watched.In", files.Position(at))
			}
		}
	}
}

func isFree(path string) bool {
	for _, room := range free {
		if strings.HasPrefix(path, module+"/"+room) {
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
			if to, ok := n.Fun.(*ast.SelectorExpr); ok && to.Sel.Name == "Go" && !isWatched(to.X) {
				found = append(found, n.Pos())
			}
		}
		return true
	})
	return found
}

func isWatched(x ast.Expr) bool {
	name, ok := x.(*ast.Ident)
	return ok && name.Name == "watched"
}

func TestBareGoroutinesAreFound(t *testing.T) {
	const text = "package p\nfunc f() { go f(); wg.Go(f); s.wg.Go(f); watched.Go(f); watched.In(&wg, f) }"
	tree, err := parser.ParseFile(token.NewFileSet(), "", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	if found := bareGoroutines(tree); len(found) != 3 {
		t.Errorf("%d were found, want 3", len(found))
	}
}
