package ui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
)

// reviewScreen shows exactly what will be sent, and sends it.
type reviewScreen struct {
	base
	plan    *run.Plan
	preview *a2aclient.Preview
	failed  error
	notices []string
	asked   bool // about extensions that are required and not known
	lines   scroll
	pressed time.Time // the last key

	from *filledIn // nil where no form was
}

func newReview(h *host, plan *run.Plan, notices []string, from *formScreen) *reviewScreen {
	s := &reviewScreen{base: base{host: h}, plan: plan, notices: notices}
	if from != nil {
		s.from = newFilledIn(from)
	}
	if notice := plan.Agent.Notice(); notice != "" && plan.Data != nil {
		s.notices = append([]string{notice}, notices...)
	}
	s.preview, s.failed = plan.Preview()
	return s
}

func (s *reviewScreen) update(msg tea.Msg) (action, tea.Cmd) {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return action{}, nil
	}
	since := time.Since(s.pressed)
	s.pressed = time.Now()
	switch {
	case key.Matches(press, keys.Back):
		return s.back(), nil
	case key.Matches(press, keys.Send) && since < s.host.opts.PasteGuard:
		return infof("enter came right behind another key and was not taken: press it again"), nil
	case key.Matches(press, keys.Send):
		return s.send(), nil
	case key.Matches(press, keys.CopyAs):
		return s.copyAs(), nil
	case key.Matches(press, keys.SavePreset):
		return s.savePreset(), nil
	}
	s.lines.press(press)
	return action{}, nil
}

// send starts the run; its screen takes the place of the review, so that going
// back leads to the form.
func (s *reviewScreen) send() action {
	if s.failed != nil {
		return errorf("this cannot be sent: %s", s.failed)
	}
	if missing := s.plan.Agent.Missing(); len(missing) > 0 && !s.asked {
		s.askForExtensions(missing)
		return action{}
	}
	opts := s.host.runOptions()
	if s.from != nil {
		s.from.screen.sent, opts.Leaving = s.from.edit, s.from.leaving()
	}
	var from sender
	if s.from != nil {
		from = s.from
	}
	return action{pop: 1, push: s.host.nav.startTask(run.Start(s.host.ctx, s.plan, opts), from)}
}

// askForExtensions asks what to do about extensions that the agent requires and
// a2aform does not know.
func (s *reviewScreen) askForExtensions(missing []safe.Raw) {
	shown := make([]string, len(missing))
	for i, uri := range missing {
		shown[i] = uri.Line(120).String()
	}
	s.host.overlay = newChooser(s.host, "The agent requires what a2aform does not know: "+strings.Join(shown, ", "),
		[]string{"activate and review again", "send without            "}, []string{"its rules are yours to follow", "the agent may refuse"},
		func(i int) tea.Cmd {
			s.asked = true
			if i == 1 {
				return s.host.perform(s.send())
			}
			s.activate()
			return nil
		})
}

// activate lets the plan be sent with what the agent requires.
func (s *reviewScreen) activate() {
	agent, err := s.plan.Agent.Complying()
	if err != nil {
		s.failed = err
	} else {
		s.plan.Agent = agent
		s.preview, s.failed = s.plan.Preview()
	}
	s.lines.set(s.content())
}

func (s *reviewScreen) layout(w, h int) {
	s.base.layout(w, h)
	s.lines.height = h
	s.lines.set(s.content())
}

func (s *reviewScreen) restyle() { s.lines.set(s.content()) }

func (s *reviewScreen) view() string { return s.lines.view() }

func (s *reviewScreen) content() []string {
	st := s.styles()
	if s.failed != nil {
		return errorLines(st, s.failed, s.width)
	}
	lines := s.summary()
	for _, n := range s.notices {
		lines = append(lines, bullet("! ", n, s.width, st.Warn)...)
	}
	if s.plan.Private {
		note := fmt.Sprintf("The data holds a secret, so it is not shown and not kept: %d bytes, sent as they were typed.", len(s.preview.Body))
		return append(append(lines, ""), wrap(note, s.width, 0, st.Warn)...)
	}
	if s.plan.Data != nil {
		lines = append(lines, s.data()...)
	}
	lines = append(lines, "", st.Title.Render("Request")+st.Dim.Render("  exactly as it will be sent"))
	lines = append(lines, st.Text.Render(s.preview.Method+" "+safe.Text(s.preview.URL).Line(0).String()))
	lines = append(lines, s.headers()...)
	body := safe.Text(string(s.preview.Body)).Line(1 << 16).String()
	return append(append(lines, ""), wrap(body, s.width, 0, st.Text)...)
}

// summary says in short what will happen.
func (s *reviewScreen) summary() []string {
	st := s.styles()
	facts := []fact{
		{"to", line(s.plan.Agent.Card().Name) + "  " + s.plan.Agent.Interface().URL.Line(0).String(), st.Text},
		{"over", s.protocol(), st.Text},
		{"as", s.tag(), st.Text},
		{"starts", "a new task" + s.following(), st.Text},
	}
	if uri := s.extensions(); uri != "" {
		facts = append(facts, fact{"extension", uri, st.Text})
	}
	for _, m := range s.plan.Agent.Metadata() {
		facts = append(facts, fact{"with", safe.Text(m.Key + " = " + string(m.Value)).Line(safe.CellLimit()).String(), st.Text})
	}
	return drawFacts(st, facts, s.width, 0)
}

func (s *reviewScreen) protocol() string {
	i := s.plan.Agent.Interface()
	return strings.TrimSpace(line(safe.Text(string(i.Binding)))+" "+line(i.Version)) + ", " + s.plan.Agent.Choice()
}

func (s *reviewScreen) tag() string {
	switch {
	case s.plan.Data == nil:
		return "plain text"
	case s.preview.Tag.IsEmpty():
		return "data without a tag"
	}
	return "data tagged " + s.preview.Tag.Line(0).String() + " (metadata.mimeType)"
}

func (s *reviewScreen) following() string {
	if s.plan.Agent.Streams() {
		return ", followed by its stream"
	}
	return ", followed by asking for its state"
}

// extensions is the header that activates extensions, with its name.
func (s *reviewScreen) extensions() string {
	for name, values := range s.preview.Header {
		if strings.HasSuffix(strings.ToLower(name), "a2a-extensions") {
			return safe.Text(name + ": " + strings.Join(values, ", ")).Line(0).String()
		}
	}
	return ""
}

func (s *reviewScreen) headers() []string {
	st := s.styles()
	names := make([]string, 0, len(s.preview.Header))
	for name := range s.preview.Header {
		names = append(names, name)
	}
	slices.Sort(names)
	var lines []string
	for _, name := range names {
		value := strings.Join(s.preview.Header[name], ", ")
		if isSecretHeader(name) {
			value = "••••"
		}
		header := safe.Text(name + ": " + value).Line(safe.CellLimit()).String()
		lines = append(lines, wrap(header, s.width, 0, st.Text)...)
	}
	return lines
}

func isSecretHeader(name string) bool {
	secret := []string{"authorization", "cookie", "proxy-authorization", "x-api-key"}
	return slices.Contains(secret, strings.ToLower(name))
}

func (s *reviewScreen) hiddenLines() int { return s.lines.hiddenLines() }

func (s *reviewScreen) title() string { return "review" }

func (s *reviewScreen) keys() []shortcut.Key {
	send := shortcut.When(keys.Send, s.failed == nil, "it cannot be sent so; the screen says why")
	why := s.cannotSave()
	copyAs := shortcut.When(keys.CopyAs, s.failed == nil && !s.plan.Private, "it cannot be sent, or it holds a secret")
	return slices.Concat([]shortcut.Key{send, copyAs, shortcut.When(keys.SavePreset, why == "", why)}, shortcut.On(keys.Back), scrollKeys)
}
