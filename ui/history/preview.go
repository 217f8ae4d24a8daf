package history

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/ui/kit"
)

// preview is what came of the run at the cursor, read from its file once the cursor rests.
type preview struct {
	generation int      // of the cursor's place
	wanted     safe.Raw // the run that is read, or was
	document   *render.Document
	isLarge    bool
	lines      []string // of document, as wide as the pane
}

const (
	settleTime = 120 * time.Millisecond // how long the cursor rests before its run is read
	maxPreview = 4 << 20                // bytes; a larger file is opened with enter only
)

// settledMsg says that the cursor has rested.
type settledMsg struct{ generation int }

// previewMsg is a run that was read for the preview.
type previewMsg struct {
	id       safe.Raw
	document *render.Document
	isLarge  bool
}

// settle waits for the cursor to rest where another run is next to the list.
func (s *Screen) settle() tea.Cmd {
	p, ok := s.current()
	if !ok || !s.isWide() || p.info.ID == s.preview.wanted {
		return nil
	}
	s.preview.generation++
	return kit.After(s, settleTime, settledMsg{s.preview.generation})
}

// readPreview reads the run at the cursor in a command.
func (s *Screen) readPreview(m settledMsg) tea.Cmd {
	p, ok := s.current()
	if !ok || m.generation != s.preview.generation {
		return nil
	}
	id, path := p.info.ID, p.info.Path
	s.preview = preview{generation: m.generation, wanted: id}
	if p.task != nil {
		s.preview.document = p.task.Document()
		s.drawPreview()
		return nil
	}
	if path == "" || p.info.Private {
		return nil
	}
	return kit.Later(s, func() tea.Msg {
		if runfile.Size(path) > maxPreview {
			return previewMsg{id: id, isLarge: true}
		}
		rec, err := run.OpenRecording(path)
		if err != nil {
			return previewMsg{id: id}
		}
		return previewMsg{id: id, document: rec.Run().Document()}
	})
}

func (s *Screen) showPreview(m previewMsg) {
	if m.id == s.preview.wanted {
		s.preview.document, s.preview.isLarge = m.document, m.isLarge
		s.drawPreview()
	}
}

// previewWidth is how many columns the preview has.
func (s *Screen) previewWidth() int { return s.Width - s.listWidth() - kit.FrameWidth }

func (s *Screen) drawPreview() {
	s.preview.lines = nil
	if d := s.preview.document; d != nil && s.isWide() && len(d.Sections) > 0 {
		s.preview.lines = draw.Frame(d, s.previewWidth(), s.Styles().Render).Lines
	}
}

// previewLines are the facts of a run: who, when, what was asked, and the
// beginning of what came of it.
func (s *Screen) previewLines(p PastRun) []string {
	st, width := s.Styles(), s.previewWidth()
	facts := []string{p.agent, p.when, strings.TrimSpace(p.duration())}
	if r := p.result(); r != p.outcome() {
		facts = append(facts, r)
	}
	if !p.info.Case.IsEmpty() {
		facts = append(facts, "test "+kit.Line(p.info.Case))
	}
	lines := kit.Wrap(strings.Join(facts, " · "), width, 2, st.Dim)
	if asked := kit.Line(p.info.Asked); asked != "" {
		lines = append(lines, kit.Wrap(asked, width, 3, st.Text)...)
	}
	if !p.info.Error.IsEmpty() {
		lines = append(lines, kit.Wrap("✗ "+kit.Line(p.info.Error), width, 3, st.Bad)...)
	}
	if p.canFollow() == "" {
		follow := historyKeys.Follow.Help()
		lines = append(lines, st.Key.Render(follow.Key)+st.Dim.Render(" "+follow.Desc))
	}
	lines = append(lines, "")
	switch {
	case p.info.ID != s.preview.wanted:
		return lines
	case p.info.Private:
		return append(lines, kit.Wrap("What was filled in held a secret, so its result was not kept.", width, 0, st.Dim)...)
	case s.preview.isLarge:
		return append(lines, kit.Wrap("The result is large. Enter opens it.", width, 0, st.Dim)...)
	}
	return append(lines, s.preview.lines...)
}
