package kit

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/widget/picker"
	"a2aform/internal/widget/prompt"
	"a2aform/internal/widget/shortcut"
)

// Overlay is drawn in place of the screen until it is closed.
type Overlay struct {
	Host   *Host
	Picker *picker.Model
	Chosen func(int) tea.Cmd
	Digits bool // 1 to 9 choose at once

	Prompt    *prompt.Model
	verb      string               // what enter does with the line
	Typed     func(string) tea.Cmd // the line has changed
	Entered   func(string) tea.Cmd // the line is confirmed; the overlay stays
	Completes bool                 // the line is given offers
	Agreed    string               // the line that was asked about; entered again it counts

	Lines Scroll   // of an overlay without either
	Text  []string // of it, before it is wrapped
}

func (o *Overlay) View() string {
	switch {
	case o.Picker != nil:
		return o.Picker.View(o.Host.Room())
	case o.Prompt != nil:
		return o.Prompt.View(o.Host.Room())
	}
	return o.Lines.View()
}

func (o *Overlay) Keys() []shortcut.Key {
	switch {
	case o.Picker != nil:
		return shortcut.On(Bind("choose", "enter"), Keys.Back)
	case o.Prompt != nil:
		complete := shortcut.When(Bind("complete", "tab"), o.Completes, "nothing completes what is typed here")
		return []shortcut.Key{{Binding: Bind(o.verb, "enter")}, complete, {Binding: Keys.Back}}
	}
	scroll := Bind("scroll", "pgdown")
	scroll.SetHelp("pgdn", "scroll")
	more := shortcut.When(scroll, len(o.Lines.Lines) > o.Lines.Height, "all of it is in sight")
	return []shortcut.Key{more, {Binding: Keys.Back}}
}

// UpdateOverlay gives a message to the dialog that is open.
func (h *Host) UpdateOverlay(msg tea.Msg) tea.Cmd {
	o := h.Overlay
	switch {
	case o.Picker != nil:
		return h.updatePicker(o, msg)
	case o.Prompt != nil:
		return h.updatePrompt(o, msg)
	}
	if press, ok := msg.(tea.KeyPressMsg); ok && !o.Lines.Press(press) {
		h.Overlay = nil
	}
	return nil
}

// updatePrompt leaves it to what is entered to close the overlay: a line that is
// not good stays.
func (h *Host) updatePrompt(o *Overlay, msg tea.Msg) tea.Cmd {
	result := o.Prompt.Update(msg)
	switch {
	case result.Closed:
		h.Overlay = nil
	case result.Entered:
		return o.Entered(result.Text)
	case result.Changed && o.Typed != nil:
		return o.Typed(result.Text)
	}
	return nil
}

func (h *Host) updatePicker(o *Overlay, msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok && o.Digits {
		if i := int(press.Code - '1'); press.Mod == 0 && i >= 0 && i < min(9, o.Picker.Len()) {
			h.Overlay = nil
			return o.Chosen(i)
		}
	}
	result, cmd := o.Picker.Update(msg)
	return tea.Batch(cmd, h.ApplyChoice(o, result))
}

// ApplyChoice does what came of a picker.
func (h *Host) ApplyChoice(o *Overlay, result picker.Result) tea.Cmd {
	if !result.Done {
		return nil
	}
	h.Overlay = nil
	if result.Chosen < 0 {
		return nil
	}
	return o.Chosen(result.Chosen)
}

// Layout wraps the text at the width, so that nothing of it is cut.
func (o *Overlay) Layout(width, height int) {
	o.Lines.Height = height
	var lines []string
	for _, l := range o.Text {
		lines = append(lines, wrapIndented(l, width)...)
	}
	o.Lines.Set(lines)
}

// NewChooser asks for one of a few things.
func NewChooser(h *Host, title string, labels, notes []string, chosen func(int) tea.Cmd) *Overlay {
	return &Overlay{Host: h, Picker: picker.New(title, labels, notes, -1, h.Styles.Form.Picker), Chosen: chosen}
}

// NewPrompt asks for a line; verb is what enter does with it.
func NewPrompt(h *Host, verb, title, note, text string) *Overlay {
	st := h.Styles.Form.Picker
	return &Overlay{Host: h, verb: verb, Prompt: prompt.New(title, note, text, prompt.Styles{
		Title: st.Title, Cursor: st.Cursor, Selected: st.Selected, Label: st.Label, Dim: st.Dim, Problem: h.Styles.Bad,
	})}
}
