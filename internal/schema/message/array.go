package message

import (
	"fmt"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

func arrayFault(k jsonschema.ErrorKind) Problem {
	switch k := k.(type) {
	case *kind.MinItems:
		return Problem{Fault: NotHave, Want: "at least " + Count(k.Want, "item")}
	case *kind.MaxItems:
		return tooMany(k.Want, k.Got, "item")
	case *kind.AdditionalItems:
		return Problem{Want: "has " + Count(k.Count, "item") + " too many"}
	case *kind.UniqueItems:
		return Problem{Want: fmt.Sprintf("items %d and %d are equal", k.Duplicates[0]+1, k.Duplicates[1]+1)}
	}
	return Problem{}
}

// containsFault says how many items of which sort a list must contain.
func (f Formatter) containsFault(e *jsonschema.ValidationError) Problem {
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
		return Problem{Fault: NotHold, Want: "at least " + items(k.Want), Got: strconv.Itoa(len(k.Got))}
	case *kind.MaxContains:
		return Problem{Fault: NotHold, Want: "at most " + items(k.Want), Got: strconv.Itoa(len(k.Got))}
	}
	return Problem{Fault: NotHold, Want: "at least " + items(1), Got: "none"}
}
