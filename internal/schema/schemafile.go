package schema

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema/message"
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

// Within returns the schema at a JSON Pointer of a document, as a schema that can be loaded on its own. The pointer goes through
// references to other parts of the document.
func Within(document []byte, pointer string) (json.RawMessage, error) {
	document = ojson.Text(document)
	root, err := ojson.Parse(document, ojson.SchemaLimits)
	switch {
	case len(bytes.TrimSpace(document)) == 0:
		return nil, errors.New("the document is empty")
	case err != nil && !bytes.ContainsAny(document[:1], "{["):
		return nil, fmt.Errorf("the document is not JSON: %w; convert YAML to JSON first", err)
	case err != nil:
		return nil, fmt.Errorf("the document is not JSON: %w", err)
	case pointer == "":
		return root.Compact(), nil
	}
	schema, err := selectAt(root, pointer)
	if err != nil {
		return nil, fmt.Errorf("the document cannot be used: %w", err)
	}
	return schema, nil
}

func selectAt(root *ojson.Value, pointer string) (json.RawMessage, error) {
	at, why := follow(root, pointer)
	if why == "" && !root.At(at).Is(ojson.Object) {
		why = safe.Text(at).Line(0).String() + " is " + typeText(root.At(at))
	}
	if why != "" {
		return nil, fmt.Errorf("it has no schema at %s: %s", safe.Text(pointer).Line(0), why)
	}
	return schemaWithin(root, at), nil
}

// maxFollowed bounds the references on the way of a pointer, which may have no end.
const maxFollowed = 32

// follow is the pointer of the same part of a document without references on the way. Where it ends before, it says why.
func follow(root *ojson.Value, pointer string) (at, why string) {
	left := maxFollowed
	for _, token := range ojson.Tokens(pointer) {
		for root.At(at).Is(ojson.Object) && !root.At(ojson.Pointer(at, token)).Exists() && root.At(at).Get("$ref").Is(ojson.String) {
			ref := root.At(at).Get("$ref").Text()
			target, isLocal := strings.CutPrefix(ref, "#")
			plain, err := url.PathUnescape(target)
			if left--; !isLocal || err != nil || left < 0 || !root.At(plain).Exists() {
				return at, fmt.Sprintf("%s refers to %s, which is not in the document", safe.Text(at).Line(0), safe.Text(ref).Line(0))
			}
			at = plain
		}
		next := ojson.Pointer(at, token)
		if i, err := strconv.Atoi(token); !root.At(next).Exists() || root.At(at).Is(ojson.Array) && (err != nil || strconv.Itoa(i) != token) {
			return at, absent(root.At(at), at, token)
		}
		at = next
	}
	return at, ""
}

// absent says what there is at a pointer in place of a part.
func absent(v *ojson.Value, at, token string) string {
	place := cmp.Or(safe.Text(at).Line(0).String(), "the document")
	switch {
	case v.Is(ojson.Array):
		return fmt.Sprintf("%s is a list of %s", place, message.Count(v.Len(), "item"))
	case !v.Is(ojson.Object):
		return place + " is " + typeText(v)
	}
	var names []string
	for _, m := range v.Members() {
		names = append(names, safe.Text(m.Name).Line(80).String())
	}
	if len(names) == 0 {
		return place + " is empty"
	}
	return fmt.Sprintf("%s has no %s; it has %s", place, cmp.Or(safe.Text(token).Line(80).String(), `""`), message.Series(names, "and"))
}

func typeText(v *ojson.Value) string {
	switch {
	case v.Is(ojson.Object):
		return "an object"
	case v.Is(ojson.Array):
		return "a list"
	case v.Is(ojson.String):
		return "text"
	case v.Is(ojson.Null):
		return "null"
	}
	return safe.Text(string(v.Compact())).Line(40).String()
}

// ExampleWithin is the pointer of a schema in a document that describes no value itself, such as an OpenAPI document or the tools of an
// MCP server; "" where it is a schema, or has none.
func ExampleWithin(document []byte) string {
	root, err := ojson.Parse(document, ojson.SchemaLimits)
	isResource := root.Get("apiVersion").Is(ojson.String) && root.Get("kind").Is(ojson.String) // whose items are no schema
	if err != nil || normalize.HasKeywords(root) && !isResource {
		return ""
	}
	if made, told := Meant(root); told != "" && made.Is(ojson.Object) {
		return ""
	}
	left, found := maxSearched, ""
	var search func(v *ojson.Value, at string)
	visit := func(v *ojson.Value, name, at string) {
		isBody := strings.Contains(at, "/requestBod")
		isInput := slices.Contains(inputNames, name) && v.Is(ojson.Object) && !v.Get("openAPIV3Schema").Exists()
		if isInput && (found == "" || isBody && !strings.Contains(found, "/requestBod")) {
			found = at
		} else if left--; left > 0 {
			search(v, at)
		}
	}
	search = func(v *ojson.Value, at string) {
		for i, item := range v.Items() {
			visit(item, "", ojson.Pointer(at, strconv.Itoa(i)))
		}
		for _, m := range v.Members() {
			visit(m.Value, m.Name, ojson.Pointer(at, m.Name))
		}
	}
	search(root, "")
	if list := schemasIn(root); found == "" && len(list) > 0 {
		return list[0].pointer
	}
	return found
}

// inputNames are the members that contain a schema in documents of others.
var inputNames = []string{"inputSchema", "input_schema", "openAPIV3Schema", "schema"}

// maxSearched bounds the values that are searched for a schema.
const maxSearched = 50_000

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
