package form

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize/english"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/widget/editor"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

var _ = kit.RegisterKeys("parts", &partsKeys)

// partsKeys are those of the screen.
var partsKeys = struct{ Open, Edit, Done, Add, MediaType, Remove, BringBack, Up, Down key.Binding }{
	Open:      kit.Bind("Message parts"), // on the form
	Edit:      kit.Bind("Edit", "enter"),
	Done:      kit.Bind("Done", "ctrl+s", "esc"),
	Add:       kit.Bind("Add a part…", "+"),
	MediaType: kit.Bind("Media type"),
	Remove:    kit.Bind("Remove", "x", "delete"),
	BringBack: kit.Bind("Undo", "ctrl+z"),
	Up:        kit.Bind("Move up", "alt+up", "K"),
	Down:      kit.Bind("Move down", "alt+down", "J"),
}

// partsOf is what the screen knows of the form whose message it edits.
type partsOf struct {
	Name    string          // of the form, safe to show
	Card    *a2aclient.Card // of the agent
	Skill   *a2aclient.Skill
	Tag     safe.Raw       // that the card declares for the form's data
	AsText  bool           // the form is sent as text, which has no media type of its own
	Value   func() string  // of the form as JSON; "" for a value that is not shown
	Changed func() tea.Cmd // the parts have changed
}

// partsScreen edits the parts of a message.
type partsScreen struct {
	kit.Base
	list   *PartList
	of     partsOf
	cursor int
	editor *editor.Model // of the part at the cursor; nil where none is edited
}

// newPartsScreen edits a list, which it changes in place.
func newPartsScreen(h *kit.Host, list *PartList, of partsOf) *partsScreen {
	return &partsScreen{Base: kit.Base{Host: h}, list: list, of: of}
}

// At puts the cursor on the part at a place.
func (s *partsScreen) At(part int) *partsScreen {
	s.cursor = part
	return s
}

// attachedMsg is a file that was read.
type attachedMsg struct {
	from *kit.Overlay
	part MessagePart
	err  error
}

func (s *partsScreen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	edits := s.list.Edits()
	act, cmd := s.handle(msg)
	if s.list.Edits() != edits {
		cmd = tea.Batch(cmd, s.of.Changed())
	}
	return act, cmd
}

func (s *partsScreen) handle(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case kit.CompletionsMsg:
		msg.Show()
	case attachedMsg:
		return s.attached(msg), nil
	case tea.PasteMsg:
		if s.editor != nil && s.editor.Update(msg) {
			s.typed()
		}
	case tea.KeyPressMsg:
		if s.editor != nil {
			return s.pressEditor(msg), nil
		}
		return s.press(msg)
	}
	return kit.Action{}, nil
}

// pressEditor is a key while a part is typed.
func (s *partsScreen) pressEditor(msg tea.KeyPressMsg) kit.Action {
	if !key.Matches(msg, partsKeys.Done) {
		if s.editor.Update(msg) {
			s.typed()
		}
		return kit.Action{}
	}
	s.editor = nil
	if p := s.part(); p.Check() != nil {
		return kit.Errorf("%s", kit.Sentence(p.Check().Error()))
	}
	return kit.Action{}
}

// typed takes the text of the editor into the list.
func (s *partsScreen) typed() {
	p := s.part()
	p.Text = s.editor.Text()
	s.list.Replace(s.cursor, p)
}

func (s *partsScreen) part() MessagePart { return s.list.All()[s.cursor] }

func (s *partsScreen) press(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	if act, cmd, done := kit.Press(msg, s.Keys()); done {
		return act, cmd
	}
	n := len(s.list.All())
	s.cursor, _ = kit.MoveCursor(msg, s.cursor, n, n)
	return kit.Action{}, nil
}

// askToAdd asks which kind of part to add: it is written, or the file is asked for.
func (s *partsScreen) askToAdd() {
	labels, notes := []string{"text", "JSON", "file"}, []string{"to write here", "to write here", "from the disk"}
	s.Host.Overlay = kit.NewChooser(s.Host, "Add a part", labels, notes, func(i int) tea.Cmd {
		if i == 2 {
			return s.askForFile()
		}
		s.add(MessagePart{Kind: []PartKind{Text, Data}[i]})
		s.openEditor()
		return s.of.Changed()
	})
}

// bringBack inserts the part that was removed last.
func (s *partsScreen) bringBack() {
	if at, ok := s.list.BringBack(); ok {
		s.cursor = at
	}
}

// add inserts a part after the one at the cursor.
func (s *partsScreen) add(p MessagePart) {
	s.cursor++
	s.list.Insert(s.cursor, p)
}

func (s *partsScreen) edit() kit.Action {
	if s.part().Kind == Form {
		return s.Back()
	}
	s.openEditor()
	return kit.Action{}
}

func (s *partsScreen) openEditor() {
	placeholder := "Write to the agent"
	if s.part().Kind == Data {
		placeholder = `JSON, such as {"city":"Rome"}`
	}
	s.editor = editor.New(s.part().Text, placeholder, s.Styles().Form.Editor)
	s.editor.SeekEnd()
	s.sizeEditor()
}

func (s *partsScreen) remove() kit.Action {
	s.list.Remove(s.cursor)
	s.cursor = min(s.cursor, len(s.list.All())-1)
	return kit.Infof("removed; %s brings it back", shortcut.InProse(partsKeys.BringBack))
}

func (s *partsScreen) move(by int) {
	s.list.Move(s.cursor, s.cursor+by)
	s.cursor += by
}

// askForMediaType asks for the media type of the part at the cursor.
func (s *partsScreen) askForMediaType() kit.Action {
	p := s.part()
	text := p.MediaType
	if text == "" {
		text = s.ownType(p)
	}
	o := kit.NewPrompt(s.Host, "set", "Media type of part "+itoaPart(s.cursor+1), "such as application/json;schema=NAME; empty for the declared one", text)
	o.Entered = func(line string) tea.Cmd {
		p := s.part()
		if p.MediaType = strings.TrimSpace(line); p.MediaType == s.ownType(p) {
			p.MediaType = ""
		}
		if p.MediaType != "" && !strings.Contains(p.MediaType, "/") {
			o.Prompt.Complain("a media type has a slash, as in application/json")
			return nil
		}
		s.Host.Overlay = nil
		s.list.Replace(s.cursor, p)
		if notices := (&PartList{parts: []MessagePart{p}}).Notices(s.of.Tag); len(notices) > 0 {
			return tea.Batch(s.of.Changed(), s.Host.Perform(kit.Infof("%s", kit.Sentence(notices[0]))))
		}
		return s.of.Changed()
	}
	s.Host.Overlay = o
	return kit.Action{}
}

// ownType is the media type that a part has where none is set by hand.
func (s *partsScreen) ownType(p MessagePart) string {
	switch p.Kind {
	case Form:
		return s.of.Tag.Exact() //nolint:forbidigo // edited in the prompt, which draws it safely
	case File:
		return p.file.MediaType
	}
	return ""
}

// askForFile asks for the path of a file.
func (s *partsScreen) askForFile() tea.Cmd {
	return kit.AskForFile(s, s.Host, "attach", "Attach a file", func(o *kit.Overlay, path string) tea.Msg {
		part, err := NewFilePart(path)
		return attachedMsg{o, part, err}
	})
}

// attached adds a file, or says in the prompt why not.
func (s *partsScreen) attached(m attachedMsg) kit.Action {
	switch {
	case s.Host.Overlay != m.from:
		return kit.Action{} // it was closed
	case m.err != nil:
		m.from.Prompt.Complain(kit.Sentence(m.err.Error()))
		return kit.Action{}
	}
	s.Host.Overlay = nil
	s.add(m.part)
	if !s.of.Card.TakesFile(s.of.Skill, m.part.file.MediaType) {
		return kit.Errorf("the agent's input modes do not include %s; it may reject it", safe.Text(m.part.file.MediaType).Line(80))
	}
	return kit.Action{}
}

func (s *partsScreen) Layout(width, height int) {
	s.Base.Layout(width, height)
	s.sizeEditor()
}

func (s *partsScreen) Title() string { return "Message parts" }

// IsTyping reports that a part is typed.
func (s *partsScreen) IsTyping() bool { return s.editor != nil }

func (s *partsScreen) Keys() []kit.Key {
	k := partsKeys
	if s.editor != nil {
		return kit.Shown(shortcut.Key{Binding: k.Done})
	}
	p, n := s.part(), len(s.list.All())
	edit, isForm := k.Edit, p.Kind == Form
	if isForm {
		edit = kit.Named(edit, "Back to the form")
	}
	return append([]kit.Key{
		kit.When(edit, kit.Unless(p.Kind != File, "a file is sent as it is"), s.edit),
		kit.On(k.Add, s.askToAdd),
		kit.When(k.MediaType, kit.Unless(!isForm || !s.of.AsText, "the form is sent as a text part, whose media type is fixed"), s.askForMediaType),
		s.BackKey(),
		kit.When(k.Remove, kit.Unless(!isForm, "the data of the form is always sent; other parts can be removed"), s.remove),
		kit.When(k.BringBack, kit.Unless(s.list.removed != nil, "no part was removed"), s.bringBack),
		kit.When(k.Up, kit.Unless(s.cursor > 0, "it is the first part already"), func() { s.move(-1) }),
		kit.When(k.Down, kit.Unless(s.cursor < n-1, "it is the last part already"), func() { s.move(1) }),
	}, kit.ScrollKeys...)
}

func (s *partsScreen) Help() []string {
	return []string{
		"A message has parts: the data of the form, and any texts, files and JSON that you add here. They are sent in this order. The review shows each as it will be sent.",
		"",
		"A media type may name a schema, in place of the one that the card declares.",
	}
}

func itoaPart(n int) string { return strconv.Itoa(n) }

func (s *partsScreen) View() string {
	width, height := s.FrameRoom()
	lines := s.rows(width, max(height/2, 1))
	if room := height - len(lines) - 1; room > 0 {
		lines = append(append(lines, ""), firstPart(s.below(width), room)...)
	}
	for len(lines) < height {
		lines = append(lines, "")
	}
	return s.InFrame(s.Title(), english.Plural(len(s.list.All()), "part", "parts"), strings.Join(lines[:height], "\n"))
}

// sizeEditor gives the editor the space below the rows.
func (s *partsScreen) sizeEditor() {
	if width, height := s.FrameRoom(); s.editor != nil {
		s.editor.SetSize(width, height-min(len(s.list.All()), max(height/2, 1))-1)
	}
}

// rows are the parts around the cursor.
func (s *partsScreen) rows(width, height int) (lines []string) {
	st, all := s.Styles(), s.list.All()
	top := max(min(s.cursor-height/2, len(all)-height), 0)
	for i := top; i < min(top+height, len(all)); i++ {
		marker, style := "  ", st.Text
		if i == s.cursor {
			marker, style = st.Accent.Render("▌ "), st.Current
		}
		about, note := s.row(all[i])
		left := marker + st.Dim.Render(fmt.Sprintf("%d ", i+1)) + style.Render(about)
		lines = append(lines, st.Row(ansi.Truncate(left+"  "+note, width, "…"), i == s.cursor, width))
	}
	return lines
}

// row is a part in a line: what it is, and its media type.
func (s *partsScreen) row(p MessagePart) (about, note string) {
	st := s.Styles()
	media := p.MediaType
	note = st.Dim.Render(safe.Text(s.ownType(p)).Line(120).String())
	if media != "" {
		note = st.Warn.Render(safe.Text(media).Line(120).String() + " (set by hand)")
	}
	if err := p.Check(); err != nil {
		note = st.Bad.Render("✗ " + err.Error())
	}
	switch p.Kind {
	case Form:
		return "Form  " + s.of.Name, note
	case File:
		return "File  " + safe.Text(p.Name).Line(60).String() + "  " + formgen.ByteSize(len(p.file.Data)), note
	case Data:
		return "JSON  " + firstWords(p.Text), note
	}
	return "Text  " + firstWords(p.Text), note
}

// firstPart are the first lines, as many as fit.
func firstPart(lines []string, room int) []string { return lines[:min(len(lines), room)] }

// firstWords are the beginning of a text in one line.
func firstWords(text string) string {
	const most = 48
	return safe.Text(strings.Join(strings.Fields(strings.ToValidUTF8(text[:min(len(text), 4*most)], "")), " ")).Line(most).String()
}

// below is the part at the cursor: in its editor, or as it is.
func (s *partsScreen) below(width int) []string {
	if s.editor != nil {
		return strings.Split(s.editor.View(), "\n")
	}
	st, p := s.Styles(), s.part()
	switch p.Kind {
	case File:
		return nil
	case Form:
		return s.jsonLines(s.of.Value(), width)
	case Data:
		return s.jsonLines(p.Text, width)
	}
	return kit.Wrap(safe.Text(p.Text).Block(0).String(), width, 0, st.Text)
}

func (s *partsScreen) jsonLines(text string, width int) (lines []string) {
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		return kit.Wrap(safe.Text(text).Block(0).String(), width, 0, s.Styles().Text)
	}
	for _, l := range kit.JSONLines(v) {
		lines = append(lines, ansi.Truncate(s.Styles().Syntax.JSON(l), width, "…"))
	}
	return lines
}

// maxShown is how much of a file's content is shown, in characters of base64.
const maxShown = 32

// SentParts describes a part as it is sent: what it is, and its JSON in lines, with the content of
// a file cut short.
func SentParts(part json.RawMessage) (about string, lines []string) {
	v, err := ojson.Parse(part, ojson.DataLimits)
	if err != nil {
		return "a part of " + formgen.ByteSize(len(part)), nil
	}
	about = "part"
	switch {
	case v.Get("text").Exists():
		about = "text"
	case v.Get("data").Is(ojson.Object) || v.Get("data").Is(ojson.Array):
		about = "data"
	case v.Get("raw").Exists() || v.Get("url").Exists() || v.Get("file").Exists():
		about = "file"
	}
	for _, pointer := range []string{"/mediaType", "/metadata/mimeType", "/mimeType", "/file/mimeType"} {
		if tag := v.At(pointer); tag.Is(ojson.String) {
			about += ", " + safe.Text(tag.Text()).Line(200).String()
			break
		}
	}
	lines = append(lines, kit.JSONLines(shortPart(v))...)
	return about, lines
}

// shortPart is a part whose file is cut short.
func shortPart(v *ojson.Value) *ojson.Value {
	if !v.Is(ojson.Object) {
		return v
	}
	var members []ojson.Member
	for _, m := range v.Members() {
		switch text := m.Value.Text(); {
		case m.Name == "file":
			m.Value = shortPart(m.Value)
		case (m.Name == "raw" || m.Name == "bytes" || m.Name == "data") && m.Value.Is(ojson.String) && len(text) > maxShown:
			m.Value = ojson.NewString(text[:maxShown] + "… " + formgen.ByteSize(len(text)/4*3))
		}
		members = append(members, m)
	}
	return ojson.NewObject(members...)
}
