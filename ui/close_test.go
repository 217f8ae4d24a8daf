package ui

import (
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// slowForm is a form whose draft is on the disk once save returns.
type slowForm struct {
	kit.Screen
	save func()
}

func (f slowForm) Unsaved() func() { return f.save }
func (slowForm) Release()          {}
func (slowForm) Persisted() bool   { return true }
func (slowForm) IsDirty() bool     { return false }

// The end of the program waits once for all forms, and not for one after the other.
func TestFormsAreSavedConcurrently(t *testing.T) {
	t.Parallel()
	const forms = 3
	var saving sync.WaitGroup
	saving.Add(forms)
	a := New(t.Context(), kit.Options{})
	for i := range forms {
		a.desk.forms[kit.FormID{Input: i}] = slowForm{save: func() {
			saving.Done()
			saving.Wait() // returns only once all are being saved
		}}
	}
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		a.Close()
	}()
	select {
	case <-closed:
	case <-time.After(20 * time.Second):
		t.Error("a form is saved only after another one")
	}
}

// The program may be closed while a message is still being handled, as when a signal
// ends it. The race detector fails this test where Close does not take the lock.
func TestCloseDuringUpdate(t *testing.T) {
	t.Parallel()
	a := New(t.Context(), kit.Options{})
	begun, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for i := range 100 {
			a.Update(tea.WindowSizeMsg{Width: 80 + i%3, Height: 24})
			a.mu.Lock()
			a.desk.forms[kit.FormID{Input: 1}] = slowForm{save: func() {}}
			a.desk.tasks = append(a.desk.tasks[:0:0], a.desk.tasks...)
			a.mu.Unlock()
			if i == 10 {
				close(begun)
			}
		}
	}()
	<-begun
	a.Close()
	<-ended
	if a.Context.Err() == nil {
		t.Error("closing ends no request")
	}
}
