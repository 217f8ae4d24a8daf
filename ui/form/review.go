package form

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// Review shows exactly what will be sent, and sends it.
type Review struct {
	kit.Base
	plan    *run.Plan
	preview *a2aclient.Preview
	failed  error
	notices []string
	asked   bool // about extensions that are required and not known
	shown   int  // which of the views has the pane
	lines   kit.Scroll
	beside  []string  // the lines of another view, where there is space for one
	pressed time.Time // the last key
	opened  time.Time
	quiet   kit.Quiet // enter or ctrl+s, one of which may have opened it

	replaces bool // the run takes the place of the finished one below

	from     *filledIn         // nil where no form was
	values   shownValues       // in the words of a form
	doubtful []*formgen.Field  // of the form that was
	edit     func() kit.Action // opens the form, or the chat, with what is sent; nil where esc goes back to it, or nothing can
}

// NewReview is the review of a plan; from is the form it comes from, nil for none.
func NewReview(h *kit.Host, plan *run.Plan, notices []string, from *Screen) *Review {
	s := &Review{Base: kit.Base{Host: h}, plan: plan, notices: notices, opened: time.Now()}
	if from != nil {
		s.from, s.doubtful = newFilledIn(from), doubtfulFields(from.Form)
		s.values = shownValues{from.Form, s.from.origins, s.from.leftOut}
	} else if form := plan.Form(); form != nil {
		s.values = shownValues{form: form, leftOut: form.LeftOut()}
	}
	if as := plan.AnswerAs; as != nil {
		s.notices = append(s.notices, "the agent is asked to answer with "+as.About())
	}
	if plan.SkillHint && plan.Skill != nil {
		s.notices = append(s.notices, "the skill's id "+kit.Line(plan.Skill.ID)+" goes along, as metadata.skillId")
	}
	if pricing := kit.PriceNotice(plan.Agent); pricing != "" {
		s.notices = append(s.notices, pricing)
	}
	if notice := plan.Notice(); notice != "" && !slices.ContainsFunc(s.doubtful, func(x *formgen.Field) bool {
		return len(x.Warnings()) > 0 && x.Warnings()[0].Keyword == schema.Rounding
	}) {
		s.notices = append([]string{notice}, s.notices...)
	}
	s.preview, s.failed = plan.Preview()
	return s
}

// NewRepeat is the review of a message that was sent before. Its run takes the place of that one, whose screen is below.
func NewRepeat(h *kit.Host, plan *run.Plan) *Review {
	s := NewReview(h, plan, nil, nil)
	s.replaces = true
	return s
}

// WithEdit lets the message be edited: edit opens its form, or its chat, in the place of the review.
func (s *Review) WithEdit(edit func() kit.Action) *Review {
	s.edit = func() kit.Action {
		act := edit()
		if act.Push != nil {
			act.Pop = 1
		}
		return act
	}
	return s
}

// Init waits until the key that opened the review is not held any more, and looks for warnings on what comes from no form.
func (s *Review) Init() tea.Cmd {
	quiet := s.quiet.Begin(s, s.Host.Options.HoldGuard)
	if s.from != nil || s.values.form == nil {
		return quiet
	}
	validate := s.values.form.Validate()
	return tea.Batch(quiet, kit.Later(s, func() tea.Msg { return validatedMsg{validate()} }))
}

func (s *Review) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	if verdict, ok := msg.(validatedMsg); ok && s.values.form.Accept(verdict.verdict) {
		s.doubtful = doubtfulFields(s.values.form)
		s.redraw()
		return kit.Action{}, nil
	}
	if end, ok := msg.(kit.QuietMsg); ok && s.quiet.Hear(end) {
		return s.send(), nil
	}
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return kit.Action{}, nil
	}
	since := time.Since(s.pressed)
	s.pressed = time.Now()
	switch {
	case key.Matches(press, kit.Keys.Send, kit.Keys.Review) && since < s.Host.Options.PasteGuard && !s.quiet.IsWaiting():
		return ignored(press), s.quiet.Begin(s, s.Host.Options.HoldGuard)
	case s.failed == nil && key.Matches(press, kit.Keys.Send, kit.Keys.Review):
		tooSoon := s.quiet.IsWaiting()
		counts, cmd := s.quiet.Press(s, press, s.Host.Options.HoldGuard)
		switch {
		case counts:
			return s.send(), cmd
		case tooSoon:
			return ignored(press), cmd
		}
		return kit.Action{}, cmd
	}
	act, cmd, done := kit.Press(press, s.Keys())
	if !done {
		s.lines.Press(press)
	}
	return act, cmd
}

// ignored says that a key does not send, as it may be held or pasted.
func ignored(press tea.KeyPressMsg) kit.Action {
	return kit.Infof("%s came right after another key and was ignored: press it again", press)
}

// send starts the run; its screen takes the place of the review, so that going
// back leads to the form.
func (s *Review) send() kit.Action {
	if s.failed != nil {
		return kit.Errorf("this cannot be sent: %s", s.failed)
	}
	if missing := s.plan.Agent.Missing(); len(missing) > 0 && !s.asked {
		s.askForExtensions(missing)
		return kit.Action{}
	}
	opts := s.Host.RunOptions()
	if s.from != nil {
		s.from.screen.sent, opts.Leaving = s.from.edit, s.from.leaving()
		s.from.screen.rejection = safe.Raw{}
	}
	var from kit.Sender
	if s.from != nil {
		from = s.from
	}
	act := kit.Action{Pop: 1, Push: s.Host.Nav.StartTask(run.Start(s.Host.Context, s.plan, opts), from)}
	if s.replaces {
		act.Pop++
	}
	return act
}

// sendAtOnce sends, and lets the form be sent without a review from now on.
func (s *Review) sendAtOnce() kit.Action {
	s.from.screen.atOnce = true
	act := s.send()
	if act.Push != nil {
		act.Status = kit.Infof("%s in this form sends at once now", shortcut.InProse(kit.Keys.Review)).Status
	}
	return act
}

// askForExtensions asks what to do about extensions that the agent requires and
// a2aform does not know.
func (s *Review) askForExtensions(missing []safe.Raw) {
	shown := make([]string, len(missing))
	for i, uri := range missing {
		shown[i] = uri.Line(120).String()
	}
	s.Host.Overlay = kit.NewChooser(s.Host, "The agent requires what a2aform does not know: "+strings.Join(shown, ", "),
		[]string{"activate and review again", "send without            "}, []string{"its rules are yours to follow", "the agent may refuse"},
		func(i int) tea.Cmd {
			s.asked = true
			if i == 1 {
				return s.Host.Perform(s.send())
			}
			s.activate()
			return nil
		})
}

// activate lets the plan be sent with what the agent requires.
func (s *Review) activate() {
	agent, err := s.plan.Agent.Complying()
	if err != nil {
		s.failed = err
	} else {
		s.plan.Agent = agent
		s.preview, s.failed = s.plan.Preview()
	}
	s.redraw()
}

func (s *Review) Layout(w, h int) {
	s.Base.Layout(w, h)
	s.redraw()
}

func (s *Review) Restyle() { s.redraw() }

// redraw draws what is shown.
func (s *Review) redraw() {
	l := s.place()
	if l.beside.IsShown() {
		s.shown = 0
	}
	width, height := l.text()
	s.lines.Height = max(height, 1)
	s.lines.Set(s.content(width))
	if s.beside = nil; l.beside.IsShown() && s.failed == nil {
		width, _ := l.beside.Inside()
		s.beside = s.draw(s.views()[besideView], width)
	}
}

// switchView shows the other view.
func (s *Review) switchView() {
	s.shown = 1 - s.shown
	s.lines.Top = 0
	s.redraw()
}

// content are the lines of the view that is shown, below what to know of it.
func (s *Review) content(width int) []string {
	if s.failed != nil {
		return kit.ErrorLines(s.Styles(), s.failed, width)
	}
	all := s.views()
	st, shown := s.Styles(), len(s.notices)
	if shown > maxNotices+1 {
		shown = maxNotices
	}
	lines := append(s.metadataLines(width), noticeLines(st, s.notices[:shown], width)...)
	if n := len(s.notices) - shown; n > 0 {
		lines = append(lines, st.Warn.Render(fmt.Sprintf("! and %d more below the data", n)))
	}
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	lines = append(lines, s.draw(all[s.shown], width)...)
	if shown < len(s.notices) {
		lines = append(append(lines, ""), noticeLines(st, s.notices[shown:], width)...)
	}
	return lines
}

// draw draws a view. Only that of the values masks a secret.
func (s *Review) draw(v view, width int) []string {
	if s.plan.Private && v.name != "Values" {
		return kit.Wrap(s.secretNote(), width, 0, s.Styles().Warn)
	}
	return v.draw(width)
}

// secretNote stands in place of data that holds a secret.
func (s *Review) secretNote() string {
	return fmt.Sprintf("The data holds a secret, so it is not shown and not kept: %d bytes, sent as they were typed.", len(s.preview.Body))
}

// view is one view of what is sent.
type view struct {
	name string
	draw func(width int) []string
}

// besideView is the view that is beside the first one, where there is space, instead of in its place.
const besideView = 1

// views are the views of what is sent, one or two, the plainest first.
func (s *Review) views() []view {
	switch {
	case len(s.plan.Parts) > 0:
		return []view{{"Parts", s.parts}}
	case s.plan.Data == nil:
		return []view{{"Message", s.message}}
	case s.hasSlots() && s.values.form != nil:
		return []view{{"Message", s.message}, {"Values", s.filledIn}}
	case s.values.form == nil:
		return []view{{"JSON", s.data}}
	}
	return []view{{"Values", s.filledIn}, {"JSON", s.data}}
}

// hasSlots reports values that go into a text.
func (s *Review) hasSlots() bool {
	return s.plan.Data != nil && s.plan.Input != nil && s.plan.Input.Template != nil
}

// message is the text that is sent.
func (s *Review) message(width int) []string {
	text := s.plan.Text
	if s.hasSlots() {
		text = s.plan.Input.Text(s.plan.Data)
	}
	return kit.Wrap(safe.Text(text).Block(0).String(), width, 0, s.Styles().Text)
}

// openRequest shows the request of HTTP, byte for byte, and how it was chosen.
func (s *Review) openRequest() kit.Action {
	width, _ := s.FrameRoom()
	head := s.preview.Method + " " + safe.Text(s.preview.URL).Line(0).String()
	headers := requestHeaders(s.preview.Header)
	lines := func() (lines []string) {
		body := safe.Text(string(s.preview.Body)).Line(1 << 16).String()
		if s.plan.Private {
			body = s.secretNote()
		}
		facts := []string{"Protocol  " + s.protocol(), "Format    " + s.tag(), "Schema    " + schemaFrom(s.plan.Input), ""}
		for _, l := range slices.Concat(facts, []string{head}, headers, []string{"", body}) {
			lines = append(lines, kit.Wrap(l, width, 0, lipgloss.NewStyle())...)
		}
		return lines
	}
	return kit.Action{Push: kit.NewPager(s.Host, "Request", lines).ColorBy(func(st *kit.SyntaxStyle, line string) string {
		switch {
		case line == head:
			return st.Request(line)
		case slices.Contains(headers, line):
			return st.Header(line)
		}
		return line
	})}
}

// colored draws a line in color, or over several lines without where it is too long.
func colored(line string, width int, st *kit.Styles, color func(string) string) []string {
	if lipgloss.Width(line) > width {
		return kit.Wrap(line, width, 0, st.Text)
	}
	return []string{color(line)}
}

// heading says what happens, and who can read it on the way.
func (s *Review) heading() string {
	if s.failed != nil {
		return "This cannot be sent"
	}
	return kit.SendTo(s.plan.Agent)
}

func (s *Review) protocol() string {
	i := s.plan.Agent.Interface()
	return strings.TrimSpace(kit.Line(safe.Text(string(i.Binding)))+" "+kit.Line(i.Version)) + ", " + s.plan.Agent.Choice()
}

func (s *Review) tag() string {
	switch {
	case s.plan.Data == nil, s.hasSlots():
		return "plain text"
	case s.plan.Input != nil && s.plan.Input.Form != nil:
		return "a form in the message's metadata"
	case s.plan.Input != nil && s.plan.Input.AsText:
		return "JSON in a text"
	case s.preview.Tag.IsEmpty():
		return "data without a tag"
	}
	return "data tagged " + s.preview.Tag.Line(0).String() + " (metadata.mimeType)"
}

// Plan is what will be sent.
func (s *Review) Plan() *run.Plan { return s.plan }

func (s *Review) HiddenLines() int { return s.lines.HiddenLines() }

func (s *Review) Title() string {
	if skill := s.plan.Skill; skill != nil && !s.Host.Nav.IsNamedBelow(s, kit.Line(skill.Name)) {
		return kit.Line(skill.Name) + " › Review"
	}
	return "Review"
}

func (s *Review) Keys() []kit.Key {
	cannotSend := ""
	if s.failed != nil {
		cannotSend = "this cannot be sent: " + s.failed.Error()
	}
	cannotCopy := kit.Unless(s.failed == nil && !s.plan.Private, "it cannot be sent, or it holds a secret")
	return slices.Concat([]kit.Key{
		kit.When(kit.Keys.Send, cannotSend, s.send),
		kit.When(reviewKeys.Edit, kit.Unless(s.edit != nil, "Esc goes back to what was filled in"), s.edit),
		s.viewKey(),
		kit.When(kit.Keys.CopyAs, cannotCopy, s.copyAs),
		kit.When(reviewKeys.AtOnce, kit.Unless(s.from != nil && s.from.screen.taken != 0, "the form has not been sent yet"), s.sendAtOnce),
		kit.When(reviewKeys.Doubt, kit.Unless(s.from != nil && len(s.doubtful) > 0, "no value has a warning"), s.goToDoubt),
		s.BackKey(),
		kit.When(kit.Keys.SavePreset, s.cannotSave(), s.savePreset).In(kit.More),
		s.Host.Nav.SaveCaseKey(s).In(kit.More),
		kit.When(reviewKeys.Request, cannotSend, s.openRequest).In(kit.More),
	}, kit.ScrollKeys)
}

// viewKey shows the other view.
func (s *Review) viewKey() kit.Key {
	switch all := s.views(); {
	case s.failed != nil || len(all) < 2:
		return kit.When(kit.Keys.JSON, "there is no other view", s.switchView)
	case s.place().beside.IsShown():
		return kit.When(kit.Keys.JSON, "it is beside already", s.switchView)
	default:
		return kit.On(kit.Named(kit.Keys.JSON, all[1-s.shown].name), s.switchView)
	}
}

// copyAs offers the message in the forms that other programs take.
func (s *Review) copyAs() kit.Action {
	switch {
	case s.plan.Private:
		return kit.Errorf("the data holds a secret, and it is not copied")
	case s.failed != nil:
		return kit.Errorf("this cannot be sent: %s", s.failed)
	}
	as := func(label, note string, text func() (string, error)) kit.Copyable {
		return kit.Copyable{Label: label, Note: note, What: label, Text: text}
	}
	forms := []kit.Copyable{
		as("a curl command", "secrets as $VARIABLES", s.plan.Curl),
		as("an a2aform command", "validates again before sending", func() (string, error) { return s.plan.Command(), nil }),
		as("an a2a command", "for a2a, the program of the A2A project", s.plan.StandardCommand),
	}
	if s.plan.Data != nil {
		forms = append(forms, as("JSON", "the data alone", func() (string, error) { return string(s.plan.Data), nil }))
	}
	s.Host.AskCopy("Copy the message as", forms, 0)
	return kit.Action{}
}

// padAll makes labels equally wide, so that their notes are in one column.
func padAll(labels []string) []string {
	widest := 0
	for _, l := range labels {
		widest = max(widest, lipgloss.Width(l))
	}
	padded := make([]string, len(labels))
	for i, l := range labels {
		padded[i] = kit.Pad(l, widest)
	}
	return padded
}
