package chat

import (
	"strings"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// recipient is who takes the messages of a chat: a skill, or the agent itself.
type recipient struct {
	agent *a2aclient.Agent
	skill *a2aclient.Skill // nil for the agent itself
}

// title is the name of the skill, or what a chat without one is called.
func (r *recipient) title() string {
	if r.skill == nil {
		return "Ask the agent directly"
	}
	return kit.Line(r.skill.Name)
}

// name is that of the skill, or of the agent.
func (r *recipient) name() string {
	if r.skill == nil {
		return kit.Line(r.agent.Card().Name)
	}
	return r.title()
}

// about says that a text goes there, or a chat, which hasTurns. A host that is not the card's comes first, where no name of the agent can
// hide it.
func (r *recipient) about(hasTurns bool) string {
	what := "A text message to " + r.name()
	if hasTurns {
		what = "Chat with " + r.title()
	}
	if _, to, differ := r.agent.OtherServer(); differ {
		_, host, _ := strings.Cut(to, "://")
		what = "To " + host + ", not the card's host · " + what
	}
	return what
}

// skillID is the id of the skill, empty for the agent itself.
func (r *recipient) skillID() safe.Raw {
	if r.skill == nil {
		return safe.Raw{}
	}
	return r.skill.ID
}

// takes reports whether a file is of the input modes.
func (r *recipient) takes(f a2aclient.FilePart) bool {
	return r.agent.Card().TakesFile(r.skill, f.MediaType)
}

// examples are those of the skill that are words. One of JSON belongs into its form.
func (r *recipient) examples() (words []string) {
	if r.skill == nil {
		return nil
	}
	for _, e := range r.skill.Examples {
		if line := kit.Line(e); !strings.HasPrefix(line, "{") {
			words = append(words, line)
		}
	}
	return words
}
