package a2aclient

import (
	"bytes"
	"fmt"
	"strings"

	"a2aform/a2aclient/jsonread"
	"a2aform/internal/jsonscan"
)

// maxDeepNamed is how many members that nest too deeply are named.
const maxDeepNamed = 5

// readCard reads a card leniently: what is missing or unusual is a warning, and
// only a document that is no card at all is refused. Members that nest too deeply
// to be read are left out. Ref of the error is left to the caller.
func readCard(data []byte, source string) (*Card, *CardError) {
	data = bytes.TrimPrefix(data, []byte(jsonread.ByteOrderMark)) // what is kept of it must be JSON
	card, problem := readWholeCard(data, source)
	if problem == nil {
		return card, nil
	}
	cut, members := cutDeepMembers(data, cardKeys)
	if len(members) == 0 {
		return nil, problem
	}
	card, again := readWholeCard(cut, source)
	if again != nil {
		return nil, problem
	}
	named := members[:min(len(members), maxDeepNamed)]
	text := strings.Join(named, ", ")
	if more := len(members) - len(named); more > 0 {
		text += fmt.Sprintf(", and %d more", more)
	}
	card.warn("the card has members that are nested too deeply, which are ignored: %s", text)
	return card, nil
}

// isCardJSON reports whether a document is JSON, but for members that nest too deeply.
func isCardJSON(data []byte) bool {
	data = bytes.TrimPrefix(data, []byte(jsonread.ByteOrderMark))
	if jsonscan.Valid(data) {
		return true
	}
	cut, members := cutDeepMembers(data, cardKeys)
	return len(members) > 0 && jsonscan.Valid(cut)
}
