package run

import (
	"slices"
	"strings"

	"a2aform/internal/run/shell"
)

// Curl is the request as a command of curl. In place of a secret there is a
// variable, whose name begins with A2AFORM_.
func (p *Plan) Curl() (string, error) {
	preview, err := p.Preview()
	if err != nil {
		return "", err
	}
	return shell.Curl(preview, p.Agent.Streams()), nil
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

// ShellWord is [shell.Word].
func ShellWord(s string) string { return shell.Word(s) }
