package ui

import (
	"context"
	"errors"
	"io"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/formgen/huhform"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/widget/picture"
	"a2aform/internal/widget/shortcut"
	"a2aform/render"
)

// fileScreen shows one file of a result: what is known of it, its text, and its
// picture when it is asked for.
type fileScreen struct {
	*blockView
	file  render.File
	found safe.Raw // where it was found, for a file without a name
	job   job

	read     bool // the bytes were read, or why not is in fault
	data     []byte
	fault    string
	looks    string // what the bytes look like, where they are declared to be something else
	isImage  bool
	document *render.Document // what there is to read in it, nil for nothing

	picture  *picture.Picture
	looking  bool   // the picture is being made
	noLook   string // why there is no picture
	pictured bool   // the picture is shown
}

func newFileScreen(h *host, name string, file render.File) *fileScreen {
	s := &fileScreen{file: file, found: safe.Text(name), read: !file.HasBytes()}
	s.blockView = newBlockView(h, name, s.drawn)
	s.self = s
	return s
}

// readMsg is what a file holds.
type readMsg struct {
	data     []byte
	looks    string
	isImage  bool
	document *render.Document
	err      error
}

func (s *fileScreen) init() tea.Cmd {
	if s.read {
		return nil
	}
	file := s.file
	return later(s, func() tea.Msg {
		data, err := file.Bytes()
		if err != nil {
			return readMsg{err: err}
		}
		return readMsg{data: data, looks: file.Looks(data), isImage: render.IsImage(data), document: file.Document(data)}
	})
}

func (s *fileScreen) update(msg tea.Msg) (action, tea.Cmd) {
	switch msg := msg.(type) {
	case readMsg:
		s.took(msg)
		return action{}, nil
	case lookedMsg:
		s.looked(msg)
		return action{}, nil
	case tea.KeyPressMsg:
		return s.pressed(msg)
	}
	return s.blockView.update(msg)
}

func (s *fileScreen) took(msg readMsg) {
	s.read = true
	s.data, s.looks, s.isImage, s.document = msg.data, msg.looks, msg.isImage, msg.document
	if msg.err != nil {
		s.fault = msg.err.Error()
	}
	s.whole = msg.document
	s.redraw()
}

func (s *fileScreen) pressed(msg tea.KeyPressMsg) (action, tea.Cmd) {
	switch {
	case key.Matches(msg, fileKeys.Save):
		return s.save()
	case key.Matches(msg, fileKeys.Preview):
		return s.preview()
	case key.Matches(msg, fileKeys.Open):
		return s.openAddress(), nil
	case key.Matches(msg, fileKeys.CopyAddress):
		if s.file.URL.IsEmpty() {
			return infof("no address came with this file"), nil
		}
		return infof("the address is copied, where the terminal allows it"), tea.SetClipboard(s.file.URL.Exact()) //nolint:forbidigo // it goes to the clipboard as it is
	case key.Matches(msg, keys.Back):
		s.job.stop()
	}
	return s.blockView.update(msg)
}

// missing says why there is nothing to do with the file's bytes, "" where they
// are here.
func (s *fileScreen) missing() string {
	switch {
	case !s.read:
		return "the file is still being read"
	case s.fault != "":
		return s.fault
	case !s.file.HasBytes() && s.file.URL.IsEmpty():
		return "neither the file nor an address came"
	case !s.file.HasBytes():
		return "only the file's address came, and nothing is fetched by itself: o opens it, y copies it"
	}
	return ""
}

func (s *fileScreen) save() (action, tea.Cmd) {
	if why := s.missing(); why != "" {
		return errorf("%s", why), nil
	}
	data := s.data
	return action{}, s.host.askForPath(s, "Save the file", s.file.SafeName(s.found), func(w io.Writer) error {
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
func (s *fileScreen) preview() (action, tea.Cmd) {
	switch why := s.missing(); {
	case why != "":
		return errorf("%s", why), nil
	case !s.isImage:
		return errorf("this is no image that can be shown here: PNG, JPEG and GIF can"), nil
	case s.host.colourless:
		return errorf("a picture needs colours, and this terminal is to show none; s saves the file"), nil
	case s.looking:
		return action{}, nil
	case s.picture != nil:
		s.pictured = !s.pictured
		s.redraw()
		return action{}, nil
	}
	ctx, generation := s.job.restart(s.host.ctx)
	data := s.data
	s.looking, s.noLook = true, ""
	s.redraw()
	return action{}, later(s, func() tea.Msg {
		ctx, stop := context.WithTimeout(ctx, limit.PictureTime.Duration())
		defer stop()
		read, err := picture.Read(ctx, data)
		return lookedMsg{generation, read, err}
	})
}

func (s *fileScreen) looked(msg lookedMsg) {
	if msg.generation != s.job.generation {
		return
	}
	s.looking, s.picture, s.pictured = false, msg.picture, msg.err == nil
	switch {
	case errors.Is(msg.err, context.DeadlineExceeded):
		s.noLook = "the picture takes longer than 30 seconds and was left; s saves the file"
	case msg.err != nil:
		s.noLook = msg.err.Error() + "; s saves the file"
	}
	s.lines.top = 0
	s.redraw()
}

// drawn are the facts, and below them what is to be seen of the file.
func (s *fileScreen) drawn(width int, style render.Style) *render.Drawing {
	if s.pictured {
		return s.drawnPicture(width)
	}
	lines, st := append(s.facts(width), ""), s.styles()
	switch {
	case s.fault != "":
		lines = append(lines, wrap(render.Mark+" "+s.fault, width, 0, st.Bad)...)
	case s.noLook != "":
		lines = append(lines, wrap(render.Mark+" "+s.noLook, width, 0, st.Bad)...)
	case s.document != nil:
		return moveBelow(lines, s.document.Draw(width, style))
	default:
		lines = append(lines, wrap(s.hint(), width, 0, st.Dim)...)
	}
	return &render.Drawing{Lines: lines}
}

// drawnPicture is the picture below one line of facts.
func (s *fileScreen) drawnPicture(width int) *render.Drawing {
	p, st := s.picture, s.styles()
	words := []string{p.Format, render.Grouped(p.Width) + " × " + render.Grouped(p.Height) + " pixels", s.size()}
	if s.looks != "" {
		words = append(words, "declared as "+line(s.file.MediaType))
	}
	lines := append(wrap(strings.Join(words, " · "), width, 2, st.Dim), "")
	room := max(s.height-len(lines), minPictureLines)
	return &render.Drawing{Lines: append(lines, p.Lines(width, room, s.host.background)...)}
}

// minPictureLines is the least height of a picture, in lines; where there is less
// room it is scrolled.
const minPictureLines = 6

// moveBelow is a drawing with lines before it.
func moveBelow(lines []string, d *render.Drawing) *render.Drawing {
	moved := &render.Drawing{Lines: append(lines, d.Lines...)}
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
func (s *fileScreen) hint() string {
	switch why := s.missing(); {
	case s.looking:
		return "reading the image …"
	case why != "":
		return why
	case s.isImage && s.host.colourless:
		return "an image; showing it needs colours, and this terminal is to show none"
	case s.isImage:
		return "an image; p shows it here"
	case len(s.data) == 0:
		return "the file is empty"
	}
	return "nothing of this kind of file can be shown here; s saves it"
}

func (s *fileScreen) facts(width int) []string {
	st := s.styles()
	name := fact{"name", line(s.file.Name), st.Strong}
	if s.file.Name.IsEmpty() {
		name = fact{"name", "none came", st.Dim}
	}
	kind := fact{"type", line(s.file.MediaType), st.Text}
	if s.file.MediaType.IsEmpty() {
		kind = fact{"type", "none was named", st.Dim}
	}
	facts := []fact{name, kind}
	if s.looks != "" {
		facts = append(facts, fact{"", render.CautionMark + " its bytes look like " + s.looks, st.Warn})
	}
	facts = append(facts, fact{"size", s.size(), st.Text})
	if !s.file.URL.IsEmpty() {
		facts = append(facts, fact{"address", s.file.URL.Line(limit.AddressBytes.Int()).String(), st.Accent})
		for _, warning := range a2aclient.LinkWarnings(s.file.URL.Exact()) { //nolint:forbidigo // the warnings are clean
			facts = append(facts, fact{"", render.CautionMark + " " + warning, st.Warn})
		}
	}
	return drawFacts(st, facts, width, 0)
}

func (s *fileScreen) size() string {
	n := int(s.file.Size)
	switch {
	case s.file.IsBroken():
		return "not known: its base64 is broken"
	case n < 0:
		return "not known"
	case n < 1000:
		return plural(n, "byte", "bytes")
	}
	return huhform.ByteSize(n) + ", " + render.Grouped(n) + " bytes"
}

func (s *fileScreen) keys() []shortcut.Key {
	noPicture := "this file is no image that can be shown"
	if s.isImage {
		noPicture = "the terminal shows no colours"
	}
	hasAddress := !s.file.URL.IsEmpty()
	return append([]shortcut.Key{
		shortcut.When(fileKeys.Preview, s.isImage && !s.host.colourless, noPicture),
		shortcut.When(fileKeys.Save, len(s.data) > 0, "the file came without content"),
		shortcut.When(fileKeys.Open, hasAddress, noAddress),
		shortcut.When(fileKeys.CopyAddress, hasAddress, noAddress),
	}, s.blockView.keys()...)
}

const noAddress = "no address came with this file"

func (s *fileScreen) help() []string {
	return []string{
		"A file that came with a result. Nothing of it is opened, fetched or stored by itself.",
		"",
		"s saves it under a name of your choice; a file that is there is never overwritten. p shows an image in " +
			"blocks of colour. o opens an address in your browser, after you have seen all of it.",
	}
}

var fileKeys = struct{ Save, Preview, Open, CopyAddress key.Binding }{
	Save:        bind("save", "s"),
	Preview:     bind("picture", "p"),
	Open:        bind("open address", "o"),
	CopyAddress: bind("copy address", "y"),
}
