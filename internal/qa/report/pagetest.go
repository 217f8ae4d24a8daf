package report

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/version"
	"a2aform/render"
	"a2aform/render/export"
)

// The shares of a page.
const (
	maxFailed   = 11 << 20 // bytes of the cases that do not pass
	maxFlaky    = 3 << 20
	maxCaseList = 4 << 20 // bytes of the list of all cases
	maxRequest  = 64 << 10
	maxShown    = 10 // attempts of a case that are shown with all that was expected
)

// test writes a page about test cases: what fails first, then the list of all.
type test struct {
	to      io.Writer
	started time.Time
	failed  *section
	flaky   *section
	rows    *section
	longest time.Duration
	agents  []string // names and versions
}

// NewTestPage is the writer of a page about test cases.
func NewTestPage(to io.Writer) Writer { return &test{to: to} }

func (t *test) Begin(started time.Time, _ int) error {
	t.started = started
	var errs [3]error
	t.failed, errs[0] = newSection(maxFailed)
	t.flaky, errs[1] = newSection(maxFlaky)
	t.rows, errs[2] = newSection(maxCaseList)
	return errors.Join(errs[:]...)
}

// spools are the ones that could be made.
func (t *test) spools() (list []*section) {
	for _, s := range []*section{t.failed, t.flaky, t.rows} {
		if s != nil {
			list = append(list, s)
		}
	}
	return list
}

func (t *test) Case(r *runner.Result) error {
	if len(t.spools()) < 3 {
		return errors.New("its temporary file could not be made")
	}
	t.longest = max(t.longest, r.Took)
	t.noteAgent(r)
	if !t.rows.full() {
		t.rows.caseRow(r)
	}
	switch r.Verdict {
	case check.Fail, check.Error:
		if !t.failed.full() {
			t.failed.caseDetails(r, true)
		}
	case check.Flaky:
		if !t.flaky.full() {
			t.flaky.caseDetails(r, true)
		}
	case check.Pass, check.Skip:
	}
	return errors.Join(t.failed.err, t.flaky.err, t.rows.err)
}

// maxAgents bounds the agents that are named.
const maxAgents = 10

func (t *test) noteAgent(r *runner.Result) {
	document := lastDocument(r)
	agent := document.Get("agent")
	if agent == nil || len(t.agents) == maxAgents {
		return
	}
	name := agent.Get("name").Text() + " " + agent.Get("version").Text() + " (A2A " + agent.Get("protocol").Text() + " " + agent.Get("binding").Text() + ") at " + agent.Get("url").Text()
	for _, known := range t.agents {
		if known == name {
			return
		}
	}
	t.agents = append(t.agents, name)
}

// lastDocument is the verdict document of the last attempt that has one, nil for none.
func lastDocument(r *runner.Result) *ojson.Value {
	for i := len(r.Attempts) - 1; i >= 0; i-- {
		if a := r.Attempts[i]; a.Result != nil && a.Document != nil {
			return a.Document
		}
	}
	return nil
}

func (t *test) End(s *Summary, took time.Duration) error {
	if len(t.spools()) < 3 {
		for _, s := range t.spools() {
			s.remove()
		}
		return nil // Case returned the error
	}
	w := newWriter(t.to)
	w.html(export.PageHead("Tests: "+s.Headline(), style))
	t.top(w, s, took)
	t.part(w, t.failed, "What does not pass", s.Failed+s.Errors)
	t.part(w, t.flaky, "Flaky", s.Flaky)
	w.times(s)
	w.coverage(s.Coverage)
	w.section("", "All cases")
	w.html(`<table class="cases" style="--max:`, esc(strconv.FormatInt(max(t.longest.Milliseconds(), 1), 10)), `"><tbody>`, "\n")
	w.fail(t.rows.copyTo(w))
	w.html("</tbody></table>\n")
	w.leftOut(t.rows.left)
	w.html("</section>\n<footer>Written by a2aform ", safe.EscapeHTML(version.Version()), ". The page fetches nothing and runs nothing.</footer>\n", export.PageEnd)
	return w.end()
}

// times is a table of how long the attempts took.
func (w *writer) times(s *Summary) {
	if s.end.count < minTimes {
		return
	}
	w.section("", "Times")
	w.html(`<table class="checks"><thead><tr><th scope="col">Until the</th><th scope="col">Half took up to</th><th scope="col">95 % took up to</th><th scope="col">99 % took up to</th></tr></thead><tbody>`, "\n")
	for _, t := range s.Times() {
		w.html("<tr><td>", esc(t.Until), "</td><td>", esc(span(t.P50)), "</td><td>", esc(span(t.P95)), "</td><td>", esc(span(t.P99)), "</td></tr>\n")
	}
	w.html("</tbody></table>\n</section>\n")
}

// coverage lists what no case sends.
func (w *writer) coverage(c *Coverage) {
	if c == nil {
		return
	}
	w.section("", "Coverage")
	w.html("<p>", safe.EscapeHTML(c.Line()), "</p>\n<ul>\n")
	for _, unsent := range c.unsent() {
		w.html("<li>", safe.EscapeHTML(unsent), "</li>\n")
	}
	w.html("</ul>\n</section>\n")
}

func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// part is a section with cases, if there are any.
func (t *test) part(w *writer, s *section, title string, cases int) {
	if cases == 0 {
		s.remove()
		return
	}
	w.section("", fmt.Sprintf("%s (%d)", title, cases))
	w.fail(s.copyTo(w))
	w.leftOut(s.left)
	w.html("</section>\n")
}

func (w *writer) leftOut(n int) {
	if n > 0 {
		w.html(`<p class="notice">`, esc(english.Plural(n, "more case", "more cases")), " did not fit into the page. The report csv and -o json have all of them.</p>\n")
	}
}

func (t *test) top(w *writer, s *Summary, took time.Duration) {
	w.html(`<header class="top"><p class="eyebrow">a2aform test · `, safe.EscapeHTML(stamp(t.started.Local())), "</p>\n<h1>", safe.EscapeHTML(s.Headline()),
		` <span class="pill `, verdictClass(s.verdict()), `">`, safe.EscapeHTML(string(s.verdict())), "</span></h1>\n")
	for _, name := range t.agents {
		w.html(`<p class="lead">`, esc(name), "</p>\n")
	}
	w.html(`<div class="stack">`)
	for _, part := range []struct {
		n     int
		class safe.HTML
	}{{s.Failed + s.Errors, "bad"}, {s.Flaky, "warn"}, {s.Passed, "good"}, {s.Skipped, "skip"}} {
		if part.n > 0 {
			w.html(`<i class="`, part.class, `" style="flex-grow:`, esc(strconv.Itoa(part.n)), `"></i>`)
		}
	}
	w.html("</div>\n")
	notRun := ""
	if s.NotRun > 0 {
		notRun = strconv.Itoa(s.NotRun)
	}
	w.tiles([]tile{
		{"Cases", strconv.Itoa(s.Cases), ""},
		{"Passed", strconv.Itoa(s.Passed), classOf(s.Passed, "good")},
		{"Failed", strconv.Itoa(s.Failed), classOf(s.Failed, "bad")},
		{"Errors", strconv.Itoa(s.Errors), classOf(s.Errors, "bad")},
		{"Flaky", strconv.Itoa(s.Flaky), classOf(s.Flaky, "warn")},
		{"Skipped", strconv.Itoa(s.Skipped), ""},
		{"Not run", notRun, classOf(s.NotRun, "warn")},
		{"Messages", strconv.Itoa(s.Messages), ""},
		{"Took", span(took), ""},
		{"95 % took up to", span(s.end.percentile(95)), ""},
	})
	w.html("</header>\n")
}

func classOf(n int, class safe.HTML) safe.HTML {
	if n == 0 {
		return ""
	}
	return class
}

// caseRow is a case in the list of all.
func (w *writer) caseRow(r *runner.Result) {
	class := verdictClass(r.Verdict)
	w.html(`<tr><td><span class="mark `, class, `">`, esc(Mark(r.Verdict)), "</span></td><td>", esc(r.Case.Name))
	if r.Verdict == check.Skip {
		w.html(` <span class="dim">`, esc(r.Skip), "</span>")
	}
	if r.Repeats > 1 {
		w.html(` <span class="dim">`, esc(fmt.Sprintf("%d of %d passed", r.Passed, r.Repeats)), "</span>")
	}
	for _, n := range toldOf(r) {
		w.html(`<br><span class="dim">`, esc(n.sentence()), "</span>")
	}
	w.html(`</td><td class="file dim">`, esc(r.Case.Path), `</td><td class="num">`)
	if len(r.Attempts) > 0 {
		w.html(safe.EscapeHTML(span(r.Took)), `</td><td class="lat"><span class="`, class, `" style="--t:`, esc(strconv.FormatInt(r.Took.Milliseconds(), 10)), `"></span></td></tr>`, "\n")
		return
	}
	w.html("</td><td></td></tr>\n")
}

// caseDetails is a case with all that was expected and seen.
func (w *writer) caseDetails(r *runner.Result, open bool) {
	w.html(`<details class="case of-`, verdictClass(r.Verdict), `"`, map[bool]safe.HTML{true: " open"}[open], `><summary><span class="mark `, verdictClass(r.Verdict), `">`, esc(Mark(r.Verdict)), "</span><b>", esc(r.Case.Name), "</b>")
	w.html(`<span class="dim">`, safe.EscapeHTML(caseFacts(r)), "</span></summary>\n<div>")
	if r.Case.Why != "" {
		w.html(`<p class="about">`, esc(r.Case.Why), "</p>\n")
	}
	if r.Err != nil {
		w.html(`<p class="broken">`, esc(r.Err.Error()), "</p>\n")
	}
	w.attempts(r)
	for _, n := range toldOf(r) {
		w.html(`<p class="notice">`, esc(n.sentence()), "</p>\n")
	}
	w.variations(r)
	if document := lastDocument(r); document != nil {
		w.html(`<div class="pair">`)
		form := r.InputSchema()
		form.IsOurs = true
		w.documentPart("What was asked", document.Get("input"), form)
		w.answer(r, document)
		w.html("</div>\n")
	}
	w.caseCommands(r)
	w.html("</div></details>\n")
}

func caseFacts(r *runner.Result) string {
	text := safe.Text(r.Case.Path).Line(maxLine).String()
	if len(r.Attempts) > 0 {
		text += " · " + span(r.Took)
	}
	if r.Repeats > 1 {
		text += " · " + passes(r)
	}
	return text
}

// answer is what the agent returned: its data, else its text. Lists of one tag, which come in pieces, are one list.
func (w *writer) answer(r *runner.Result, document *ojson.Value) {
	type piece struct {
		tag  string
		data *ojson.Value
	}
	var pieces []piece
	for _, a := range document.Get("artifacts").Items() {
		for _, p := range a.Get("parts").Items() {
			data, tag := p.Get("data"), p.Get("tag").Text()
			if !data.Exists() {
				continue
			}
			if n := len(pieces); n > 0 && tag != "" && pieces[n-1].tag == tag && data.Is(ojson.Array) && pieces[n-1].data.Is(ojson.Array) {
				pieces[n-1].data = ojson.NewArray(append(slices.Clone(pieces[n-1].data.Items()), data.Items()...)...)
				continue
			}
			pieces = append(pieces, piece{tag, data})
		}
	}
	w.html("<div>")
	for _, p := range pieces {
		w.documentPart("What came back", p.data, r.OutputSchema(safe.Text(p.tag)))
	}
	if pieces == nil {
		w.documentPart("What came back", document.Get("text"), render.Schema{})
	}
	w.html("</div>")
}

func (w *writer) documentPart(title string, v *ojson.Value, s render.Schema) {
	w.html(`<section class="part"><h3>`, safe.EscapeHTML(title), "</h3>\n")
	switch {
	case !v.Exists(), v.Is(ojson.Null), v.Is(ojson.String) && v.Text() == "":
		w.html(`<p class="dim">Nothing.</p>`, "\n")
	case v.Is(ojson.String):
		w.html(`<p class="text">`, block(safe.Text(v.Text())), "</p>\n")
	default:
		w.value(v.Compact(), s)
	}
	w.html("</section>\n")
}

// attempts are the expectations of the attempts that do not pass, or of the only one.
func (w *writer) attempts(r *runner.Result) {
	if len(r.Attempts) == 1 {
		w.checkLines(r.Attempts[0].Lines)
		return
	}
	shown := 0
	var passed []string
	for i := range r.Attempts {
		a := &r.Attempts[i]
		if a.Verdict == check.Pass {
			passed = append(passed, label(a))
		} else if shown++; shown <= maxShown {
			w.html(`<h3><span class="`, verdictClass(a.Verdict), `">`, esc(Mark(a.Verdict)), "</span> Attempt ", safe.EscapeHTML(label(a)), " · ", safe.EscapeHTML(span(a.Took)), "</h3>\n")
			w.checkLines(a.Lines)
		}
	}
	if n := shown - maxShown; n > 0 {
		w.html(`<p class="dim">`, esc(english.Plural(n, "more attempt does", "more attempts do")), " not pass.</p>\n")
	}
	if len(passed) > 0 {
		w.html(`<p><span class="good">`, esc(Mark(check.Pass)), "</span> ", esc(english.Plural(len(passed), "attempt", "attempts")), ` passed: <span class="dim">`, esc(strings.Join(passed, ", ")), "</span></p>\n")
	}
}

// variations are the places whose values differ between attempts.
func (w *writer) variations(r *runner.Result) {
	places := Variations(r)
	if len(places) == 0 {
		return
	}
	const maxPlaces = 50
	w.html("<h3>What varies</h3>\n", `<table class="checks"><thead><tr><th></th><th scope="col">Location</th><th scope="col">Value</th><th scope="col">Attempts</th></tr></thead><tbody>`, "\n")
	for i, p := range places {
		if i == maxPlaces {
			w.html(`<tr><td></td><td colspan="3">`, esc(english.Plural(len(places)-i, "more place", "more places")), "</td></tr>\n")
			break
		}
		for n, v := range p.Values {
			var at safe.HTML
			if n == 0 {
				at = "<code>" + esc(p.At) + "</code>"
			}
			w.html(`<tr><td></td><td>`, at, "</td><td>", esc(valueText(v)), "</td><td>", esc(strconv.Itoa(len(v.In))), ` <span class="dim">`, esc(strings.Join(labelsOf(r, v), ", ")), "</span></td></tr>\n")
		}
	}
	w.html("</tbody></table>\n")
}

// caseCommands run the case again, and show the runs that were kept.
func (w *writer) caseCommands(r *runner.Result) {
	again := "a2aform test "
	if r.Agent != "" {
		again += "-a " + run.ShellWord(r.Agent) + " "
	}
	again += run.ShellWord(r.Case.Path)
	if r.Case.Row > 0 {
		again += " --rows " + strconv.Itoa(r.Case.Row)
	}
	commands := again
	for i := range r.Attempts {
		if id := r.Attempts[i].Run; id != "" && i < maxShown {
			commands += "\na2aform runs report " + run.ShellWord(id) + " --to " + run.ShellWord("run-"+id+".html")
		}
	}
	w.html("<h3>Repeat it, and see its runs where they were made</h3>\n", `<pre class="command">`, safe.EscapeHTML(commands), "</pre>\n")
	if request := r.Curl(); request != "" && len(request) < maxRequest {
		w.html(`<details class="raw"><summary>The request as a command of curl</summary><pre>`, block(safe.Text(request)), "</pre></details>\n")
	}
}
