package agent

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// wide is from how many columns agent and skills stand side by side: on a
// terminal of 100.
const wide = 98

func (s *CardScreen) isWide() bool { return s.Width >= wide }

func (s *CardScreen) Layout(w, h int) {
	s.Base.Layout(w, h)
	s.redraw()
}

func (s *CardScreen) Restyle() { s.redraw() }

// leftWidth is the room for the agent, beside the skills or alone.
func (s *CardScreen) leftWidth() int {
	if s.isWide() {
		return s.Width * 2 / 5
	}
	return s.Width
}

// redraw draws who the agent is.
func (s *CardScreen) redraw() {
	if s.Width == 0 {
		return
	}
	s.identity.Height = s.Height
	s.identity.Set(s.about(max(s.leftWidth()-3, 1)))
}

func (s *CardScreen) View() string {
	switch {
	case s.isWide():
		return s.sideBySide()
	case s.onAgent:
		return s.identity.View()
	}
	top := s.summary()
	return strings.Join(append(top, s.skills(s.Width, max(s.Height-len(top), 1))...), "\n")
}

// sideBySide puts the agent left of the skills; the bar between them shows which
// has the focus.
func (s *CardScreen) sideBySide() string {
	st, left := s.Styles(), s.leftWidth()
	agent := strings.Split(s.identity.View(), "\n")
	skills := s.skills(s.Width-left, s.Height)
	bar := st.Rule.Render("│")
	if s.onAgent {
		bar = st.Accent.Render("▌")
	}
	lines := make([]string, s.Height)
	for i := range lines {
		l, r := "", ""
		if i < len(agent) {
			l = ansi.Truncate(agent[i], left-3, "…")
		}
		if i < len(skills) {
			r = skills[i]
		}
		lines[i] = kit.Pad(l, left-3) + " " + bar + " " + r
	}
	return strings.Join(lines, "\n")
}

func (s *CardScreen) HiddenLines() int {
	if s.onAgent {
		return s.identity.HiddenLines()
	}
	return 0
}

// headLine is the agent's name, version and provider.
func (s *CardScreen) headLine(width int) string {
	st := s.Styles()
	name := st.Title.Render(kit.Line(s.card.Name))
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
func (s *CardScreen) summary() []string {
	st := s.Styles()
	words := []string{string(s.card.Dialect)}
	if s.dialed == nil {
		words = append(words, safe.Text(string(s.agent.Interface().Binding)).Line(20).String(), s.capabilities())
	}
	for _, e := range s.card.Extensions {
		if mark, note := extensionState(e); e.Known || e.Required {
			words = append(words, mark+" "+note)
		}
	}
	lines := []string{s.headLine(s.Width), ansi.Truncate(st.Dim.Render(strings.Join(words, " · ")), s.Width, "…")}
	if s.dialed != nil {
		lines = append(lines, kit.Wrap("✗ "+s.dialed.Error(), s.Width, 2, st.Bad)...)
	}
	if !s.card.AuthNote.IsEmpty() {
		lines = append(lines, kit.Wrap("asks for "+kit.Line(s.card.AuthNote)+s.given(), s.Width, 2, st.Warn)...)
	}
	if n := len(s.warnings()); n > 0 {
		lines = append(lines, st.Warn.Render(ansi.Truncate("! "+kit.Plural(n, "warning", "warnings")+": "+s.warnings()[0].text, s.Width, "…")))
	}
	if s.Height >= 14 {
		if about := kit.Wrap(s.card.Description.Line(0).String(), s.Width, 2, st.Text); !s.card.Description.IsEmpty() {
			lines = append(lines, about...)
		}
		lines = append(lines, "")
	}
	return lines
}

// about says who the agent is and how it is spoken to.
func (s *CardScreen) about(width int) []string {
	st := s.Styles()
	lines, warnings := []string{s.headLine(width)}, s.warnings()
	if len(warnings) > 0 {
		lines = append(lines, st.Warn.Render(ansi.Truncate("! "+kit.Plural(len(warnings), "warning", "warnings")+": the key ! reads them", width, "…")))
	}
	if !s.card.Description.IsEmpty() {
		lines = append(lines, kit.Wrap(s.card.Description.Block(0).String(), width, max(s.Height/4, 3), st.Text)...)
	}
	lines = append(lines, "")
	lines = append(lines, kit.DrawFacts(st, s.facts(), width, 4)...)
	if len(warnings) > 0 {
		lines = append(lines, "")
	}
	for _, w := range warnings {
		lines = append(lines, kit.Bullet("! ", w.String(), width, st.Warn)...)
	}
	return lines
}

func (s *CardScreen) facts() []kit.Fact {
	st := s.Styles()
	speaks, others := s.interfaces()
	facts := append([]kit.Fact{{Label: "dialect", Text: string(s.card.Dialect) + ", known by " + s.card.Evidence, Style: st.Text}, speaks}, s.signIn()...)
	if s.card.IsExtended {
		facts = append(facts, kit.Fact{Label: "card", Text: "authenticated extended card", Style: st.Good})
	}
	facts = append(facts, kit.Fact{Label: "can", Text: s.capabilities(), Style: st.Text})
	if s.card.Signatures > 0 {
		facts = append(facts, kit.Fact{Label: "signed", Text: "yes, and not verified here: it proves nothing", Style: st.Warn})
	} else {
		facts = append(facts, kit.Fact{Label: "signed", Text: "no", Style: st.Dim})
	}
	for _, e := range s.card.Extensions {
		mark, note := extensionState(e)
		facts = append(facts, kit.Fact{Label: "extension", Text: mark + " " + note + " · " + kit.Line(e.URI), Style: st.Text})
	}
	facts = append(facts, others...)
	if n := len(s.card.Schemas); n > 0 {
		facts = append(facts, kit.Fact{Label: "schemas", Text: fmt.Sprint(n), Style: st.Dim})
	}
	if !s.card.Documentation.IsEmpty() {
		facts = append(facts, kit.Fact{Label: "manual", Text: kit.Line(s.card.Documentation), Style: st.Dim})
	}
	return append(facts, kit.Fact{Label: "read from", Text: safe.Text(s.card.Source).Line(0).String(), Style: st.Dim})
}

// interfaces are the one that is spoken, and those that are not.
func (s *CardScreen) interfaces() (speaks kit.Fact, others []kit.Fact) {
	st := s.Styles()
	var spoken a2aclient.Interface
	if s.dialed != nil {
		speaks = kit.Fact{Label: "speaks", Text: s.dialed.Error(), Style: st.Bad}
	} else {
		spoken = s.agent.Interface()
		speaks = kit.Fact{Label: "speaks", Text: kit.Line(safe.Text(fmt.Sprintf("%s %s at %s", spoken.Binding, spoken.Version, spoken.URL))) + " (" + s.agent.Choice() + ")", Style: st.Text}
	}
	for _, i := range s.card.Interfaces {
		if i != spoken {
			others = append(others, kit.Fact{Label: "also", Text: kit.Line(safe.Text(fmt.Sprintf("%s %s at %s", i.Binding, i.Version, i.URL))), Style: st.Dim})
		}
	}
	return speaks, others
}

// signIn are the ways to show who one is, each with where the secret came from
// that is used.
func (s *CardScreen) signIn() (facts []kit.Fact) {
	st := s.Styles()
	if !s.card.AuthNote.IsEmpty() {
		facts = append(facts, kit.Fact{Label: "asks for", Text: kit.Line(s.card.AuthNote) + s.given(), Style: st.Warn})
	}
	if s.dialed != nil {
		return facts
	}
	for _, scheme := range s.card.Schemes {
		if from := s.agent.Credentials().Source(scheme.Name); from != "" {
			facts = append(facts, kit.Fact{Label: "✓ has", Text: kit.SchemeLabel(scheme) + ", " + safe.Text(from).Line(80).String(), Style: st.Good})
		}
	}
	return facts
}

// given says what to do about credentials.
func (s *CardScreen) given() string {
	switch {
	case s.dialed != nil || len(s.card.Schemes) == 0:
		return ""
	case s.card.Missing(s.agent.Credentials(), nil) == nil && len(s.card.Requirements) > 0:
		return " · ✓ given"
	}
	return " · a gives them"
}

func (s *CardScreen) capabilities() string {
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

func (s *CardScreen) Point(column, line int) bool {
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
