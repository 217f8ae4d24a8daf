package report

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/export"
)

const (
	maxPage = 20 << 20 // bytes of a page
	maxBody = 64 << 10 // bytes of what was sent or received that are shown at one place
	maxLine = 300      // bytes of a text on one line
)

// writer writes markup, and remembers its first failure.
type writer struct {
	w    *bufio.Writer
	err  error
	size int // bytes by now
}

func newWriter(w io.Writer) *writer { return &writer{w: bufio.NewWriterSize(w, 64<<10)} }

// Write makes it an [io.Writer] for parts that others write.
func (w *writer) Write(data []byte) (int, error) {
	if w.err == nil {
		_, w.err = w.w.Write(data)
		w.size += len(data)
	}
	return len(data), w.err
}

// html writes markup.
func (w *writer) html(markup ...safe.HTML) {
	for _, m := range markup {
		w.put(string(m))
	}
}

// put writes texts as they are.
func (w *writer) put(texts ...string) {
	for _, t := range texts {
		_, _ = io.WriteString(w, t) // the failure is kept
	}
}

func (w *writer) end() error {
	if w.err == nil {
		w.err = w.w.Flush()
	}
	return w.err
}

// esc is a text on one line as markup.
func esc(text string) safe.HTML { return escRaw(safe.Text(text)) }

func escRaw(text safe.Raw) safe.HTML { return text.Line(maxLine).HTML() }

// block is a text of several lines as markup. What is cut is said.
func block(text safe.Raw) safe.HTML {
	shown := text.Block(maxBody)
	markup := shown.HTML()
	if shown.Cut() {
		markup += "\n" + esc(fmt.Sprintf("… (%s in all)", humanize.IBytes(uint64(text.Len())))) //nolint:gosec // a length
	}
	return markup
}

// section begins a section.
func (w *writer) section(class safe.HTML, title string) {
	w.html(`<section class="`, class, `"><h2>`, safe.EscapeHTML(title), "</h2>\n")
}

// tile is a fact with its name.
type tile struct {
	name, value string
	class       safe.HTML
}

func (w *writer) tiles(list []tile) {
	w.html(`<dl class="tiles">`)
	for _, t := range list {
		if t.value != "" {
			w.html(`<div class="`, t.class, `"><dt>`, safe.EscapeHTML(t.name), "</dt><dd>", safe.EscapeHTML(t.value), "</dd></div>")
		}
	}
	w.html("</dl>\n")
}

// value is JSON as a form, by its schema where there is one, and as it is.
func (w *writer) value(data []byte, s render.Schema) {
	if len(data) > maxBody {
		w.html("<pre>", block(safe.Text(string(data))), "</pre>\n")
		return
	}
	w.document(render.Open(data, s), nil)
	w.html(`<details class="raw"><summary>JSON</summary><pre>`, block(safe.Text(indented(data))), "</pre></details>\n")
}

// document is a result, with the rows of its tables in an order. One that is too large for the page is cut, and said to be.
func (w *writer) document(d *render.Document, order export.Order) {
	var buf bytes.Buffer
	limited := &limitedWriter{w: &buf, left: maxPage / 4}
	if err := export.Sections(limited, d, order); err != nil && limited.left > 0 {
		w.html(`<p class="notice warn">`, esc(err.Error()), "</p>\n")
	}
	if limited.left <= 0 {
		w.html(`<p class="notice warn">The result is too large for this page: write it with a2aform runs export -o html.</p>`, "\n")
		return
	}
	_, _ = w.Write(buf.Bytes()) // the failure is kept
}

// limitedWriter fails once it is full.
type limitedWriter struct {
	w    io.Writer
	left int
}

func (l *limitedWriter) Write(data []byte) (int, error) {
	if l.left -= len(data); l.left <= 0 {
		return 0, io.ErrShortWrite
	}
	return l.w.Write(data)
}

// indented is JSON with a value on each line, else the text as it is.
func indented(data []byte) string {
	v, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil {
		return string(data)
	}
	return string(v.Indent("  "))
}

// span is a time that something took.
func span(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.2f s", d.Seconds())
	}
	return strings.TrimSuffix(d.Round(time.Second).String(), "0s")
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format("2 January 2006, 15:04:05 MST")
}

// style adds to the style of exported results.
//
//go:embed page.css
var style safe.HTML

// section is a part of a page that is known only at the end, in a temporary file.
type section struct {
	writer
	spool *spool
	limit int // bytes
	left  int // cases beyond the limit
}

func newSection(limit int) (*section, error) {
	spool, err := newSpool()
	if err != nil {
		return nil, err
	}
	return &section{writer: *newWriter(spool.w), spool: spool, limit: limit}, nil
}

// full reports whether the part has reached its limit, and counts the case if so.
func (s *section) full() bool {
	if s.size >= s.limit {
		s.left++
		return true
	}
	return false
}

// copyTo writes the contents, and removes the file.
func (s *section) copyTo(w io.Writer) error {
	defer s.remove()
	if err := s.end(); err != nil {
		return err
	}
	from, err := s.spool.reader()
	if err != nil {
		return err
	}
	_, err = io.Copy(w, from)
	return err
}

func (s *section) remove() { s.spool.close() }

// errNoRun says that a page contains no run.
var errNoRun = errors.New("the page holds no run file")

// EmbeddedRun is the first run file that a page of [RunPage] holds.
func EmbeddedRun(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	page, err := io.ReadAll(io.LimitReader(f, maxPage*2))
	if err != nil {
		return nil, err
	}
	_, rest, ok := bytes.Cut(page, []byte(dataPrefix))
	text, _, isWhole := bytes.Cut(rest, []byte(`"`))
	if !ok || !isWhole {
		return nil, errNoRun
	}
	data := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	n, err := base64.StdEncoding.Decode(data, text)
	if err != nil {
		return nil, errNoRun
	}
	return data[:n], nil
}
