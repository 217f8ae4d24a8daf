package ui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
)

// wide is from how many columns agent and skills stand side by side: on a
// terminal of 100.
const wide = 98

func (s *cardScreen) isWide() bool { return s.width >= wide }

func (s *cardScreen) layout(w, h int) {
	s.base.layout(w, h)
	s.redraw()
}

func (s *cardScreen) restyle() { s.redraw() }

// leftWidth is the room for the agent, beside the skills or alone.
func (s *cardScreen) leftWidth() int {
	if s.isWide() {
		return s.width * 2 / 5
	}
	return s.width
}

// redraw draws who the agent is.
func (s *cardScreen) redraw() {
	if s.width == 0 {
		return
	}
	s.identity.height = s.height
	s.identity.set(s.about(max(s.leftWidth()-3, 1)))
}

func (s *cardScreen) view() string {
	switch {
	case s.isWide():
		return s.sideBySide()
	case s.onAgent:
		return s.identity.view()
	}
	top := s.summary()
	return strings.Join(append(top, s.skills(s.width, max(s.height-len(top), 1))...), "\n")
}

// sideBySide puts the agent left of the skills; the bar between them shows which
// has the focus.
func (s *cardScreen) sideBySide() string {
	st, left := s.styles(), s.leftWidth()
	agent := strings.Split(s.identity.view(), "\n")
	skills := s.skills(s.width-left, s.height)
	bar := st.Rule.Render("│")
	if s.onAgent {
		bar = st.Accent.Render("┃")
	}
	lines := make([]string, s.height)
	for i := range lines {
		l, r := "", ""
		if i < len(agent) {
			l = ansi.Truncate(agent[i], left-3, "…")
		}
		if i < len(skills) {
			r = skills[i]
		}
		lines[i] = pad(l, left-3) + " " + bar + " " + r
	}
	return strings.Join(lines, "\n")
}

func (s *cardScreen) hiddenLines() int {
	if s.onAgent {
		return s.identity.hiddenLines()
	}
	return 0
}

// headLine is the agent's name, version and provider.
func (s *cardScreen) headLine(width int) string {
	st := s.styles()
	name := st.Title.Render(line(s.card.Name))
	if !s.card.Version.IsEmpty() {
		name += st.Dim.Render("  " + s.card.Version.Line(40).String())
	}
	if !s.card.Provider.IsEmpty() {
		name += st.Dim.Render("  by " + s.card.Provider.Line(60).String())
	}
	return ansi.Truncate(name, width, "…")
}

// summary is what must be known of the agent above the skills, where there is no
// room for all of it.
func (s *cardScreen) summary() []string {
	st := s.styles()
	words := []string{string(s.card.Dialect)}
	if s.dialed == nil {
		words = append(words, safe.Text(string(s.agent.Interface().Binding)).Line(20).String(), s.capabilities())
	}
	for _, e := range s.card.Extensions {
		if mark, note := extensionState(e); e.Known || e.Required {
			words = append(words, mark+" "+note)
		}
	}
	lines := []string{s.headLine(s.width), ansi.Truncate(st.Dim.Render(strings.Join(words, " · ")), s.width, "…")}
	if s.dialed != nil {
		lines = append(lines, wrap("✗ "+s.dialed.Error(), s.width, 2, st.Bad)...)
	}
	if !s.card.AuthNote.IsEmpty() {
		lines = append(lines, wrap("asks for "+line(s.card.AuthNote)+s.given(), s.width, 2, st.Warn)...)
	}
	if n := len(s.warnings()); n > 0 {
		lines = append(lines, st.Warn.Render(ansi.Truncate("! "+plural(n, "warning", "warnings")+": "+s.warnings()[0].text, s.width, "…")))
	}
	if s.height >= 14 {
		if about := wrap(s.card.Description.Line(0).String(), s.width, 2, st.Text); !s.card.Description.IsEmpty() {
			lines = append(lines, about...)
		}
		lines = append(lines, "")
	}
	return lines
}

// about says who the agent is and how it is spoken to.
func (s *cardScreen) about(width int) []string {
	st := s.styles()
	lines, warnings := []string{s.headLine(width)}, s.warnings()
	if len(warnings) > 0 {
		lines = append(lines, st.Warn.Render(ansi.Truncate("! "+plural(len(warnings), "warning", "warnings")+": the key ! reads them", width, "…")))
	}
	if !s.card.Description.IsEmpty() {
		lines = append(lines, wrap(s.card.Description.Block(0).String(), width, max(s.height/4, 3), st.Text)...)
	}
	lines = append(lines, "")
	lines = append(lines, drawFacts(st, s.facts(), width, 4)...)
	if len(warnings) > 0 {
		lines = append(lines, "")
	}
	for _, w := range warnings {
		lines = append(lines, bullet("! ", w.String(), width, st.Warn)...)
	}
	return lines
}

func (s *cardScreen) facts() []fact {
	st := s.styles()
	speaks, others := s.interfaces()
	facts := append([]fact{{"dialect", string(s.card.Dialect) + ", known by " + s.card.Evidence, st.Text}, speaks}, s.signIn()...)
	if s.card.IsExtended {
		facts = append(facts, fact{"card", "the one for those it knows, over the public one", st.Good})
	}
	facts = append(facts, fact{"can", s.capabilities(), st.Text})
	if s.card.Signatures > 0 {
		facts = append(facts, fact{"signed", "yes, and not verified here: it proves nothing", st.Warn})
	} else {
		facts = append(facts, fact{"signed", "no", st.Dim})
	}
	for _, e := range s.card.Extensions {
		mark, note := extensionState(e)
		facts = append(facts, fact{"extension", mark + " " + note + " · " + line(e.URI), st.Text})
	}
	facts = append(facts, others...)
	if n := len(s.card.Schemas); n > 0 {
		facts = append(facts, fact{"schemas", fmt.Sprint(n), st.Dim})
	}
	if !s.card.Documentation.IsEmpty() {
		facts = append(facts, fact{"manual", line(s.card.Documentation), st.Dim})
	}
	return append(facts, fact{"read from", safe.Text(s.card.Source).Line(0).String(), st.Dim})
}

// interfaces are the one that is spoken, and those that are not.
func (s *cardScreen) interfaces() (speaks fact, others []fact) {
	st := s.styles()
	var spoken a2aclient.Interface
	if s.dialed != nil {
		speaks = fact{"speaks", s.dialed.Error(), st.Bad}
	} else {
		spoken = s.agent.Interface()
		speaks = fact{"speaks", line(safe.Text(fmt.Sprintf("%s %s at %s", spoken.Binding, spoken.Version, spoken.URL))) + " (" + s.agent.Choice() + ")", st.Text}
	}
	for _, i := range s.card.Interfaces {
		if i != spoken {
			others = append(others, fact{"also", line(safe.Text(fmt.Sprintf("%s %s at %s", i.Binding, i.Version, i.URL))), st.Dim})
		}
	}
	return speaks, others
}

// signIn are the ways to show who one is, each with where the secret came from
// that is used.
func (s *cardScreen) signIn() (facts []fact) {
	st := s.styles()
	if !s.card.AuthNote.IsEmpty() {
		facts = append(facts, fact{"asks for", line(s.card.AuthNote) + s.given(), st.Warn})
	}
	if s.dialed != nil {
		return facts
	}
	for _, scheme := range s.card.Schemes {
		if from := s.agent.Credentials().Source(scheme.Name); from != "" {
			facts = append(facts, fact{"✓ has", schemeLabel(scheme) + ", " + safe.Text(from).Line(80).String(), st.Good})
		}
	}
	return facts
}

// given says what to do about credentials.
func (s *cardScreen) given() string {
	switch {
	case s.dialed != nil || len(s.card.Schemes) == 0:
		return ""
	case s.card.Missing(s.agent.Credentials(), nil) == nil && len(s.card.Requirements) > 0:
		return " · ✓ given"
	}
	return " · a gives them"
}

func (s *cardScreen) capabilities() string {
	can := []string{"answers when done"}
	if s.card.Streaming {
		can = []string{"streams"}
	}
	if s.card.PushNotifications {
		can = append(can, "push notifications")
	}
	return strings.Join(can, ", ")
}

// extensionState shows what becomes of an extension: active, off, or required
// though it is not known here.
func extensionState(e a2aclient.Extension) (mark, note string) {
	switch {
	case e.Known:
		return "●", "object schemas, active"
	case e.Required:
		return "!", "required, but not known here"
	}
	return "○", "not used"
}

func (s *cardScreen) point(column, line int) bool {
	first := 1 // below the heading
	switch {
	case s.isWide() && column < s.leftWidth(), !s.isWide() && s.onAgent:
		return false
	case !s.isWide():
		first += len(s.summary())
	}
	l := &s.list
	row := line - first
	if row < 0 || row >= l.rows || l.top+row >= len(l.shown) {
		return false
	}
	wasThere := l.cursor == l.top+row && !s.onAgent
	l.cursor, l.filtering, s.onAgent = l.top+row, false, false
	return wasThere
}
