package qa

import (
	"context"
	"errors"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/a2aclient"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/gen"
	"a2aform/internal/qa/runner"
	"a2aform/ui/kit"
)

// form is a form of a skill that values can be generated for.
type form struct{ skill, schema, label string }

// forms are those of the agent whose schema is declared.
func (s *List) forms() (list []form) {
	for i := range s.open.Card.Skills {
		skill := &s.open.Card.Skills[i]
		for _, in := range skill.Inputs {
			if in.IsGuess {
				continue
			}
			f := form{skill: skill.ID.Exact(), label: kit.Line(skill.Name)} //nolint:forbidigo // looked up, not drawn
			if len(skill.Inputs) > 1 {
				f.schema = in.Name.Exact() //nolint:forbidigo // looked up, not drawn
				f.label += " · " + kit.Line(in.Name)
			}
			list = append(list, f)
		}
	}
	return list
}

// cannotGenerate says why no values can be generated; "" if they can.
func (s *List) cannotGenerate() string {
	switch {
	case s.open.Agent == nil:
		return "the agent cannot be spoken to"
	case s.IsRunning():
		return "cases are running already: v shows them"
	case len(s.forms()) == 0:
		return "no skill of the agent has a schema"
	}
	return ""
}

// generatedMsg has the values for a form.
type generatedMsg struct {
	pack *gen.Pack
	err  error
}

// generate asks for a form, where there are several, and makes its values in a command.
func (s *List) generate() (kit.Action, tea.Cmd) {
	forms := s.forms()
	if len(forms) == 1 {
		return kit.Action{}, s.makeValues(forms[0])
	}
	labels := make([]string, len(forms))
	for i, f := range forms {
		labels[i] = f.label
	}
	s.Host.Overlay = kit.NewChooser(s.Host, "Generate test values for", labels, make([]string, len(forms)), func(i int) tea.Cmd { return s.makeValues(forms[i]) })
	return kit.Action{}, nil
}

func (s *List) makeValues(f form) tea.Cmd {
	card := s.open.Card
	return kit.Later(s, func() tea.Msg {
		pack, err := gen.NewPack(card, gen.PackOptions{
			Options: gen.Options{Valid: true, Invalid: true, Max: gen.DefaultMax, Seed: 1}, Skill: f.skill, Schema: f.schema,
		})
		return generatedMsg{pack, err}
	})
}

// askToSend asks which of the generated values are sent.
func (s *List) askToSend(m generatedMsg) kit.Action {
	switch {
	case m.err != nil:
		return kit.Errorf("%s", line(m.err.Error()))
	case len(m.pack.Items) == 0:
		return kit.Infof("the schema says nothing that a value could break")
	}
	valid := *m.pack
	valid.Items = slices.DeleteFunc(slices.Clone(m.pack.Items), func(i gen.Item) bool { return i.Breaks })
	const base = 1
	labels := []string{
		fmt.Sprintf("the %s", english.Plural(len(valid.Items)+base, "valid value", "valid values")),
		"all " + english.Plural(len(m.pack.Items)+base, "value", "values"),
		"nothing",
	}
	notes := []string{"the agent must accept each", "the agent must also reject the invalid ones", "go back"}
	width := 0
	for _, l := range labels {
		width = max(width, len(l))
	}
	for i := range labels {
		labels[i] = kit.Pad(labels[i], width)
	}
	s.Host.Overlay = kit.NewChooser(s.Host, "Send generated values to "+kit.Line(s.open.Card.Name)+"?", labels, notes, func(i int) tea.Cmd {
		switch i {
		case 0:
			return s.Host.Perform(s.startValues(&valid))
		case 1:
			return s.Host.Perform(s.startValues(m.pack))
		}
		return nil
	})
	return kit.Action{}
}

// startValues sends the values of a pack, and shows the run.
func (s *List) startValues(pack *gen.Pack) kit.Action {
	if why := s.cannotGenerate(); why != "" {
		return kit.Errorf("%s", why)
	}
	b := s.newBatch(runner.RecordFailed)
	for _, item := range append([]gen.Item{pack.Base}, pack.Items...) {
		c := item.Test
		c.Name = item.Label()
		b.index[c] = len(b.rows)
		b.rows = append(b.rows, newRow(c))
	}
	b.total = len(b.rows)
	b.send(s.Host.Context, func(ctx context.Context, o runner.Options) error {
		rows, isAccepted := pack.Run(ctx, o)
		select {
		case <-ctx.Done(): // stopped
			return nil
		default:
		}
		if !isAccepted {
			return errors.New("the agent did not accept the base value, so the others were not sent")
		}
		if gen.RefusesNothing(rows) {
			return errors.New("the agent rejects nothing: it accepted all invalid values")
		}
		return nil
	})
	s.Run = newRun(s.Host, s, b)
	return kit.Action{Push: s.Run}
}

// newBatch is a batch of the agent's cases, which keeps these run files where anything is recorded.
func (s *List) newBatch(record runner.Record) *batch {
	b := &batch{
		list: s.found, agent: s.open.Agent, about: s.about, keep: s.Host.Options.Store, record: record,
		index: map[*casefile.Case]int{}, dialed: map[string]*a2aclient.Agent{},
	}
	if s.Host.Options.NoRecord || b.keep == nil {
		b.record = runner.RecordNone
	}
	return b
}
