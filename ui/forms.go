package ui

import "a2aform/internal/safe"

// formID tells the forms of a session from one another.
type formID struct {
	ref   string
	skill safe.Raw
	input int      // index of the form, or plainText
	name  safe.Raw // of its schema: another card may have others in the same places
}

const plainText = -1
