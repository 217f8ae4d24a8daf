package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	pathpkg "path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// facades are the files whose exported names programs of others may count on, by their packages, with the packages whose
// types they may name besides those of the standard library.
var facades = []struct {
	dir   string
	files []string
	may   []string
}{
	{"formgen", []string{"input.go"}, nil},
	{
		"formgen/huhform",
		[]string{"model.go", "modelview.go"},
		[]string{"charm.land/bubbletea/v2", "charm.land/bubbles/v2/key", module + "/formgen.Input"},
	},
}

// No exported declaration of a facade names a type that is internal, or that can change with any release.
func TestFacadeNamesOnlyStableTypes(t *testing.T) {
	for _, f := range facades {
		var trees []*ast.File
		for _, file := range f.files {
			tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "..", f.dir, file), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			trees = append(trees, tree)
		}
		seen, unstable := unstableTypes(trees, f.may)
		if seen < 5 {
			t.Errorf("%s: only %d exported declarations were found", f.dir, seen)
		}
		for _, what := range unstable {
			t.Errorf("%s: %s, which is not part of the facade", f.dir, what)
		}
	}
}

// A reader of one comment sees whether programs of others may count on the name.
func TestNamesOutsideTheFacadesSaySo(t *testing.T) {
	for _, f := range facades {
		files, err := filepath.Glob(filepath.Join("..", "..", f.dir, "*.go"))
		if err != nil || len(files) < 10 {
			t.Fatalf("%s: %d files, %v", f.dir, len(files), err)
		}
		for _, file := range files {
			name := filepath.Base(file)
			if strings.HasSuffix(name, "_test.go") || slices.Contains(f.files, name) {
				continue
			}
			tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range tree.Decls {
				if name, doc := topLevel(d); name != "" && !strings.Contains(doc.Text(), "\nNot stable") {
					t.Errorf("%s: the comment of %s does not end with \"Not stable\"", file, name)
				}
			}
		}
	}
}

// topLevel is the first exported name of a declaration that is no method, "" for none, and its comment.
func topLevel(d ast.Decl) (name string, doc *ast.CommentGroup) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil && d.Name.IsExported() {
			return d.Name.Name, d.Doc
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				name = s.Name.Name
			case *ast.ValueSpec:
				name = s.Names[0].Name
			}
			if ast.IsExported(name) {
				return name, d.Doc
			}
		}
	}
	return "", nil
}

// unstableTypes says which exported declarations of files name other types than those of the files, of the standard library and of
// the packages that are allowed; seen counts the declarations.
func unstableTypes(trees []*ast.File, may []string) (seen int, unstable []string) {
	own := map[string]bool{}
	for _, tree := range trees {
		for _, d := range tree.Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.TYPE {
				for _, s := range d.Specs {
					own[s.(*ast.TypeSpec).Name.Name] = true
				}
			}
		}
	}
	for _, tree := range trees {
		imports := map[string]string{}
		for _, i := range tree.Imports {
			path, _ := strconv.Unquote(i.Path.Value)
			name := pathpkg.Base(strings.TrimSuffix(path, "/v2"))
			if i.Name != nil {
				name = i.Name.Name
			}
			imports[name] = path
		}
		isStable := func(of, name string) bool {
			path, ok := imports[of]
			return ok && !strings.HasPrefix(path, module+"/") && !strings.Contains(path, ".") || slices.Contains(may, path) || slices.Contains(may, path+"."+name)
		}
		check := func(what string, x ast.Node) {
			seen++
			ast.Inspect(x, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.SelectorExpr:
					if of := n.X.(*ast.Ident).Name; !isStable(of, n.Sel.Name) {
						unstable = append(unstable, what+" names "+of+"."+n.Sel.Name)
					}
					return false
				case *ast.Field: // the names of parameters are no types
					ast.Inspect(n.Type, func(n ast.Node) bool {
						if id, ok := n.(*ast.Ident); ok && id.IsExported() && !own[id.Name] {
							unstable = append(unstable, what+" names "+id.Name)
						}
						_, isSelector := n.(*ast.SelectorExpr)
						return !isSelector
					})
				}
				return true
			})
		}
		for _, d := range tree.Decls {
			eachExported(d, check)
		}
	}
	return seen, unstable
}

// eachExported calls f with what other packages see of a declaration.
func eachExported(d ast.Decl, f func(name string, x ast.Node)) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() {
			f(d.Name.Name, d.Type)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				fields, isStruct := s.Type.(*ast.StructType)
				switch {
				case s.Name.IsExported() && !isStruct:
					f(s.Name.Name, &ast.Field{Type: s.Type})
				case s.Name.IsExported():
					for _, field := range fields.Fields.List {
						if len(field.Names) == 0 || slices.ContainsFunc(field.Names, (*ast.Ident).IsExported) {
							f(s.Name.Name, field)
						}
					}
				}
			case *ast.ValueSpec:
				if s.Type != nil && slices.ContainsFunc(s.Names, (*ast.Ident).IsExported) {
					f(s.Names[0].Name, &ast.Field{Type: s.Type})
				}
			}
		}
	}
}

func TestUnstableTypesAreFound(t *testing.T) {
	const text = `package p
import ("io"; "a2aform/internal/ojson"; tea "charm.land/bubbletea/v2"; "charm.land/huh/v2"; "a2aform/formgen")
type T struct { A io.Reader; B *ojson.Value; c *ojson.Value; Embedded; D []huh.Field }
type Alias = ojson.Value
func F(Name string, x map[string]*Other) (tea.Msg, error) { return nil, nil }
func (t *T) M(*formgen.Input, ...formgen.Form) T { return *t }
func (t *T) m(*ojson.Value) {}
var V ojson.Value`
	tree, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	_, unstable := unstableTypes([]*ast.File{tree}, []string{"charm.land/bubbletea/v2", module + "/formgen.Input"})
	want := []string{"T names ojson.Value", "T names Embedded", "T names huh.Field", "Alias names ojson.Value", "F names Other", "M names formgen.Form", "V names ojson.Value"}
	if !slices.Equal(unstable, want) {
		t.Errorf("%q\nwant %q", unstable, want)
	}
}
