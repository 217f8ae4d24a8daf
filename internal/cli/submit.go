package cli

import (
	"strings"
	"unicode/utf8"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// maxFormData is from how many bytes on valid data is sent without a form, which takes many times its memory. The formats of
// its texts, which agents need not assert, are not checked then.
const maxFormData = 64 << 10

// validData is such data as it is sent, nil for data that needs a form.
func validData(doc *schema.Document, text []byte) []byte {
	if len(text) <= maxFormData || doc.NamesSecrets() || !utf8.Valid(text) {
		return nil
	}
	v, err := ojson.Parse(text, ojson.DataLimits)
	if err != nil || !v.Is(ojson.Object) || len(v.Repeated()) > 0 || len(doc.Validate(v)) > 0 {
		return nil
	}
	return v.Compact()
}

// noObject says that the value of a form is no object, though only objects can be sent.
func noObject(input *a2aclient.Input) error {
	return command.Usagef("the form %s cannot be sent: its value is not an object, and the agent takes only objects", formName(input.Name))
}

// submitted is the data of a form, which is to be sent or printed. What differs from a schema
// that is a guess is noted only.
func submitted(s *command.Streams, form *formgen.Form, isGuess bool, done string) ([]byte, error) {
	data, err := form.Submit()
	if err != nil && isGuess {
		problems, _ := problemsOf(err)
		for _, p := range problems {
			s.Warn("note: not as in the card's examples: " + p)
		}
		data, err = form.SubmitAnyway(form.Validate()())
	}
	if err != nil {
		return nil, refusal(err, done)
	}
	return data, nil
}

// warnDoubts says which values can be sent, though the agent may refuse them, such as a text
// that does not have the format of its field. What a secret is says nothing of it.
func warnDoubts(s *command.Streams, form *formgen.Form) {
	var walk func(*formgen.Field)
	walk = func(x *formgen.Field) {
		for _, w := range x.Warnings() {
			if w.Keyword != schema.Rounding { // said by the agent's binding
				s.Warn("note: " + words.Doubt(x, w))
			}
		}
		for _, c := range x.Children() {
			walk(c)
		}
	}
	walk(form.Root())
}

// notSecretOf are the member names that the user said contain no secret for this agent.
func notSecretOf(s *command.Streams, agent *a2aclient.Agent) []string {
	if agent == nil {
		return nil
	}
	credentials, err := auth.NewCredentialSet(agent.Interface().URL)
	if err != nil {
		return nil
	}
	return s.Store().NotSecret(credentials.Origin())
}

// refusal lists every problem of a form that cannot be sent.
func refusal(err error, done string) error {
	problems, ok := problemsOf(err)
	if !ok {
		return err
	}
	if len(problems) == 0 {
		return command.Usagef("%s", err)
	}
	return command.Usagef("the input does not fit the schema, so nothing was %s:\n  %s", done, strings.Join(problems, "\n  "))
}

// problemsOf are the problems of a form that was refused, a line each.
func problemsOf(err error) (lines []string, ok bool) {
	refused, ok := err.(*formgen.Refused) //nolint:errorlint // Submit returns it bare
	if !ok {
		return nil, false
	}
	for _, line := range refused.Lines() {
		text := line.Text
		if name := words.SetName(line.Field); name != "" {
			text += " (--set " + name + "=…)"
		}
		lines = append(lines, text)
	}
	return lines, true
}
