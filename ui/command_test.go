package ui

import (
	"reflect"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// A panic in any command of a sequence, or of a batch in it, is a message.
func TestPanicInSequenceBecomesMessage(t *testing.T) {
	boom := func() tea.Msg { panic("boom") }
	for name, cmd := range map[string]tea.Cmd{
		"sequence":            tea.Sequence(func() tea.Msg { return nil }, boom),
		"batch in a sequence": tea.Sequence(func() tea.Msg { return nil }, tea.Batch(boom, func() tea.Msg { return nil })),
		"sequence in a batch": tea.Batch(func() tea.Msg { return nil }, tea.Sequence(boom, func() tea.Msg { return nil })),
	} {
		if got := faultsOf(t, kit.RecoverCmd(cmd)); got != 1 {
			t.Errorf("%s: %d panics are messages, want 1", name, got)
		}
	}
}

// faultsOf runs a command and all that it gives, and counts the panics that are messages.
func faultsOf(t *testing.T, cmd tea.Cmd) (faults int) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("a command panicked: %v", p)
		}
	}()
	msg := cmd()
	if _, isFault := msg.(kit.FaultMsg); isFault {
		return 1
	}
	list := reflect.ValueOf(msg)
	if list.Kind() != reflect.Slice {
		return 0
	}
	for i := range list.Len() {
		next, ok := list.Index(i).Interface().(tea.Cmd)
		if !ok {
			t.Fatalf("%T holds %v", msg, list.Index(i))
		}
		faults += faultsOf(t, next)
	}
	return faults
}
