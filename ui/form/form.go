// Package form has the screens between a skill and its task: the form of an input schema,
// with drafts, presets and files, and the review of the request.
package form

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"a2aform/internal/safego"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// Screen is the form of one input schema. It stays as it is while other
// screens are on top, and for the whole session.
type Screen struct {
	kit.Base
	target
	Chat kit.FormID // where a text is written instead, if the form is one with slots

	Form    *formgen.Form    // nil until the schema is compiled
	failed  error            // why there is no form
	editor  *valueEditor     // of the form, nil until there is one
	presets []formgen.Preset // examples of the skill

	startFrom int            // the number of an example or preset to fill in; 0 for none
	saved     []store.Preset // of the user
	hasRun    bool           // an earlier run was filled in with this form
	early     early          // typed before there was a form
	drafts    drafts
	parts     PartList // of the message, besides the form

	notSecret []string // member names that contain no secret, by the user's word

	prefill json.RawMessage // what is known already
	known   formgen.Origin  // where that comes from
	ofRun   safe.Raw        // what it is filled in with, such as a run; its drafts are its own
	fedBy   *runfile.FedBy  // the result that filled it in; nil for none
	use     *Use            // nil for a message

	isValidating bool // a verdict is on its way
	asked        bool // review was asked for: open it with the next verdict
	anyway       bool // it was asked for although the value breaks its schema
	edit         uint64
	refused      uint64           // the edit that was refused last
	sent         uint64           // the edit that was sent last
	atOnce       bool             // it is sent without a review from now on
	first        uint64           // the edit that it began with
	taken        uint64           // the edit that the agent is known to have
	rejection    safe.Raw         // why the agent rejected what was sent last; empty once it is sent again
	unconfirmed  *kit.Unconfirmed // what was sent, and whose outcome is unknown
}

// New is the form of a schema of a skill, or of the agent itself where skill is nil.
func New(h *kit.Host, agent *a2aclient.Agent, skill *a2aclient.Skill, input *a2aclient.Input) *Screen {
	s := &Screen{Base: kit.Base{Host: h}, target: target{h, agent, skill, input}}
	s.drafts.host, s.drafts.to = h, s
	return s
}

// ReadyMsg is a form whose schema was compiled, with what is kept for it.
type ReadyMsg struct {
	Form    *formgen.Form
	presets []formgen.Preset
	err     error

	saved     []store.Preset
	notSecret []string
	file      *kit.DraftFile
	restored  kit.RestoredDraft
	parts     PartList
}

type validateMsg struct{}

type validatedMsg struct{ verdict formgen.Validation }

// Init compiles the schema in a command, the first time. A form that comes back begins where something is to be done.
func (s *Screen) Init() tea.Cmd {
	if s.Form != nil {
		s.Begin()
		return s.changed()
	}
	raw, prefill, from := s.Input.Schema, s.prefill, s.known
	presets := kit.Presets(s.skill, s.Input)
	keep, warnNumbers := s.Host.Options.Store, s.agent.NumberWarning()
	saved, notSecret := s.loadSaved(), s.keptNames()
	var file *kit.DraftFile // the question of a task is answered while the task waits, and not another day
	if s.use == nil {
		file = s.draftFile(s.ofRun)
	}
	ready := kit.Later(s, func() tea.Msg {
		doc, err := schema.Load(raw)
		if err != nil {
			return ReadyMsg{err: err}
		}
		keepPanic(keep, doc)
		names := notSecret()
		doc.SetNotSecret(names)
		doc.SetNumberWarning(warnNumbers)
		form := formgen.New(doc)
		switch v, err := ojson.Parse(prefill, ojson.DataLimits); {
		case err != nil:
		case from == formgen.Result:
			form.FillIn(v, from)
		default:
			form.LoadFrom(v, from)
		}
		ready := ReadyMsg{Form: form, presets: presets, saved: saved(), notSecret: names, file: file}
		ready.restored = file.Restore(func(draft []byte) error {
			ready.parts = RestoredParts(draft)
			return form.Restore(draft)
		})
		return ready
	})
	return tea.Batch(ready, s.findRun())
}

// Begin puts the focus where something is to be done, else on the first field, as in a form that is opened. It stays on a field that the agent
// refused.
func (s *Screen) Begin() {
	if s.Form != nil && len(s.editor.page().Focused().Warnings()) == 0 {
		s.editor.focusDue()
	}
}

func (s *Screen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	act, cmd := s.handle(msg)
	if s.Form == nil {
		return act, cmd
	}
	return act, tea.Batch(cmd, s.keepDraft())
}

func (s *Screen) handle(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case ReadyMsg:
		return s.typeEarly(s.Take(msg))
	case notSecretMsg, kit.SaveDraftMsg, presetMsg, kit.DraftSavedMsg:
		return s.handleStored(msg)
	case kit.QuietMsg:
		if s.editor != nil {
			s.editor.quiet.Hear(msg)
		}
		return kit.Action{}, nil
	case validateMsg:
		return kit.Action{}, s.validate()
	case validatedMsg:
		act, cmd := s.validated(msg.verdict)
		s.editor.sizePage() // problems of the whole page are above it
		return act, cmd
	case kit.EditedMsg:
		return s.editor.edited(msg)
	case kit.CompletionsMsg:
		msg.Show()
		return kit.Action{}, nil
	case readMsg:
		return s.editor.offerRead(msg), nil
	case hasRunMsg:
		s.hasRun = true
		return kit.Action{}, nil
	case lastRunMsg:
		if s.Host.Overlay == msg.list { // what has a number is above it
			s.list(s.offers(&msg.preset))
		}
		return kit.Action{}, nil
	case loadedMsg:
		return s.editor.loaded(msg)
	case tea.KeyPressMsg:
		if act, cmd, done := s.press(msg); done {
			return act, cmd
		}
	}
	if s.Form == nil {
		s.early.keep(msg)
		return kit.Action{}, nil
	}
	event, act, cmd := s.editor.update(msg)
	if event.NotSecret != "" {
		cmd = tea.Batch(cmd, s.clearSecret(event.NotSecret))
	}
	return act, tea.Batch(cmd, s.changed())
}

// Take shows a form that is ready.
func (s *Screen) Take(m ReadyMsg) kit.Action {
	if s.Form != nil {
		return kit.Action{}
	}
	s.Form, s.presets, s.saved, s.failed = m.Form, m.presets, m.saved, m.err
	s.notSecret = m.notSecret
	if s.Form == nil {
		return kit.Action{}
	}
	s.edit, s.sent, s.first = s.Form.Edit(), s.edits(), s.edits()
	if !m.restored.Saved.IsZero() {
		s.edit, s.sent, s.parts = 0, 0, m.parts
	}
	s.unconfirmed = s.drafts.start(m.file, m.restored, s.edits())
	s.editor = &valueEditor{host: s.Host, owner: s, form: s.Form, width: s.Width, height: s.Height, showsJSON: !s.isSlots()}
	s.editor.reset()
	if s.startFrom > 0 {
		s.loadStart()
		return kit.Action{}
	}
	return restoredNote(m.restored)
}

// press handles the keys of the screen around the page.
func (s *Screen) press(msg tea.KeyPressMsg) (kit.Action, tea.Cmd, bool) {
	if s.Form != nil && s.editor.pasted != nil {
		act, cmd := s.editor.decidePasted(msg)
		return act, tea.Batch(cmd, s.changed()), true
	}
	if s.Form != nil && s.editor.onButton() {
		if q := &s.editor.quiet; q.IsWaiting() && msg.Code == tea.KeyEnter {
			return kit.Action{}, q.Begin(s, s.Host.Options.HoldGuard), true
		}
		var act kit.Action
		if act, msg = s.editor.pressButton(msg); msg == (tea.KeyPressMsg{}) {
			return act, nil, true
		}
	}
	return kit.Press(msg, s.ownKeys())
}

// askReview asks for the review, which opens once the value was validated.
func (s *Screen) askReview() (kit.Action, tea.Cmd) {
	s.anyway = false
	if s.editor.page().FocusTypedName() {
		s.editor.focusButton(0)
		return kit.Errorf("The name is typed and not added. Press Enter to add it, or delete it."), nil
	}
	event, ok := s.editor.page().TakeTyped()
	if !ok {
		return s.editor.follow(event), nil
	}
	s.asked = true
	return s.editor.follow(event), s.validate()
}

// validateDelay lets a burst of keys share one verdict.
const validateDelay = 30 * time.Millisecond

// changed asks for a verdict if the form has changed.
func (s *Screen) changed() tea.Cmd {
	if s.Form.Edit() == s.edit || s.isValidating {
		return nil
	}
	s.isValidating = true
	return kit.After(s, validateDelay, validateMsg{})
}

// afterEdit asks for a verdict and for a draft.
func (s *Screen) afterEdit() tea.Cmd { return tea.Batch(s.changed(), s.keepDraft()) }

// validate captures the value and validates it outside Update.
func (s *Screen) validate() tea.Cmd {
	s.isValidating = true
	s.edit = s.Form.Edit()
	validate := s.Form.Validate()
	return kit.Later(s, func() tea.Msg { return validatedMsg{validate()} })
}

// validated handles a validation result; if the user asked for the review, it opens now.
func (s *Screen) validated(verdict formgen.Validation) (kit.Action, tea.Cmd) {
	s.isValidating = false
	if !s.asked {
		s.Form.Accept(verdict)
		return kit.Action{}, s.changed()
	}
	data, err := s.Form.SubmitWith(verdict)
	if errors.Is(err, formgen.ErrChanged) {
		return kit.Action{}, s.validate()
	}
	s.asked = false
	var doubts []string
	if err != nil {
		anyway, refused := s.Form.SubmitAnyway(verdict)
		switch {
		case s.Input.IsGuess && refused == nil:
			data, doubts = anyway, doubtsOf(err)
		case s.anyway && refused == nil:
			return s.submit(anyway, verdict.HoldsSecret(), []string{"it breaks its schema: " + err.Error()}, true), nil
		default:
			return s.refuse(err, refused == nil), nil
		}
	}
	if s.use != nil {
		s.sent = s.edits()
		return s.use.Do(data, verdict.HoldsSecret()), nil
	}
	return s.submit(data, verdict.HoldsSecret(), doubts, false), nil
}

// submit makes the message, and shows it for review.
func (s *Screen) submit(data []byte, isPrivate bool, notices []string, isInvalid bool) kit.Action {
	plan := &run.Plan{Agent: s.agent, Skill: s.skill, Input: s.Input, Data: data, Private: isPrivate, Invalid: isInvalid, FedBy: s.fedBy, Earlier: s.ofRun}
	if at, err := s.parts.Check(); err != nil {
		return kit.Action{Push: s.openParts().At(at), Status: kit.Errorf("Not sent. %s", kit.Sentence(err.Error())).Status}
	}
	s.editor.unused = nil
	s.parts.apply(plan)
	notices = append(append(s.notes().notices(), s.parts.Notices(s.Input.Tag)...), notices...)
	if s.isUnconfirmed() {
		plan.Request().MessageID = s.unconfirmed.MessageID
		notices = append(notices, s.unconfirmed.Warning())
	}
	if isInvalid {
		return kit.Action{Push: NewReview(s.Host, plan, notices, s)}
	}
	return s.review(plan, notices)
}

// review shows what will be sent, or sends it at once where the user wants that
// and there is nothing to ask.
func (s *Screen) review(plan *run.Plan, notices []string) kit.Action {
	r := NewReview(s.Host, plan, notices, s)
	if !s.sendsAtOnce() || s.isUnconfirmed() || r.failed != nil || len(plan.Agent.Missing()) > 0 || kit.PriceNotice(plan.Agent) != "" {
		s.editor.leaveButtons()
		return kit.Action{Push: r}
	}
	sent := r.send()
	sent.Pop = 0 // the review was never shown
	return sent
}

// sendsAtOnce reports that the user wants no review, of this form or of any.
func (s *Screen) sendsAtOnce() bool { return s.Host.Options.SkipReview || s.atOnce }

// isUnconfirmed reports that the form is as it was sent, and whose outcome is unknown.
func (s *Screen) isUnconfirmed() bool {
	return s.unconfirmed != nil && s.unconfirmed.Edit == s.edits()
}

// refuse goes to the first problem, or to the next one if nothing has changed since; canSend says that the value can be sent all the same.
// It says what is wrong there. All problems are told at their fields and counted above them.
func (s *Screen) refuse(err error, canSend bool) kit.Action {
	text, isAgain := "Not sent.", s.refused == s.Form.Edit()
	s.refused = s.Form.Edit()
	var refused *formgen.Refused
	switch hasFields := errors.As(err, &refused) && len(refused.Problems) > 0; {
	case hasFields && isAgain:
		s.editor.nextProblem()
		if i := slices.IndexFunc(refused.Problems, func(p formgen.Located) bool { return s.editor.isAt(p.Field) }); i >= 0 {
			text = "Not sent: " + words.Statement(refused.Problems[i]) + "."
		}
	case hasFields:
		s.editor.goToProblem(refused.Problems[0].Field)
		text = "Not sent: " + words.Statement(refused.Problems[0]) + "."
		if n := len(refused.Problems); n > 1 && !slices.ContainsFunc(refused.Problems, func(p formgen.Located) bool { return p.Problem.Keyword != "required" }) {
			text = fmt.Sprintf("Not sent: %d fields are missing; this is the first.", n)
		}
	default:
		text += " " + kit.Sentence(err.Error()) + "."
	}
	if canSend && !s.ofRun.IsEmpty() {
		text += " “" + kit.Keys.SendAnyway.Help().Desc + "” of " + shortcut.InProse(kit.Keys.Palette) + " sends it as it is."
	}
	return kit.Errorf("%s", text)
}

// maxNamed is how many fields are named that differ from a schema that is a guess.
const maxNamed = 3

// doubtsOf says where a value differs from a schema that is a guess.
func doubtsOf(err error) (texts []string) {
	var refused *formgen.Refused
	if errors.As(err, &refused) {
		for _, p := range refused.Problems[:min(len(refused.Problems), maxNamed)] {
			if p.Problem.Keyword == "required" {
				texts = append(texts, p.Field.Path()+" is empty, but every example has it")
				continue
			}
			texts = append(texts, p.Field.Path()+" is not as in the examples: "+words.Brief(p.Field, p.Problem))
		}
	}
	return texts
}

func (s *Screen) Layout(w, h int) {
	s.Base.Layout(w, h)
	if s.editor != nil {
		s.editor.layout(w, h)
	}
}

// SetAside says whether a screen beside this one has the keys.
func (s *Screen) SetAside(aside bool) {
	if s.editor != nil {
		s.editor.setAside(aside)
	}
}

func (s *Screen) Restyle() {
	if s.editor != nil {
		s.editor.restyle()
	}
}

func (s *Screen) HiddenLines() int {
	if s.Form == nil {
		return 0
	}
	return s.editor.page().Below()
}

// commands are the last things one does with the form.
func (s *Screen) commands() []command {
	all := []command{{"Review & send", kit.Keys.Review}}
	switch {
	case s.use != nil:
		all = []command{{s.use.Button, kit.Keys.Review}}
	case s.sendsAtOnce():
		all = []command{{"Send again", kit.Keys.Review}}
	}
	if s.hasOffers() {
		all = append(all, command{"Start from…", kit.Keys.Presets})
	}
	return all
}

// Buttons are those below the fields.
func (s *Screen) Buttons() []kit.Button {
	if s.Form == nil || !s.editor.place().hasPanes {
		return nil
	}
	return s.editor.drawn()
}

func (s *Screen) IsTyping() bool { return s.Form != nil && s.editor.page().IsTyping() }

// IsFree implements [kit.LetterFree]. Headings and buttons take no letters; what is typed
// before the form is there goes into it.
func (s *Screen) IsFree(string) bool {
	if s.Form == nil {
		return s.failed != nil
	}
	return !s.editor.page().TakesLetters()
}

func (s *Screen) IsDirty() bool {
	return s.Form != nil && s.edits() != s.sent && (len(s.Form.Origins()) > 0 || !s.parts.IsPlain()) // a blank form loses nothing
}

// WasEdited reports a form that contains more than what it began with.
func (s *Screen) WasEdited() bool { return s.Form != nil && s.edits() != s.first }

// IsComplete reports that all required fields are filled in.
func (s *Screen) IsComplete() bool { n := s.Form.Counts(); return n.Filled == n.Required }

// IsMessage reports a form whose data is sent as a message of its own.
func (s *Screen) IsMessage() bool { return s.use == nil }

// IsAnswer reports a form with which an agent asks: what is filled in is sent without a review.
func (s *Screen) IsAnswer() bool { return s.use != nil && s.use.Origin == formgen.Asked }

// HasExamples reports examples or presets to begin with.
func (s *Screen) HasExamples() bool { return len(s.presets)+len(s.saved) > 0 }

// hasOffers reports that there is more to begin with than a blank form and files.
func (s *Screen) hasOffers() bool { return s.HasExamples() || s.hasRun || s.taken != 0 }

// isSlots reports a form whose values go into a text.
func (s *Screen) isSlots() bool { return s.Input.Template != nil && s.use == nil && s.Form != nil }

// openPlainText goes on in the chat of the skill, with the text as far as it is filled in.
func (s *Screen) openPlainText() kit.Action {
	act := s.Host.Nav.OpenChat(s.Chat, s.agent, s.skill)
	if s.WasEdited() {
		act = kit.StartWith(act, safe.Text(s.Input.Text([]byte(s.Form.Root().JSON()))))
	}
	act.Pop = 1
	return act
}

// goBack takes a filter of choices away, leaves the page, then the screen.
func (s *Screen) goBack() kit.Action {
	s.asked = false
	switch {
	case s.Form != nil && s.editor.back():
		return kit.Action{}
	case s.isSlots():
		return s.openPlainText()
	}
	return s.Back()
}

// Click focuses a field, or does what its row is for.
func (s *Screen) Click(column, line int) (kit.Action, tea.Cmd) {
	if s.Form == nil {
		return kit.Action{}, nil
	}
	act, button := s.editor.click(column, line)
	if button != (tea.KeyPressMsg{}) {
		act, cmd, _ := kit.Press(button, s.ownKeys())
		return act, cmd
	}
	return act, s.afterEdit()
}

func (s *Screen) Wheel(lines int) {
	if s.Form != nil {
		s.editor.page().Wheel(lines)
	}
}

// keepPanic keeps a report of a panic of the validator while it compiled a schema. The
// form opens without checks, and its notice says so.
func keepPanic(keep *store.Store, doc *schema.Document) {
	if p := doc.Panic(); p != nil {
		_, _ = keep.KeepFault((&safego.Fault{Cause: p.Cause, Stack: p.Stack}).Report())
	}
}
