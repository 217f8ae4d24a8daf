package chat

import (
	"io"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
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

// copies are what can be taken along of the chat.
func (s *Screen) copies() copies {
	c := copies{host: s.Host, to: s, title: s.Title(), turns: s.turns, copyAnswer: chatKeys.CopyAnswer}
	if t := s.chosen(); t != nil {
		c.answer = t.now().Snapshot().LiveText()
	}
	if s.pane.hasFocus {
		c.copyAnswer = kit.Named(kit.Keys.CopyAs, c.copyAnswer.Help().Desc)
	}
	return c
}

// copies copy an answer, its code or a chat, and save the chat. They are made for each table of keys.
type copies struct {
	host       *kit.Host
	to         kit.Screen // of the chat, for the messages of commands
	title      string
	turns      conversation
	answer     string // as it was sent, "" for none
	copyAnswer key.Binding
}

func (c copies) keys() []kit.Key {
	k := chatKeys
	noTurns := kit.Unless(len(c.turns) > 0, "nothing was sent yet")
	return []kit.Key{
		kit.When(c.copyAnswer, kit.Unless(c.answer != "", "the answer has no text"), func() (kit.Action, tea.Cmd) { return c.host.Copy("the answer", c.answer) }),
		kit.When(k.CopyCode, kit.Unless(strings.Contains(c.answer, "```"), "the answer has no code"), c.copyCode),
		kit.When(k.CopyChat, noTurns, c.copyChat),
		kit.When(k.SaveChat, noTurns, c.askToSave),
	}
}

// copyCode copies the code in the answer. Of several blocks the user chooses one, the last at first.
func (c copies) copyCode() (kit.Action, tea.Cmd) {
	blocks := codeIn(markdown.Read(c.answer, false))
	switch len(blocks) {
	case 0:
		return kit.Errorf("the answer has no code"), nil
	case 1:
		return c.host.Copy("the code", codeOf(blocks[0]))
	}
	texts := make([]kit.Copyable, len(blocks))
	for i, b := range blocks {
		note := strings.TrimSpace(kit.Line(safe.Text(b.Lang)) + "  " + kit.Plural(len(b.Lines), "line", "lines") + "  " + kit.Line(safe.Text(b.Lines[0])))
		texts[i] = kit.Copyable{Label: strconv.Itoa(i + 1), Note: note, What: "the code", Text: func() (string, error) { return codeOf(b), nil }}
	}
	c.host.AskCopy("Copy code", texts, len(blocks)-1)
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

func (c copies) copyChat() (kit.Action, tea.Cmd) {
	var b strings.Builder
	if err := transcript.Write(&b, c.title, c.turns.transcript()); err != nil {
		return kit.Errorf("%s", err), nil
	}
	return c.host.Copy("the chat as Markdown", b.String())
}

func (c copies) askToSave() tea.Cmd {
	title, turns := c.title, c.turns.transcript()
	return c.host.AskForPath(c.to, "Save the chat as Markdown", safe.FileName(safe.Text(title), "chat", ".md"), func(w io.Writer) error {
		return transcript.Write(w, title, turns)
	})
}
