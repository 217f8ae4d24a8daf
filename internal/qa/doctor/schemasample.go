package doctor

import (
	"math/big"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
)

// maxSampleDepth is how deeply a sample nests.
const maxSampleDepth = 6

// sample is a small value that probably satisfies a schema, nil where none is known. Whoever uses it validates it.
func (c *schemaChecker) sample(s *ojson.Value, depth int) *ojson.Value {
	if depth > maxSampleDepth || !s.Is(ojson.Object) {
		return ojson.NewNull()
	}
	for _, name := range []string{"const", "default"} {
		if v := s.Get(name); v.Exists() {
			return v
		}
	}
	for _, name := range []string{"enum", "examples"} {
		if v := s.Get(name).Index(0); v != nil {
			return v
		}
	}
	if ref := s.Get("$ref"); ref.Is(ojson.String) {
		if to := c.resolve(ref.Text()); to != nil {
			return c.sample(to, depth+1)
		}
		return nil
	}
	for _, name := range []string{"allOf", "oneOf", "anyOf"} {
		if first := s.Get(name).Index(0); first != nil && !s.Get("properties").Exists() {
			return c.sample(first, depth+1)
		}
	}
	return c.sampleOfType(s, depth)
}

func (c *schemaChecker) sampleOfType(s *ojson.Value, depth int) *ojson.Value {
	kind := s.Get("type").Text()
	if first := s.Get("type").Index(0); first != nil {
		kind = first.Text()
	}
	switch {
	case kind == "string":
		return sampleText(s)
	case kind == "integer" || kind == "number":
		return sampleNumber(s)
	case kind == "boolean":
		return ojson.NewBool(true)
	case kind == "null":
		return ojson.NewNull()
	case kind == "array":
		return c.sampleList(s, depth)
	case kind == "object" || s.Get("properties").Exists() || s.Get("required").Exists():
		var members []ojson.Member
		for _, item := range s.Get("required").Items() {
			v := c.sample(s.Get("properties").Get(item.Text()), depth+1)
			if v == nil {
				return nil
			}
			members = append(members, ojson.Member{Name: item.Text(), Value: v})
		}
		return ojson.NewObject(members...)
	}
	return ojson.NewObject()
}

func sampleText(s *ojson.Value) *ojson.Value {
	if f, ok := message.Formats[s.Get("format").Text()]; ok {
		return ojson.NewString(f.Example)
	}
	n := ojson.Rat(s.Get("minLength").Text())
	if n == nil || n.Cmp(big.NewRat(maxValues, 1)) > 0 {
		return ojson.NewString("a")
	}
	return ojson.NewString(strings.Repeat("a", max(int(n.Num().Int64()), 1)))
}

func sampleNumber(s *ojson.Value) *ojson.Value {
	for _, name := range []string{"minimum", "maximum", "multipleOf"} {
		if v := s.Get(name); v.Is(ojson.Number) {
			return v
		}
	}
	if v := ojson.Rat(s.Get("exclusiveMinimum").Text()); v != nil && v.IsInt() {
		n, err := ojson.NewNumber(new(big.Int).Add(v.Num(), big.NewInt(1)).String())
		if err == nil {
			return n
		}
	}
	n, err := ojson.NewNumber("0")
	if err != nil {
		return nil
	}
	return n
}

func (c *schemaChecker) sampleList(s *ojson.Value, depth int) *ojson.Value {
	n := ojson.Rat(s.Get("minItems").Text())
	if n == nil || n.Sign() <= 0 || n.Cmp(big.NewRat(maxSampleDepth, 1)) > 0 {
		return ojson.NewArray()
	}
	var items []*ojson.Value
	for range n.Num().Int64() {
		v := c.sample(s.Get("items"), depth+1)
		if v == nil {
			return nil
		}
		items = append(items, v)
	}
	return ojson.NewArray(items...)
}
