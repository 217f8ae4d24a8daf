package formtest

import (
	"strconv"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Count reports how the leaves of a value were entered: texts, numbers, truth
// values, nulls, and what is empty.
type Count struct {
	Typed  int // in fields of their own
	JSON   int // as JSON text, though the schema states what they are
	Silent int // as JSON text, where the schema does not say what they are
	Unseen int // as JSON text, because they contain characters that cannot be typed

	Pointers []string // of those in JSON
}

// Leaves are all that were counted.
func (c Count) Leaves() int { return c.Typed + c.JSON + c.Silent + c.Unseen }

// Native is the share of typed fields among the leaves that schemas state.
func (c Count) Native() float64 {
	if c.Typed+c.JSON == 0 {
		return 1
	}
	return float64(c.Typed) / float64(c.Typed+c.JSON)
}

// Add adds another count.
func (c *Count) Add(other Count) {
	c.Typed, c.JSON, c.Silent, c.Unseen = c.Typed+other.Typed, c.JSON+other.JSON, c.Silent+other.Silent, c.Unseen+other.Unseen
	c.Pointers = append(c.Pointers, other.Pointers...)
}

// CountLeaves counts how the leaves of the form's value are edited.
func CountLeaves(f *formgen.Form, doc *schema.Document) Count {
	v, _ := f.Value()
	c := counter{form: f}
	c.count(v, doc.Root(), "")
	return c.Count
}

type counter struct {
	form *formgen.Form
	Count
}

func (c *counter) count(v *ojson.Value, p schema.Location, at string) {
	p = p.For(v)
	if v.Len() == 0 {
		c.leaf(p, at)
		return
	}
	for _, m := range v.Members() {
		c.count(m.Value, p.Property(m.Name), ojson.Pointer(at, m.Name))
	}
	for i, item := range v.Items() {
		c.count(item, p.Item(i), ojson.Pointer(at, strconv.Itoa(i)))
	}
}

func (c *counter) leaf(p schema.Location, at string) {
	x := nearest(c.form, at)
	switch {
	case x.Kind() != schema.JSON:
		c.Typed++
	case x.Pointer() == at && x.Location().Kind() == schema.String && !isTypable(c.text(at)):
		c.Unseen++
	case !p.StatesValue():
		c.Silent++
	default:
		c.JSON++
		c.Pointers = append(c.Pointers, at)
	}
}

func (c *counter) text(at string) string {
	v, _ := c.form.Value()
	return v.At(at).Text()
}
