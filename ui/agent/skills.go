package agent

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize/english"

	"a2aform/a2aclient"
	"a2aform/internal/schema"
	"a2aform/ui/kit"
)

// skillList are the skills of a card, which of them are shown, and what is said of each. What is drawn
// costs the same for ten and for ten thousand.
type skillList struct {
	host     *kit.Host
	card     *a2aclient.Card
	agent    *a2aclient.Agent
	dialed   error // why the agent cannot be spoken to
	lastRuns lastRunsMsg
	presets  presetsMsg

	skills   []skillRow
	widest   int // name
	texts    []string
	fields   map[*a2aclient.Input]int // of the forms that were in sight
	sketches map[*a2aclient.Skill]sketch
	noObject map[*a2aclient.Input]bool // whether their schemas state that the value is not an object

	kit.FilterList
	rows int // that were drawn last
	top  int // the first of them, in Shown
}

// maxNameWidth bounds the column of names.
const maxNameWidth = 32

// take shows other skills; the cursor stays.
func (l *skillList) take(uses []skillRow) {
	l.skills, l.texts, l.widest, l.fields = uses, nil, 0, map[*a2aclient.Input]int{}
	l.presets = nil // of other schemas
	l.noObject = map[*a2aclient.Input]bool{}
	l.sketches = map[*a2aclient.Skill]sketch{}
	for _, u := range uses {
		l.widest = min(max(l.widest, lipgloss.Width(u.name)), maxNameWidth)
	}
	l.SetRows(len(uses), l.searched)
}

func (l *skillList) chosen() (u skillRow, ok bool) {
	row, ok := l.Row()
	if !ok {
		return u, false
	}
	return l.skills[row], true
}

// searched is what the filter looks at in a row.
func (l *skillList) searched(row int) string {
	if l.texts == nil {
		l.texts = make([]string, len(l.skills))
		for i, u := range l.skills {
			l.texts[i] = strings.ToLower(u.searched())
		}
	}
	return l.texts[row]
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

// minRows is how many rows the list keeps when there are details below it.
const minRows = 3

// withDetails is the list, and under it the facts of the chosen skill: without panes.
func (l *skillList) withDetails(width, height int) []string {
	st, details := l.host.Styles, l.shownDetails(width, height)
	heading := st.Title.Render("Skills")
	if note := l.note(); note != "" {
		heading += st.Dim.Render("  " + note)
	}
	lines := l.draw(width, max(height-1-len(details), 1))
	return append(append([]string{heading}, lines...), details...)
}

// shownDetails are the facts of the chosen skill, as far as they fit below the rows.
func (l *skillList) shownDetails(width, height int) (details []string) {
	if u, ok := l.chosen(); ok {
		details = append([]string{""}, l.preview(u, width, height).lines...)
	}
	most := max(min(len(l.Shown), height/2), minRows) // rows come before details
	return details[:min(len(details), max(height-1-most, 0))]
}

// wants is how many lines show all skills.
func (l *skillList) wants() int {
	if l.Filtering || l.Filter.Value() != "" {
		return len(l.skills) + 1
	}
	return len(l.skills)
}

// draw is the list: the skills around the cursor; while one filters, the filter is the first line.
func (l *skillList) draw(width, height int) (lines []string) {
	if l.Filtering || l.Filter.Value() != "" {
		filter := l.Filter
		if !l.Filtering {
			filter.Blur()
		}
		lines = append(lines, ansi.Truncate(filter.View(), width, "…"))
		height = max(height-1, 1)
	}
	l.rows = height
	l.top = max(min(l.Cursor-l.rows/2, len(l.Shown)-l.rows), 0)
	for i := l.top; i < min(l.top+l.rows, len(l.Shown)); i++ {
		lines = append(lines, l.host.Styles.Row(l.line(l.skills[l.Shown[i]], i == l.Cursor, width), i == l.Cursor, width))
	}
	if len(l.Shown) == 0 {
		lines = append(lines, kit.Wrap("No matching skills. Esc clears the filter.", width, 0, l.host.Styles.Dim)...)
	}
	return lines
}

// note says which part of the list is in sight.
func (l *skillList) note() string {
	if l.Filtering || l.Filter.Value() != "" {
		return fmt.Sprintf("%d of %d", len(l.Shown), len(l.skills))
	}
	return fmt.Sprint(len(l.skills))
}

func (l *skillList) line(u skillRow, isChosen bool, width int) string {
	st := l.host.Styles
	marker, style := "  ", st.Text
	if isChosen {
		marker, style = st.Accent.Render("▌ "), st.Current
	}
	badges := l.badges(u)
	room := max(width-2-lipgloss.Width(badges)-2, width/3)
	name := ansi.Truncate(u.name, room, "…")
	gap := max(width-2-lipgloss.Width(name)-lipgloss.Width(badges), 2)
	if width > maxRowWidth { // far apart they are hard to read together
		gap = max(min(l.widest, room)-lipgloss.Width(name), 0) + 2
	}
	return ansi.Truncate(marker+style.Render(name)+strings.Repeat(" ", gap)+badges, width, "…")
}

// maxRowWidth is up to which width what a skill takes is at the right edge.
const maxRowWidth = 64

// badges say how a skill can be used.
func (l *skillList) badges(u skillRow) string {
	st := l.host.Styles
	var badges []string
	switch n := len(u.inputs); {
	case n > 1:
		badges = append(badges, st.Good.Render(fmt.Sprintf("%d forms", n)))
	case n == 1:
		badges = append(badges, st.Good.Render(l.fieldCount(&u.inputs[0])))
	}
	switch n := l.countUnsendable(u); {
	case n > 0 && n == len(u.inputs):
		badges = append(badges, st.Warn.Render("cannot be sent"))
	case n > 0:
		badges = append(badges, st.Warn.Render(fmt.Sprintf("%d cannot be sent", n)))
	}
	if len(u.inputs) == 0 && l.dialed == nil {
		badges = append(badges, st.Accent.Render("chat"))
		if u.json {
			badges = append(badges, st.Accent.Render("JSON"))
		}
	}
	if u.files {
		badges = append(badges, st.Accent.Render("files"))
	}
	return strings.Join(badges, st.Dim.Render(" · "))
}

// countUnsendable is how many forms of a skill have a value that is not an object, which
// the agent does not take.
func (l *skillList) countUnsendable(u skillRow) (n int) {
	for i := range u.inputs {
		in := &u.inputs[i]
		if l.agent != nil && l.agent.TakesOnlyObjects(in.Tag) && l.statesNoObject(in) {
			n++
		}
	}
	return n
}

// statesNoObject reports a form whose schema says that its value is not an object.
func (l *skillList) statesNoObject(in *a2aclient.Input) bool {
	states, ok := l.noObject[in]
	if !ok {
		states = schema.StatesNoObject(in.Schema)
		l.noObject[in] = states
	}
	return states
}

// fieldCount is how many fields a form has, "form" where that takes more than a look.
func (l *skillList) fieldCount(in *a2aclient.Input) string {
	n, ok := l.fields[in]
	if !ok {
		n = schema.CountFields(in.Schema)
		l.fields[in] = n
	}
	if n == 0 {
		return "form"
	}
	return english.Plural(n, "field", "fields")
}

func outputName(out a2aclient.Output) string {
	if out.Name.IsEmpty() {
		return "data"
	}
	return kit.Line(out.Name)
}
