package ui

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/run/each"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/schema"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/render/table"
	eachscreen "a2aform/ui/each"
	"a2aform/ui/form"
	"a2aform/ui/kit"
)

// suitedForm is a form that something of a result suits.
type suitedForm struct {
	agent *a2aclient.Agent // nil for a saved one, which is opened once its form is chosen
	card  kit.OpenCard
	skill *a2aclient.Skill // nil for the agent itself
	input *a2aclient.Input
	rows  int // that are sent in a form each; 0 where the value fills in one form
	formgen.Suited
}

// agentName is what the user calls the agent of the form: by the name it is saved under, else by that of its card.
func (f *suitedForm) agentName() string {
	if saved := f.card.Way.Saved; saved != nil {
		return safe.Text(saved.Name).Line(0).String()
	}
	return kit.Line(f.card.Card.Name)
}

// suitedMsg has the forms that something suits: of the open agents, or of the saved ones too.
type suitedMsg struct {
	about string
	from  runfile.FedBy // where it is from
	value *ojson.Value
	forms []suitedForm
	saved []store.Saved // the agents whose cards were not read

	top    kit.Screen    // that was on top when it was asked for
	own    *run.Plan     // of the run that the result is of; nil for none
	of     kit.PastAgent // of the stored run that the result is of; zero for another result
	opened *kit.OpenCard // that agent, which was opened for it; nil for none
	noCard error         // why that agent cannot be opened

	isRead bool // the cards of the saved agents were read
	known  int  // of the forms, those that were offered before that
	away   int  // saved agents without a card

	isAwaited  bool  // no agent is opened for it, so that keys are kept until it is there
	isNoneOpen bool  // no agent is open
	err        error // why it cannot be read
}

// resultUse opens forms that are filled in with something of a result.
type resultUse struct {
	host    *kit.Host
	screens *screens
	desk    *desk
	subject *subject
	taken   []kit.OpenCard // saved agents that were opened for one of their forms

	isBusy bool              // the list of forms is being made, which takes a moment
	early  []tea.KeyPressMsg // that were pressed meanwhile
}

// keepEarly keeps a key for the list of forms that is being made: who types ahead means the list.
func (r *resultUse) keepEarly(press tea.KeyPressMsg) bool {
	if r.isBusy {
		r.early = append(r.early, press)
	}
	return r.isBusy
}

// offerInTime is [resultUse.offerForms], and returns the keys that were pressed while the list was made.
func (r *resultUse) offerInTime(m suitedMsg) (early []tea.KeyPressMsg, cmd tea.Cmd) {
	if m.isAwaited {
		early, r.early, r.isBusy = r.early, nil, false
	}
	if m.top != r.screens.Top() {
		return nil, nil // the user has gone to another screen
	}
	return early, r.offerForms(m)
}

// UseIn implements the navigation of [kit.Host]. The agent of a stored run is opened for it, where it is not open.
func (r *resultUse) UseIn(about string, from runfile.FedBy, take func() (*ojson.Value, error)) tea.Cmd {
	from.Run = r.subject.runShown()
	cards, keep := append(r.screens.OpenCards(), r.taken...), r.host.Options.Store
	m := suitedMsg{about: about, from: from, top: r.screens.Top(), isNoneOpen: len(cards) == 0}
	var open func(context.Context) (kit.Reopened, error)
	if of, ok := r.subject.pastAgent(); ok && !slices.ContainsFunc(cards, func(c kit.OpenCard) bool { return c.Agent != nil && store.IsSameAddress(c.Card.Source, of.Source) }) {
		m.of, open = of, of.Opening(r.host)
		r.host.Status = kit.Infof("opening %s …", kit.Line(of.Name)).Status
	}
	if t := r.subject.taskShown(); t != nil {
		m.own = t.Snapshot().Plan
	}
	m.isAwaited = open == nil
	r.isBusy = m.isAwaited
	h := r.host
	return func() tea.Msg {
		if m.value, m.err = take(); m.err != nil {
			return m
		}
		if open != nil {
			ctx, cancel := context.WithTimeout(h.Context, savedTime)
			defer cancel()
			if o, err := open(ctx); err != nil {
				m.noCard = err
			} else {
				m.opened = &o.OpenCard
				cards = append(slices.Clone(cards), o.OpenCard)
			}
		}
		m.forms, m.saved = suitedForms(cards, m.value, m.own), savedElsewhere(keep, cards)
		return m
	}
}

// fedBy is what the run of a form keeps on where its input is from, nil where that is no run.
func (m *suitedMsg) fedBy(f suitedForm) *runfile.FedBy {
	if m.from.Run.IsEmpty() {
		return nil
	}
	from := m.from
	from.Fields = nil
	for _, label := range f.Labels {
		from.Fields = append(from.Fields, safe.Text(label))
	}
	return &from
}

// isAlike reports that a member of a result is what a field of another name asks for, by the roles of the columns of tables.
func isAlike(p schema.Property, m ojson.Member) bool {
	return table.IsAlike(m.Value, m.Name, p.Name, p.Location)
}

// isOf reports the form of the skill that a message was for.
func (f *suitedForm) isOf(plan *run.Plan) bool {
	return plan != nil && plan.Agent != nil && plan.Skill != nil && f.skill != nil && f.skill.ID == plan.Skill.ID && f.card.Card.Name == plan.Agent.Card().Name
}

// suitedForms are the forms that a value suits, those first of which it fills in most that is required, then most fields. Behind them come those
// that take one of its rows each, and last those of the skill that it is from, by the plan of its run.
func suitedForms(cards []kit.OpenCard, v *ojson.Value, own *run.Plan) (all []suitedForm) {
	for _, c := range cards {
		if c.Agent == nil && c.Way.Saved == nil {
			continue // it cannot be spoken to
		}
		add := func(skill *a2aclient.Skill, inputs []a2aclient.Input) {
			for i := range inputs {
				doc, err := schema.Load(inputs[i].Schema)
				if err != nil {
					continue // its form says why
				}
				if s, ok := formgen.SuitedFrom(doc, v, isAlike); ok {
					all = append(all, suitedForm{agent: c.Agent, card: c, skill: skill, input: &inputs[i], Suited: s})
				}
				if n := countRows(v); n > 1 {
					if s, ok := formgen.SuitedFrom(doc, v.Index(0), isAlike); ok && !s.InList {
						all = append(all, suitedForm{agent: c.Agent, card: c, skill: skill, input: &inputs[i], rows: n, Suited: s})
					}
				}
			}
		}
		for i := range c.Card.Skills {
			add(&c.Card.Skills[i], c.Card.Skills[i].Inputs)
		}
		add(nil, c.Card.Inputs)
	}
	place := func(f suitedForm) (n int) {
		if f.isOf(own) {
			n = 2
		}
		return n + min(f.rows, 1)
	}
	slices.SortStableFunc(all, func(x, y suitedForm) int {
		return cmp.Or(place(x)-place(y), y.Required-x.Required, len(y.Fields)-len(x.Fields))
	})
	return all
}

// countRows counts the objects that a value is a list of; 0 for another value, and for more than are sent at once.
func countRows(v *ojson.Value) int {
	items := v.Items()
	if !v.Is(ojson.Array) || len(items) > each.MaxRows || slices.ContainsFunc(items, func(item *ojson.Value) bool { return !item.Is(ojson.Object) }) {
		return 0
	}
	return len(items)
}

// offerForms asks in which form something of a result is used.
func (r *resultUse) offerForms(m suitedMsg) tea.Cmd {
	if m.err != nil {
		r.host.Status = kit.Errorf("%s", m.err).Status
		return nil
	}
	r.host.Status = kit.Status{}
	if m.opened != nil && !m.isRead {
		if was := r.host.Origins.Changed(m.opened.Agent); was != "" {
			r.host.Status = kit.Errorf("the agent has moved from %s since you opened it: open it again to look at that", safe.Text(was).Line(0)).Status
			return nil
		}
		r.taken = append(r.taken, *m.opened)
	}
	if m.noCard != nil {
		r.host.Status = kit.Errorf("%s cannot be opened: %s", kit.Line(m.of.Name), kit.WhyNoCard(m.noCard)).Status
	}
	switch {
	case len(m.forms)+len(m.saved) == 0 && m.noCard != nil:
		return nil
	case len(m.forms)+len(m.saved) == 0 && m.isNoneOpen && m.opened == nil:
		r.host.Status = kit.Infof("no agent is open whose form could take %s", m.about).Status
		return nil
	case len(m.forms)+len(m.saved) == 0:
		r.host.Status = kit.Infof("no form has fields with the names and types of %s%s", m.about, m.awayNote()).Status
		return nil
	}
	if m.isRead {
		r.host.Status = m.readNote().Status
	}
	labels, notes := make([]string, len(m.forms)), make([]string, len(m.forms))
	for i := range m.forms {
		labels[i], notes[i] = r.offer(&m.forms[i])
	}
	if len(m.saved) > 0 {
		labels, notes = append(labels, "Saved agents…"), append(notes, "reads "+english.Plural(len(m.saved), "card", "cards"))
	}
	r.host.Overlay = kit.NewChooserAt(r.host, "Use "+m.about+" in", labels, notes, min(m.known, len(labels)-1), func(i int) tea.Cmd {
		if i == len(m.forms) {
			r.host.Status = kit.Infof("Reading the cards of the saved agents …").Status
			return r.lookAtSaved(m)
		}
		return r.useIn(m, m.forms[i])
	})
	return nil
}

// offer names a form, and its fields that are filled in, as many as there is space for.
func (r *resultUse) offer(f *suitedForm) (label, note string) {
	label = kit.InputName(*f.input)
	if f.skill != nil {
		label = kit.Line(f.skill.Name)
		if len(f.skill.Inputs) > 1 {
			label += ", " + kit.InputName(*f.input)
		}
	}
	if f.agent == nil || slices.ContainsFunc(r.taken, func(c kit.OpenCard) bool { return c.Agent == f.agent }) {
		label += " of " + f.agentName()
	}
	if f.rows > 0 {
		label += fmt.Sprintf(" for each of the %d rows", f.rows)
	}
	width, _ := r.host.DialogRoom()
	width -= lipgloss.Width("▌ " + label + "  ")
	note = strings.Join(f.Fields, ", ")
	for n := len(f.Fields) - 1; n > 0 && lipgloss.Width(note) > width; n-- {
		note = fmt.Sprintf("%s +%d", strings.Join(f.Fields[:n], ", "), len(f.Fields)-n)
	}
	return label, note
}

// readNote says what the cards of the saved agents have added.
func (m *suitedMsg) readNote() kit.Action {
	if added := len(m.forms) - m.known; added > 0 {
		return kit.Infof("%s of saved agents%s", english.Plural(added, "form", "forms"), m.awayNote())
	}
	return kit.Infof("no saved agent has a form for %s%s", m.about, m.awayNote())
}

// awayNote says how many saved agents did not answer.
func (m *suitedMsg) awayNote() string {
	if m.away == 0 {
		return ""
	}
	return fmt.Sprintf("; %s did not answer", english.Plural(m.away, "saved agent", "saved agents"))
}

// useIn opens a form, filled in; of a saved agent it opens that first.
func (r *resultUse) useIn(m suitedMsg, f suitedForm) tea.Cmd {
	if f.agent != nil && f.rows > 0 {
		return r.fillEach(m, f)
	}
	if f.agent != nil {
		data := f.Value.Compact()
		key := "result " + store.Digest(data)
		id := kit.FormID{Ref: key, Skill: skillID(f.skill), Name: f.input.Name}
		act := kit.Action{Push: r.desk.kept(id, func() kit.Screen {
			return form.NewFilled(r.host, f.agent, f.skill, f.input, data, formgen.Result, safe.Text(key))
		})}
		if s, ok := act.Push.(*form.Screen); ok {
			s.UseFedBy(m.fedBy(f))
		}
		act.Status = kit.Infof("Taken from %s: %s.", m.about, strings.Join(f.Labels, ", ")).Status
		return r.host.Perform(act)
	}
	h, top := r.host, r.screens.Top()
	return func() tea.Msg {
		d := h.Dial(h.Context, f.card.Card, h.Options.Store, f.card.Way)
		f.agent = d.Agent
		return openedForUseMsg{m, f, top, d.Err}
	}
}

// filledEachMsg has the forms that rows fill in, one each.
type filledEachMsg struct {
	like  *run.Plan
	batch *each.Batch
	about string
	top   kit.Screen // that was on top when it was asked for
	err   error
}

// fillEach fills in a form with each row.
func (r *resultUse) fillEach(m suitedMsg, f suitedForm) tea.Cmd {
	like := &run.Plan{Agent: f.agent, Skill: f.skill, Input: f.input, FedBy: m.fedBy(f)}
	numbers, rows, top, keep := m.from.Rows, m.value.Items(), r.screens.Top(), r.host.Options.Store
	about := m.about
	if len(numbers) == 0 {
		about = english.Plural(f.rows, "row", "rows") + " of " + m.about
	}
	return func() tea.Msg {
		var notSecret []string
		if keep != nil {
			notSecret = keep.NotSecret(kit.OriginOf(f.agent.Interface().URL))
		}
		batch, err := each.New(like, rows, each.Options{IsAlike: isAlike, Numbers: numbers, NotSecret: notSecret})
		return filledEachMsg{like, batch, about, top, err}
	}
}

// filledEach opens the review of a message for each row, unless the user has gone to another screen.
func (r *resultUse) filledEach(m filledEachMsg) tea.Cmd {
	switch {
	case m.top != r.screens.Top():
		return nil
	case m.err != nil:
		r.host.Status = kit.Errorf("%s", m.err).Status
		return nil
	}
	return r.host.Perform(kit.Action{Push: eachscreen.New(r.host, m.like, m.batch, m.about)})
}

// openedForUseMsg is a saved agent that was opened for a form of its.
type openedForUseMsg struct {
	of   suitedMsg
	form suitedForm
	top  kit.Screen // that was on top when it was asked for
	err  error
}

// openedForUse opens the form, unless the user has gone to another screen.
func (r *resultUse) openedForUse(m openedForUseMsg) tea.Cmd {
	switch {
	case m.top != r.screens.Top():
		return nil
	case m.err != nil:
		r.host.Status = kit.Errorf("%s", safe.Text(m.err.Error()).Line(0)).Status
		return nil
	}
	if was := r.host.Origins.Changed(m.form.agent); was != "" {
		r.host.Status = kit.Errorf("the agent has moved from %s since you opened it: open it again to look at that", safe.Text(was).Line(0)).Status
		return nil
	}
	m.form.card.Agent = m.form.agent
	r.taken = append(r.taken, m.form.card)
	return r.useIn(m.of, m.form)
}

// savedElsewhere are the user's saved agents that are not open.
func savedElsewhere(keep *store.Store, open []kit.OpenCard) []store.Saved {
	if keep == nil {
		return nil
	}
	list, _ := keep.Saved("")
	return slices.DeleteFunc(list, func(s store.Saved) bool {
		return slices.ContainsFunc(open, func(c kit.OpenCard) bool {
			return c.Ref == s.Ref() || c.Way.Saved != nil && c.Way.Saved.Name == s.Name
		})
	})
}

// savedTime is how long the cards of saved agents may take.
const savedTime = 5 * time.Second

// lookAtSaved reads the cards of the saved agents, and adds their forms. An agent that does not answer has none.
func (r *resultUse) lookAtSaved(m suitedMsg) tea.Cmd {
	h := r.host
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(h.Context, savedTime)
		defer cancel()
		cards := make([]kit.OpenCard, len(m.saved))
		var group sync.WaitGroup
		for i := range m.saved {
			safego.GoGroup(&group, func() {
				way := kit.DialOptions{Saved: &m.saved[i]}
				if card, err := a2aclient.Fetch(ctx, m.saved[i].Ref(), h.FetchOptions(way)...); err == nil {
					cards[i] = kit.OpenCard{Card: card, Way: way, Ref: m.saved[i].Ref()}
				}
			})
		}
		group.Wait()
		cards = slices.DeleteFunc(cards, func(c kit.OpenCard) bool { return c.Card == nil })
		forms := append(slices.Clone(m.forms), suitedForms(cards, m.value, m.own)...)
		return suitedMsg{about: m.about, from: m.from, value: m.value, top: m.top, forms: forms, isRead: true, known: len(m.forms), away: len(m.saved) - len(cards)}
	}
}
