package form

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
	lines   kit.Scroll
	pressed time.Time // the last key

	from *filledIn // nil where no form was
}

// NewReview is the review of a plan; from is the form it comes from, nil for none.
func NewReview(h *kit.Host, plan *run.Plan, notices []string, from *Screen) *Review {
	s := &Review{Base: kit.Base{Host: h}, plan: plan, notices: notices}
	if from != nil {
		s.from = newFilledIn(from)
	}
	if notice := plan.Agent.Notice(); notice != "" && plan.Data != nil {
		s.notices = append([]string{notice}, notices...)
	}
	s.preview, s.failed = plan.Preview()
	return s
}

func (s *Review) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return kit.Action{}, nil
	}
	since := time.Since(s.pressed)
	s.pressed = time.Now()
	switch {
	case key.Matches(press, kit.Keys.Back):
		return s.Back(), nil
	case key.Matches(press, kit.Keys.Send) && since < s.Host.Options.PasteGuard:
		return kit.Infof("enter came right after another key and was ignored: press it again"), nil
	case key.Matches(press, kit.Keys.Send):
		return s.send(), nil
	case key.Matches(press, kit.Keys.CopyAs):
		return s.copyAs(), nil
	case key.Matches(press, kit.Keys.SavePreset):
		return s.savePreset(), nil
	}
	s.lines.Press(press)
	return kit.Action{}, nil
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
	}
	var from kit.Sender
	if s.from != nil {
		from = s.from
	}
	return kit.Action{Pop: 1, Push: s.Host.Nav.StartTask(run.Start(s.Host.Context, s.plan, opts), from)}
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
	s.lines.Set(s.content())
}

func (s *Review) Layout(w, h int) {
	s.Base.Layout(w, h)
	s.lines.Height = h
	s.lines.Set(s.content())
}

func (s *Review) Restyle() { s.lines.Set(s.content()) }

func (s *Review) View() string { return s.lines.View() }

func (s *Review) content() []string {
	st := s.Styles()
	if s.failed != nil {
		return kit.ErrorLines(st, s.failed, s.Width)
	}
	lines := s.summary()
	for _, n := range s.notices {
		lines = append(lines, kit.Bullet("! ", n, s.Width, st.Warn)...)
	}
	if s.plan.Private {
		note := fmt.Sprintf("The data holds a secret, so it is not shown and not kept: %d bytes, sent as they were typed.", len(s.preview.Body))
		return append(append(lines, ""), kit.Wrap(note, s.Width, 0, st.Warn)...)
	}
	if s.plan.Data != nil {
		lines = append(lines, s.data()...)
	}
	lines = append(lines, "", st.Title.Render("Request")+st.Dim.Render("  exactly as it will be sent"))
	lines = append(lines, st.Text.Render(s.preview.Method+" "+safe.Text(s.preview.URL).Line(0).String()))
	lines = append(lines, s.headers()...)
	body := safe.Text(string(s.preview.Body)).Line(1 << 16).String()
	return append(append(lines, ""), kit.Wrap(body, s.Width, 0, st.Text)...)
}

// summary says in short what will happen.
func (s *Review) summary() []string {
	st := s.Styles()
	facts := []kit.Fact{
		{Label: "to", Text: kit.Line(s.plan.Agent.Card().Name) + "  " + s.plan.Agent.Interface().URL.Line(0).String(), Style: st.Text},
		{Label: "over", Text: s.protocol(), Style: st.Text},
		{Label: "as", Text: s.tag(), Style: st.Text},
		{Label: "starts", Text: "a new task" + s.following(), Style: st.Text},
	}
	if uri := s.extensions(); uri != "" {
		facts = append(facts, kit.Fact{Label: "extension", Text: uri, Style: st.Text})
	}
	for _, m := range s.plan.Agent.Metadata() {
		facts = append(facts, kit.Fact{Label: "with", Text: safe.Text(m.Key + " = " + string(m.Value)).Line(safe.CellLimit()).String(), Style: st.Text})
	}
	return kit.DrawFacts(st, facts, s.Width, 0)
}

func (s *Review) protocol() string {
	i := s.plan.Agent.Interface()
	return strings.TrimSpace(kit.Line(safe.Text(string(i.Binding)))+" "+kit.Line(i.Version)) + ", " + s.plan.Agent.Choice()
}

func (s *Review) tag() string {
	switch {
	case s.plan.Data == nil:
		return "plain text"
	case s.preview.Tag.IsEmpty():
		return "data without a tag"
	}
	return "data tagged " + s.preview.Tag.Line(0).String() + " (metadata.mimeType)"
}

func (s *Review) following() string {
	if s.plan.Agent.Streams() {
		return ", followed by its stream"
	}
	return ", followed by asking for its state"
}

// extensions is the header that activates extensions, with its name.
func (s *Review) extensions() string {
	for name, values := range s.preview.Header {
		if strings.HasSuffix(strings.ToLower(name), "a2a-extensions") {
			return safe.Text(name + ": " + strings.Join(values, ", ")).Line(0).String()
		}
	}
	return ""
}

func (s *Review) headers() []string {
	st := s.Styles()
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
		lines = append(lines, kit.Wrap(header, s.Width, 0, st.Text)...)
	}
	return lines
}

func isSecretHeader(name string) bool {
	secret := []string{"authorization", "cookie", "proxy-authorization", "x-api-key"}
	return slices.Contains(secret, strings.ToLower(name))
}

func (s *Review) HiddenLines() int { return s.lines.HiddenLines() }

func (s *Review) Title() string { return "review" }

func (s *Review) Keys() []shortcut.Key {
	send := shortcut.When(kit.Keys.Send, s.failed == nil, "it cannot be sent so; the screen says why")
	why := s.cannotSave()
	copyAs := shortcut.When(kit.Keys.CopyAs, s.failed == nil && !s.plan.Private, "it cannot be sent, or it holds a secret")
	return slices.Concat([]shortcut.Key{send, copyAs, shortcut.When(kit.Keys.SavePreset, why == "", why)}, shortcut.On(kit.Keys.Back), kit.ScrollKeys)
}
