// Package share makes files of a recorded run: a page, recordings and pictures of the screens, and a presentation.
package share

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/demo"
	"a2aform/internal/present"
	"a2aform/internal/qa/report"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/render/export"
	"a2aform/ui/kit"
)

// Kind is what a run is shared as.
type Kind string

// The kinds.
const (
	Page     Kind = "html"
	Ticket   Kind = "md"
	Cast     Kind = "cast"
	Picture  Kind = "svg"
	Animated Kind = "animated-svg"
	Script   Kind = "toml" // of a presentation
)

// extension is how a file of the kind ends.
func (k Kind) extension() string {
	switch k {
	case Animated:
		return ".svg"
	case Page, Ticket, Cast, Picture, Script:
	}
	return "." + string(k)
}

// IsFilm reports a kind that shows the screens.
func (k Kind) IsFilm() bool { return k == Cast || k == Picture || k == Animated }

// ErrSecret says why the screens of a run are not drawn.
var ErrSecret = errors.New("the form of this run held a secret, so its screens are not recorded; share the page, which masks it")

// Filmer writes the screens of the run of a file.
type Filmer func(ctx context.Context, w io.Writer, path string, kind Kind, o kit.Options) error

// kinds are the rows of the dialog.
var kinds = []struct {
	kind               Kind
	label, note, words string
}{
	{Page, "HTML", "a page of what was asked and came back", "page web"},
	{Ticket, "Ticket", "for a developer, with its requests", "issue markdown md"},
	{Picture, "Picture", "its last screen, as SVG", "svg image screenshot"},
	{Cast, "Recording", "its screens, for asciinema", "cast"},
	{Script, "Presentation", "a script for an audience", "slides"},
}

// Run is a run to share.
type Run struct {
	Skill, Asked safe.Raw // its name, and what was asked of it in short
	Private      bool     // its form held a secret

	Order export.Order // of the rows of its tables in a page and in a ticket; nil for as they came
}

// fileName names a file after what was asked: "trip-planner-kyoto.html".
func (r Run) fileName(extension string) string {
	asked, _, _ := strings.Cut(r.Asked.Line(maxNamed).String(), ",")
	return strings.ToLower(safe.FileName(safe.Text(r.Skill.Line(maxNamed).String()+" "+asked), "run", extension))
}

// maxNamed is how much of a text goes into the name of a file, in bytes.
const maxNamed = 40

// Choices are what a run is exported as. A run whose form held a secret is not drawn.
func Choices(s kit.Screen, h *kit.Host, r Run, find func() (path string, err error), filmer Filmer) (choices []kit.ExportChoice) {
	for _, k := range kinds {
		if r.Private && (k.kind.IsFilm() || k.kind == Script) {
			continue
		}
		note := k.note
		if r.Private {
			note += "; the secret is masked"
		}
		choices = append(choices, kit.ExportChoice{Of: "the run", Label: k.label, Note: note, Words: k.words, Ask: func() tea.Cmd {
			return h.AskForPathThen(s, "Export the run: "+k.label, r.fileName(k.kind.extension()), func(w io.Writer) error {
				path, err := find()
				if err != nil {
					return err
				}
				return Write(h.Context, w, path, k.kind, r.Order, h.Options, filmer)
			}, func(path string) string {
				switch {
				case k.kind == Script:
					return besides(find, path)
				case k.kind == Page && h.Options.Open != nil:
					return open(h, path)
				}
				return ""
			})
		}})
	}
	return choices
}

// open opens a file in the browser where there is a display, and returns what is to be said of it.
func open(h *kit.Host, path string) string {
	path = filepath.ToSlash(path)
	if path[0] != '/' { // a drive of Windows
		path = "/" + path
	}
	switch err := h.Options.Open(h.Context, (&url.URL{Scheme: "file", Path: path}).String()); {
	case errors.Is(err, kit.ErrNoDisplay):
		return ""
	case err != nil:
		return "; not opened: " + err.Error()
	}
	return " and opened"
}

// besides copies the run next to the script that names it, and returns what is to be said of it.
func besides(find func() (path string, err error), script string) string {
	path, err := find()
	if err == nil {
		err = store.WriteNew(filepath.Join(filepath.Dir(script), recordedName(path)), func(w io.Writer) error { return store.CopyRun(w, path) })
	}
	if err != nil && !errors.Is(err, fs.ErrExist) { // an earlier script has the same run
		return "; its run could not be copied beside it: " + err.Error()
	}
	return " with its run beside it; a2aform present " + safe.Text(filepath.Base(script)).Line(80).String() + " shows it"
}

// recordedName is the name of a run beside its script.
func recordedName(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) + ".run.jsonl"
}

// Write writes the run of a file as a kind, with the rows of its tables in an order where the kind has all of them.
func Write(ctx context.Context, w io.Writer, path string, kind Kind, order export.Order, o kit.Options, filmer Filmer) error {
	switch kind {
	case Page:
		return report.RunPage(w, []string{path}, order)
	case Ticket:
		return report.RunTicket(w, []string{path}, order)
	case Script:
		text, err := present.FromRuns([]present.Recorded{{Path: path, Name: recordedName(path)}}, demo.IsDemo)
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	case Cast, Picture, Animated:
	}
	return filmer(ctx, w, path, kind, o)
}

// Recording opens a run to draw its screens. It fails with [ErrSecret] for one whose form held a secret.
func Recording(path string) (*run.Recording, *FilmInfo, error) {
	info, err := runfile.Peek(path)
	if err != nil {
		return nil, nil, err
	}
	if info.Private {
		return nil, nil, ErrSecret
	}
	rec, err := run.OpenRecording(path)
	if err != nil {
		return nil, nil, err
	}
	name := info.SkillName
	if name.IsEmpty() {
		name = info.Skill
	}
	return rec, &FilmInfo{Title: kit.Line(name) + " · " + kit.Line(info.Agent), Began: info.Time, Size: Sizes[0]}, nil
}

// Draw writes the frames of a model as a kind.
func Draw(ctx context.Context, w io.Writer, kind Kind, player *Player, model tea.Model, about *FilmInfo) error {
	if kind == Cast {
		cast, err := newCastWriter(w, about)
		if err != nil {
			return err
		}
		end, err := player.Play(ctx, model, about.Size, cast.Show)
		if err != nil {
			return err
		}
		return cast.End(end)
	}
	picture := NewSVG(about, kind == Animated)
	end, err := player.Play(ctx, model, about.Size, picture.Show)
	if err != nil {
		return err
	}
	return picture.End(w, end)
}
