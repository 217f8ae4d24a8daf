package message

import (
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

func arrayMessage(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.MinItems:
		return "must have at least " + Count(k.Want, "item")
	case *kind.MaxItems:
		return tooMany(k.Want, k.Got, "item")
	case *kind.AdditionalItems:
		return "has " + Count(k.Count, "item") + " too many"
	case *kind.UniqueItems:
		return fmt.Sprintf("items %d and %d are equal", k.Duplicates[0]+1, k.Duplicates[1]+1)
	}
	return ""
}

// containsMessage says how many items of which sort a list must contain.
func (f Formatter) containsMessage(e *jsonschema.ValidationError) string {
	said := saying(f.Node(e).Get("contains"))
	if said.be == "" {
		said = phrase{is: "matches", are: "match"}
	}
	items := func(n int) string {
		if n == 1 {
			return "1 item that " + said.is
		}
		return fmt.Sprintf("%d items that %s", n, said.are)
	}
	switch k := e.ErrorKind.(type) {
	case *kind.MinContains:
		return fmt.Sprintf("must hold at least %s; holds %d", items(k.Want), len(k.Got))
	case *kind.MaxContains:
		return fmt.Sprintf("must hold at most %s; holds %d", items(k.Want), len(k.Got))
	}
	return "must hold at least " + items(1) + "; holds none"
}
