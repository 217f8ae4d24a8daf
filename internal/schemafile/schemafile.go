package schemafile

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// maxNamed is how many names an error lists.
const maxNamed = 12

// Read reads the schema that "FILE" or "FILE#NAME" names. Without a name, the file is a
// schema itself, or contains a single one. The error lists the names to choose from.
func Read(ref string) (json.RawMessage, error) {
	path, name := ref, ""
	if _, err := os.Stat(ref); err != nil { // a file's own name may contain a #
		path, name, _ = strings.Cut(ref, "#")
	}
	data, err := read(path)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", safe.Text(path).Line(0), unwrapped(err))
	}
	schema, err := Select(data, name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", safe.Text(path).Line(0), err)
	}
	return schema, nil
}

func read(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return io.ReadAll(io.LimitReader(file, int64(ojson.SchemaLimits.Bytes.Int())+1))
}

// unwrapped drops the name of the file, which the message has already.
func unwrapped(err error) error {
	if path, ok := err.(*os.PathError); ok { //nolint:errorlint // os returns it bare
		return path.Err
	}
	return err
}

// Names are the schemas of a file to choose from, as "FILE#NAME"; none for a file that is a
// schema itself, has one at most, or cannot be read.
func Names(path string) (list []string) {
	data, err := read(path)
	if err != nil {
		return nil
	}
	root, err := ojson.Parse(data, ojson.SchemaLimits)
	if err != nil || isSchema(root) {
		return nil
	}
	for _, s := range schemasOf(root) {
		list = append(list, s.name)
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// Select returns the schema of a document that a name or a JSON Pointer chooses; "" is the
// document itself where it is a schema, else its only one.
func Select(data []byte, name string) (json.RawMessage, error) {
	root, err := ojson.Parse(data, ojson.SchemaLimits)
	if err != nil {
		return nil, fmt.Errorf("it is not JSON: %w", err)
	}
	if strings.HasPrefix(name, "/") {
		if !root.At(name).Is(ojson.Object) {
			return nil, fmt.Errorf("it has no schema at %s", safe.Text(name).Line(0))
		}
		return within(root, name), nil
	}
	list := schemasOf(root)
	if name == "" {
		if len(list) == 0 || isSchema(root) {
			return root.Compact(), nil
		}
		if len(list) == 1 {
			return within(root, list[0].pointer), nil
		}
		return nil, fmt.Errorf("it has several schemas; choose one as FILE#NAME: %s", names(list))
	}
	for _, s := range list {
		if s.name == name {
			return within(root, s.pointer), nil
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("it has no named schemas, and so no %s", safe.Text(name).Line(0))
	}
	return nil, fmt.Errorf("it has no schema %s; it has %s", safe.Text(name).Line(0), names(list))
}

// named is one schema of a document.
type named struct{ name, pointer string }

// containers are where documents keep schemas by name.
var containers = []string{"/$defs", "/definitions", "/components/schemas"}

func schemasOf(root *ojson.Value) (list []named) {
	for i, tool := range root.Get("tools").Items() {
		if tool.Get("inputSchema").Is(ojson.Object) {
			list = append(list, named{tool.Get("name").Text(), fmt.Sprintf("/tools/%d/inputSchema", i)})
		}
	}
	for _, at := range containers {
		for _, m := range root.At(at).Members() {
			list = append(list, named{m.Name, ojson.Pointer(at, m.Name)})
		}
	}
	return list
}

// isSchema reports whether a document describes a value itself.
func isSchema(root *ojson.Value) bool {
	return slices.ContainsFunc([]string{"type", "properties", "$ref", "anyOf", "oneOf", "allOf", "enum", "items"}, func(keyword string) bool {
		return root.Get(keyword).Exists()
	})
}

// within is the schema at a pointer, with the rest of the document for its references.
func within(root *ojson.Value, pointer string) json.RawMessage {
	if strings.HasPrefix(pointer, "/tools/") {
		return root.At(pointer).Compact() // a schema of its own
	}
	members := []ojson.Member{{Name: "$ref", Value: ojson.NewString("#" + pointer)}}
	for _, m := range root.Members() {
		if "/"+m.Name == pointer || strings.HasPrefix(pointer, "/"+m.Name+"/") || slices.Contains(containers, "/"+m.Name) {
			members = append(members, m)
		}
	}
	return ojson.NewObject(members...).Compact()
}

func names(list []named) string {
	var texts []string
	for _, s := range list[:min(len(list), maxNamed)] {
		texts = append(texts, safe.Text(s.name).Line(80).String())
	}
	if n := len(list) - len(texts); n > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", n))
	}
	return strings.Join(texts, ", ")
}
