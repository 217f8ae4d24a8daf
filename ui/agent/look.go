package agent

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store"
	"a2aform/ui/kit"
)

// lookTime is how long the host may take to answer all that is asked.
const lookTime = 15 * time.Second

// publishedMsg has the schemas that a host publishes, those first whose names are most like the skill's.
type publishedMsg struct {
	skill *a2aclient.Skill
	list  []publishedSchema
	err   error
}

type publishedSchema struct {
	name, ref string // ref is where it is kept, as FILE#NAME
	from      safe.Raw
	likeness  int // of the name to that of the skill
}

// askToLook asks whether to look. Nothing is asked of the host before.
func (s *CardScreen) askToLook() {
	u, _ := s.list.chosen()
	host := kit.HostOf(s.agent.Interface().URL)
	s.Host.Overlay = kit.NewChooser(s.Host, "Ask "+host+" for the schema of "+u.name+"?", []string{"yes", "no "},
		[]string{"for MCP tools and an OpenAPI document, without credentials", "nothing is asked"},
		func(i int) tea.Cmd {
			if i == 1 {
				return nil
			}
			return tea.Batch(s.Host.Perform(kit.Infof("Asking %s …", host)), s.look(u.skill))
		})
}

// look reads what the host publishes, and keeps it: a schema that is attached is read again when the agent is opened.
func (s *CardScreen) look(skill *a2aclient.Skill) tea.Cmd {
	agent, keep, parent := s.agent, s.Host.Options.Store, s.Host.Context
	return kit.Later(s, func() tea.Msg {
		ctx, cancel := context.WithTimeout(parent, lookTime)
		defer cancel()
		found, err := agent.Published(ctx)
		if err != nil {
			return publishedMsg{err: err}
		}
		m := publishedMsg{skill: skill}
		for _, p := range found {
			m.add(keep, p)
		}
		slices.SortStableFunc(m.list, func(a, b publishedSchema) int { return b.likeness - a.likeness })
		if len(m.list) == 0 && m.err == nil {
			m.err = errors.New("the host publishes a document without schemas")
		}
		return m
	})
}

// add keeps a document, and lists its schemas.
func (m *publishedMsg) add(keep *store.Store, p a2aclient.Published) {
	names := schema.NamesIn(p.Document)
	path, err := keep.KeepSchemas(p.From.Exact(), p.Document) //nolint:forbidigo // names a file, which is cleaned
	if err != nil {
		m.err = err
		return
	}
	for _, name := range names {
		likeness := max(likenessOf(name, m.skill.ID.Exact()), likenessOf(name, m.skill.Name.Exact())) //nolint:forbidigo // compared, not drawn
		m.list = append(m.list, publishedSchema{name: name, ref: path + "#" + name, from: p.From, likeness: likeness})
	}
}

// likenessOf says how alike two names are: the same but for capitals and signs, one in the other, or how many words they share.
func likenessOf(a, b string) int {
	split := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	words, others := split(a), split(b)
	plain, other := strings.Join(words, ""), strings.Join(others, "")
	switch {
	case plain == "" || other == "":
		return 0
	case plain == other:
		return 100
	case strings.Contains(plain, other) || strings.Contains(other, plain):
		return 50
	}
	shared := 0
	for _, w := range words {
		if slices.Contains(others, w) {
			shared++
		}
	}
	return shared
}

// offerPublished asks which of the schemas is the skill's.
func (s *CardScreen) offerPublished(m publishedMsg) kit.Action {
	if m.err != nil {
		return kit.Errorf("%s", safe.Text(m.err.Error()).Line(0))
	}
	labels, notes := make([]string, len(m.list)), make([]string, len(m.list))
	for i, p := range m.list {
		labels[i], notes[i] = safe.Text(p.name).Line(60).String(), p.from.Line(80).String()
	}
	s.Host.Status = kit.Status{}
	s.Host.Overlay = kit.NewChooser(s.Host, "Which schema is that of "+kit.Line(m.skill.Name)+"?", labels, notes, func(i int) tea.Cmd {
		return kit.Later(s, func() tea.Msg { return readSchema(schemaReadMsg{to: s, skill: m.skill.ID}, m.list[i].ref) })
	})
	return kit.Action{}
}
