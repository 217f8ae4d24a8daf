package ui

import (
	"reflect"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/jsonindex"
	"a2aform/internal/watched"
)

// later makes a command whose answer is addressed to s.
func later(s screen, work func() tea.Msg) tea.Cmd {
	return func() (msg tea.Msg) {
		debug.SetPanicOnFault(true)
		defer caught(func(fault error) { msg = faultMsg{fault} })
		return addressed{s, work()}
	}
}

// faultMsg is a panic in a command.
type faultMsg struct{ fault error }

// caught takes a panic: a [watched.Fault], or [jsonindex.ErrChanged] where the
// goroutine has called [debug.SetPanicOnFault] and looked at a file that became
// shorter meanwhile. It must be deferred.
func caught(take func(fault error)) {
	switch p := recover(); {
	case p == nil:
	case jsonindex.IsFault(p):
		take(jsonindex.ErrChanged)
	default:
		take(watched.FaultOf(p))
	}
}

// guard makes a panic in a command, of ours or of a part's, a message.
func guard(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		debug.SetPanicOnFault(true)
		defer caught(func(fault error) { msg = faultMsg{fault} })
		msg = cmd()
		guardAll(msg)
		return msg
	}
}

// guardAll guards the commands of a message that is a list of them: [tea.BatchMsg], and
// what [tea.Sequence] gives, whose type is not exported.
func guardAll(msg tea.Msg) {
	list := reflect.ValueOf(msg)
	if list.Kind() != reflect.Slice || list.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
		return
	}
	for i := range list.Len() {
		if cmd, ok := list.Index(i).Interface().(tea.Cmd); ok {
			list.Index(i).Set(reflect.ValueOf(guard(cmd)))
		}
	}
}

// after is a message to s after a while.
func after(s screen, d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return addressed{s, msg} })
}

// isOfPaste reports an enter that came with what was pasted, and says so.
func (a *App) isOfPaste(msg tea.KeyPressMsg) bool {
	if msg.Code != tea.KeyEnter || time.Since(a.pasted) >= a.opts.Breath {
		return false
	}
	a.status = status{text: "enter came with what was pasted, and was not taken"}
	return true
}

// reportUndrawn keeps what is known of the first screen that could not be drawn,
// for a report.
func (a *App) reportUndrawn() tea.Cmd {
	if a.undrawn == nil || a.reported {
		return nil
	}
	a.reported = true
	store, report := a.opts.Store, a.undrawn.Report()
	return func() tea.Msg {
		_, _ = store.KeepFault(report) // the screen says what matters
		return nil
	}
}
