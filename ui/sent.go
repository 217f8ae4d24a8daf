package ui

import (
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/run"
	"a2aform/internal/store"
)

// sender is where a message was written, which hears what became of it.
type sender interface {
	accepted() tea.Cmd               // the agent has the message
	returned(s run.Snapshot) tea.Cmd // it was broken off; what was written may be all there is of it
}

// unconfirmed is an edit that was sent and whose outcome is unknown.
type unconfirmed struct {
	store.Sent
	edit uint64
}

// warning is what there is to know before it is sent again.
func (l *unconfirmed) warning() string {
	return fmt.Sprintf("this was sent at %s, and nobody knows what came of it: look at the agent's tasks first; "+
		"it goes under the same id now, and the agent may do it twice", ago(l.At, time.Now()))
}

// sentNote tells that what comes back was sent.
func (r restored) sentNote(what string) string {
	return fmt.Sprintf("%s is back; it was sent at %s, and nobody knows what came of it: look at the agent's tasks before you send it again",
		what, ago(r.sent.At, time.Now()))
}

// lostBy is what is to be known of a message that was broken off, nil where it is
// known that the agent does nothing.
func lostBy(s run.Snapshot) *store.Sent {
	if !errors.Is(s.Err, a2aclient.ErrUnsettled) {
		return nil
	}
	return &store.Sent{At: s.Started, MessageID: s.Plan.Request().MessageID}
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
	return s.app.files.trackWrites(func() tea.Msg {
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
	return s.app.files.trackWrites(func() tea.Msg {
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

// said is a message of a conversation.
type said struct {
	screen *chatScreen
	text   string
	files  []a2aclient.FilePart
	edit   uint64
	isBack bool // in the text of the screen
}

// unconfirmedText is what was sent, and the id that it went under.
type unconfirmedText struct{ text, id string }

// leaving is that of a form.
func (m *said) leaving() func(string) {
	file, text, edit := m.screen.drafts.file, m.text, m.edit
	if file == nil || text == "" {
		return nil
	}
	return func(id string) {
		_ = file.mark(textDraft{text}, edit, &store.Sent{At: time.Now(), MessageID: id}) // the journal has it, too
	}
}

// accepted lets the draft go; a text that came back was not to be sent twice.
func (m *said) accepted() tea.Cmd {
	s := m.screen
	s.inFlight, s.unconfirmed = false, nil
	if m.isBack && s.area.Value() == m.text {
		s.clear()
	}
	s.edit++
	return s.keepDraft()
}

// returned gives back what the agent does not have, to be sent again or changed.
func (m *said) returned(now run.Snapshot) tea.Cmd {
	s := m.screen
	if lostBy(now) != nil {
		return nil
	}
	s.inFlight = false
	if s.area.Value() == "" && len(s.files) == 0 {
		s.area.SetValue(m.text)
		s.files, m.isBack = m.files, true
		s.size()
	}
	s.edit++
	return s.keepDraft()
}
