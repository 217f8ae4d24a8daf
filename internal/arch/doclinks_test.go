package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// commentLink is a link of a Go comment, such as Name, Type.Method or package.Name in brackets.
var commentLink = regexp.MustCompile(`(?:^|[\s(])\[(\*?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,2})\](?:$|[\s).,;:'])`)

// A link of a comment leads to something that is there.
func TestDocLinksResolve(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	declared := map[string]map[string]bool{} // by directory
	var files []*ast.File
	var dirs []string
	set := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata"):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go"):
			return nil
		}
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(rel)
		if declared[dir] == nil {
			declared[dir] = map[string]bool{}
		}
		declare(file, declared[dir])
		files, dirs = append(files, file), append(dirs, dir)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range files {
		imported := importsOf(file)
		for _, group := range file.Comments {
			for _, m := range commentLink.FindAllStringSubmatch(group.Text(), -1) {
				if name := strings.TrimPrefix(m[1], "*"); !resolves(name, declared[dirs[i]], imported, declared) {
					t.Errorf("%s: [%s] leads nowhere", set.Position(group.Pos()), name)
				}
			}
		}
	}
}

// resolves reports that a package, or one that the file imports, declares a name. Of packages of others it is not known.
func resolves(name string, own map[string]bool, imported map[string]string, declared map[string]map[string]bool) bool {
	if own[name] {
		return true
	}
	pkg, member, _ := strings.Cut(name, ".")
	dir, known := imported[pkg]
	return known && (dir == elsewhere || declared[dir][member])
}

// elsewhere is the directory of a package of others.
const elsewhere = "-"

// importsOf are the directories of the packages that a file imports, by their names in it.
func importsOf(file *ast.File) map[string]string {
	dirs := map[string]string{}
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		dir, isOurs := strings.CutPrefix(path, module+"/")
		if !isOurs {
			dir = elsewhere
		}
		name := strings.TrimSuffix(filepath.Base(path), ".go")
		if strings.HasPrefix(name, "v") && len(name) == 2 {
			name = filepath.Base(filepath.Dir(path))
		}
		if spec.Name != nil {
			name = spec.Name.Name
		}
		dirs[name] = dir
	}
	return dirs
}

// declare adds the names that a file declares: T, T.Method and T.Field of a type.
func declare(file *ast.File, names map[string]bool) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names[d.Name.Name] = true
				continue
			}
			names[receiver(d.Recv.List[0].Type)+"."+d.Name.Name] = true
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						names[name.Name] = true
					}
				case *ast.TypeSpec:
					names[spec.Name.Name] = true
					declareMembers(spec, names)
				}
			}
		}
	}
}

// declareMembers adds the fields of a struct, the methods of an interface, and what is embedded by its own name.
func declareMembers(spec *ast.TypeSpec, names map[string]bool) {
	ast.Inspect(spec.Type, func(n ast.Node) bool {
		field, ok := n.(*ast.Field)
		if !ok {
			return true
		}
		for _, name := range field.Names {
			names[spec.Name.Name+"."+name.Name] = true
		}
		return true
	})
}

// receiver is the type of a receiver without its star and its parameters.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
