package kit

import "a2aform/internal/safe"

// FormID identifies a form of the session.
type FormID struct {
	Ref   string
	Skill safe.Raw
	Input int      // index of the form, or plainText
	Name  safe.Raw // of its schema: another card may have others in the same locations
}

// PlainText is the chat among the inputs of a skill.
const PlainText = -1
