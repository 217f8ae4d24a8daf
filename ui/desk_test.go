package ui

import (
	"testing"

	"a2aform/ui/kit"
)

// draft is a form that was edited.
type draft struct {
	page
	persisted bool
}

func (*draft) IsDirty() bool     { return true }
func (d *draft) Persisted() bool { return d.persisted }
func (*draft) Unsaved() func()   { return func() {} }
func (*draft) Release()          {}

func TestDeskKeepsForms(t *testing.T) {
	t.Parallel()
	d := &desk{forms: map[kit.FormID]kit.Screen{}}
	saved, id := &draft{page: page{title: "Trip"}, persisted: true}, kit.FormID{Ref: "a"}
	if d.unsent() != "" || d.unfinished() != "" || d.keeps(saved) {
		t.Error("an empty desk has something to lose")
	}
	if d.kept(id, func() kit.Screen { return saved }) != kit.Screen(saved) || d.kept(id, func() kit.Screen { return &draft{} }) != kit.Screen(saved) {
		t.Error("the form is not the one that was made first")
	}
	if got := d.unsent(); !d.keeps(saved) || got != "Not sent, saved as a draft: Trip" {
		t.Errorf("of a draft: %q", got)
	}
	d.forms[kit.FormID{Ref: "b"}] = &draft{page: page{title: "Parcel"}}
	if got := d.unsent(); got != "Not sent: Parcel" {
		t.Errorf("of a form that is no draft: %q", got)
	}
	if forms, runs := d.toClose(); len(forms) != 2 || len(runs) != 0 {
		t.Errorf("%d forms and %d runs are closed", len(forms), len(runs))
	}
}
