package report

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"a2aform/a2aclient/auth"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
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

// style adds to the style of exported results.
const style = `
header.top { border-bottom: 1px solid var(--line); margin-bottom: 1.6rem; padding-bottom: 1.2rem; }
.eyebrow { color: var(--dim); font-size: .82rem; margin: 0 0 .5rem; }
header.top h1 { margin: 0 0 .5rem; font-size: 1.75rem; }
.lead { font-size: 1.08rem; max-width: 72ch; margin: .3rem 0 0; }
.pill { display: inline-block; border-radius: 999px; padding: .12rem .7rem; font-size: .82rem; font-weight: 600; line-height: 1.5; vertical-align: middle; white-space: nowrap;
  background: var(--soft); color: var(--dim); border: 1px solid var(--line); }
.pill.good { background: color-mix(in srgb, var(--good) 12%, var(--bg)); border-color: color-mix(in srgb, var(--good) 35%, var(--bg)); color: var(--good); }
.pill.bad { background: var(--bad-bg); border-color: color-mix(in srgb, var(--bad) 35%, var(--bg)); color: var(--bad); }
.pill.warn { background: color-mix(in srgb, var(--warn) 12%, var(--bg)); border-color: color-mix(in srgb, var(--warn) 35%, var(--bg)); color: var(--warn); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(6.6rem, 1fr)); gap: .6rem; margin: 1.1rem 0 0; }
.tiles div { background: var(--soft); border: 1px solid var(--line); border-radius: 8px; padding: .55rem .8rem; }
.tiles dt { color: var(--dim); font-size: .78rem; }
.tiles dd { margin: 0; font-size: 1.2rem; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.tiles .good dd { color: var(--good); } .tiles .bad dd { color: var(--bad); } .tiles .warn dd { color: var(--warn); }
.stack { display: flex; gap: 2px; height: .55rem; border-radius: 4px; overflow: hidden; margin: 1rem 0 0; }
.stack i { display: block; min-width: 3px; background: var(--line); }
.stack .good, .dot.good { background: var(--good); } .stack .bad, .dot.bad { background: var(--bad); } .stack .warn, .dot.warn { background: var(--warn); }
section > h2 { font-size: 1.15rem; margin: 2rem 0 .6rem; padding-top: 1.1rem; }
header.top + section > h2 { border: 0; margin-top: 0; padding-top: 0; }
.part section > h2 { font-size: 1rem; border: 0; padding: 0; margin: .8rem 0 .2rem; }
.part section > h3:first-child, .part section > h2:first-child { margin-top: 0; }
.part .facts { margin-bottom: .3rem; }
.pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 2.4rem; }
.pair > section > h2 { border: 0; margin-top: 0; padding-top: .2rem; }
section + .pair { border-top: 1px solid var(--line); margin-top: 2rem; padding-top: .9rem; }
.pair .fields th { width: 38%; }
.note { border-left: 3px solid var(--accent); background: var(--soft); border-radius: 0 6px 6px 0; padding: .5rem .9rem; margin: .7rem 0 0; max-width: 80ch; }
.note small { color: var(--dim); }
.checks { width: 100%; table-layout: fixed; }
.checks th:nth-child(1) { width: 2.2rem; } .checks th:nth-child(2) { width: 30%; }
.checks td { overflow-wrap: anywhere; } .checks thead th { color: var(--dim); font-weight: 500; font-size: .86rem; }
.checks td:first-child { width: 1.6rem; padding-right: 0; }
.checks code { overflow-wrap: anywhere; }
.checks .why { color: var(--dim); }
.mark { font-weight: 700; display: inline-block; min-width: 1.1rem; }
.times { border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.times > div { display: grid; grid-template-columns: 5.2rem minmax(4rem, 22%) minmax(0, 1fr); gap: .9rem; align-items: start; padding: .38rem .9rem; border-bottom: 1px solid var(--line); }
.times > div:last-child { border-bottom: 0; }
.times time { color: var(--dim); font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
.track { position: relative; height: 1.55rem; }
.track::before { content: ""; position: absolute; inset: .75rem 0 auto; height: 2px; border-radius: 1px; background: var(--line); }
.dot { position: absolute; top: .5rem; width: .55rem; height: .55rem; margin-left: -.27rem; border-radius: 50%; background: var(--accent); }
.dot.dim { background: var(--dim); }
.times p { margin: 0; overflow-wrap: anywhere; }
.times details { margin: 0; } .times summary, details summary { font-size: .88rem; }
.times b { font-weight: 600; }
pre { max-height: 32rem; margin: .5rem 0; }
pre.command { border-left: 3px solid var(--accent); }
details.case { border: 1px solid var(--line); border-radius: 8px; margin: .6rem 0; }
details.case > summary { padding: .6rem .9rem; color: var(--fg); font-size: 1rem; display: flex; flex-wrap: wrap; gap: .2rem .7rem; align-items: baseline; list-style: none; }
details.case > summary::-webkit-details-marker { display: none; }
details.case > summary b { font-weight: 600; overflow-wrap: anywhere; }
details.case > summary .what { color: var(--dim); flex-basis: 100%; padding-left: 1.8rem; font-size: .9rem; }
details.of-bad { border-left: 4px solid var(--bad); } details.of-warn { border-left: 4px solid var(--warn); }
details.case > div { padding: .1rem .9rem .8rem 1.2rem; border-top: 1px solid var(--line); }
details.case h3 { margin-top: 1.1rem; font-size: .95rem; color: var(--dim); font-weight: 600; }
details.case .pair { margin-top: .4rem; border: 0; }
details.case .part > section > .facts:first-child { display: none; }
.cases { width: 100%; }
.cases td { padding-top: .3rem; padding-bottom: .3rem; }
.cases td:first-child { width: 1.6rem; padding-right: 0; }
.cases .num { width: 5rem; } .cases .lat { width: 22%; }
.lat span { display: block; height: .5rem; margin-top: .5rem; border-radius: 3px; background: var(--bar); min-width: 2px; width: calc(100% * min(1, var(--t) / var(--max))); }
.lat .bad { background: var(--bad); } .lat .warn { background: var(--warn); }
footer { color: var(--dim); font-size: .86rem; border-top: 1px solid var(--line); margin-top: 2.4rem; padding-top: 1rem; }
@media screen and (max-width: 800px) { .pair { grid-template-columns: minmax(0, 1fr); } .pair > section + section > h2 { margin-top: 1rem; } }
@media screen and (max-width: 640px) {
  header.top h1 { font-size: 1.4rem; }
  .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); } .tiles dd { font-size: 1.05rem; }
  .times > div { grid-template-columns: 4.2rem minmax(0, 1fr); padding: .38rem .6rem; } .track { display: none; }
  .checks, .checks tbody, .checks tr { display: block; } .checks thead { display: none; }
  .checks tr { border-bottom: 1px solid var(--line); padding: .4rem 0; } .checks td { display: block; border: 0; padding: .05rem 0 .05rem 1.6rem; overflow-wrap: anywhere; }
  .checks td:first-child { float: left; width: 1.6rem; padding-left: 0; } .checks td[data-name]::before { content: attr(data-name) " "; color: var(--dim); }
  .cases .file, .cases .lat { display: none; }
}
@media print {
  details.case, .times > div, .tiles div { break-inside: avoid; }
  pre { max-height: none; } .dot, .stack i, .lat span, .pill, .note { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .times details, .raw { display: none; }
  .pair { grid-template-columns: minmax(0, 1fr); }
  .tiles { grid-template-columns: repeat(auto-fit, minmax(4.4rem, 1fr)); gap: .4rem; } .tiles div { padding: .3rem .5rem; } .tiles dd { font-size: 1rem; }
}
`

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

// repeat has the commands that send the same again.
func (w *writer) repeat(r *recording) {
	commands := repeatCommands(r)
	if len(commands) == 0 {
		return
	}
	w.section("", "Repeat it")
	for _, c := range commands {
		w.put(`<pre class="command">`, html.EscapeString(c), "</pre>\n")
	}
	if strings.Contains(strings.Join(commands, ""), "A2AFORM_") {
		w.put(`<p class="dim">Set the variables that begin with A2AFORM_ to the secrets first: the run file does not hold them.</p>`, "\n")
	}
	w.put("</section>\n")
}

// repeatCommands are a2aform send and curl, with variables in place of secrets. They are escaped for a shell, so that
// what a terminal would act on is not in them.
func repeatCommands(r *recording) (list []string) {
	plan := r.rec.Plan()
	if plan.Private || plan.Data == nil && plan.Text == "" {
		return nil
	}
	request := r.request()
	command := plan.Command()
	if r.isInvalid() {
		command += " --send-invalid"
	}
	for _, l := range r.lines {
		if l.Kind == runfile.Answer {
			command += answerFlag(exact(l.Text))
		}
	}
	if request == nil {
		return []string{command}
	}
	for _, name := range slices.Sorted(maps.Keys(request.Header)) {
		for _, value := range request.Header[name] {
			before, _, isSecret := strings.Cut(value, auth.Mask)
			if isSecret && name != auth.InAddress {
				command += secretFlag(name, before)
			}
		}
	}
	return []string{command, run.Curl(request, plan.Agent.Streams())}
}

// answerFlag gives an answer: an object is data.
func answerFlag(said string) string {
	if v, err := ojson.Parse([]byte(said), ojson.DataLimits); err == nil && v.Is(ojson.Object) {
		return " --answer-json " + run.ShellWord(said)
	}
	return " --answer " + run.ShellWord(said)
}

// secretFlag passes a masked header to a2aform send.
func secretFlag(name, before string) string {
	variable := "env:" + run.SecretVariable(name)
	switch {
	case strings.EqualFold(name, "Authorization") && strings.HasPrefix(before, "Bearer"):
		return " --bearer " + variable
	case strings.EqualFold(name, "Authorization") && strings.HasPrefix(before, "Basic"):
		return " --basic " + variable
	}
	return " --header " + run.ShellWord(name+"="+variable)
}
