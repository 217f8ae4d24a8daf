package run

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
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

// Curl is a request as a command of curl, with a variable in place of each secret, whose name begins with A2AFORM_.
func Curl(preview *a2aclient.Preview, streams bool) string {
	command := "curl -sS"
	if streams {
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
	return strings.Join(parts, " \\\n  ")
}

// standardCurl is a message as a command of a2a, the program of the A2A project, with a variable in place of each secret. The target is the
// word of the agent.
func standardCurl(preview *a2aclient.Preview, target string, streams bool, message []byte) string {
	parts := []string{"a2a send " + target}
	if streams {
		parts[0] += " --stream"
	}
	for _, name := range slices.Sorted(maps.Keys(preview.Header)) {
		switch name {
		case "Accept", "Content-Type", "User-Agent", "A2a-Version", "A2A-Version":
			continue // a2a sends its own
		}
		for _, value := range preview.Header[name] {
			parts = append(parts, "--svc-param "+secretWord(name, name+"="+value))
		}
	}
	return strings.Join(append(parts, "--json "+ShellWord(string(message))), " \\\n  ")
}

// joint returns what separates an address from one more query parameter.
func joint(address string) string {
	if strings.Contains(address, "?") {
		return "'&'"
	}
	return "'?'"
}

// secretWord is a text as a word of the shell; where it contains a secret, the shell
// puts that in.
func secretWord(name, text string) string {
	before, _, isSecret := strings.Cut(text, auth.Mask)
	if !isSecret {
		return ShellWord(text)
	}
	return ShellWord(before) + `"$` + SecretVariable(name) + `"`
}

// SecretVariable is the variable that contains the secret of a header.
func SecretVariable(name string) string {
	return "A2AFORM_" + strings.Map(func(r rune) rune {
		if r < 'A' || r > 'Z' {
			return '_'
		}
		return r
	}, strings.ToUpper(name))
}

// ShellWord makes one word of a POSIX shell of any text. Characters that a terminal or a reader would take for something else are
// written as $'\x..', which bash and zsh read. Other shells make another text of that, but never a command: everything else stands in
// quotes that all of them read.
func ShellWord(s string) string {
	if s != "" && !strings.ContainsFunc(s, isSpecial) {
		return s
	}
	var sb strings.Builder
	for first := true; first || s != ""; first = false {
		seen := strings.IndexFunc(s, isHidden)
		if seen < 0 {
			seen = len(s)
		}
		hidden := strings.IndexFunc(s[seen:], func(r rune) bool { return !isHidden(r) })
		if hidden < 0 {
			hidden = len(s) - seen
		}
		if seen > 0 || hidden == 0 {
			sb.WriteString("'" + strings.ReplaceAll(s[:seen], "'", `'\''`) + "'")
		}
		if hidden > 0 {
			sb.WriteString("$'")
			for _, b := range []byte(s[seen : seen+hidden]) {
				fmt.Fprintf(&sb, `\x%02x`, b)
			}
			sb.WriteByte('\'')
		}
		s = s[seen+hidden:]
	}
	return sb.String()
}

// isSpecial reports what a shell does not take as it is.
func isSpecial(r rune) bool {
	return !(unicode.IsLetter(r) && r < unicode.MaxASCII) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./:@%+,", r)
}

// isHidden reports a character that is not drawn as itself.
func isHidden(r rune) bool { return r == unicode.ReplacementChar || !unicode.IsPrint(r) }
