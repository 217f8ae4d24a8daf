package ui

import (
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/run"
	"a2aform/internal/store"
)

// filledIn is what a review knows of the form behind it.
type filledIn struct {
	screen  *formScreen
	edit    uint64
	origins map[string]formgen.Origin
	gaps    formgen.Gaps
}

func newFilledIn(s *formScreen) *filledIn {
	return &filledIn{s, s.form.Edit(), s.form.Origins(), s.form.Gaps()}
}

// leaving gives what keeps on the disk that the message is on its way. That is
// called in another goroutine.
func (f *filledIn) leaving() func(string) {
	file, edit := f.screen.drafts.file, f.edit
	if file == nil || f.screen.form.Edit() != edit {
		return nil
	}
	draft := f.screen.form.Draft()
	return func(id string) {
		_ = file.mark(draft, edit, &store.Sent{At: time.Now(), MessageID: id}) // the journal has it, too
	}
}

// accepted takes the draft away, because the agent has what was filled in. What
// was changed since is kept.
func (f *filledIn) accepted() tea.Cmd {
	s, edit := f.screen, f.edit
	file := s.drafts.file
	s.sent, s.taken, s.unconfirmed = edit, edit, nil
	if file == nil || s.form.Edit() != edit {
		return nil
	}
	s.drafts.tried = edit
	return s.host.files.trackWrites(func() tea.Msg {
		file.drop(edit)
		return nil
	})
}

// returned takes back that an edit was sent.
func (f *filledIn) returned(now run.Snapshot) tea.Cmd {
	s, edit := f.screen, f.edit
	if s.sent == edit {
		s.sent = 0
	}
	if sent := lostBy(now); sent != nil {
		s.unconfirmed = &unconfirmed{*sent, edit}
		return nil
	}
	if s.unconfirmed != nil && s.unconfirmed.edit == edit {
		return nil // what is not known of it came before
	}
	if s.form.Edit() != edit {
		return nil
	}
	s.showViolations(now.Err)
	file, draft := s.drafts.file, s.form.Draft()
	if file == nil {
		return nil
	}
	return s.host.files.trackWrites(func() tea.Msg {
		_ = file.mark(draft, edit, nil) // it only says too much
		return nil
	})
}

// showViolations shows what the agent refused at the fields that it names, and puts
// the focus on the first.
func (s *formScreen) showViolations(err error) {
	var refused *a2aclient.Error
	if !errors.As(err, &refused) {
		return
	}
	var first *formgen.Field
	for _, v := range refused.Violations {
		x := s.form.FindPath(v.Field.Exact()) //nolint:forbidigo // a path to look up
		if x == nil {
			continue
		}
		x.AddWarning("the agent says: " + v.Description.Line(200).String())
		if first == nil {
			first = x
		}
	}
	if first != nil {
		s.goToProblem(first)
	}
}
