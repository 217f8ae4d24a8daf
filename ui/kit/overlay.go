package kit

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/internal/widget/picker"
	"a2aform/internal/widget/prompt"
	"a2aform/internal/widget/shortcut"
)

// Overlay is a dialog over the screen, which has the keys until it is closed.
type Overlay struct {
	Host   *Host
	Title  string // of a text; a picker and a prompt have their own
	Picker *picker.Model
	Chosen func(int) tea.Cmd
	Digits int       // how many choices 1 to 9 take at once
	Moved  func(int) // the cursor is on another label; may be nil
	Left   func()    // the picker or the prompt was closed without a choice; may be nil

	Colored bool // the screen behind keeps its colors
	Low     bool // it is at the bottom: what it asks about is above, on the screen behind

	Prompt    *prompt.Model
	verb      string               // what enter does with the line
	proposal  string               // the line that nobody typed
	Typed     func(string) tea.Cmd // the line has changed
	Entered   func(string) tea.Cmd // the line is confirmed; the overlay stays
	Completes bool                 // the line is given offers
	Agreed    string               // the line that was asked about; entered again it counts

	Panel Panel // what is neither a list nor a line; it has a title

	Lines Scroll   // of an overlay without any of them
	Text  []string // of it, before it is wrapped
}

// Panel is the content of a dialog that is neither a list, nor a line, nor a text.
type Panel interface {
	Width() int
	Lines() []string
	Keys() []Key
	Update(tea.KeyPressMsg) (closed bool, cmd tea.Cmd)
	Click(column, line int)
}

// Draw draws the dialog over the lines of a screen, of which there are as many as fit.
// Where these are few, it covers all of them.
func (o *Overlay) Draw(screen *Backdrop) []string {
	if !o.Host.framesDialogs() {
		return strings.Split(o.view(o.Host.Room()), "\n")
	}
	st, title, lines := &o.Host.Styles.Pane, o.Title, []string(nil)
	width, height := o.width(), o.height()
	switch {
	case o.Picker != nil:
		title = o.Picker.Title()
	case o.Prompt != nil:
		title = o.Prompt.Title()
	}
	if o.hasOwnTitle() {
		lines = strings.Split(o.view(width, height+1), "\n")[1:]
	} else {
		lines = strings.Split(o.view(width, height), "\n")
	}
	column, row, boxHeight := o.box(len(lines))
	dialog := st.Draw(Pane{Title: title, Lines: lines, Width: width + FrameWidth, Height: boxHeight, HasFocus: true})
	for i, line := range dialog {
		dialog[i] = o.Host.Styles.Raised.Line(line, width+FrameWidth)
	}
	return st.over(screen, dialog, column, row)
}

// hasOwnTitle reports whether the first line of the view is a title, which the frame has
// already.
func (o *Overlay) hasOwnTitle() bool { return o.Picker != nil || o.Prompt != nil }

// box is where the dialog is, and how high with its frame; lines is what it has to show.
func (o *Overlay) box(lines int) (column, row, height int) {
	width, room := o.width(), o.height()
	if o.Picker != nil {
		lines = o.Picker.Height() - 1 // it keeps its size while one filters
	}
	if o.Panel != nil {
		lines = len(o.Panel.Lines())
	}
	lines = min(lines, room)
	all, _ := o.Host.Room()
	row = (room - lines) / 3
	if o.Low {
		row = room - lines
	}
	return (all - width - FrameWidth) / 2, row, lines + FrameHeight
}

// width and height are the size of the inside of the dialog: that of its list, as far as
// there is space.
func (o *Overlay) width() int {
	width, _ := o.Host.DialogRoom()
	if o.Panel != nil {
		return min(width, o.Panel.Width())
	}
	if o.Picker != nil {
		width = min(width, max(o.Picker.Width(), minDialogWidth, lipgloss.Width(o.Picker.Title())+2))
	}
	return width
}

func (o *Overlay) height() int {
	_, height := o.Host.DialogRoom()
	return height
}

// Line is the line of the view that is at a column and a line of the screen's area, -1
// for none.
func (o *Overlay) Line(column, line int) int {
	if !o.Host.framesDialogs() {
		return line
	}
	width := o.width()
	left, top, height := o.box(0)
	if column <= left || column >= left+width+FrameWidth-1 || line <= top || line >= top+height-1 {
		return -1
	}
	if line -= top + 1; o.hasOwnTitle() {
		line++
	}
	return line
}

// minDialogWidth is how wide the inside of a list is at least.
const minDialogWidth = 48

// maxDialogWidth is how wide the inside of a dialog may be.
const maxDialogWidth = 92

// minDialogHeight is how many rows a screen has at least behind a dialog.
const minDialogHeight = 12

// framesDialogs reports whether a frame fits around a dialog.
func (h *Host) framesDialogs() bool {
	width, height := h.Room()
	return width >= MinPaneWidth && height >= minDialogHeight
}

// DialogRoom is the size that the inside of a dialog may have.
func (h *Host) DialogRoom() (width, height int) {
	width, height = h.Room()
	if !h.framesDialogs() {
		return width, height
	}
	return min(width-4-FrameWidth, maxDialogWidth), height - FrameHeight
}

func (o *Overlay) view(width, height int) string {
	switch {
	case o.Picker != nil:
		return o.Picker.View(width, height)
	case o.Prompt != nil:
		return o.Prompt.View(width, height)
	case o.Panel != nil:
		return strings.Join(o.Panel.Lines(), "\n")
	}
	return o.Lines.View()
}

func (o *Overlay) Keys() []Key {
	back := shortcut.Key{Binding: Keys.Back}
	switch {
	case o.Picker != nil:
		return Shown(shortcut.On(picker.Keys.Choose, Named(picker.Keys.Close, "Back"))...)
	case o.Prompt != nil:
		complete := shortcut.When(prompt.Keys.Complete, o.Completes, "nothing completes what is typed here")
		return Shown(shortcut.Key{Binding: Named(prompt.Keys.Enter, o.verb)}, complete, shortcut.Key{Binding: Named(prompt.Keys.Close, "Back")})
	case o.Panel != nil:
		return o.Panel.Keys()
	}
	scroll := Named(Keys.PageDown, "Scroll")
	more := shortcut.When(scroll, len(o.Lines.Lines) > o.Lines.Height, "all of it is in sight")
	return Shown(more, back)
}

// UpdateOverlay gives a message to the dialog that is open.
func (h *Host) UpdateOverlay(msg tea.Msg) tea.Cmd {
	o := h.Overlay
	switch {
	case o.Picker != nil:
		return h.updatePicker(o, msg)
	case o.Prompt != nil:
		return h.updatePrompt(o, msg)
	case o.Panel != nil:
		return h.updatePanel(o, msg)
	}
	if press, ok := msg.(tea.KeyPressMsg); ok && !o.Lines.Press(press) {
		h.Overlay = nil
	}
	return nil
}

func (h *Host) updatePanel(o *Overlay, msg tea.Msg) tea.Cmd {
	press, isKey := msg.(tea.KeyPressMsg)
	if !isKey {
		return nil
	}
	closed, cmd := o.Panel.Update(press)
	if closed {
		h.Overlay = nil
	}
	return cmd
}

// updatePrompt leaves it to what is entered to close the overlay: a line that is
// not good stays.
func (h *Host) updatePrompt(o *Overlay, msg tea.Msg) tea.Cmd {
	result := o.Prompt.Update(msg)
	switch {
	case result.Closed:
		h.Overlay = nil
		if o.Left != nil {
			o.Left()
		}
	case result.Entered:
		return o.Entered(result.Text)
	case result.Changed && o.Typed != nil:
		return o.Typed(result.Text)
	}
	return nil
}

func (h *Host) updatePicker(o *Overlay, msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		if i := int(press.Code - '1'); press.Mod == 0 && i >= 0 && i < min(9, o.Digits) {
			h.Overlay = nil
			return o.Chosen(i)
		}
	}
	result, cmd := o.Picker.Update(msg)
	if i := o.Picker.Hovered(); o.Moved != nil && !result.Done && i >= 0 {
		o.Moved(i)
	}
	return tea.Batch(cmd, h.applyChoice(o, result))
}

// applyChoice does what came of a picker.
func (h *Host) applyChoice(o *Overlay, result picker.Result) tea.Cmd {
	if !result.Done {
		return nil
	}
	h.Overlay = nil
	if result.Chosen < 0 {
		if o.Left != nil {
			o.Left()
		}
		return nil
	}
	return o.Chosen(result.Chosen)
}

// closing is the key that closes the dialog.
func (o *Overlay) closing() key.Binding {
	switch {
	case o.Picker != nil:
		return picker.Keys.Close
	case o.Prompt != nil:
		return prompt.Keys.Close
	}
	return Keys.Back
}

// ClickOverlay takes what is at a position of the dialog; next to the dialog it closes it.
func (h *Host) ClickOverlay(column, line int) tea.Cmd {
	o := h.Overlay
	line = o.Line(column, line)
	switch {
	case line < 0:
		return h.UpdateOverlay(KeyPress(o.closing().Keys()[0]))
	case o.Picker != nil:
		return h.applyChoice(o, o.Picker.Click(line))
	case o.Prompt != nil:
		if result := o.Prompt.Click(line); result.Changed && o.Typed != nil {
			return o.Typed(result.Text)
		}
	case o.Panel != nil:
		left, _, _ := o.box(0)
		if !h.framesDialogs() {
			left = -FrameWidth / 2
		}
		o.Panel.Click(column-left-FrameWidth/2, line)
	}
	return nil
}

// Layout wraps the text at the width of the dialog, so that nothing of it is cut.
func (o *Overlay) Layout() {
	width, height := o.Host.DialogRoom()
	o.Lines.Height = height
	var lines []string
	for _, l := range o.Text {
		lines = append(lines, wrapIndented(l, width)...)
	}
	o.Lines.Set(lines)
}

// NewChooser asks for one of a few things.
func NewChooser(h *Host, title string, labels, notes []string, chosen func(int) tea.Cmd) *Overlay {
	return NewChooserAt(h, title, labels, notes, -1, chosen)
}

// NewChooserAt is [NewChooser] with the cursor at the choice that is in use; below 0 for none.
func NewChooserAt(h *Host, title string, labels, notes []string, at int, chosen func(int) tea.Cmd) *Overlay {
	return &Overlay{Host: h, Picker: picker.New(title, labels, notes, at, h.Styles.Form.Picker), Chosen: chosen}
}

// NewPrompt asks for a line; verb is what enter does with it.
func NewPrompt(h *Host, verb, title, note, text string) *Overlay {
	st := h.Styles.Form.Picker
	return &Overlay{Host: h, verb: verb, Prompt: prompt.New(title, note, text, prompt.Styles{
		Title: st.Title, Cursor: st.Cursor, Selected: st.Selected, Label: st.Label, Dim: st.Dim, Problem: h.Styles.Bad, Row: st.Row,
	})}
}
