package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
	"a2aform/internal/widget/shortcut"
)

// screen is one page of the program.
type screen interface {
	init() tea.Cmd
	update(tea.Msg) (action, tea.Cmd)
	view() string // at most as large as layout said
	layout(width, height int)
	restyle()

	title() string        // for the breadcrumb; safe to show
	help() []string       // what f1 says of the thing that has the focus
	keys() []shortcut.Key // of the moment; the first six stand in the footer
	isTyping() bool       // printable keys are text
	isDirty() bool        // leaving the program now would lose something
	hiddenLines() int     // lines under the window
}

// loader is a screen with a list from the disk, read again when one comes back
// to it.
type loader interface{ load() tea.Cmd }

// action is what a screen asks the program to do: first pop, then push.
type action struct {
	pop    int
	push   screen
	status status
}

func infof(format string, args ...any) action {
	return action{status: status{text: fmt.Sprintf(format, args...)}}
}

func errorf(format string, args ...any) action {
	return action{status: status{text: fmt.Sprintf(format, args...), bad: true}}
}

// base is what most screens have in common.
type base struct {
	host          *host
	width, height int
}

func (b *base) init() tea.Cmd    { return nil }
func (b *base) layout(w, h int)  { b.width, b.height = w, h }
func (b *base) restyle()         {}
func (b *base) isTyping() bool   { return false }
func (b *base) isDirty() bool    { return false }
func (b *base) styles() *styles  { return b.host.styles }
func (b *base) hiddenLines() int { return 0 }
func (b *base) back() action     { return action{pop: 1} }

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// sender is where a message was written, which hears what became of it.
type sender interface {
	accepted() tea.Cmd               // the agent has the message
	returned(s run.Snapshot) tea.Cmd // it was broken off; what was written may be all there is of it
}

// status is the line above the footer: what just happened.
type status struct {
	text string
	bad  bool
}

// screenMsg is the answer of a command, for the screen that asked.
type screenMsg struct {
	to  screen
	msg tea.Msg
}
