package kit

import "a2aform/internal/safe"

// FormID tells the forms of a session from one another.
type FormID struct {
	Ref   string
	Skill safe.Raw
	Input int      // index of the form, or plainText
	Name  safe.Raw // of its schema: another card may have others in the same places
}

// PlainText stands for the chat among the inputs of a skill.
const PlainText = -1
