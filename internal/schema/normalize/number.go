package normalize

import (
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
)

// maxCounted is the largest length or number of items that is counted with;
// the validator's own numbers would overflow. No value can have as much.
const maxCounted = "9007199254740991"

// count normalizes a length or number of items that no value has.
func (r *Normalizer) count(s *Node, o *object, name string, v *ojson.Value) {
	n, maximum := ojson.Rat(v.Text()), ojson.Rat(maxCounted)
	if !v.Is(ojson.Number) || n == nil || n.Cmp(maximum) <= 0 {
		return
	}
	r.limitCount(s, o, name)
}

func (r *Normalizer) limitCount(s *Node, o *object, name string) {
	if limit, err := ojson.NewNumber(maxCounted); err == nil {
		o.set(name, limit)
	}
	r.note(s, message.Quote(name)+" is more than anything can have; it is read as "+maxCounted)
}

// tooLong drops what holds such a number, but for a count, whose sign says all.
func (r *Normalizer) tooLong(s *Node, o *object, name string, k keyword) {
	text := o.get(name).Text()
	if k.form == ofCount && !strings.HasPrefix(text, "-") && !strings.ContainsAny(text, ".-") {
		r.limitCount(s, o, name)
		return
	}
	r.ignore(s, o, name, "holds a number of too many digits")
}

// bounds are the exclusive bounds, each with the bound that it makes exclusive in draft 4.
var bounds = [][2]string{{"exclusiveMinimum", "minimum"}, {"exclusiveMaximum", "maximum"}}

// bound writes an exclusive bound as the dialect does: true next to the bound in
// draft 4, a number of its own in all others.
func (r *Normalizer) bound(s *Node, o *object, exclusive, inclusive string) {
	v, bound := o.get(exclusive), o.get(inclusive)
	switch {
	case s.in.dialect > draft4 && v.Is(ojson.Bool):
		o.drop(exclusive)
		if v.Bool() && bound.Is(ojson.Number) {
			o.replace(inclusive, exclusive, bound)
		}
		r.note(s, message.Quote(exclusive)+" is true or false; it is read as draft 4 and OpenAPI 3.0 do")
	case s.in.dialect == draft4 && v.Is(ojson.Number) && !bound.Exists():
		o.set(exclusive, ojson.NewBool(true))
		o.set(inclusive, v)
		r.note(s, message.Quote(exclusive)+" is a number; it is read as later dialects do")
	}
}

// exclusives drops what draft 4 wants a bound for, where there is none.
func (r *Normalizer) exclusives(s *Node, o *object) {
	for _, bound := range bounds {
		if s.in.dialect == draft4 && o.get(bound[0]).Exists() && !o.get(bound[1]).Exists() {
			r.ignore(s, o, bound[0], "has no "+message.Quote(bound[1])+" with it")
		}
	}
}
