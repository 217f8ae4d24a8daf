package schema

import (
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/schema/normalize"
)

// maxBundled is how many files the references of one schema lead to.
const maxBundled = 64

// bundle puts the files that the references of a schema name into its definitions. Only files in the folder of the
// schema, and below it, are read; other references stay as they are.
func bundle(schema []byte, file string) []byte {
	v, err := ojson.Parse(schema, ojson.SchemaLimits)
	if err != nil || !strings.Contains(string(schema), "$ref") {
		return schema
	}
	root, err := os.OpenRoot(filepath.Dir(file))
	if err != nil {
		return schema
	}
	defer func() { _ = root.Close() }()
	b := &bundler{root: root, main: filepath.Base(file), left: ojson.SchemaLimits.Bytes.Int() - len(schema), known: map[string]bool{}}
	v = b.within(v, "", b.main)
	if len(b.files) == 0 {
		return schema
	}
	members, isThere := append([]ojson.Member(nil), v.Members()...), false
	for i, m := range members {
		if m.Name == "definitions" {
			members[i].Value, isThere = ojson.NewObject(append(b.files, m.Value.Members()...)...), true
		}
	}
	if !isThere {
		members = append(members, ojson.Member{Name: "definitions", Value: ojson.NewObject(b.files...)})
	}
	return ojson.NewObject(members...).Compact()
}

type bundler struct {
	root  *os.Root
	main  string // the name of the file of the schema
	left  int    // how many bytes may be read
	files []ojson.Member
	known map[string]bool // the files by their paths from the folder; false for those that cannot be read
}

// within is a value with its references to files, and to itself, as references into the bundle; in is the file that has it, and
// at is where that is in the bundle.
func (b *bundler) within(v *ojson.Value, at, in string) *ojson.Value {
	switch {
	case v.Is(ojson.Array):
		items := make([]*ojson.Value, v.Len())
		for i, item := range v.Items() {
			items[i] = b.within(item, at, in)
		}
		return ojson.NewArray(items...)
	case !v.Is(ojson.Object):
		return v
	}
	members := make([]ojson.Member, v.Len())
	for i, m := range v.Members() {
		switch {
		case m.Name == "$ref" && m.Value.Is(ojson.String):
			m.Value = ojson.NewString(b.ref(m.Value.Text(), at, in))
		case m.Name == "enum", m.Name == "const", m.Name == "default", m.Name == "examples":
		default:
			m.Value = b.within(m.Value, at, in)
		}
		members[i] = m
	}
	return ojson.NewObject(members...)
}

func (b *bundler) ref(ref, at, in string) string {
	u, err := url.Parse(ref)
	switch {
	case err != nil || u.Scheme != "" || u.Host != "" || u.RawQuery != "" || path.IsAbs(u.Path):
		return ref
	case u.Path == "" && (u.Fragment == "" || strings.HasPrefix(u.Fragment, "/")):
		return "#" + at + u.EscapedFragment()
	case u.Path == "", u.Fragment != "" && !strings.HasPrefix(u.Fragment, "/"): // an anchor
		return ref
	}
	name := path.Join(path.Dir(in), u.Path)
	if name == b.main {
		return "#" + u.EscapedFragment()
	}
	if !b.read(name) {
		return ref
	}
	return "#" + placeOf(name) + u.EscapedFragment()
}

// placeOf is where a file is in the bundle, as the fragment of a reference.
func placeOf(name string) string {
	return normalize.EscapeFragment(ojson.Pointer("/definitions", name))
}

// read adds a file to the bundle; false where that cannot be.
func (b *bundler) read(name string) bool {
	if ok, isKnown := b.known[name]; isKnown {
		return ok
	}
	b.known[name] = false
	if len(b.known) > maxBundled {
		return false
	}
	file, err := b.root.Open(filepath.FromSlash(name))
	if err != nil {
		return false
	}
	defer func() { _ = file.Close() }()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return false
	}
	data, err := limit.ReadAll(file, b.left)
	if err != nil || len(data) > b.left {
		return false
	}
	v, err := ojson.Parse(ojson.Text(data), ojson.SchemaLimits)
	if err != nil || !v.Is(ojson.Object) && !v.Is(ojson.Bool) {
		return false
	}
	b.known[name], b.left = true, b.left-len(data)
	place := len(b.files)
	b.files = append(b.files, ojson.Member{Name: name})
	v = b.within(v, placeOf(name), name)
	if v.Is(ojson.Object) {
		var members []ojson.Member
		for _, m := range v.Members() {
			if m.Name != "$id" && m.Name != "id" && m.Name != "$schema" { // references are into the bundle
				members = append(members, m)
			}
		}
		v = ojson.NewObject(members...)
	}
	b.files[place].Value = v
	return true
}
