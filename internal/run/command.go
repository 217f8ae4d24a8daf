package run

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"a2aform/a2aclient/auth"
)

// Curl is the request as a command of curl. In place of a secret there is a
// variable, whose name begins with A2AFORM_.
func (p *Plan) Curl() (string, error) {
	preview, err := p.Preview()
	if err != nil {
		return "", err
	}
	command := "curl -sS"
	if p.Agent.Streams() {
		command += " -N"
	}
	address, parts := ShellWord(preview.URL), []string{}
	for _, name := range slices.Sorted(maps.Keys(preview.Header)) {
		for _, value := range preview.Header[name] {
			if name == auth.InAddress {
				address += joint(preview.URL) + secretWord("query", value)
				continue
			}
			parts = append(parts, "-H "+secretWord(name, name+": "+value))
		}
	}
	parts = append([]string{command + " " + address}, parts...)
	parts = append(parts, "--data-binary "+ShellWord(string(preview.Body)))
	return strings.Join(parts, " \\\n  "), nil
}

// joint returns what separates an address from one more query parameter.
func joint(address string) string {
	if strings.Contains(address, "?") {
		return "'&'"
	}
	return "'?'"
}

// secretWord is a text as a word of the shell; where it holds a secret, the shell
// puts that in.
func secretWord(name, text string) string {
	before, _, isSecret := strings.Cut(text, auth.Mask)
	if !isSecret {
		return ShellWord(text)
	}
	variable := strings.Map(func(r rune) rune {
		if r < 'A' || r > 'Z' {
			return '_'
		}
		return r
	}, strings.ToUpper(name))
	return ShellWord(before) + `"$A2AFORM_` + variable + `"`
}

// Command is the message as a command of a2aform. Options of the agent that were
// given on the command line are not in it.
func (p *Plan) Command() string {
	parts := []string{"a2aform send " + ShellWord(p.Agent.Card().Source)}
	if !p.TaskID.IsEmpty() {
		parts = append(parts, "--task-id "+ShellWord(p.TaskID.Exact()))
	}
	if p.Skill != nil {
		parts = append(parts, "--skill "+ShellWord(p.Skill.ID.Exact()))
	}
	if p.Input != nil && !p.Input.Name.IsEmpty() {
		parts = append(parts, "--schema "+ShellWord(p.Input.Name.Exact()))
	}
	parts = append(parts, p.content()...)
	if p.Data != nil && !p.Tag.IsEmpty() {
		at := slices.IndexFunc(parts, func(word string) bool { return strings.HasPrefix(word, "--data ") })
		parts = slices.Insert(parts, at+1, "--media-type "+ShellWord(p.Tag.Exact()))
	}
	return strings.Join(parts, " ")
}

// StandardCommand is the message as a command of a client that follows the A2A
// command line specification (a2aproject/a2a-cli, SPEC.md §10.2).
func (p *Plan) StandardCommand() string {
	parts := append([]string{"a2a send -a " + ShellWord(p.Agent.Card().Source)}, p.content()...)
	if tag := p.Request().Tag; p.Data != nil && !tag.IsEmpty() {
		parts = append(parts, "--media-type "+ShellWord(tag.Exact()))
	}
	return strings.Join(parts, " ")
}

func (p *Plan) content() (parts []string) {
	before := min(p.PartsBefore, len(p.Parts))
	for _, part := range p.Parts[:before] {
		parts = append(parts, "--part "+ShellWord(string(part)))
	}
	if p.Data != nil {
		parts = append(parts, "--data "+ShellWord(string(p.Data)))
	}
	if p.Text != "" {
		parts = append(parts, "--text "+ShellWord(p.Text))
	}
	for _, part := range p.Parts[before:] {
		parts = append(parts, "--part "+ShellWord(string(part)))
	}
	return parts
}

// ShellWord makes one word of a POSIX shell of any text. What a terminal or a reader
// would take for something else is written as escapes, which bash and zsh read.
func ShellWord(s string) string {
	switch {
	case s != "" && !strings.ContainsFunc(s, isSpecial):
		return s
	case !strings.ContainsFunc(s, isHidden):
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	var sb strings.Builder
	sb.WriteString("$'")
	for _, r := range s {
		switch {
		case r == '\'' || r == '\\':
			sb.WriteString(`\` + string(r))
		case isHidden(r):
			for _, b := range []byte(string(r)) {
				fmt.Fprintf(&sb, `\x%02x`, b)
			}
		default:
			sb.WriteRune(r)
		}
	}
	return sb.String() + "'"
}

// isSpecial reports what a shell does not take as it is.
func isSpecial(r rune) bool {
	return !(unicode.IsLetter(r) && r < unicode.MaxASCII) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./:@%+,", r)
}

// isHidden reports a character that is not drawn as itself.
func isHidden(r rune) bool { return r == unicode.ReplacementChar || !unicode.IsPrint(r) }
