package result

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/widget/picture"
	"a2aform/internal/widget/shortcut"
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/value"
	"a2aform/ui/kit"
)

// FileScreen shows one file of a result: what is known of it, its text, and its
// picture when it is asked for.
type FileScreen struct {
	*kit.BlockView
	file  render.File
	found safe.Raw // where it was found, for a file without a name
	job   kit.Job

	read     bool // the bytes were read, or why not is in fault
	data     []byte
	fault    string
	looks    string // what the bytes look like, where they are declared to be something else
	isImage  bool
	document *render.Document // its contents, nil for nothing to read

	picture  *picture.Picture
	looking  bool   // the picture is being made
	noLook   string // why there is no picture
	pictured bool   // the picture is shown
}

// NewFile is the screen of a file.
func NewFile(h *kit.Host, name string, file render.File) *FileScreen {
	s := &FileScreen{file: file, found: safe.Text(name), read: !file.HasBytes()}
	s.BlockView = kit.NewBlockView(h, name, s.drawn)
	s.Self = s
	return s
}

// readMsg is what a file contains.
type readMsg struct {
	data     []byte
	looks    string
	isImage  bool
	document *render.Document
	err      error
}

func (s *FileScreen) Init() tea.Cmd {
	if s.read {
		return nil
	}
	file := s.file
	return kit.Later(s, func() tea.Msg {
		data, err := file.Bytes()
		if err != nil {
			return readMsg{err: err}
		}
		return readMsg{data: data, looks: file.Looks(data), isImage: render.IsImage(data), document: file.Document(data)}
	})
}

func (s *FileScreen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case readMsg:
		s.took(msg)
		return kit.Action{}, nil
	case lookedMsg:
		s.looked(msg)
		return kit.Action{}, nil
	}
	return s.BlockView.Update(msg)
}

func (s *FileScreen) took(msg readMsg) {
	s.read = true
	s.data, s.looks, s.isImage, s.document = msg.data, msg.looks, msg.isImage, msg.document
	if msg.err != nil {
		s.fault = msg.err.Error()
	}
	s.Whole, s.What = msg.document, "the file"
	s.Redraw()
}

func (s *FileScreen) copyAddress() (kit.Action, tea.Cmd) {
	return s.Host.Copy("the address", s.file.URL.Exact()) //nolint:forbidigo // it goes to the clipboard as it is
}

// Left ends the making of the picture.
func (s *FileScreen) Left() { s.job.Stop() }

// missing says why there is nothing to do with the file's bytes, "" where they
// are here.
func (s *FileScreen) missing() string {
	switch {
	case !s.read:
		return "the file is still being read"
	case s.fault != "":
		return s.fault
	case !s.file.HasBytes() && s.file.URL.IsEmpty():
		return "neither the file nor an address came"
	case !s.file.HasBytes():
		return "only the file's address came, and a2aform does not download it: Enter opens it, y copies it"
	}
	return ""
}

func (s *FileScreen) save() (kit.Action, tea.Cmd) {
	data := s.data
	return kit.Action{}, s.Host.AskForPath(s, "Save the file", s.file.SafeName(s.found), func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// lookedMsg is the picture of a file.
type lookedMsg struct {
	generation int
	picture    *picture.Picture
	err        error
}

// preview shows the picture, or takes it away again.
func (s *FileScreen) preview() (kit.Action, tea.Cmd) {
	switch {
	case s.looking:
		return kit.Action{}, nil
	case s.picture != nil:
		s.pictured = !s.pictured
		s.Redraw()
		return kit.Action{}, nil
	}
	ctx, generation := s.job.Restart(s.Host.Context)
	data := s.data
	s.looking, s.noLook = true, ""
	s.Redraw()
	return kit.Action{}, kit.Later(s, func() tea.Msg {
		ctx, stop := context.WithTimeout(ctx, limit.PictureTime.Duration())
		defer stop()
		read, err := picture.Read(ctx, data)
		return lookedMsg{generation, read, err}
	})
}

func (s *FileScreen) looked(msg lookedMsg) {
	if msg.generation != s.job.Generation {
		return
	}
	s.looking, s.picture, s.pictured = false, msg.picture, msg.err == nil
	switch {
	case errors.Is(msg.err, context.DeadlineExceeded):
		s.noLook = "the picture takes longer than 30 seconds and was left; " + shortcut.InProse(fileKeys.Save) + " saves the file"
	case msg.err != nil:
		s.noLook = msg.err.Error() + "; " + shortcut.InProse(fileKeys.Save) + " saves the file"
	}
	s.Lines.Top = 0
	s.Redraw()
}

// drawn are the facts, and below them what is to be seen of the file.
func (s *FileScreen) drawn(width int, style draw.Style) *draw.Drawing {
	if s.pictured {
		return s.drawnPicture(width)
	}
	lines, st := append(s.facts(width), ""), s.Styles()
	switch {
	case s.fault != "":
		lines = append(lines, kit.Wrap(value.Mark+" "+s.fault, width, 0, st.Bad)...)
	case s.noLook != "":
		lines = append(lines, kit.Wrap(value.Mark+" "+s.noLook, width, 0, st.Bad)...)
	case s.document != nil:
		d := draw.Document(s.document, width, style)
		d.Links = slices.DeleteFunc(d.Links, func(l draw.Link) bool { _, isText := l.Block.(*render.Prose); return isText }) // it is here already
		return moveBelow(lines, d)
	default:
		lines = append(lines, kit.Wrap(s.hint(), width, 0, st.Dim)...)
	}
	return &draw.Drawing{Lines: lines}
}

// drawnPicture is the picture below one line of facts.
func (s *FileScreen) drawnPicture(width int) *draw.Drawing {
	p, st := s.picture, s.Styles()
	words := []string{p.Format, value.Grouped(p.Width) + " × " + value.Grouped(p.Height) + " pixels", s.size()}
	if s.looks != "" {
		words = append(words, "declared as "+kit.Line(s.file.MediaType))
	}
	lines := append(kit.Wrap(strings.Join(words, " · "), width, 2, st.Dim), "")
	room := max(s.Height-len(lines), minPictureLines)
	return &draw.Drawing{Lines: append(lines, p.Lines(width, room, s.Host.Background)...)}
}

// minPictureLines is the least height of a picture, in lines; where there is less
// space it is scrolled.
const minPictureLines = 6

// moveBelow is a drawing with lines before it.
func moveBelow(lines []string, d *draw.Drawing) *draw.Drawing {
	moved := &draw.Drawing{Lines: append(lines, d.Lines...)}
	for _, at := range d.Problems {
		moved.Problems = append(moved.Problems, at+len(lines))
	}
	for _, link := range d.Links {
		link.Line += len(lines)
		moved.Links = append(moved.Links, link)
	}
	return moved
}

// hint says what can be done with a file that shows nothing of itself.
func (s *FileScreen) hint() string {
	switch why := s.missing(); {
	case s.looking:
		return "reading the image …"
	case why != "":
		return why
	case s.isImage && s.Host.NoColor:
		return "an image; showing it needs colors, and this terminal shows none"
	case s.isImage:
		return "an image; v shows it here"
	case len(s.data) == 0:
		return "the file is empty"
	}
	return "nothing of this kind of file can be shown here; " + shortcut.InProse(fileKeys.Save) + " saves it"
}

func (s *FileScreen) facts(width int) []string {
	st := s.Styles()
	name := kit.Fact{Label: "name", Text: kit.Line(s.file.Name), Style: st.Strong}
	if s.file.Name.IsEmpty() {
		name = kit.Fact{Label: "name", Text: "none came", Style: st.Dim}
	}
	kind := kit.Fact{Label: "type", Text: kit.Line(s.file.MediaType), Style: st.Text}
	if s.file.MediaType.IsEmpty() {
		kind = kit.Fact{Label: "type", Text: "none was named", Style: st.Dim}
	}
	facts := []kit.Fact{name, kind}
	if s.looks != "" {
		facts = append(facts, kit.Fact{Label: "", Text: value.CautionMark + " its bytes look like " + s.looks, Style: st.Warn})
	}
	facts = append(facts, kit.Fact{Label: "size", Text: s.size(), Style: st.Text})
	if !s.file.URL.IsEmpty() {
		facts = append(facts, kit.Fact{Label: "address", Text: s.file.URL.Line(limit.AddressBytes.Int()).String(), Style: st.Accent})
		for _, warning := range a2aclient.TextWarnings(s.file.URL.Exact()) { //nolint:forbidigo // the warnings are clean
			facts = append(facts, kit.Fact{Label: "", Text: value.CautionMark + " " + warning, Style: st.Warn})
		}
	}
	return kit.DrawFacts(st, facts, width, 0)
}

func (s *FileScreen) size() string {
	n := int(s.file.Size)
	switch {
	case s.file.IsBroken():
		return "not known: its base64 is broken"
	case n < 0:
		return "not known"
	case n < 1000:
		return english.Plural(n, "byte", "bytes")
	}
	return formgen.ByteSize(n) + ", " + value.Grouped(n) + " bytes"
}

func (s *FileScreen) Keys() []kit.Key {
	noAddress := kit.Unless(!s.file.URL.IsEmpty(), "no address came with this file")
	keys := slices.DeleteFunc(s.BlockView.Keys(), func(k kit.Key) bool {
		return s.picture != nil && k.Help() == kit.ReadingKeys.Pager.Help() // a picture is no text
	})
	return append([]kit.Key{
		kit.When(fileKeys.Preview, s.noPicture(), s.preview),
		kit.When(fileKeys.Save, s.missing(), s.save),
		kit.When(fileKeys.Open, noAddress, s.openAddress),
		kit.When(fileKeys.CopyAddress, noAddress, s.copyAddress),
	}, keys...)
}

// noPicture says why no picture can be shown, "" where one can.
func (s *FileScreen) noPicture() string {
	switch why := s.missing(); {
	case why != "":
		return why
	case !s.isImage:
		return "this is no image that can be shown here: PNG, JPEG and GIF can"
	case s.Host.NoColor:
		return "a picture needs colors, and this terminal shows none; " + shortcut.InProse(fileKeys.Save) + " saves the file"
	}
	return ""
}

func (s *FileScreen) Help() []string {
	return []string{
		"A file that came with a result. Nothing of it is opened, fetched or stored unless you do so.",
		"",
		"It is saved under a name of your choice, and never over a file that is there. An address is shown in full before it opens in your browser.",
	}
}

var _ = kit.RegisterKeys("file", &fileKeys)

var fileKeys = struct{ Save, Preview, Open, CopyAddress key.Binding }{
	Save:        kit.Bind("Save file", "ctrl+s"),
	Preview:     kit.Bind("Picture", "v"),
	Open:        kit.Bind("Open address", "enter"),
	CopyAddress: kit.Bind("Copy", "y"),
}
