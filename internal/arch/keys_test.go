package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// literalKeys are places that compare a key with its name, with the reason why users cannot give it another one.
var literalKeys = map[string]string{
	"formgen/huhform/key.go":  "space and enter edit a value, as in every form",
	"formgen/huhform/page.go": "enter begins a line of a long text",
	"internal/widget/editor":  "editing a text",
	"ui/chat/chat.go":         "enter and up in the text that is written",
}

// TestKeysHaveIDs finds keys that a screen or a dialog compares with a literal name: users cannot change those, and no list has them.
func TestKeysHaveIDs(t *testing.T) {
	isKey := regexp.MustCompile(`^((ctrl|alt|shift)\+.+|enter|esc|tab|space|left|right|up|down|pgup|pgdown|home|end|f[1-9])$`)
	used := map[string]bool{}
	for _, dir := range []string{"ui", "internal/widget", "formgen/huhform"} {
		err := filepath.WalkDir(filepath.Join("../..", dir), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			name := filepath.ToSlash(strings.TrimPrefix(path, "../../"))
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, path, nil, 0)
			if err != nil {
				return err
			}
			complain := func(e ast.Expr) {
				lit, ok := e.(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING {
					return
				}
				text, err := strconv.Unquote(lit.Value)
				if err != nil || !isKey.MatchString(text) {
					return
				}
				for place := range literalKeys {
					if name == place || strings.HasPrefix(name, place+"/") {
						used[place] = true
						return
					}
				}
				t.Errorf("%s: the key %s has no id: use a key.Binding that kit.RegisterKeys knows", fset.Position(e.Pos()), text)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BinaryExpr:
					if n.Op == token.EQL && isName(n.X) {
						complain(n.Y)
					}
				case *ast.SwitchStmt:
					if n.Tag == nil || !isName(n.Tag) {
						return true
					}
					for _, c := range n.Body.List {
						for _, e := range c.(*ast.CaseClause).List {
							complain(e)
						}
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for place := range literalKeys {
		if !used[place] {
			t.Errorf("%s compares no key with its name: take it out of the table", place)
		}
	}
}

// isName reports x.String().
func isName(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "String" && len(call.Args) == 0
}
