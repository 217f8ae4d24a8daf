package run

import (
	"errors"
	"slices"
	"strings"

	"a2aform/internal/ojson"
)

// Curl is the request as a command of curl. In place of a secret there is a
// variable, whose name begins with A2AFORM_.
func (p *Plan) Curl() (string, error) {
	preview, err := p.Preview()
	if err != nil {
		return "", err
	}
	return Curl(preview, p.Agent.Streams()), nil
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
	if as := p.AnswerAs; as != nil {
		parts = append(parts, "--answer-as "+ShellWord(as.Portable()))
		if as.InText {
			parts = append(parts, "--answer-in-text")
		}
	}
	if p.SkillHint {
		parts = append(parts, "--skill-hint")
	}
	if p.Invalid {
		parts = append(parts, "--send-invalid")
	}
	return strings.Join(parts, " ")
}

// StandardCommand is the message as a command of a2a, the program of the A2A project. It sends messages of A2A 1.0.
func (p *Plan) StandardCommand() (string, error) {
	preview, err := p.Preview()
	if err != nil {
		return "", err
	}
	body, err := ojson.Parse(preview.Body, ojson.DataLimits)
	if err != nil {
		return "", err
	}
	message := body.Get("message")
	if params := body.Get("params"); params != nil {
		message = params.Get("message")
	}
	if role := message.Get("role"); role == nil || role.Text() != "ROLE_USER" {
		return "", errors.New("a2a takes messages of A2A 1.0, and this agent speaks another version: copy a curl command or an a2aform command")
	}
	members := slices.DeleteFunc(slices.Clone(message.Members()), func(m ojson.Member) bool { return m.Name == "messageId" }) // a2a makes one
	target, isFound := strings.CutSuffix(p.Agent.Card().Source, "/.well-known/agent-card.json")
	target = ShellWord(target)
	if !isFound {
		transport := map[string]string{"JSONRPC": "jsonrpc", "HTTP+JSON": "rest", "GRPC": "grpc"}[string(p.Agent.Interface().Binding)]
		target = ShellWord(p.Agent.Interface().URL.Exact()) + " --transport " + transport
	}
	return standardCurl(preview, target, p.Agent.Streams(), ojson.NewObject(members...).Compact()), nil
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
