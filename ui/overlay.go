package ui

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/widget/picker"
	"a2aform/internal/widget/prompt"
	"a2aform/internal/widget/shortcut"
)

// overlay is drawn in place of the screen until it is closed.
type overlay struct {
	host   *host
	picker *picker.Model
	chosen func(int) tea.Cmd
	digits bool // 1 to 9 choose at once

	prompt    *prompt.Model
	verb      string               // what enter does with the line
	typed     func(string) tea.Cmd // the line has changed
	entered   func(string) tea.Cmd // the line is confirmed; the overlay stays
	completes bool                 // the line is given offers
	agreed    string               // the line that was asked about; entered again it counts

	lines scroll   // of an overlay without either
	text  []string // of it, before it is wrapped
}

func (o *overlay) view() string {
	switch {
	case o.picker != nil:
		return o.picker.View(o.host.room())
	case o.prompt != nil:
		return o.prompt.View(o.host.room())
	}
	return o.lines.view()
}

func (o *overlay) keys() []shortcut.Key {
	switch {
	case o.picker != nil:
		return shortcut.On(bind("choose", "enter"), keys.Back)
	case o.prompt != nil:
		complete := shortcut.When(bind("complete", "tab"), o.completes, "nothing completes what is typed here")
		return []shortcut.Key{{Binding: bind(o.verb, "enter")}, complete, {Binding: keys.Back}}
	}
	scroll := bind("scroll", "pgdown")
	scroll.SetHelp("pgdn", "scroll")
	more := shortcut.When(scroll, len(o.lines.lines) > o.lines.height, "all of it is in sight")
	return []shortcut.Key{more, {Binding: keys.Back}}
}

func (h *host) updateOverlay(msg tea.Msg) tea.Cmd {
	o := h.overlay
	switch {
	case o.picker != nil:
		return h.updatePicker(o, msg)
	case o.prompt != nil:
		return h.updatePrompt(o, msg)
	}
	if press, ok := msg.(tea.KeyPressMsg); ok && !o.lines.press(press) {
		h.overlay = nil
	}
	return nil
}

// updatePrompt leaves it to what is entered to close the overlay: a line that is
// not good stays.
func (h *host) updatePrompt(o *overlay, msg tea.Msg) tea.Cmd {
	result := o.prompt.Update(msg)
	switch {
	case result.Closed:
		h.overlay = nil
	case result.Entered:
		return o.entered(result.Text)
	case result.Changed && o.typed != nil:
		return o.typed(result.Text)
	}
	return nil
}

func (h *host) updatePicker(o *overlay, msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok && o.digits {
		if i := int(press.Code - '1'); press.Mod == 0 && i >= 0 && i < min(9, o.picker.Len()) {
			h.overlay = nil
			return o.chosen(i)
		}
	}
	result, cmd := o.picker.Update(msg)
	return tea.Batch(cmd, h.chose(o, result))
}

// chose does what came of a picker.
func (h *host) chose(o *overlay, result picker.Result) tea.Cmd {
	if !result.Done {
		return nil
	}
	h.overlay = nil
	if result.Chosen < 0 {
		return nil
	}
	return o.chosen(result.Chosen)
}

// layout wraps the text at the width, so that nothing of it is cut.
func (o *overlay) layout(width, height int) {
	o.lines.height = height
	var lines []string
	for _, l := range o.text {
		lines = append(lines, wrapIndented(l, width)...)
	}
	o.lines.set(lines)
}

// newChooser asks for one of a few things.
func newChooser(h *host, title string, labels, notes []string, chosen func(int) tea.Cmd) *overlay {
	return &overlay{host: h, picker: picker.New(title, labels, notes, -1, h.styles.form.Picker), chosen: chosen}
}

// newPrompt asks for a line; verb is what enter does with it.
func newPrompt(h *host, verb, title, note, text string) *overlay {
	st := h.styles.form.Picker
	return &overlay{host: h, verb: verb, prompt: prompt.New(title, note, text, prompt.Styles{
		Title: st.Title, Cursor: st.Cursor, Selected: st.Selected, Label: st.Label, Dim: st.Dim, Problem: h.styles.Bad,
	})}
}
