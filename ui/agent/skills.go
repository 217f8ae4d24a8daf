package agent

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/internal/schema"
	"a2aform/internal/widget/textline"
	"a2aform/ui/kit"
)

// skillList are the skills of a card, and which of them are shown. What is drawn
// costs the same for ten and for ten thousand.
type skillList struct {
	skills   []skillRow
	hasForms bool // any of them
	widest   int  // name
	texts    []string
	fields   map[*a2aclient.Input]int  // of the forms that were in sight
	noObject map[*a2aclient.Input]bool // whether their schemas state that the value is no object

	shown     []int // uses that the filter lets through
	cursor    int   // in shown
	rows      int   // that were drawn last
	top       int   // the first of them, in shown
	filter    textline.Model
	filtering bool // the filter is being typed
}

// maxNameWidth bounds the column of names.
const maxNameWidth = 32

// take shows other skills; the cursor stays.
func (l *skillList) take(uses []skillRow) {
	l.hasForms = slices.ContainsFunc(uses, func(u skillRow) bool { return len(u.inputs) > 0 })
	if l.filter.Prompt != "/ " {
		l.filter = kit.NewInput("name, id, tag or description")
		l.filter.Prompt = "/ "
	}
	l.skills, l.texts, l.widest, l.fields = uses, nil, 0, map[*a2aclient.Input]int{}
	l.noObject = map[*a2aclient.Input]bool{}
	for _, u := range uses {
		l.widest = min(max(l.widest, lipgloss.Width(u.name)), maxNameWidth)
	}
	l.match()
}

func (l *skillList) chosen() (u skillRow, ok bool) {
	if l.cursor >= len(l.shown) {
		return u, false
	}
	return l.skills[l.shown[l.cursor]], true
}

func (l *skillList) startFilter() {
	if l.texts == nil {
		l.texts = make([]string, len(l.skills))
		for i, u := range l.skills {
			l.texts[i] = strings.ToLower(u.searched())
		}
	}
	l.filtering = true
	l.filter.Focus()
}

// searched is what a filter looks at.
func (u skillRow) searched() string {
	parts := []string{u.name, u.about.Block(0).String()}
	if u.skill != nil {
		parts = append(parts, kit.Line(u.skill.ID))
		for _, tag := range u.skill.Tags {
			parts = append(parts, kit.Line(tag))
		}
	}
	return strings.Join(parts, "\n")
}

// match finds the skills that hold every word of the filter.
func (l *skillList) match() {
	words := strings.Fields(strings.ToLower(l.filter.Value()))
	if len(words) > 0 && l.texts == nil {
		words = nil
		l.filter.SetValue("")
	}
	l.shown = l.shown[:0]
	for i := range l.skills {
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(l.texts[i], w) }) {
			l.shown = append(l.shown, i)
		}
	}
	l.cursor = max(min(l.cursor, len(l.shown)-1), 0)
}

// unfilter takes the filter away, and reports whether there was one.
func (l *skillList) unfilter() bool {
	if l.filter.Value() == "" {
		return false
	}
	if u, ok := l.chosen(); ok { // it stays under the cursor
		defer func() {
			l.cursor = max(slices.IndexFunc(l.skills, func(o skillRow) bool { return o.skill == u.skill }), 0)
		}()
	}
	l.filter.SetValue("")
	l.match()
	return true
}

// pressFilter is a key while the filter is typed; false leaves it to the list.
func (l *skillList) pressFilter(msg tea.KeyPressMsg) bool {
	switch msg.String() {
	case "enter":
		l.filtering = false
		return true
	case "esc", "up", "down", "tab", "shift+tab", "pgup", "pgdown":
		l.filtering = false
		return msg.String() == "esc" && l.filter.Value() == ""
	}
	l.typed(msg)
	return true
}

// typed gives the filter what was typed or pasted.
func (l *skillList) typed(msg tea.Msg) {
	l.filter, _ = l.filter.Update(msg) // its commands only make the cursor blink
	l.match()
}

// move moves the cursor; false means that the key is none of its own.
func (l *skillList) move(msg tea.KeyPressMsg) (moved bool) {
	l.cursor, moved = kit.MoveCursor(msg, l.cursor, len(l.shown), l.rows)
	return moved
}

// maxDetails is how much of the height the details of a skill may take: half.
const minRows = 3

// skills is the list, and under it what there is to know of the chosen skill.
func (s *CardScreen) skills(width, height int) []string {
	l := &s.list
	var details []string
	if u, ok := l.chosen(); ok {
		details = append([]string{""}, s.details(u, width, false)...)
	}
	most := max(min(len(l.shown), height/2), minRows) // rows come before details
	if room := max(height-1-most, 0); len(details) > room {
		details = details[:room]
		if room > 1 {
			details[room-1] = s.Styles().Dim.Render("… f1 has all of it")
		}
	}
	l.rows = max(height-1-len(details), 1)
	top := max(min(l.cursor-l.rows/2, len(l.shown)-l.rows), 0)
	l.top = top
	end := min(top+l.rows, len(l.shown))
	lines := []string{s.heading(top, end)}
	for i := top; i < end; i++ {
		lines = append(lines, s.skillLine(l.skills[l.shown[i]], i == l.cursor, width))
	}
	return append(lines, details...)
}

// heading names the list, and says which part of it is in sight.
func (s *CardScreen) heading(top, end int) string {
	st, l := s.Styles(), &s.list
	text := st.Title.Render("Skills")
	if l.filtering || l.filter.Value() != "" {
		filter := l.filter
		if !l.filtering {
			filter.Blur()
		}
		return text + "  " + filter.View() + st.Dim.Render(fmt.Sprintf("  %d of %d", len(l.shown), len(l.skills)))
	}
	if end-top < len(l.shown) {
		text += st.Dim.Render(fmt.Sprintf("  %d to %d of %d", top+1, end, len(l.shown)))
	}
	return text
}

func (s *CardScreen) skillLine(u skillRow, isChosen bool, width int) string {
	st := s.Styles()
	marker, style := "  ", st.Text
	if isChosen {
		marker, style = st.Accent.Render("▌ "), st.Title
	}
	widest := min(s.list.widest, width/2)
	name := kit.Pad(ansi.Truncate(u.name, widest, "…"), widest)
	return ansi.Truncate(marker+style.Render(name)+"  "+s.badges(u), width, "…")
}

// badges say how a skill can be used, and with what it answers.
func (s *CardScreen) badges(u skillRow) string {
	st := s.Styles()
	form := ""
	switch n := len(u.inputs); {
	case n > 1:
		form = fmt.Sprintf("%d forms", n)
	case n == 1:
		form = "form" + s.list.countFields(&u.inputs[0])
	}
	var badges []string
	switch {
	case s.list.hasForms && s.Width >= alignedWidth:
		badges = append(badges, st.Good.Render(kit.Pad(form, formBadge)))
	case form != "":
		badges = append(badges, st.Good.Render(form))
	}
	switch n := s.countUnsendable(u); {
	case n > 0 && n == len(u.inputs):
		badges = append(badges, st.Warn.Render("no object: cannot be sent"))
	case n > 0:
		badges = append(badges, st.Warn.Render(fmt.Sprintf("%d cannot be sent", n)))
	}
	if u.text || len(u.inputs) == 0 {
		badges = append(badges, st.Bar.Render("text"))
	}
	if u.files {
		badges = append(badges, st.Bar.Render("file"))
	}
	return strings.Join(badges, " ") + st.Dim.Render(flow(u))
}

// formBadge is the width of what says that a skill has a form, so that the badges behind it
// are below one another.
const formBadge = len("form(12)")

// alignedWidth is from how many columns on there is room for that.
const alignedWidth = 60

// countUnsendable is how many forms of a skill have a value that is no object, which
// the agent does not take.
func (s *CardScreen) countUnsendable(u skillRow) (n int) {
	for i := range u.inputs {
		in := &u.inputs[i]
		if s.agent != nil && s.agent.TakesOnlyObjects(in.Tag) && s.list.statesNoObject(in) {
			n++
		}
	}
	return n
}

// statesNoObject reports a form whose schema says that its value is no object.
func (l *skillList) statesNoObject(in *a2aclient.Input) bool {
	states, ok := l.noObject[in]
	if !ok {
		states = schema.StatesNoObject(in.Schema)
		l.noObject[in] = states
	}
	return states
}

// countFields is how many fields a form has, in parentheses, "" where that takes
// more than a look.
func (l *skillList) countFields(in *a2aclient.Input) string {
	n, ok := l.fields[in]
	if !ok {
		n = schema.CountFields(in.Schema)
		l.fields[in] = n
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("(%d)", n)
}

func outputName(out a2aclient.Output) string {
	if out.Name.IsEmpty() {
		return "unnamed schema"
	}
	return kit.Line(out.Name)
}

// flow names the schemas of a skill: "tripRequest → itinerary".
func flow(u skillRow) string {
	if len(u.inputs) == 0 || len(u.outputs) == 0 {
		return ""
	}
	return "  " + kit.InputName(u.inputs[0]) + " → " + outputName(u.outputs[0])
}

// aboutLines is how many lines of a skill's description stand under the list;
// help has all of it.
const aboutLines = 4

// details are what there is to know of a skill: what it does, which schemas it
// takes and gives and by which rule of its card, its tags and examples. With
// isWhole all of it, without the description.
func (s *CardScreen) details(u skillRow, width int, isWhole bool) []string {
	st := s.Styles()
	var lines []string
	if !isWhole && !u.about.IsEmpty() {
		lines = kit.Wrap(u.about.Block(0).String(), width, aboutLines, st.Text)
	}
	most := 1
	if isWhole {
		most = 0
	}
	var facts []kit.Fact
	for _, in := range u.inputs {
		facts = append(facts, kit.Fact{Label: "takes", Text: kit.InputName(in) + ": " + in.Rule, Style: st.Dim})
	}
	for _, out := range u.outputs {
		facts = append(facts, kit.Fact{Label: "gives", Text: outputName(out) + ": " + out.Rule, Style: st.Dim})
	}
	if u.skill != nil {
		facts = append(facts, kit.Fact{Label: "id", Text: kit.Line(u.skill.ID), Style: st.Dim}, kit.Fact{Label: "tags", Text: kit.Joined(u.skill.Tags, ", "), Style: st.Dim})
		for _, example := range u.skill.Examples {
			facts = append(facts, kit.Fact{Label: "example", Text: kit.Line(example), Style: st.Text})
		}
	}
	facts = slices.DeleteFunc(facts, func(f kit.Fact) bool { return f.Text == "" })
	return append(lines, kit.DrawFacts(st, facts, width, most)...)
}
