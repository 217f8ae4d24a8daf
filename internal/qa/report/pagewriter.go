package report

import (
	"bufio"
	"bytes"
	"fmt"
	"html"
	"io"
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

// put writes markup: no text from outside is in it that was not escaped.
func (w *writer) put(markup ...string) {
	for _, m := range markup {
		_, _ = io.WriteString(w, m) // the failure is kept
	}
}

func (w *writer) end() error {
	if w.err == nil {
		w.err = w.w.Flush()
	}
	return w.err
}

// esc is a text on one line as markup.
func esc(text string) string { return escRaw(safe.Text(text)) }

func escRaw(text safe.Raw) string { return html.EscapeString(text.Line(maxLine).String()) }

// block is a text of several lines as markup. What is cut is said.
func block(text safe.Raw) string {
	shown := text.Block(maxBody)
	markup := html.EscapeString(shown.String())
	if shown.Cut() {
		markup += fmt.Sprintf("\n… (%s in all)", humanize.IBytes(uint64(text.Len()))) //nolint:gosec // a length
	}
	return markup
}

// section begins a section.
func (w *writer) section(class, title string) {
	w.put(`<section class="`, class, `"><h2>`, html.EscapeString(title), "</h2>\n")
}

// tile is a fact with its name.
type tile struct{ name, value, class string }

func (w *writer) tiles(list []tile) {
	w.put(`<dl class="tiles">`)
	for _, t := range list {
		if t.value != "" {
			w.put(`<div class="`, t.class, `"><dt>`, html.EscapeString(t.name), "</dt><dd>", html.EscapeString(t.value), "</dd></div>")
		}
	}
	w.put("</dl>\n")
}

// facts is a table of names and values.
func (w *writer) facts(list [][2]string) {
	w.put(`<table class="fields">`)
	for _, f := range list {
		if f[1] != "" {
			w.put(`<tr><th scope="row">`, html.EscapeString(f[0]), "</th><td>", html.EscapeString(f[1]), "</td></tr>\n")
		}
	}
	w.put("</table>\n")
}

// value is JSON as a form, by its schema where there is one, and as it is.
func (w *writer) value(data []byte, s render.Schema) {
	if len(data) > maxBody {
		w.put("<pre>", block(safe.Text(string(data))), "</pre>\n")
		return
	}
	w.document(render.Open(data, s))
	w.put(`<details class="raw"><summary>JSON</summary><pre>`, block(safe.Text(indented(data))), "</pre></details>\n")
}

// document is a result. One that is too large for the page is cut, and said to be.
func (w *writer) document(d *render.Document) {
	var buf bytes.Buffer
	limited := &limitedWriter{w: &buf, left: maxPage / 4}
	if err := export.Sections(limited, d); err != nil && limited.left > 0 {
		w.put(`<p class="notice warn">`, esc(err.Error()), "</p>\n")
	}
	if limited.left <= 0 {
		w.put(`<p class="notice warn">The result is too large for this page: write it with a2aform runs export -o html.</p>`, "\n")
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
