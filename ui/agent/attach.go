package agent

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store"
	"a2aform/ui/kit"
)

// schemaReadMsg is a file of schemas that was read.
type schemaReadMsg struct {
	from   *kit.Overlay
	to     kit.Screen
	skill  safe.Raw
	ref    string // absolute; "" removes the schema
	schema json.RawMessage
	names  []string // to choose from, where the file has several
	err    error
}

// schemaAttachedMsg says that a schema was attached to a skill, or removed.
type schemaAttachedMsg struct {
	Agent *a2aclient.Agent // with the schema; nil where it was removed
	Saved store.SavedSchema
	Kept  string // the name of the saved agent that it is kept with; "" for none
	Err   error
}

// action says what was done.
func (m schemaAttachedMsg) action() kit.Action {
	file := safe.Text(filepath.Base(m.Saved.Ref)).Line(80).String()
	switch {
	case m.Err != nil:
		return kit.Errorf("%s", safe.Text(m.Err.Error()).Line(0))
	case m.Saved.Ref == "":
		return kit.Infof("The skill takes what its card declares again.")
	case m.Kept == "":
		return kit.Infof("The form is made from %s until you quit. Save the agent to keep it.", file)
	}
	return kit.Infof("The form is made from %s, also the next time you open %s.", file, m.Kept)
}

// askForSchema asks for the file of a skill's schema. What was read goes to the screen as a [schemaReadMsg].
func askForSchema(h *kit.Host, to kit.Screen, skill safe.Raw) tea.Cmd {
	o := kit.NewPrompt(h, "attach", "Schema of "+skill.Line(60).String()+" from a file", "FILE, or FILE#NAME for one of its $defs, OpenAPI schemas or MCP tools; empty removes it", "")
	o.Completes = true
	o.Typed = func(line string) tea.Cmd {
		return kit.Later(to, func() tea.Msg { return kit.CompletionsMsg{To: o, Line: line, Offers: kit.Completions(line)} })
	}
	o.Entered = func(line string) tea.Cmd {
		if strings.HasSuffix(line, "/") {
			o.Prompt.SetText(line)
			return o.Typed(line)
		}
		return kit.Later(to, func() tea.Msg {
			return readSchema(schemaReadMsg{from: o, to: to, skill: skill}, strings.TrimSpace(line))
		})
	}
	h.Overlay = o
	return o.Typed("")
}

// readSchema reads the file of a reference.
func readSchema(m schemaReadMsg, typed string) schemaReadMsg {
	if typed == "" {
		return m
	}
	if m.ref, m.err = filepath.Abs(kit.ExpandPath(typed)); m.err != nil {
		return m
	}
	if m.schema, m.err = schema.ReadFile(m.ref); m.err != nil {
		m.names = schema.NamesInFile(m.ref)
	}
	return m
}

// take closes the dialog. Where the file has several schemas it asks for one, and where the
// file cannot be used it says so in the dialog; then it is not ok.
func (m schemaReadMsg) take(h *kit.Host) (ok bool) {
	switch {
	case m.from != nil && h.Overlay != m.from:
		return false // it was closed
	case len(m.names) > 0:
		labels := make([]string, len(m.names))
		for i, name := range m.names {
			labels[i] = safe.Text(name).Line(80).String()
		}
		h.Overlay = kit.NewChooser(h, "Which schema of "+safe.Text(filepath.Base(m.ref)).Line(60).String()+"?", labels, make([]string, len(labels)), func(i int) tea.Cmd {
			return kit.Later(m.to, func() tea.Msg { return readSchema(schemaReadMsg{to: m.to, skill: m.skill}, m.ref+"#"+m.names[i]) })
		})
		return false
	case m.err != nil && m.from == nil:
		h.Status = kit.Errorf("%s", safe.Text(m.err.Error()).Line(0)).Status
		return false
	case m.err != nil:
		m.from.Prompt.Complain(safe.Text(m.err.Error()).Line(0).String())
		return false
	}
	h.Overlay = nil
	return true
}

// apply attaches the schema to the skill of an agent, and keeps it with the saved agent of the
// user, if it is one. The answer goes to the screen as an [schemaAttachedMsg].
func (m schemaReadMsg) apply(h *kit.Host, agent *a2aclient.Agent, saved *store.Saved) tea.Cmd {
	keep := h.Options.Store
	done := schemaAttachedMsg{Saved: store.SavedSchema{Skill: m.skill.Exact(), Ref: m.ref}} //nolint:forbidigo // kept under the skill's id
	return h.Writes.TrackWrites(kit.Later(m.to, func() tea.Msg {
		if m.ref != "" {
			from := "attached from " + safe.Text(m.ref).Line(200).String()
			if done.Agent, done.Err = agent.Redial(agent.Card(), a2aclient.WithInputSchema(done.Saved.Skill, m.schema, from)); done.Err != nil {
				return done
			}
		}
		if saved != nil && !saved.Local && keep != nil {
			done.Kept = saved.Name
			if err := keep.AttachSchema(saved.Name, done.Saved); err != nil {
				done.Kept, done.Err = "", fmt.Errorf("the schema is not kept: %w", err)
			}
		}
		return done
	}))
}

// withoutSchema is a saved agent without the schema of a skill; nil stays nil.
func withoutSchema(saved *store.Saved, skill string) *store.Saved {
	if saved == nil {
		return nil
	}
	changed := *saved
	changed.Schemas = nil
	for _, s := range saved.Schemas {
		if s.Skill != skill || s.IsOutput {
			changed.Schemas = append(changed.Schemas, s)
		}
	}
	return &changed
}

// withSchema is a saved agent with another schema of a skill; nil stays nil.
func withSchema(saved *store.Saved, schema store.SavedSchema) *store.Saved {
	changed := withoutSchema(saved, schema.Skill)
	if changed != nil && schema.Ref != "" {
		changed.Schemas = append(changed.Schemas, schema)
	}
	return changed
}

// keepSchemas keeps schemas with an agent that was just saved under a name.
func keepSchemas(h *kit.Host, name string, schemas []store.SavedSchema) tea.Cmd {
	keep := h.Options.Store
	if keep == nil || name == "" || len(schemas) == 0 {
		return nil
	}
	return h.Writes.TrackWrites(func() tea.Msg {
		for _, s := range schemas {
			_ = keep.AttachSchema(name, s) // the agent is saved without it; S attaches it again
		}
		return nil
	})
}

// cannotAttach says why no schema can be attached to the skill at the cursor, "" where one can.
func (s *CardScreen) cannotAttach() string {
	switch u, ok := s.list.chosen(); {
	case s.dialed != nil:
		return "the agent cannot be spoken to"
	case !ok || u.skill == nil:
		return "no skill is at the cursor"
	}
	return ""
}

// askForSchema asks for a file with the schema of the skill at the cursor.
func (s *CardScreen) askForSchema() (kit.Action, tea.Cmd) {
	if why := s.cannotAttach(); why != "" {
		return kit.Infof("%s", why), nil
	}
	u, _ := s.list.chosen()
	return kit.Action{}, askForSchema(s.Host, s, u.skill.ID)
}

// useAttached shows the agent with a schema that was attached. Where one was removed, it is
// dialed anew by the card that it has.
func (s *CardScreen) useAttached(m schemaAttachedMsg) tea.Cmd {
	if m.Err != nil && m.Agent == nil {
		return nil
	}
	s.way.Saved = withSchema(s.way.Saved, m.Saved)
	cursor := s.list.Cursor
	defer func() { s.list.Cursor = min(cursor, max(len(s.list.Shown)-1, 0)) }()
	if m.Agent != nil {
		s.attached = append(s.attached, m.Saved)
		s.take(kit.Dialed{Agent: m.Agent, Notes: s.notes})
		return s.loadPresets()
	}
	h, card, way, ctx := s.Host, s.declared, s.way, a2aclient.WithTrace(s.Host.Context, s.wire.See)
	return kit.Later(s, func() tea.Msg { return extendedMsg(h.Dial(ctx, card, h.Options.Store, way)) })
}
