package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store"
	"a2aform/ui/form"
	"a2aform/ui/kit"
)

// suitedForm is a form that something of a result suits.
type suitedForm struct {
	agent *a2aclient.Agent
	skill *a2aclient.Skill // nil for the agent itself
	input *a2aclient.Input
	formgen.Suited
}

// suitedMsg has the forms of the open agents that something suits.
type suitedMsg struct {
	about string
	forms []suitedForm
	err   error // why it cannot be read
}

// UseIn implements the navigation of [kit.Host].
func (a *App) UseIn(about string, take func() (*ojson.Value, error)) tea.Cmd {
	cards := a.OpenCards()
	if len(cards) == 0 {
		a.Status = kit.Infof("no agent is open whose form could take %s", about).Status
		return nil
	}
	return func() tea.Msg {
		v, err := take()
		if err != nil {
			return suitedMsg{about: about, err: err}
		}
		return suitedMsg{about: about, forms: suitedForms(cards, v)}
	}
}

// suitedForms are the forms that a value suits, those first of which it fills in most.
func suitedForms(cards []kit.OpenCard, v *ojson.Value) (all []suitedForm) {
	for _, c := range cards {
		if c.Agent == nil {
			continue
		}
		add := func(skill *a2aclient.Skill, inputs []a2aclient.Input) {
			for i := range inputs {
				doc, err := schema.Load(inputs[i].Schema)
				if err != nil {
					continue // its form says why
				}
				if s, ok := formgen.SuitedFrom(doc, v); ok {
					all = append(all, suitedForm{c.Agent, skill, &inputs[i], s})
				}
			}
		}
		for i := range c.Card.Skills {
			add(&c.Card.Skills[i], c.Card.Skills[i].Inputs)
		}
		add(nil, c.Card.Inputs)
	}
	slices.SortStableFunc(all, func(x, y suitedForm) int { return len(y.Labels) - len(x.Labels) })
	return all
}

// offerForms asks in which form something of a result is used.
func (a *App) offerForms(m suitedMsg) tea.Cmd {
	if m.err != nil {
		a.Status = kit.Errorf("%s", m.err).Status
		return nil
	}
	if len(m.forms) == 0 {
		a.Status = kit.Infof("no form has fields with the names and types of %s", m.about).Status
		return nil
	}
	labels, notes := make([]string, len(m.forms)), make([]string, len(m.forms))
	for i, f := range m.forms {
		labels[i], notes[i] = kit.InputName(*f.input), strings.Join(f.Labels, ", ")
		if f.skill != nil {
			labels[i] = kit.Line(f.skill.Name)
			if len(f.skill.Inputs) > 1 {
				labels[i] += ", " + kit.InputName(*f.input)
			}
		}
	}
	a.Overlay = kit.NewChooser(a.Host, "Use "+m.about+" in", labels, notes, func(i int) tea.Cmd {
		f, data := m.forms[i], m.forms[i].Value.Compact()
		key := "result " + store.Digest(data)
		id := kit.FormID{Ref: key, Skill: skillID(f.skill), Name: f.input.Name}
		act := a.openKept(id, func() kit.Screen {
			return form.NewFilled(a.Host, f.agent, f.skill, f.input, data, formgen.Result, safe.Text(key))
		})
		act.Status = kit.Infof("Taken from %s: %s.", m.about, strings.Join(f.Labels, ", ")).Status
		return a.Perform(act)
	})
	return nil
}
