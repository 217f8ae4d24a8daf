package ui

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
)

// skills is the list, each with a badge of how it can be used.
func (s *cardScreen) skills(width, height int) []string {
	st := s.styles()
	const per = 2
	origins := s.origins(width)
	if height < 1+2*per+len(origins) { // two skills matter more
		origins = nil
	}
	rows := max((height-1-len(origins))/per, 1)
	top := max(min(s.cursor-rows/2, len(s.uses)-rows), 0)
	heading := st.Title.Render("Skills")
	if rows < len(s.uses) {
		heading += st.Dim.Render(fmt.Sprintf("  %d to %d of %d", top+1, top+rows, len(s.uses)))
	}
	lines := []string{heading}
	widest := 0
	for _, u := range s.uses {
		widest = max(widest, min(lipgloss.Width(u.name), width/2))
	}
	for i := top; i < min(top+rows, len(s.uses)); i++ {
		u := s.uses[i]
		marker, style := "  ", st.Strong
		if i == s.cursor {
			marker, style = st.Accent.Render("┃ "), st.Title
		}
		name := pad(ansi.Truncate(u.name, widest, "…"), widest)
		lines = append(lines,
			marker+style.Render(name)+"  "+s.badges(u),
			marker+st.Dim.Render(ansi.Truncate(line(u.about), max(width-3, 1), "…")))
		if i == s.cursor {
			for _, o := range origins {
				lines = append(lines, marker+o)
			}
		}
	}
	return lines
}

// badges say how a skill can be used, and with what it answers.
func (s *cardScreen) badges(u use) string {
	st := s.styles()
	var badges []string
	if n := len(u.inputs); n > 0 {
		badges = append(badges, st.Good.Render(fmt.Sprintf("form(%d)", n)))
	}
	if u.text || len(u.inputs) == 0 {
		badges = append(badges, st.Bar.Render("text"))
	}
	return strings.Join(badges, " ") + st.Dim.Render(flow(u))
}

func outputName(out a2aclient.Output) string {
	if out.Name.IsEmpty() {
		return "unnamed schema"
	}
	return line(out.Name)
}

// flow names the schemas of a skill: "tripRequest → itinerary".
func flow(u use) string {
	if len(u.inputs) == 0 || len(u.outputs) == 0 {
		return ""
	}
	return "  " + inputName(u.inputs[0]) + " → " + outputName(u.outputs[0])
}

// origins say of the skill under the cursor which schemas it takes and gives,
// and by which rule of its card each is meant.
func (s *cardScreen) origins(width int) []string {
	st, u := s.styles(), s.uses[s.cursor]
	var lines []string
	say := func(verb, name, rule string) {
		lines = append(lines, st.Dim.Render(ansi.Truncate(verb+" "+name+": "+rule, max(width-3, 1), "…")))
	}
	for _, in := range u.inputs {
		say("takes", inputName(in), in.Rule)
	}
	for _, out := range u.outputs {
		say("gives", outputName(out), out.Rule)
	}
	return lines
}
