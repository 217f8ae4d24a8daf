package schemarule

import (
	"strconv"
	"strings"

	"a2aform/internal/ojson"
)

// checkRecursion reports schemas whose values must hold values of the same schema without an end.
func (c *checker) checkRecursion() {
	if !c.wants("S20") {
		return
	}
	state := map[string]uint8{} // by pointer: 1 on the path, 2 done
	for _, n := range c.nodes {
		if n.keyword == "" || n.value.Get("properties").Exists() {
			c.visit(n.at, state)
		}
	}
}

// visit follows what a value must hold.
func (c *checker) visit(at string, state map[string]uint8) {
	if state[at] != 0 {
		return
	}
	state[at] = 1
	for _, to := range c.demands(at) {
		if state[to] == 1 {
			if n := c.byAt[to]; n != nil && !c.found("S20", to) {
				c.add("S20", to, "a value must hold another one of the same schema, without an end")
			}
			continue
		}
		c.visit(to, state)
	}
	state[at] = 2
}

// demands are the pointers of the schemas of which a value must hold one, or be one.
func (c *checker) demands(at string) (list []string) {
	s := c.root.At(at)
	if !s.Is(ojson.Object) {
		return nil
	}
	if ref := s.Get("$ref"); ref.Is(ojson.String) {
		if pointer, ok := strings.CutPrefix(ref.Text(), "#"); ok && c.root.At(unescape(pointer)) != nil {
			list = append(list, unescape(pointer))
		}
	}
	for i := range s.Get("allOf").Items() {
		list = append(list, at+"/allOf/"+strconv.Itoa(i))
	}
	for _, name := range []string{"oneOf", "anyOf"} {
		if s.Get(name).Len() == 1 {
			list = append(list, at+"/"+name+"/0")
		}
	}
	if kind := s.Get("type"); kind.Is(ojson.Array) {
		return list // null, or another type, may end it
	}
	for _, item := range s.Get("required").Items() {
		if s.Get("properties").Get(item.Text()).Exists() {
			list = append(list, ojson.Pointer(at+"/properties", item.Text()))
		}
	}
	if n := ojson.Rat(s.Get("minItems").Text()); n != nil && n.Sign() > 0 && s.Get("items").Is(ojson.Object) {
		list = append(list, at+"/items")
	}
	return list
}
