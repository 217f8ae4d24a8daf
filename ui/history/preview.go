package history

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/store"
	"a2aform/ui/kit"
)

// settle waits for the cursor to rest where another run is next to the list.
func (s *Screen) settle() tea.Cmd {
	p, ok := s.current()
	if !ok || !s.isWide() {
		return nil
	}
	s.thread.Runs, s.thread.At = store.Thread(s.kept.Runs, p.info.ID)
	r := kit.PreviewedRun{ID: p.info.ID, Path: p.info.Path, Private: p.info.Private}
	if p.task != nil {
		r.Document = p.task.Document()
	}
	return s.preview.Settle(s, r)
}

// previewWidth is how many columns the preview has.
func (s *Screen) previewWidth() int { return s.Width - s.listWidth() - kit.FrameWidth }

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
	if t := s.thread; !t.IsOne() && t.Runs[t.At].ID == p.info.ID {
		lines = append(lines, t.Line(width, st))
	}
	if !p.info.Error.IsEmpty() {
		lines = append(lines, kit.Wrap("✗ "+kit.Line(p.info.Error), width, 3, st.Bad)...)
	}
	if p.canFollow() == "" {
		follow := historyKeys.Follow.Help()
		lines = append(lines, st.Key.Render(follow.Key)+st.Dim.Render(" "+follow.Desc))
	}
	return append(append(lines, ""), s.preview.Lines(width, st)...)
}
