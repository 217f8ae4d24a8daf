package schema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
)

// dynamic resolves $dynamicRef and $recursiveRef, whose target depends on which
// resources were passed on the way to them (JSON Schema 2020-12 §8.2.3.2,
// 2019-09 §8.2.4.2). The zero dynamic stands for a schema without any.
type dynamic struct {
	resources []string                                 // pointers of the schemas with an $id, longest first
	anchors   map[string]map[string]*jsonschema.Schema // by resource and name
	recursive map[string]*jsonschema.Schema            // resources with $recursiveAnchor
}

// is reports whether targets depend on the way.
func (d *dynamic) is() bool { return len(d.anchors)+len(d.recursive) > 0 }

// newDynamic finds the dynamic anchors of a document; find gives the schema
// at a pointer.
func newDynamic(raw *ojson.Value, find func(pointer string) *jsonschema.Schema) dynamic {
	d := dynamic{resources: []string{""}, anchors: map[string]map[string]*jsonschema.Schema{}, recursive: map[string]*jsonschema.Schema{}}
	if !mentions(raw, "$dynamicRef", "$recursiveRef") {
		return dynamic{}
	}
	d.find(raw, "", "", find)
	slices.SortFunc(d.resources, func(a, b string) int { return len(b) - len(a) })
	return d
}

func (d *dynamic) find(v *ojson.Value, at, resource string, find func(string) *jsonschema.Schema) {
	if at != "" && v.Get("$id").Is(ojson.String) {
		resource = at
		d.resources = append(d.resources, at)
	}
	if name := v.Get("$dynamicAnchor"); name.Is(ojson.String) {
		if s := find(at); s != nil {
			if d.anchors[resource] == nil {
				d.anchors[resource] = map[string]*jsonschema.Schema{}
			}
			d.anchors[resource][name.Text()] = s
		}
	}
	if v.Get("$recursiveAnchor").Bool() && at == resource {
		if s := find(at); s != nil {
			d.recursive[resource] = s
		}
	}
	for _, m := range v.Members() {
		d.find(m.Value, ojson.Pointer(at, m.Name), resource, find)
	}
	for i, item := range v.Items() {
		d.find(item, ojson.Pointer(at, strconv.Itoa(i)), resource, find)
	}
}

// resource is the pointer of the resource that a schema is in.
func (d *dynamic) resource(s *jsonschema.Schema) string {
	pointer := pointerOf(s)
	for _, r := range d.resources {
		if pointer == r || strings.HasPrefix(pointer, r+"/") {
			return r
		}
	}
	return ""
}

// enter notes that a schema was passed.
func (d *dynamic) enter(at *shape, s *jsonschema.Schema) {
	if !d.is() {
		return
	}
	if r := d.resource(s); !slices.Contains(at.scope, r) {
		at.scope = append(at.scope[:len(at.scope):len(at.scope)], r)
	}
}

// target is what the dynamic reference of a schema means where it is: the
// outermost resource that was passed and has the anchor decides.
func (d *dynamic) target(at *shape, s *jsonschema.Schema) *jsonschema.Schema {
	if s.RecursiveRef != nil {
		return d.recursiveTarget(at, s.RecursiveRef)
	}
	if s.DynamicRef == nil {
		return nil
	}
	ref := s.DynamicRef
	if ref.Anchor == "" || ref.Ref.DynamicAnchor != ref.Anchor {
		return ref.Ref
	}
	for _, r := range at.scope {
		if target := d.anchors[r][ref.Anchor]; target != nil {
			return target
		}
	}
	return ref.Ref
}

func (d *dynamic) recursiveTarget(at *shape, fallback *jsonschema.Schema) *jsonschema.Schema {
	if !fallback.RecursiveAnchor {
		return fallback
	}
	for _, r := range at.scope {
		if target := d.recursive[r]; target != nil {
			return target
		}
	}
	return fallback
}
