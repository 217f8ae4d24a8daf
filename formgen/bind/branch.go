package bind

import (
	"strings"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// Branch is the shape of a union that takes what a user types, although no shape is chosen:
// the only one that is a number for a digit or a minus, else the only one that is a text.
// It is -1 where there is none.
func Branch(x *formgen.Field, union int, typed string) int {
	unions := x.Location().Unions()
	if union >= len(unions) {
		return -1
	}
	picks := schema.Picks{}
	for _, outer := range unions[:union] {
		picks[outer.Key] = outer.Picked
	}
	var texts, numbers []int
	for i := range unions[union].Branches {
		picks[unions[union].Key] = i
		switch x.Location().PickRest(picks, nil).Kind() {
		case schema.String:
			texts = append(texts, i)
		case schema.Integer, schema.Number:
			numbers = append(numbers, i)
		}
	}
	switch {
	case len(numbers) == 1 && strings.Trim(typed, "-0123456789") == "":
		return numbers[0]
	case len(texts) == 1:
		return texts[0]
	}
	return -1
}
