package value

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/render/rendertest"
)

func TestTree(t *testing.T) {
	data := []byte(` {"rows": [{"na me": "x\u0041", "n": 1.50}, []], "odd\"key": {"a": null}} `)
	root := NewNode(data, schema.Location{})
	node := root
	for _, step := range []struct {
		child             int
		pointer, path, is string
	}{
		{0, "/rows", ".rows", "[ 2 items ]"},
		{0, "/rows/0", ".rows[0]", "{ 2 members }"},
		{1, "/rows/0/n", ".rows[0].n", "1.50"},
	} {
		node = node.Child(step.child)
		is := node.Cell().Line().String()
		if node.Len() > 0 {
			is = node.Summary()
		}
		if node.Pointer() != step.pointer || node.Path() != step.path || is != step.is {
			t.Errorf("%q, %q, %q; want %v", node.Pointer(), node.Path(), is, step)
		}
	}
	if odd := root.Child(1).Child(0); odd.Path() != `["odd\"key"].a` && odd.Path() != `.["odd\"key"].a` || odd.Pointer() != `/odd"key/a` {
		t.Errorf("%q, %q", odd.Path(), odd.Pointer())
	}
	if empty := root.Child(0).Child(1); empty.Len() != 0 || empty.Cell().Line().String() != "[]" {
		t.Errorf("an empty list: %q", empty.Cell().Line())
	}
	for text, want := range map[string]string{"X": "/rows/0/na me", "odd": `/odd"key`, "1.5": "/rows/0/n", "null": `/odd"key/a`, "none": "-"} {
		got := "-"
		if path, _, ok := root.Find(t.Context(), text, 0); ok {
			n := root
			for _, i := range path {
				n = n.Child(i)
			}
			got = n.Pointer()
		}
		if got != want {
			t.Errorf("%s is found at %s, want %s", text, got, want)
		}
	}
}

// TestTreeAgreesWithTheParser walks random values both ways.
func TestTreeAgreesWithTheParser(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rendertest.AnyValue(3).Draw(t, "value")
		data := v.Indent("  ")
		var walk func(n *Node, v *ojson.Value)
		walk = func(n *Node, v *ojson.Value) {
			if n.Len() != v.Len() || string(n.root[n.Offset():n.Offset()+len(n.Bytes())]) != string(n.Bytes()) {
				t.Fatalf("%s has %d children, want %d: %s", n.Pointer(), n.Len(), v.Len(), n.Bytes())
			}
			for i, m := range v.Members() {
				if c := n.Child(i); c.key != m.Name {
					t.Fatalf("member %q, want %q", c.key, m.Name)
				}
				walk(n.Child(i), m.Value)
			}
			for i, item := range v.Items() {
				walk(n.Child(i), item)
			}
			if v.Len() == 0 && string(n.Bytes()) != string(v.Compact()) {
				t.Fatalf("%s is %s, want %s", n.Pointer(), n.Bytes(), v.Compact())
			}
		}
		walk(NewNode(data, schema.Location{}), v)
	})
}

func TestTreeOfInvalidText(t *testing.T) {
	for _, text := range []string{"", "{", "[", `{"a"`, `{"a":`, `{"a" 1}`, "[1,,2]", `{"a":[}`, "nope", `"`} {
		root := NewNode([]byte(text), schema.Location{})
		var walk func(n *Node, depth int)
		walk = func(n *Node, depth int) {
			n.Load(context.Background())
			_, _ = n.Label()
			_ = n.Cell().Line()
			_ = strings.Clone(n.Path())
			for i := range n.Len() {
				if depth < 5 {
					walk(n.Child(i), depth+1)
				}
			}
		}
		walk(root, 0)
	}
}
