package form

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

func itoaPart(n int) string { return strconv.Itoa(n) }

func (s *partsScreen) View() string {
	width, height := s.FrameRoom()
	lines := s.rows(width, max(height/2, 1))
	if room := height - len(lines) - 1; room > 0 {
		lines = append(append(lines, ""), firstPart(s.below(width), room)...)
	}
	for len(lines) < height {
		lines = append(lines, "")
	}
	return s.InFrame(s.Title(), kit.Plural(len(s.list.All()), "part", "parts"), strings.Join(lines[:height], "\n"))
}

// sizeEditor gives the editor the space below the rows.
func (s *partsScreen) sizeEditor() {
	if width, height := s.FrameRoom(); s.editor != nil {
		s.editor.SetSize(width, height-min(len(s.list.All()), max(height/2, 1))-1)
	}
}

// rows are the parts around the cursor.
func (s *partsScreen) rows(width, height int) (lines []string) {
	st, all := s.Styles(), s.list.All()
	top := max(min(s.cursor-height/2, len(all)-height), 0)
	for i := top; i < min(top+height, len(all)); i++ {
		marker, style := "  ", st.Text
		if i == s.cursor {
			marker, style = st.Accent.Render("▌ "), st.Current
		}
		about, note := s.row(all[i])
		left := marker + st.Dim.Render(fmt.Sprintf("%d ", i+1)) + style.Render(about)
		lines = append(lines, st.Row(ansi.Truncate(left+"  "+note, width, "…"), i == s.cursor, width))
	}
	return lines
}

// row is a part in a line: what it is, and its media type.
func (s *partsScreen) row(p MessagePart) (about, note string) {
	st := s.Styles()
	media := p.MediaType
	note = st.Dim.Render(safe.Text(s.ownType(p)).Line(120).String())
	if media != "" {
		note = st.Warn.Render(safe.Text(media).Line(120).String() + " (set by hand)")
	}
	if err := p.Check(); err != nil {
		note = st.Bad.Render("✗ " + err.Error())
	}
	switch p.Kind {
	case Form:
		return "Form  " + s.of.Name, note
	case File:
		return "File  " + safe.Text(p.Name).Line(60).String() + "  " + formgen.ByteSize(len(p.file.Data)), note
	case Data:
		return "JSON  " + firstWords(p.Text), note
	}
	return "Text  " + firstWords(p.Text), note
}

// firstPart are the first lines, as many as fit.
func firstPart(lines []string, room int) []string { return lines[:min(len(lines), room)] }

// firstWords are the beginning of a text in one line.
func firstWords(text string) string {
	const most = 48
	return safe.Text(strings.Join(strings.Fields(strings.ToValidUTF8(text[:min(len(text), 4*most)], "")), " ")).Line(most).String()
}

// below is the part at the cursor: in its editor, or as it is.
func (s *partsScreen) below(width int) []string {
	if s.editor != nil {
		return strings.Split(s.editor.View(), "\n")
	}
	st, p := s.Styles(), s.part()
	switch p.Kind {
	case File:
		return nil
	case Form:
		return s.jsonLines(s.of.Value(), width)
	case Data:
		return s.jsonLines(p.Text, width)
	}
	return kit.Wrap(safe.Text(p.Text).Block(0).String(), width, 0, st.Text)
}

func (s *partsScreen) jsonLines(text string, width int) (lines []string) {
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		return kit.Wrap(safe.Text(text).Block(0).String(), width, 0, s.Styles().Text)
	}
	for _, l := range kit.JSONLines(v) {
		lines = append(lines, ansi.Truncate(s.Styles().Syntax.JSON(l), width, "…"))
	}
	return lines
}
