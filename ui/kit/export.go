package kit

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/render"
	"a2aform/render/export"
	"a2aform/render/table"
)

// Exporter writes what a screen shows in a format.
type Exporter func(w io.Writer, f export.Format) error

// formatNotes say how the formats are listed: what each is called, what it is for, and other words by which it is found.
var formatNotes = [...]struct{ label, note, words string }{
	export.JSON:     {"JSON", "exactly as received", "raw"},
	export.JSONL:    {"JSON Lines", "a row per line", "jsonl ndjson"},
	export.CSV:      {"CSV", "for spreadsheets, such as Excel", "excel"},
	export.TSV:      {"TSV", "to paste into a spreadsheet", "tabs"},
	export.Markdown: {"Markdown", "for issues and chats", "md"},
	export.HTML:     {"HTML", "a page to print or send", "page web"},
	export.Text:     {"Text", "as on the screen", "txt"},
}

// The formats of what is exported, first those that most people want.
var (
	tableFormats = []export.Format{export.CSV, export.HTML, export.Markdown, export.JSON, export.JSONL, export.TSV, export.Text}
	dataFormats  = []export.Format{export.JSON, export.HTML, export.Markdown, export.Text, export.JSONL, export.CSV, export.TSV}
	textFormats  = []export.Format{export.Markdown, export.HTML, export.Text, export.JSON, export.JSONL, export.CSV, export.TSV}
)

// formatsOf are the formats of a document, and of the rows of a table where there is none. Only data has all of them.
func formatsOf(d *render.Document) []export.Format {
	if d == nil {
		return tableFormats
	}
	hasText, hasData := false, len(d.Trees()) > 0
	for _, b := range d.Blocks() {
		switch b.(type) {
		case *render.Prose:
			hasText = true
		case *table.Table:
			hasData = true
		}
	}
	switch {
	case !hasData:
		return textFormats[:3]
	case hasText:
		return textFormats
	}
	return dataFormats
}

// An ExportChoice is a row of the dialog that asks what to export something as.
type ExportChoice struct {
	Of          string // what is written, such as "the result" or "the 8 rows shown"
	Label, Note string
	Words       string         // other words by which it is found
	Ask         func() tea.Cmd // asks for a path, and writes
}

// byteOrderMark is what Excel knows UTF-8 by.
const byteOrderMark = "\ufeff"

// formatChoices are the formats of what write writes.
func (e Exports) formatChoices(what string, write Exporter) (choices []ExportChoice) {
	counted := func(string) string { return "" }
	if rows, _, _ := strings.Cut(what, ", "); strings.IndexFunc(rows, unicode.IsDigit) == 0 { // "8 of 24 rows", not "the result"
		counted = func(string) string { return ": " + rows }
	}
	for _, format := range formatsOf(e.Document) {
		row := formatNotes[format]
		if isSorted := e.Document == nil && e.Order != nil; format == export.JSON && (e.Part || isSorted) {
			row.note = "the rows as received"
		}
		choices = append(choices, ExportChoice{what, row.label, row.note, row.words, func() tea.Cmd {
			return e.Host.AskForPathThen(e.To, "Export "+what+": "+row.label, safe.FileName(safe.Text(e.Name), "result", format.Extension()), func(w io.Writer) error {
				if format == export.CSV {
					if _, err := io.WriteString(w, byteOrderMark); err != nil {
						return err
					}
				}
				return write(w, format)
			}, counted)
		}})
	}
	return choices
}

// firstExports is how many choices are listed before [More] of them.
const firstExports = 4

// AskExport asks what to export something as. Of more than five choices the first four are listed, and the others where something is typed or
// behind a row.
func (h *Host) AskExport(choices []ExportChoice) { h.askExport(choices, firstExports) }

func (h *Host) askExport(choices []ExportChoice, first int) {
	if len(choices) <= first+1 {
		first = len(choices)
	}
	h.Overlay = (&exportDialog{host: h, choices: choices, first: first}).list(false)
}

// exportDialog asks what to export something as.
type exportDialog struct {
	host    *Host
	choices []ExportChoice
	first   int // how many are listed before [More]

	typed, extension string // the path that was typed, "" for none, and how that which was proposed ended
}

// list lists the first choices, or the others.
func (d *exportDialog) list(others bool) *Overlay {
	list, more := d.choices, -1
	if d.first < len(list) {
		more = d.first
		list = slices.Insert(slices.Clone(list), more, ExportChoice{Label: More + "…"})
	}
	widest := 0
	for _, c := range list {
		widest = max(widest, len(c.Label))
	}
	labels, notes, words := make([]string, len(list)), make([]string, len(list)), make([]string, len(list))
	for i, c := range list {
		labels[i], notes[i] = Pad(c.Label, widest), c.Note
		if c.Of != "" && c.Of != list[0].Of {
			notes[i] = c.Of + ": " + c.Note
		}
		words[i] = strings.ToLower(c.Words + " " + notes[i])
	}
	var o *Overlay
	o = NewChooser(d.host, "Export "+list[0].Of, labels, notes, func(i int) tea.Cmd {
		if i == more {
			rest := d.list(true)
			rest.Left = func() { d.host.Overlay = o }
			d.host.Overlay = rest
			return nil
		}
		cmd := list[i].Ask()
		d.keepTyped(o)
		return cmd
	})
	o.Picker.Terms(words)
	o.Picker.Tuck(func(i int) bool {
		if others {
			return i <= more
		}
		return more >= 0 && i > more
	})
	return o
}

// keepTyped has the prompt for a path go back to the list, and the next prompt begin with what was typed in this one.
func (d *exportDialog) keepTyped(before *Overlay) {
	o := d.host.Overlay
	if o == nil || o.Prompt == nil {
		return
	}
	extension := filepath.Ext(o.proposal)
	if stem, ok := strings.CutSuffix(d.typed, d.extension); d.typed != "" && ok {
		o.Prompt.SetText(stem + extension)
	} else if d.typed != "" {
		o.Prompt.SetText(d.typed)
	}
	o.Left = func() {
		d.typed, d.extension = "", extension
		if typed := o.Prompt.Text(); typed != o.proposal {
			d.typed = typed
		}
		d.host.Overlay = before
	}
}

// RunExportKey asks what to export the run on the screen as.
func (h *Host) RunExportKey() Key {
	choices, why := h.Nav.RunExports()
	return When(Keys.Export, why, func() { h.AskExport(choices(nil)) })
}

// Exports take along what a screen shows: into a file, a query or a command of the user. A screen makes them for its table of keys.
type Exports struct {
	Host *Host
	To   Screen                               // for the messages of commands
	Name string                               // that files are named after
	Why  string                               // there is nothing to take along, "" where there is
	Part bool                                 // these are not all rows of the table, or not all of its columns
	Of   func() (what string, write Exporter) // what is written, such as "the result"

	Document *render.Document                     // that is written; nil for rows of a table
	Order    export.Order                         // of the rows of the run's table, which its page has, too; nil for as they came
	ForQuery func() (what string, write Exporter) // in place of Of
}

// DocumentExports take along a document under a name, as text at most width columns wide. What says what it is, such as "the result".
func DocumentExports(h *Host, to Screen, document *render.Document, what, name string, width int, why string) Exports {
	return Exports{
		Host: h, To: to, Name: name, Why: why, Document: document,
		Of:       func() (string, Exporter) { return what, ExporterOf(document, name, width) },
		ForQuery: func() (string, Exporter) { return "the whole result", queryExporterOf(document, name, width) },
	}
}

// ExportKey asks for a format and a path. The run that the result is of, if there is one, can be exported too.
func (e Exports) ExportKey() Key {
	run, noRun := e.Host.Nav.RunExports()
	switch {
	case e.Why != "" && noRun == "":
		return e.Host.RunExportKey()
	case noRun != "":
		run = func(export.Order) []ExportChoice { return nil }
	}
	return When(Keys.Export, e.Why, func() {
		choices, first := e.formatChoices(e.Of()), firstExports
		for _, r := range run(e.Order) { // its page stands for that of a result that is no table
			at := slices.IndexFunc(choices, func(c ExportChoice) bool { return c.Label == r.Label })
			switch {
			case at < 0:
				choices = append(choices, r)
			case e.Document == nil: // of a table its page has the rows shown
				r.Of, r.Label, r.Words = choices[0].Of, "Whole run", r.Words+" html"
				choices = slices.Insert(choices, first, r)
				first++
			default:
				choices[at] = r
			}
		}
		e.Host.askExport(choices, first)
	})
}

// QueryKey asks for a query.
func (e Exports) QueryKey() Key {
	of := e.Of
	if e.ForQuery != nil {
		of = e.ForQuery
	}
	return When(Keys.Query, e.Why, func() Action { return e.Host.Nav.OpenQuery(of()) })
}

// CommandKeys run the commands of the user on what is written as JSON. They are in the
// palette, and the output of each opens as a screen.
func (e Exports) CommandKeys() (keys []Key) {
	for _, name := range slices.Sorted(maps.Keys(e.Host.Options.Commands)) {
		shown, command := safe.Text(name).Line(40).String(), e.Host.Options.Commands[name]
		if command.Form {
			continue
		}
		keys = append(keys, When(Bind("Run "+shown), e.Why, func() (Action, tea.Cmd) {
			_, write := e.Of()
			if command.Terminal {
				return Action{}, lendTerminal(e.Host, shown, command.Run, write)
			}
			return Action{Push: NewPager(e.Host, shown, func() []string { return runCommand(e.Host.Context, command.Run, write) })}, nil
		}))
	}
	return keys
}

// SavedMsg says what became of a file.
type SavedMsg struct {
	from *Overlay
	path string
	note string // what the file has not, "" for nothing
	err  error
}

// UnusedMsg is a path that no file has, in place of the one that a prompt proposed.
type UnusedMsg struct {
	from *Overlay
	path string
}

// Propose puts the path into its prompt, unless the user has typed another one.
func (h *Host) Propose(m UnusedMsg) {
	if m.from.Prompt.Text() == m.from.proposal {
		m.from.Prompt.SetText(m.path)
	}
	m.from.proposal = m.path
}

// AskForPath asks where to write. An existing file is never overwritten: the prompt
// proposes another name for it.
func (h *Host) AskForPath(s Screen, title, proposal string, write func(io.Writer) error) tea.Cmd {
	return h.AskForPathThen(s, title, proposal, write, func(string) string { return "" })
}

// AskForPathThen is [Host.AskForPath] with something to do with the file; then returns what is to be said of that.
func (h *Host) AskForPathThen(s Screen, title, proposal string, write func(io.Writer) error, then func(path string) (note string)) tea.Cmd {
	h.AskForFiles(s, title, "in "+folder()+"; nothing is overwritten", proposal, func(path string) (_, note string, err error) {
		err = store.WriteNew(path, func(w io.Writer) error {
			err := write(w)
			var unread *export.InvalidError
			if errors.As(err, &unread) { // the rest is worth its file
				note, err = "; "+unread.Error(), nil
			}
			var repeated *export.DuplicateKeysError
			if errors.As(err, &repeated) {
				note, err = "; "+repeated.Error(), nil
			}
			return err
		})
		if err == nil {
			full, failed := filepath.Abs(path)
			if failed != nil {
				full = path
			}
			note = then(full) + note
		}
		return path, note, err
	})
	from := h.Overlay
	return func() tea.Msg { return UnusedMsg{from, store.Unused(proposal)} }
}

// maxFolder is how many cells the folder of a prompt has at most.
const maxFolder = 44

// folder is where a path without a folder is, its end where it is long.
func folder() string {
	text := safe.Path(".", "").String()
	return ansi.TruncateLeft(text, ansi.StringWidth(text)-maxFolder, "…")
}

// AskForFiles asks for a path by which write writes files, and says where the first is, and what else there is to say of them.
func (h *Host) AskForFiles(s Screen, title, about, proposal string, write func(path string) (first, note string, err error)) {
	o := NewPrompt(h, "save", title, about, proposal)
	o.proposal = proposal
	o.Entered = func(line string) tea.Cmd {
		return Later(s, func() tea.Msg {
			path, note, err := write(ExpandPath(line))
			return SavedMsg{o, path, note, err}
		})
	}
	h.Overlay = o
}

// Saved closes the prompt, or says in it why nothing was written.
func (h *Host) Saved(msg SavedMsg) Action {
	if msg.err == nil {
		if h.Overlay == msg.from {
			h.Overlay = nil
		}
		return Infof("saved as %s%s", safe.Path(msg.path, h.Options.Dir), msg.note)
	}
	words := "not saved: " + safe.Text(reasonOf(msg.err)).Line(200).String()
	if h.Overlay != msg.from {
		return Errorf("%s", words)
	}
	msg.from.Prompt.Complain(words)
	return Action{}
}

// reasonOf is why a file could not be written, without the system call's name.
func reasonOf(err error) string {
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrExist):
		return "there is a file of this name already"
	case errors.As(err, &path):
		return path.Err.Error()
	}
	return err.Error()
}
