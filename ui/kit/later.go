package kit

import (
	"reflect"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safego"
)

// Later makes a command whose answer is addressed to s.
func Later(s Screen, work func() tea.Msg) tea.Cmd {
	return func() (msg tea.Msg) {
		defer RecoverTo(func(fault *safego.Fault) { msg = FaultMsg{fault} })
		return ScreenMsg{s, work()}
	}
}

// FaultMsg is a panic in a command.
type FaultMsg struct{ Fault *safego.Fault }

// RecoverTo takes a panic. It must be deferred.
func RecoverTo(take func(fault *safego.Fault)) {
	if p := recover(); p != nil {
		take(safego.FaultOf(p))
	}
}

// RecoverCmd makes a panic in a command, of ours or of a part's, a message.
func RecoverCmd(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer RecoverTo(func(fault *safego.Fault) { msg = FaultMsg{fault} })
		msg = cmd()
		recoverAll(msg)
		return msg
	}
}

// recoverAll guards the commands of a message that is a list of them: [tea.BatchMsg], and
// what [tea.Sequence] gives, whose type is not exported.
func recoverAll(msg tea.Msg) {
	list := reflect.ValueOf(msg)
	if list.Kind() != reflect.Slice || list.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
		return
	}
	for i := range list.Len() {
		if cmd, ok := list.Index(i).Interface().(tea.Cmd); ok {
			list.Index(i).Set(reflect.ValueOf(RecoverCmd(cmd)))
		}
	}
}

// After is a message to s after a while.
func After(s Screen, d time.Duration, msg tea.Msg) tea.Cmd {
	if t, ok := s.(interface{ timer() Timer }); ok && t.timer() != nil {
		return t.timer()(d, ScreenMsg{s, msg})
	}
	return tea.Tick(d, func(time.Time) tea.Msg { return ScreenMsg{s, msg} })
}

// FrameTime is how long events are gathered before the screen is drawn anew.
const FrameTime = 16 * time.Millisecond
