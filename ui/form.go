package ui

import (
	"encoding/json"
	"errors"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store"
)

// formScreen is the form of one input schema. It stays as it is while other
// screens are on top, and for the whole session.
type formScreen struct {
	base
	agent *a2aclient.Agent
	skill *a2aclient.Skill
	input *a2aclient.Input

	form    *formgen.Form // nil until the schema is compiled
	failed  error         // why there is no form
	pages   []*huhform.Page
	filter  huhform.Filter
	stop    stop // the problem that was gone to last
	due     due
	presets []formgen.Preset // examples of the skill
	saved   []store.Preset   // of the user
	early   []tea.Msg        // typed before there was a form
	drafts  drafts

	notSecret []string // member names that hold no secret, by the user's word

	prefill json.RawMessage                       // what the agent knows already
	ofRun   safe.Raw                              // the run that is filled in again; its drafts are its own
	answer  func(data []byte, secret bool) action // takes what is filled in; nil for the review

	isValidating bool // a verdict is on its way
	asked        bool // review was asked for: open it with the next verdict
	edit         uint64
	refused      uint64       // the edit that was refused last
	sent         uint64       // the edit that was sent last
	taken        uint64       // the edit that the agent is known to have
	unconfirmed  *unconfirmed // what was sent, and whose outcome is unknown
}

func newForm(h *host, agent *a2aclient.Agent, skill *a2aclient.Skill, input *a2aclient.Input) *formScreen {
	return &formScreen{base: base{host: h}, agent: agent, skill: skill, input: input}
}

// newFormOfRun is a form that is filled in as in a run.
func newFormOfRun(h *host, agent *a2aclient.Agent, skill *a2aclient.Skill, input *a2aclient.Input, data json.RawMessage, id safe.Raw) *formScreen {
	s := newForm(h, agent, skill, input)
	s.prefill, s.ofRun = data, id
	return s
}

// useAgent goes on with another reading of the agent, whose schema is the same.
func (s *formScreen) useAgent(agent *a2aclient.Agent, skill *a2aclient.Skill, input *a2aclient.Input) {
	s.agent, s.skill, s.input = agent, skill, input
}

type formMsg struct {
	form    *formgen.Form
	presets []formgen.Preset
	err     error

	saved     []store.Preset
	notSecret []string
	file      *draftFile
	restored  restored
}

type validateMsg struct{}

type validatedMsg struct{ verdict formgen.Validation }

// init compiles the schema in a command, the first time.
func (s *formScreen) init() tea.Cmd {
	if s.form != nil {
		return nil
	}
	raw, prefill, from := s.input.Schema, s.prefill, formgen.Asked
	if !s.ofRun.IsEmpty() {
		from = formgen.LastRun
	}
	var examples []safe.Raw
	if s.skill != nil {
		examples = s.skill.Examples
	}
	keep := s.host.opts.Store
	file, saved, notSecret := s.draftFile(), s.loadSaved(), s.keptNames()
	return later(s, func() tea.Msg {
		doc, err := schema.Load(raw)
		if err != nil {
			return formMsg{err: err}
		}
		keepPanic(keep, doc)
		names := notSecret()
		doc.SetNotSecret(names)
		form := formgen.New(doc)
		if v, err := ojson.Parse(prefill, ojson.DataLimits); err == nil {
			form.LoadFrom(v, from)
		}
		return formMsg{form: form, presets: formgen.Presets(examples), saved: saved(), notSecret: names, file: file, restored: file.restore(form.Restore)}
	})
}

func (s *formScreen) update(msg tea.Msg) (action, tea.Cmd) {
	act, cmd := s.handle(msg)
	if s.form == nil {
		return act, cmd
	}
	return act, tea.Batch(cmd, s.keepDraft())
}

func (s *formScreen) handle(msg tea.Msg) (action, tea.Cmd) {
	switch msg := msg.(type) {
	case formMsg:
		act, early := s.take(msg), s.early
		s.early = nil
		return act, s.replay(early)
	case earlyMsg:
		act, cmd := s.update(msg[0])
		return act, tea.Batch(cmd, s.replay(msg[1:]))
	case notSecretMsg, saveDraftMsg, presetMsg, draftSavedMsg:
		return s.handleStored(msg)
	case validateMsg:
		return action{}, s.validate()
	case validatedMsg:
		act, cmd := s.validated(msg.verdict)
		s.sizePage() // problems of the whole page stand above it
		return act, cmd
	case editedMsg:
		return s.edited(msg)
	case completionsMsg:
		msg.show()
		return action{}, nil
	case lastRunMsg:
		s.lastRun(msg)
		return action{}, nil
	case loadedMsg:
		return s.loaded(msg)
	case tea.KeyPressMsg:
		if act, cmd, done := s.press(msg); done {
			return act, cmd
		}
	}
	if s.form == nil {
		s.keep(msg)
		return action{}, nil
	}
	event, cmd := s.page().Update(msg)
	act := s.follow(event)
	if event.NotSecret != "" {
		cmd = tea.Batch(cmd, s.clearSecret(event.NotSecret))
	}
	s.sizePage()
	return act, tea.Batch(cmd, s.changed())
}

func (s *formScreen) take(m formMsg) action {
	if s.form != nil {
		return action{}
	}
	s.form, s.presets, s.saved, s.failed = m.form, m.presets, m.saved, m.err
	s.notSecret = m.notSecret
	if s.form == nil {
		return action{}
	}
	s.edit, s.sent = s.form.Edit(), s.form.Edit()
	if !m.restored.saved.IsZero() {
		s.edit, s.sent = 0, 0
	}
	s.takeDraft(m.file, m.restored)
	s.open(s.form.Root())
	return s.restoredNote(m.restored)
}

// maxEarlyKeys bounds the keys that are kept while the schema is read.
const maxEarlyKeys = 64

// keep holds on to what is typed or pasted before there is a form to type in.
func (s *formScreen) keep(msg tea.Msg) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg:
		if len(s.early) < maxEarlyKeys {
			s.early = append(s.early, msg)
		}
	}
}

// earlyMsg is what was typed or pasted before there was a form, and is not in it yet.
type earlyMsg []tea.Msg

// replay types early into the form, one message after the other.
func (s *formScreen) replay(early earlyMsg) tea.Cmd {
	if len(early) == 0 {
		return nil
	}
	return later(s, func() tea.Msg { return early })
}

// press handles the keys of the screen around the page.
func (s *formScreen) press(msg tea.KeyPressMsg) (action, tea.Cmd, bool) {
	if key.Matches(msg, keys.Back) {
		return s.goBack(), nil, true
	}
	if s.form == nil || s.page().IsPicking() {
		return action{}, nil, false
	}
	switch {
	case key.Matches(msg, keys.Review):
		s.asked = true
		return action{}, s.validate(), true
	case key.Matches(msg, keys.WholeJSON):
		return s.flipWhole(), s.changed(), true
	case key.Matches(msg, keys.Editor):
		act, cmd := s.openEditor()
		return act, cmd, true
	case key.Matches(msg, keys.Presets):
		return action{}, s.openPresets(), true
	case key.Matches(msg, keys.Load):
		return action{}, s.askForFile(s.loadTarget()), true
	case key.Matches(msg, keys.Copy):
		act, cmd := s.copyJSON()
		return act, cmd, true
	case key.Matches(msg, huhform.Keys.NextProblem):
		return s.nextProblem(), nil, true
	case key.Matches(msg, keys.Filter):
		s.filter = s.filter.Next()
		for _, p := range s.pages {
			p.SetFilter(s.filter)
		}
		return action{}, nil, true
	case key.Matches(msg, keys.Search):
		s.openSearch()
		return action{}, nil, true
	}
	return action{}, nil, false
}

// copyJSON puts the focused place into the clipboard of the terminal, the whole
// form where the place has no value.
func (s *formScreen) copyJSON() (action, tea.Cmd) {
	x := s.page().Focused()
	if x.Presence() != formgen.Set {
		x = s.form.Root()
	}
	if huhform.HoldsSecret(s.form, x) {
		return errorf("a secret is filled in, and it is not copied"), nil
	}
	text := x.JSON()
	if text == "" {
		return infof("there is nothing to copy yet"), nil
	}
	return infof("%s is copied as JSON, where the terminal allows it", nameOf(x)), tea.SetClipboard(text)
}

// flipWhole turns the whole form into JSON text and back.
func (s *formScreen) flipWhole() action {
	event := huhform.FlipJSON(s.form, s.form.Root())
	if event.Bad {
		s.page().Seek(event)
	} else {
		s.resetPages()
	}
	return s.follow(event)
}

// validateDelay lets a burst of keys share one verdict.
const validateDelay = 30 * time.Millisecond

// changed asks for a verdict if the form has changed.
func (s *formScreen) changed() tea.Cmd {
	if s.form.Edit() == s.edit || s.isValidating {
		return nil
	}
	s.isValidating = true
	return after(s, validateDelay, validateMsg{})
}

// validate captures the value and validates it outside Update.
func (s *formScreen) validate() tea.Cmd {
	s.isValidating = true
	s.edit = s.form.Edit()
	validate := s.form.Validate()
	return later(s, func() tea.Msg { return validatedMsg{validate()} })
}

// validated handles a validation result; if the user asked for the review, it opens now.
func (s *formScreen) validated(verdict formgen.Validation) (action, tea.Cmd) {
	s.isValidating = false
	if !s.asked {
		s.form.Accept(verdict)
		return action{}, s.changed()
	}
	data, err := s.form.SubmitWith(verdict)
	if errors.Is(err, formgen.ErrChanged) {
		return action{}, s.validate()
	}
	s.asked = false
	forced := false
	if err != nil && s.refused == s.form.Edit() {
		anyway, refused := s.form.SubmitAnyway(verdict)
		data, err, forced = anyway, refused, refused == nil
	}
	if err != nil {
		s.refused = s.form.Edit()
		return s.refuse(err), nil
	}
	if s.answer != nil {
		s.sent = s.form.Edit()
		return s.answer(data, verdict.HoldsSecret()), nil
	}
	plan := &run.Plan{Agent: s.agent, Skill: s.skill, Input: s.input, Data: data, Private: verdict.HoldsSecret()}
	notices := s.notices()
	if s.isUnconfirmed() {
		plan.Request().MessageID = s.unconfirmed.MessageID
		notices = append(notices, s.unconfirmed.warning())
	}
	if forced {
		notices = append(notices, "no value satisfies the schema; this one is sent as it is")
		return action{push: newReview(s.host, plan, notices, s)}, nil
	}
	return s.review(plan, notices), nil
}

// review shows what will be sent, or sends it at once where the user wants that
// and there is nothing to ask.
func (s *formScreen) review(plan *run.Plan, notices []string) action {
	r := newReview(s.host, plan, notices, s)
	if !s.host.opts.SkipReview || s.isUnconfirmed() || r.failed != nil || len(plan.Agent.Missing()) > 0 {
		return action{push: r}
	}
	sent := r.send()
	sent.pop = 0 // the review was never shown
	return sent
}

// isUnconfirmed reports that the form is as it was sent, and whose outcome is unknown.
func (s *formScreen) isUnconfirmed() bool {
	return s.unconfirmed != nil && s.unconfirmed.edit == s.form.Edit()
}

// refuse goes to the first problem.
func (s *formScreen) refuse(err error) action {
	var refused *formgen.Refused
	if errors.As(err, &refused) && len(refused.Problems) > 0 {
		s.goToProblem(refused.Problems[0].Field)
	}
	more := ""
	if refused != nil && len(refused.Problems) > 1 {
		more = "; f6 goes to the next"
	}
	return errorf("not sent: %s%s", err, more)
}

func (s *formScreen) layout(w, h int) {
	s.base.layout(w, h)
	s.sizePage()
}

func (s *formScreen) sizePage() {
	if len(s.pages) > 0 {
		s.page().SetSize(s.width, max(s.height-len(s.head()), 1))
	}
}

func (s *formScreen) restyle() {
	for _, p := range s.pages {
		p.SetStyles(s.styles().form)
	}
}

func (s *formScreen) hiddenLines() int {
	if s.form == nil {
		return 0
	}
	return s.page().Below()
}

func (s *formScreen) title() string {
	if s.skill == nil {
		return inputName(*s.input)
	}
	return line(s.skill.Name)
}

func (s *formScreen) isTyping() bool { return s.form != nil && s.page().IsTyping() }

func (s *formScreen) isDirty() bool { return s.form != nil && s.form.Edit() != s.sent }
