package qa

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
	"a2aform/internal/widget/textline"
	"a2aform/ui/kit"
)

func (s *SaveScreen) Restyle() {
	s.pens = kit.NewPens(s.Styles())
	for _, input := range []*textline.Model{&s.name, &s.file} {
		kit.Color(input, s.Styles().Dim)
	}
	s.redraw()
}

func (s *SaveScreen) Layout(w, h int) {
	s.Base.Layout(w, h)
	width := s.Width
	if s.HasFrame() {
		width, _ = s.place().choices.Inside()
	}
	s.name.SetWidth(max(width-saveLabel-3, 8))
	s.file.SetWidth(max(width-saveLabel-3, 8))
	s.redraw()
}

const saveLabel = 7

// place is where the parts are.
func (s *SaveScreen) place() saveLayout {
	f := saveFacts{width: s.Width, height: s.Height, hasFrame: s.HasFrame()}
	if s.draft != nil {
		f.choices = len(s.draft.Choices)
	}
	return saveLayoutOf(f)
}

// redraw draws the file as it will be written.
func (s *SaveScreen) redraw() {
	if s.draft == nil {
		return
	}
	width, height := s.place().file.Inside()
	var lines []string
	for l := range strings.Lines(string(s.draft.Text())) {
		text := safe.Text(strings.TrimSuffix(l, "\n")).Line(safe.CellLimit()).String()
		lines = append(lines, s.tomlLine(ansi.Truncate(text, max(width, 1), "…")))
	}
	s.preview.Height = max(height, 1)
	s.preview.Set(lines)
	if s.preview.Top = 0; s.focus > 1 { // what changes is at the end
		s.preview.Top = len(lines)
		s.preview.Clamp()
	}
}

// tomlLine is a line of the file in color.
func (s *SaveScreen) tomlLine(text string) string {
	syntax := &s.Styles().Syntax
	if strings.HasPrefix(text, "[") {
		return s.pens.Head.Paint(text)
	}
	name, value, ok := strings.Cut(text, " = ")
	if !ok {
		return s.pens.Text.Paint(text)
	}
	return syntax.Key.Paint(name) + s.pens.Dim.Paint(" = ") + syntax.String.Paint(value)
}

func (s *SaveScreen) View() string {
	if !s.HasFrame() {
		return strings.Join(s.lines(s.Width, s.Height), "\n")
	}
	l := s.place()
	lines := s.lines(l.choices.Inside())
	st := &s.Styles().Pane
	left := st.Draw(kit.Pane{Title: "Save as test case", Lines: lines, Width: l.choices.Width, Height: l.choices.Height, HasFocus: true})
	if !l.file.IsShown() || s.draft == nil {
		return strings.Join(left, "\n")
	}
	right := st.Draw(kit.Pane{Title: "The file", Lines: strings.Split(s.preview.View(), "\n"), Width: l.file.Width, Height: l.file.Height})
	if l.isBeside {
		return strings.Join(kit.Beside(left, right), "\n")
	}
	return strings.Join(append(left, right...), "\n")
}

// lines are what can be changed.
func (s *SaveScreen) lines(width, height int) []string {
	st := s.Styles()
	switch {
	case s.failed != nil:
		return kit.Bullet("✗ ", "This cannot be saved as a test case: "+saveLine(s.failed.Error()), width, st.Bad)
	case s.draft == nil:
		return []string{st.Dim.Render("Reading the run …")}
	}
	field := func(at int, label string, input *textline.Model) string {
		return s.marker(at) + s.pens.Dim.Paint(kit.Pad(label, saveLabel)) + input.View()
	}
	lines := []string{field(0, "Name", &s.name), field(1, "File", &s.file), ""}
	at := []int{0, 1}
	if len(s.draft.Choices) > 0 {
		lines = append(lines, s.pens.Head.Paint("  What the answer must have"))
	} else {
		lines = append(lines, kit.Wrap("The message was not sent yet, so the case expects that the task completes and that its output is valid.", width, 0, st.Dim)...)
	}
	what := 0
	for _, c := range s.draft.Choices {
		what = max(what, lipgloss.Width(saveLine(c.Label)))
	}
	what = min(what, width/2)
	for i, c := range s.draft.Choices {
		box, paint := s.pens.Dim.Paint("[ ]"), &s.pens.Dim
		if c.On {
			box, paint = s.pens.Good.Paint("[✓]"), &s.pens.Text
		}
		name := paint
		if s.focus == i+2 {
			name = &s.pens.Current
		}
		at = append(at, len(lines))
		lines = append(lines, s.marker(i+2)+box+" "+name.Cell(saveLine(c.Label), what)+"  "+paint.Cell(saveLine(c.Text), max(width-what-9, 1)))
	}
	focus := -1
	if s.focus == s.button() {
		focus = 0
	}
	at = append(at, len(lines)+1)
	lines = append(lines, "", st.Button.Line([]kit.Button{{Label: "Save", Key: "ctrl+s"}}, focus, width))
	top := max(at[s.focus]-height+1, 0)
	return lines[min(top, len(lines)):min(top+height, len(lines))]
}

func (s *SaveScreen) marker(at int) string {
	if s.focus == at {
		return s.pens.Marker.Paint("▌") + " "
	}
	return "  "
}
