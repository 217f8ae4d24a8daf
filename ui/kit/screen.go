package kit

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// Screen is one page of the program.
type Screen interface {
	Init() tea.Cmd
	Update(tea.Msg) (Action, tea.Cmd)
	View() string // at most as large as layout said
	Layout(width, height int)
	Restyle()

	Title() string    // for the breadcrumb; safe to show
	Help() []string   // what f1 says of the thing that has the focus
	Keys() []Key      // of the moment; the first six stand in the footer
	IsTyping() bool   // printable keys are text
	IsDirty() bool    // leaving the program now would lose something
	HiddenLines() int // lines under the window
}

// Coach is a screen that names the next key to somebody who uses the program for the first
// time: a sentence, or "" where there is nothing to press.
type Coach interface{ Coach() string }

// Loader is a screen with a list from the disk, read again when one comes back
// to it.
type Loader interface{ Load() tea.Cmd }

// Action is what a screen asks the program to do: first pop, then push.
type Action struct {
	Pop    int
	Below  Screen // is pushed first; nil for none
	Push   Screen
	Status Status
}

// Infof says something in the status line.
func Infof(format string, args ...any) Action {
	return Action{Status: Status{Text: fmt.Sprintf(format, args...)}}
}

// Errorf says in the status line what went wrong.
func Errorf(format string, args ...any) Action {
	return Action{Status: Status{Text: fmt.Sprintf(format, args...), Bad: true}}
}

// Base is what most screens have in common.
type Base struct {
	Host          *Host
	Width, Height int
}

func (b *Base) Init() tea.Cmd   { return nil }
func (b *Base) Layout(w, h int) { b.Width, b.Height = w, h }
func (b *Base) Restyle()        {}
func (b *Base) IsTyping() bool  { return false }
func (b *Base) IsDirty() bool   { return false }

// timer is the program's own, nil for the one of Bubble Tea.
func (b *Base) timer() Timer {
	if b.Host == nil {
		return nil
	}
	return b.Host.Options.Timer
}

// HelpWidth is how wide a line of help may be.
func (b *Base) HelpWidth() int {
	width, _ := b.Host.DialogRoom()
	return width
}

// Styles are the colors of the program.
func (b *Base) Styles() *Styles  { return b.Host.Styles }
func (b *Base) HiddenLines() int { return 0 }

// minFrame is from how many rows on a screen has a pane around what it shows.
const minFrame = 10

// HasFrame reports whether the screen has space for a pane around what it shows.
func (b *Base) HasFrame() bool { return b.Width >= MinPaneWidth && b.Height >= minFrame }

// FrameRoom is the size of the inside of that pane, or of the screen.
func (b *Base) FrameRoom() (width, height int) {
	if !b.HasFrame() {
		return b.Width, b.Height
	}
	return b.Width - FrameWidth, b.Height - FrameHeight
}

// InFrame draws what the screen shows in its pane, if it has one.
func (b *Base) InFrame(title, note, text string) string {
	if !b.HasFrame() {
		return text
	}
	var sb strings.Builder
	b.Styles().Pane.Write(&sb, Pane{Title: title, Note: note, Lines: strings.Split(text, "\n"), Width: b.Width, Height: b.Height, HasFocus: true})
	return sb.String()
}

// FrameLine is the line of what the screen shows that is at a line of the screen; -1 for the
// border.
func (b *Base) FrameLine(line int) int {
	if _, height := b.FrameRoom(); b.HasFrame() && line > height {
		return -1
	}
	if b.HasFrame() {
		return line - 1
	}
	return line
}

// Back goes to the screen before.
func (b *Base) Back() Action { return Action{Pop: 1} }

// BackKey is the action that goes to the screen before.
func (b *Base) BackKey() Key { return On(Keys.Back, b.Back) }

// Sender is where a message was written, which hears what became of it.
type Sender interface {
	Accepted() tea.Cmd                        // the agent has the message
	Returned(s run.Snapshot) tea.Cmd          // it was broken off; what was written may be all there is of it
	Rejected(m *a2a.Message, reason safe.Raw) // the agent, which had accepted it, rejected or failed the task with this message
}

// Status is the line above the footer: what just happened.
type Status struct {
	Text string
	Bad  bool
}

// ScreenMsg is the answer of a command, for the screen that asked.
type ScreenMsg struct {
	To  Screen
	Msg tea.Msg
}
