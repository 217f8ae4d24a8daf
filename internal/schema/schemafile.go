package schema

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema/normalize"
)

// maxNamedSchemas is how many names an error lists.
const maxNamedSchemas = 12

// ReadFile reads the schema that "FILE" or "FILE#NAME" names. Without a name, the file is a
// schema itself, or contains a single one. The files beside it that its references name come along. The error lists the names
// to choose from.
func ReadFile(ref string) (json.RawMessage, error) {
	path, name := SplitRef(ref)
	data, err := readSchemaFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", safe.Text(path).Line(0), unwrappedError(err))
	}
	schema, err := selectInFile(data, name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", safe.Text(path).Line(0), err)
	}
	return bundle(schema, path), nil
}

// SplitRef returns the path and the name of FILE#NAME, or of FILE alone.
func SplitRef(ref string) (path, name string) {
	if _, err := os.Stat(ref); err == nil { // a file's own name may contain a #
		return ref, ""
	}
	path, name, _ = strings.Cut(ref, "#")
	return path, name
}

func readSchemaFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	data, err := limit.ReadAll(file, ojson.SchemaLimits.Bytes.Int())
	return ojson.Text(data), err
}

// unwrappedError drops the name of the file, which the message has already.
func unwrappedError(err error) error {
	if path, ok := err.(*os.PathError); ok { //nolint:errorlint // os returns it bare
		return path.Err
	}
	return err
}

// NamesInFile are the schemas of a file to choose from, as "FILE#NAME"; none for a file that is a
// schema itself, has one at most, or cannot be read.
func NamesInFile(path string) (list []string) {
	data, err := readSchemaFile(path)
	if list = NamesIn(data); err != nil || len(list) < 2 {
		return nil
	}
	return list
}

// NamesIn are the names of the schemas of a document; none for one that is a schema itself.
func NamesIn(document []byte) (list []string) {
	root, err := ojson.Parse(document, ojson.SchemaLimits)
	if err != nil || isSchemaDocument(root) {
		return nil
	}
	for _, s := range schemasIn(root) {
		list = append(list, s.name)
	}
	return list
}

// selectInFile returns the schema of a document that a name or a JSON Pointer chooses; "" is the
// document itself where it is a schema, else its only one.
func selectInFile(data []byte, name string) (json.RawMessage, error) {
	root, err := ojson.Parse(data, ojson.SchemaLimits)
	if err != nil {
		return nil, fmt.Errorf("it is not JSON: %w", err)
	}
	if strings.HasPrefix(name, "/") {
		return selectAt(root, name)
	}
	list := schemasIn(root)
	if name == "" {
		if made, told := Meant(root); told != "" && made.Is(ojson.Object) || len(list) == 0 || isSchemaDocument(root) {
			return root.Compact(), nil
		}
		if len(list) == 1 {
			return schemaWithin(root, list[0].pointer), nil
		}
		return nil, fmt.Errorf("it has several schemas; choose one as FILE#NAME: %s", schemaNames(list))
	}
	for _, s := range list {
		if s.name == name {
			return schemaWithin(root, s.pointer), nil
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("it has no named schemas, and so no %s", safe.Text(name).Line(0))
	}
	return nil, fmt.Errorf("it has no schema %s; it has %s", safe.Text(name).Line(0), schemaNames(list))
}

// Within returns the schema at a JSON Pointer of a document, as a schema that can be loaded on its own.
func Within(document []byte, pointer string) (json.RawMessage, error) {
	root, err := ojson.Parse(document, ojson.SchemaLimits)
	if err != nil {
		return nil, fmt.Errorf("the document is not JSON: %w", err)
	}
	schema, err := selectAt(root, pointer)
	if err != nil {
		return nil, fmt.Errorf("the document cannot be used: %w", err)
	}
	return schema, nil
}

func selectAt(root *ojson.Value, pointer string) (json.RawMessage, error) {
	if !strings.HasPrefix(pointer, "/") || !root.At(pointer).Is(ojson.Object) {
		return nil, fmt.Errorf("it has no schema at %s", safe.Text(pointer).Line(0))
	}
	return schemaWithin(root, pointer), nil
}

// namedSchema is one schema of a document.
type namedSchema struct{ name, pointer string }

// schemaContainers are where documents keep schemas by name.
var schemaContainers = []string{"/$defs", "/definitions", "/components/schemas"}

func schemasIn(root *ojson.Value) (list []namedSchema) {
	for i, tool := range root.Get("tools").Items() {
		if tool.Get("inputSchema").Is(ojson.Object) {
			list = append(list, namedSchema{tool.Get("name").Text(), fmt.Sprintf("/tools/%d/inputSchema", i)})
		}
	}
	for _, at := range schemaContainers {
		for _, m := range root.At(at).Members() {
			list = append(list, namedSchema{m.Name, ojson.Pointer(at, m.Name)})
		}
	}
	return list
}

// isSchemaDocument reports whether a document describes a value itself.
func isSchemaDocument(root *ojson.Value) bool {
	if kind := root.Get("type"); kind.Is(ojson.String) || kind.Is(ojson.Array) { // else it is a field of that name
		return true
	}
	return slices.ContainsFunc([]string{"properties", "$ref", "anyOf", "oneOf", "allOf", "enum", "items"}, func(keyword string) bool {
		return root.Get(keyword).Exists()
	})
}

// schemaWithin is the schema at a pointer, with the parts of the document that its references may name. In an MCP
// tool or a resource definition of Kubernetes, references begin at the schema itself; in an OpenAPI document they
// begin at the document.
func schemaWithin(root *ojson.Value, pointer string) json.RawMessage {
	isNamed := slices.ContainsFunc(schemaContainers, func(at string) bool { return strings.HasPrefix(pointer, at+"/") })
	if v := root.At(pointer); !isNamed && hasReferences(v, v) {
		return v.Compact()
	}
	members := []ojson.Member{{Name: "$ref", Value: ojson.NewString("#" + normalize.EscapeFragment(pointer))}}
	for _, m := range root.Members() {
		at := ojson.Pointer("", m.Name)
		has := func(pointer string) bool { return pointer == at || strings.HasPrefix(pointer, at+"/") }
		if has(pointer) || slices.ContainsFunc(schemaContainers, has) {
			members = append(members, m)
		}
	}
	return ojson.NewObject(members...).Compact()
}

// hasReferences reports that a schema has all that the pointers in the references of a part of it lead to.
func hasReferences(schema, part *ojson.Value) bool {
	if part.Is(ojson.Array) {
		return !slices.ContainsFunc(part.Items(), func(item *ojson.Value) bool { return !hasReferences(schema, item) })
	}
	for _, m := range part.Members() {
		pointer, isPointer := strings.CutPrefix(m.Value.Text(), "#/")
		switch {
		case m.Name == "$ref" && m.Value.Is(ojson.String) && isPointer:
			plain, err := url.PathUnescape(pointer)
			if err != nil || !schema.At("/"+plain).Exists() {
				return false
			}
		case !hasReferences(schema, m.Value):
			return false
		}
	}
	return true
}

func schemaNames(list []namedSchema) string {
	var texts []string
	for _, s := range list[:min(len(list), maxNamedSchemas)] {
		texts = append(texts, safe.Text(s.name).Line(80).String())
	}
	if n := len(list) - len(texts); n > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", n))
	}
	return strings.Join(texts, ", ")
}
