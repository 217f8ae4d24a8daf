// Command weight prints how large the code is: packages, lines, the types with the most methods
// and fields, and the words of the pages. Nothing fails on it.
package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	root := flag.String("C", "../..", "the directory of the module")
	count := flag.Int("n", 12, "how many types to list")
	flag.Parse()
	if err := run(*root, *count); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// weighed is a type with its methods, promoted ones too, and its fields.
type weighed struct {
	name            string
	methods, fields int
}

func run(root string, count int) error {
	mode := packages.NeedName | packages.NeedFiles | packages.NeedTypes | packages.NeedDeps | packages.NeedImports
	list, err := packages.Load(&packages.Config{Mode: mode, Dir: root}, "./...")
	if err != nil {
		return err
	}
	lines, with := 0, 0
	var all []weighed
	for _, p := range list {
		if len(p.Errors) > 0 {
			return p.Errors[0]
		}
		if len(p.GoFiles) > 0 {
			with++
		}
		for _, file := range p.GoFiles {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			lines += bytes.Count(text, []byte("\n"))
		}
		all = append(all, typesOf(p.Types)...)
	}
	pages, words, err := pagesOf(root)
	if err != nil {
		return err
	}
	fmt.Printf("%d packages, %d lines without tests\n%d pages, %d words\n", with, lines, pages, words)
	show := func(what string, of func(weighed) int) {
		slices.SortStableFunc(all, func(a, b weighed) int { return cmp.Compare(of(b), of(a)) })
		fmt.Printf("\nmost %s\n", what)
		for _, t := range all[:min(count, len(all))] {
			fmt.Printf("%5d  %s\n", of(t), t.name)
		}
	}
	show("methods, promoted ones too", func(t weighed) int { return t.methods })
	show("fields", func(t weighed) int { return t.fields })
	return nil
}

func typesOf(p *types.Package) (list []weighed) {
	for _, name := range p.Scope().Names() {
		named, ok := p.Scope().Lookup(name).(*types.TypeName)
		if !ok || named.IsAlias() || types.IsInterface(named.Type()) {
			continue
		}
		t := weighed{name: p.Path() + "." + name, methods: types.NewMethodSet(types.NewPointer(named.Type())).Len()}
		if s, ok := named.Type().Underlying().(*types.Struct); ok {
			t.fields = s.NumFields()
		}
		list = append(list, t)
	}
	return list
}

// pagesOf counts the words of README.md and of the pages in docs.
func pagesOf(root string) (pages, words int, err error) {
	add := func(path string) error {
		text, err := os.ReadFile(path)
		pages, words = pages+1, words+len(bytes.Fields(text))
		return err
	}
	if err := add(filepath.Join(root, "README.md")); err != nil {
		return 0, 0, err
	}
	err = filepath.WalkDir(filepath.Join(root, "docs"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".md") {
			return err
		}
		return add(path)
	})
	return pages, words, err
}
