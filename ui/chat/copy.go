package chat

import (
	"fmt"
	"io"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run/transcript"
	"a2aform/internal/safe"
	"a2aform/render/markdown"
	"a2aform/ui/kit"
)

// chosen is the turn at the cursor, else the last one; nil for none.
func (s *Screen) chosen() *turn {
	if s.pane.hasFocus {
		return s.turns[s.pane.cursor]
	}
	return s.turns.newest()
}

// answerText is the text of the chosen turn's answer as it was sent, "" for none.
func (s *Screen) answerText() string {
	if t := s.chosen(); t != nil {
		return t.now().Snapshot().LiveText()
	}
	return ""
}

// copyKeys copy parts of the chat, and save it.
func (s *Screen) copyKeys() []kit.Key {
	k := chatKeys
	noTurns := kit.Unless(len(s.turns) > 0, "nothing was sent yet")
	answer := k.CopyAnswer
	if s.pane.hasFocus {
		answer = kit.Named(kit.Keys.CopyAs, k.CopyAnswer.Help().Desc)
	}
	return []kit.Key{
		kit.When(answer, kit.Unless(s.answerText() != "", "the answer has no text"), s.copyAnswer),
		kit.When(k.CopyCode, kit.Unless(strings.Contains(s.answerText(), "```"), "the answer has no code"), s.copyCode),
		kit.When(k.CopyChat, noTurns, s.copyChat),
		kit.When(k.SaveChat, noTurns, s.askToSave),
	}
}

func (s *Screen) copyAnswer() (kit.Action, tea.Cmd) {
	return s.Host.Copy("the answer", s.answerText())
}

// copyCode copies the code in the answer. Of several blocks the user chooses one, the last at first.
func (s *Screen) copyCode() (kit.Action, tea.Cmd) {
	blocks := codeIn(markdown.Read(s.answerText(), false))
	switch len(blocks) {
	case 0:
		return kit.Errorf("the answer has no code"), nil
	case 1:
		return s.Host.Copy("the code", codeOf(blocks[0]))
	}
	labels, notes := make([]string, len(blocks)), make([]string, len(blocks))
	for i, b := range blocks {
		labels[i] = fmt.Sprintf("%d", i+1)
		notes[i] = strings.TrimSpace(kit.Line(safe.Text(b.Lang)) + "  " + kit.Plural(len(b.Lines), "line", "lines") + "  " + kit.Line(safe.Text(b.Lines[0])))
	}
	s.Host.Overlay = kit.NewChooserAt(s.Host, "Copy code", labels, notes, len(blocks)-1, func(i int) tea.Cmd {
		act, cmd := s.Host.Copy("the code", codeOf(blocks[i]))
		return tea.Batch(cmd, s.Host.Perform(act))
	})
	return kit.Action{}, nil
}

// codeIn are the blocks of code, also those in lists and quotes.
func codeIn(blocks []*markdown.Block) (found []*markdown.Block) {
	for _, b := range blocks {
		if b.Kind == markdown.Code && len(b.Lines) > 0 {
			found = append(found, b)
		}
		found = append(found, codeIn(b.Parts)...)
	}
	return found
}

func codeOf(b *markdown.Block) string { return strings.Join(b.Lines, "\n") + "\n" }

func (s *Screen) copyChat() (kit.Action, tea.Cmd) {
	var b strings.Builder
	if err := transcript.Write(&b, s.Title(), s.turns.transcript()); err != nil {
		return kit.Errorf("%s", err), nil
	}
	return s.Host.Copy("the chat as Markdown", b.String())
}

func (s *Screen) askToSave() tea.Cmd {
	title, turns := s.Title(), s.turns.transcript()
	return s.Host.AskForPath(s, "Save the chat as Markdown", safe.FileName(safe.Text(title), "chat", ".md"), func(w io.Writer) error {
		return transcript.Write(w, title, turns)
	})
}
