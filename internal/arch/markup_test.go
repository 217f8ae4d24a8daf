package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"
)

// A text becomes markup by the functions of internal/safe, which escape it. A conversion would not.
func TestOnlyConstantsAreConvertedToMarkup(t *testing.T) {
	for _, p := range packages(t) {
		for _, file := range p.GoFiles {
			files := token.NewFileSet()
			tree, err := parser.ParseFile(files, filepath.Join(p.Dir, file), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, at := range markupConversions(tree) {
				t.Errorf("%s converts a text to markup: escape it with safe.EscapeHTML", files.Position(at))
			}
		}
	}
}

// markupConversions are the conversions to safe.HTML of what is no literal.
func markupConversions(tree ast.Node) (found []token.Pos) {
	ast.Inspect(tree, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 {
			return true
		}
		to, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || to.Sel.Name != "HTML" {
			return true
		}
		if name, ok := to.X.(*ast.Ident); !ok || name.Name != "safe" {
			return true
		}
		if _, ok := call.Args[0].(*ast.BasicLit); !ok {
			found = append(found, n.Pos())
		}
		return true
	})
	return found
}

func TestMarkupConversionsAreFound(t *testing.T) {
	const text = "package p\nvar a, b, c, d = safe.HTML(x), safe.HTML(`<b>`), safe.HTML(f(x)), safe.Text(x).Line(0).HTML()"
	tree, err := parser.ParseFile(token.NewFileSet(), "", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	if found := markupConversions(tree); len(found) != 2 {
		t.Errorf("%d were found, want 2", len(found))
	}
}
