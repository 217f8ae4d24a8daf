package form

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/formgen"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui/kit"
)

// filledIn is what a review knows of the form behind it.
type filledIn struct {
	screen  *Screen
	edit    uint64
	origins origins
	leftOut []string // labels of fields
}

// Of is the form in which a message was written, nil for another screen.
func Of(from kit.Sender) *Screen {
	if f, ok := from.(*filledIn); ok {
		return f.screen
	}
	return nil
}

func newFilledIn(s *Screen) *filledIn {
	return &filledIn{s, s.edits(), s.Form.Origins(), s.Form.LeftOut()}
}

// leaving gives what keeps on the disk that the message is on its way. That is
// called in another goroutine.
func (f *filledIn) leaving() func(string) {
	file, edit := f.screen.drafts.File, f.edit
	if file == nil || f.screen.edits() != edit {
		return nil
	}
	draft := f.screen.draft()
	return func(id string) {
		_ = file.Mark(draft, edit, &store.Sent{At: time.Now(), MessageID: id}) // the journal has it, too
	}
}

// Accepted takes the draft away, because the agent has what was filled in. What
// was changed since is kept.
func (f *filledIn) Accepted() tea.Cmd {
	s, edit := f.screen, f.edit
	file := s.drafts.File
	s.sent, s.taken, s.unconfirmed = edit, edit, nil
	if s.edits() != edit {
		return nil
	}
	page := s.editor.page()
	page.Focus(page.Focused()) // typing replaces what was sent
	if file == nil {
		return nil
	}
	s.drafts.Tried = edit
	return s.Host.Writes.TrackWrites(func() tea.Msg {
		file.Drop(edit)
		return nil
	})
}

// Returned takes back that an edit was sent.
func (f *filledIn) Returned(now run.Snapshot) tea.Cmd {
	s, edit := f.screen, f.edit
	if s.sent == edit {
		s.sent = 0
	}
	if sent := kit.LostMessage(now); sent != nil {
		s.unconfirmed = &kit.Unconfirmed{Sent: *sent, Edit: edit}
		return nil
	}
	if s.unconfirmed != nil && s.unconfirmed.Edit == edit {
		return nil // what is not known of it came before
	}
	if s.edits() != edit {
		return nil
	}
	s.showViolations(now.Err)
	file, draft := s.drafts.File, s.draft()
	if file == nil {
		return nil
	}
	return s.Host.Writes.TrackWrites(func() tea.Msg {
		_ = file.Mark(draft, edit, nil) // it only says too much
		return nil
	})
}

// Rejected shows what the agent refused in the message with which it rejected the task.
func (f *filledIn) Rejected(m *a2a.Message, reason safe.Raw) {
	if f.screen.edits() != f.edit {
		return
	}
	refused := a2aclient.ViolationsIn(m)
	if len(refused) == 0 {
		for _, v := range a2aclient.MentionsIn(m) {
			if f.screen.Form.At(v.Field.Exact()) != nil { //nolint:forbidigo // a path to look up
				refused = append(refused, v)
			}
		}
	}
	if len(refused) == 0 {
		refused = f.screen.namedIn(reason)
	}
	if !f.screen.addViolations(refused) {
		f.screen.rejection = reason
	}
}

// namedIn is the field that a reason begins with, as in "Rows: at most 10", by its label or name.
func (s *Screen) namedIn(reason safe.Raw) []a2aclient.Violation {
	name, said, ok := strings.Cut(reason.Exact(), ": ") //nolint:forbidigo // a name to look up
	if !ok {
		return nil
	}
	for _, x := range s.Form.Root().Children() {
		if strings.EqualFold(x.Label(), name) || strings.EqualFold(x.Name(), name) {
			return []a2aclient.Violation{{Field: safe.Text(x.Pointer()), Description: safe.Text(said)}}
		}
	}
	return nil
}

// showViolations shows what the agent refused at the fields that it names, and puts
// the focus on the first.
func (s *Screen) showViolations(err error) {
	var refused *a2aclient.Error
	if errors.As(err, &refused) {
		if !s.addViolations(refused.Violations) {
			s.rejection = safe.Text(err.Error())
		}
	}
}

// addViolations shows them at their fields, and reports whether there is one.
func (s *Screen) addViolations(violations []a2aclient.Violation) bool {
	var first *formgen.Field
	for _, v := range violations {
		x := s.Form.FindPath(v.Field.Exact()) //nolint:forbidigo // a path to look up
		if x == nil {
			x = s.addNamed(v.Field.Exact()) //nolint:forbidigo // a name to look up
		}
		if x == nil {
			continue
		}
		x.AddWarning("the agent says: " + v.Description.Line(200).String())
		if first == nil {
			first = x
		}
	}
	if first != nil {
		s.editor.goToProblem(first)
	}
	return first != nil
}

// memberName is the name of a member of the value, as agents write it, alone or as a pointer.
var memberName = regexp.MustCompile(`^/?([A-Za-z_][A-Za-z0-9_-]{0,59})$`)

// addNamed adds a field that the agent named to a form that was guessed, nil where it cannot: what a guess does not have may
// be there all the same.
func (s *Screen) addNamed(path string) *formgen.Field {
	m := memberName.FindStringSubmatch(path)
	if m == nil || !s.Input.IsGuess || s.isSlots() {
		return nil
	}
	x, err := s.Form.Root().AddKey(m[1])
	if err != nil {
		return nil
	}
	s.editor.reset()
	return x
}

// maxEarlyKeys bounds the keys that are kept while the schema is read.
const maxEarlyKeys = 64

// early is what was typed or pasted before there was a form.
type early []tea.Msg

// keep stores what is typed or pasted before there is a form to type in.
func (e *early) keep(msg tea.Msg) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg:
		if len(*e) < maxEarlyKeys {
			*e = append(*e, msg)
		}
	}
}

// typeEarly types what was kept into the form that is ready now, before any later key can
// come. It ends where that leads to another screen; a dialog that it opens gets the rest.
func (s *Screen) typeEarly(act kit.Action) (kit.Action, tea.Cmd) {
	early, open := s.early, s.Host.Overlay
	s.early = nil
	var cmds []tea.Cmd
	for i, msg := range early {
		next, cmd := s.Update(msg)
		cmds = append(cmds, cmd)
		if next != (kit.Action{}) {
			act = next
		}
		if act.Push != nil || act.Pop > 0 {
			break
		}
		if s.Host.Overlay != open {
			cmds = append(cmds, again(early[i+1:]))
			break
		}
	}
	return act, tea.Batch(cmds...)
}

// again sends messages to the program once more, one after the other.
func again(msgs []tea.Msg) tea.Cmd {
	cmds := make([]tea.Cmd, len(msgs))
	for i, msg := range msgs {
		cmds[i] = func() tea.Msg { return msg }
	}
	return tea.Sequence(cmds...)
}

// origins has the origin of each value that is sent, by its JSON Pointer.
type origins map[string]formgen.Origin

// main is the origin of most values, if they were filled in from one place; else Typed.
func (m origins) main() formgen.Origin {
	count := map[formgen.Origin]int{}
	for _, o := range m {
		if count[o]++; 2*count[o] > len(m) && o != formgen.Given {
			return o
		}
	}
	return formgen.Typed
}

// mainNote says where most values come from, "" where the user typed them.
func (m origins) mainNote() string {
	if main := m.main(); main != formgen.Typed {
		return originNote(main)
	}
	return ""
}

// note says where the values in a field come from that are not from where most are.
func (m origins) note(x *formgen.Field) string {
	if _, shared := m.shared(""); shared {
		return ""
	}
	main := m.main()
	switch one, ok := m.shared(x.Pointer()); {
	case ok && one != main:
		return originNote(one)
	case !ok && main != formgen.Typed && slices.Contains(m.within(x.Pointer()), formgen.Typed):
		return "partly " + originNote(formgen.Typed)
	}
	return ""
}

// originNote says where a value comes from.
func originNote(o formgen.Origin) string {
	switch o {
	case formgen.Typed, formgen.Given, formgen.Asked:
		return o.String()
	default:
		return "from the " + o.String()
	}
}

// within are the origins of all values at a pointer and inside it.
func (m origins) within(pointer string) (all []formgen.Origin) {
	for at, o := range m {
		if at == pointer || strings.HasPrefix(at, pointer+"/") {
			all = append(all, o)
		}
	}
	return all
}

// shared is the one origin of all values at a pointer and inside it, false where there are several.
func (m origins) shared(pointer string) (one formgen.Origin, ok bool) {
	all := slices.Compact(slices.Sorted(slices.Values(m.within(pointer))))
	if len(all) != 1 {
		return 0, false
	}
	return all[0], true
}
