package report

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/diff"
	"a2aform/internal/run"
	"a2aform/internal/run/transcript"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/internal/version"
	"a2aform/render"
	"a2aform/render/export"
	"a2aform/render/table"
)

// maxRuns is up to how many bytes of a page another run begins. A run takes at most three times as much.
const maxRuns = maxPage / 4

// RunPage writes a page about recorded runs, by the paths of their files: what was asked and what came back, for people who need not
// know what an agent is. The tables of results have their rows in an order, nil for as they came. [RunTicket] has the requests.
func RunPage(to io.Writer, paths []string, order export.Order) error {
	list, err := openAll(paths, order)
	if err != nil {
		return err
	}
	w := newWriter(to)
	w.html(export.PageHead(runTitle(list), style))
	for i, r := range list {
		if w.size > maxRuns {
			w.html(`<p class="notice warn">`, esc(english.Plural(len(list)-i, "more run did", "more runs did")), " not fit into the page. Write a page for each.</p>\n")
			break
		}
		w.run(r)
	}
	w.html(footer(), export.PageEnd)
	return w.end()
}

// ThreadPage writes a page about runs of which each fed the next: the thread on top, and each run folded but the one at an index.
func ThreadPage(to io.Writer, thread []runfile.Info, at int) error {
	list, err := openThread(thread)
	if err != nil {
		return err
	}
	w := newWriter(to)
	w.html(export.PageHead(runTitle(list[at:at+1]), style), `<p class="notice">`)
	for i, r := range list {
		if i > 0 {
			w.html(" ──", safe.EscapeHTML(r.info.FedBy.Part()), "──▸ ")
		}
		w.html(`<a href="#run-`, esc(strconv.Itoa(i+1)), `">`, safe.EscapeHTML(r.skill()), "</a>")
		w.pill(r)
	}
	w.html("</p>\n")
	for i, r := range list {
		number, open := esc(strconv.Itoa(i+1)), safe.HTML("")
		if i == at {
			open = " open"
		}
		w.html(`<details class="case" id="run-`, number, `"`, open, "><summary><b>", number, ". ", safe.EscapeHTML(r.skill()), "</b>")
		w.pill(r)
		w.html(`<span class="what">`, escRaw(r.info.Agent), "</span></summary><div>\n")
		if w.size > maxRuns {
			w.html(`<p class="notice warn">This run did not fit into the page. Write a page of it alone.</p>`, "\n")
		} else {
			w.run(r)
		}
		w.html("</div></details>\n")
	}
	w.html(footer(), export.PageEnd)
	return w.end()
}

// pill is how a run ended, and how many rows it gave.
func (w *writer) pill(r *recording) {
	word, _, class := r.ending()
	if r.info.Rows != nil {
		word = english.Plural(*r.info.Rows, "row", "rows")
	}
	w.html(` <span class="pill `, class, `">`, safe.EscapeHTML(word), "</span>")
}

func footer() safe.HTML {
	return `<footer>Written by a2aform ` + safe.EscapeHTML(version.Version()) + ". The page fetches nothing and runs nothing. Credentials are masked.</footer>\n"
}

func runTitle(list []*recording) string {
	if len(list) == 1 {
		return list[0].info.Agent.Line(maxLine).String() + ": " + list[0].title()
	}
	return fmt.Sprintf("%d runs", len(list))
}

// title is the skill and what was asked of it.
func (r *recording) title() string {
	const maxAsked = 60 // bytes
	if asked := r.info.Asked.Line(maxAsked).String(); asked != "" {
		return r.skill() + ": " + asked
	}
	return r.skill()
}

// skill is the name of the skill, or of what was sent without one.
func (r *recording) skill() string {
	for _, name := range []safe.Raw{r.info.SkillName, r.info.Skill} {
		if !name.IsEmpty() {
			return name.Line(maxLine).String()
		}
	}
	return "Message"
}

func (w *writer) run(r *recording) {
	w.runTop(r)
	w.notes(r)
	w.checks(r.checks)
	if r.isWide() {
		w.asked(r)
		w.cameBack(r)
	} else {
		w.html(`<div class="pair">`)
		w.asked(r)
		w.cameBack(r)
		w.html("</div>\n")
	}
	w.download(r)
}

// maxBeside is how many columns a table beside the form has at most.
const maxBeside = 4

// isWide reports a result with a table that needs the width of the page.
func (r *recording) isWide() bool {
	return slices.ContainsFunc(r.run.Document().Sections, func(s render.Section) bool {
		return slices.ContainsFunc(s.Blocks, func(b render.Block) bool {
			g, ok := b.(*table.Table)
			return ok && len(g.Columns()) > maxBeside
		})
	})
}

func (w *writer) runTop(r *recording) {
	word, text, class := r.ending()
	w.html(`<header class="top"><p class="eyebrow">`, escRaw(r.info.Agent), " · ", safe.EscapeHTML(stamp(r.info.Time.Local())), "</p>\n<h1>", safe.EscapeHTML(r.title()), ` <span class="pill `, class, `">`, safe.EscapeHTML(word), "</span>")
	if v := r.verdict(); v != "" {
		w.html(` <span class="pill `, verdictClass(v), `">`, esc(verdictText(v)), "</span>")
	}
	w.html("</h1>\n", `<p class="lead">`, safe.EscapeHTML(text+r.checkSentence()), "</p>\n")
	if r.now.Err != nil {
		w.html(`<p class="notice warn">`, esc(r.now.Err.Error()), "</p>\n")
	}
	if r.rec.Damaged != nil {
		w.html(`<p class="notice warn">`, esc(r.rec.Damaged.Error()), "</p>\n")
	}
	if r.info.Private {
		w.html(`<p class="notice">The form held a secret, so only the outcome of this run was kept.</p>`, "\n")
	}
	w.fedBy(r.info.FedBy)
	w.html("</header>\n")
}

// fedBy says which result filled in the form of the run.
func (w *writer) fedBy(f *runfile.FedBy) {
	if f == nil {
		return
	}
	text := "Filled in from " + f.Part() + " of run " + f.Run.Line(maxLine).String()
	var fields []string
	for _, field := range f.Fields {
		fields = append(fields, field.Line(maxLine).String())
	}
	if len(fields) > 0 {
		text += ": " + strings.Join(fields, ", ")
	}
	w.html(`<p class="notice">`, safe.EscapeHTML(text), ".</p>\n")
}

func verdictText(v check.Verdict) string {
	switch v {
	case check.Pass:
		return "test passed"
	case check.Fail:
		return "test failed"
	case check.Error, check.Flaky, check.Skip:
	}
	return "test undecided"
}

// checkSentence says how many expectations of test cases do not hold.
func (r *recording) checkSentence() string {
	all, broken := 0, 0
	for _, c := range r.checks {
		for _, l := range c.Lines {
			if all++; l.Outcome != check.OK {
				broken++
			}
		}
	}
	switch {
	case all == 0:
		return ""
	case broken == 0:
		return fmt.Sprintf(" All %d expectations hold.", all)
	case broken == 1:
		return fmt.Sprintf(" 1 of %d expectations does not hold.", all)
	}
	return fmt.Sprintf(" %d of %d expectations do not hold.", broken, all)
}

func verdictClass(v check.Verdict) safe.HTML {
	switch v {
	case check.Pass:
		return "good"
	case check.Flaky, check.Skip:
		return "warn"
	case check.Fail, check.Error:
	}
	return "bad"
}

func (w *writer) notes(r *recording) {
	for _, n := range r.notes {
		w.html(`<div class="note"><span class="text">`, block(n.Text), "</span><small>Note of ", safe.EscapeHTML(stamp(n.Time.Local())), "</small></div>\n")
	}
}

// checks are what test cases expected and saw, side by side.
func (w *writer) checks(list []check.Record) {
	for i := range list {
		c := &list[i]
		w.section("", "What was expected")
		w.html("<p>", esc(Mark(c.Verdict)), " <b>", esc(c.Case), "</b> ")
		if c.File != "" {
			w.html(`<span class="dim">`, esc(c.File), "</span>")
		}
		w.html("</p>\n")
		if c.Why != "" {
			w.html(`<p class="about">`, esc(c.Why), "</p>\n")
		}
		w.checkLines(c.Lines)
		w.html("</section>\n")
	}
}

func (w *writer) checkLines(lines []check.Line) {
	if len(lines) == 0 {
		return
	}
	w.html(`<table class="checks"><thead><tr><th></th><th scope="col">Check</th><th scope="col">Expected</th><th scope="col">Seen</th></tr></thead><tbody>`, "\n")
	for _, l := range lines {
		mark, class := safe.HTML("✓"), safe.HTML("good")
		if l.Outcome == check.Failed {
			mark, class = "✗", "bad"
		}
		if l.Outcome == check.NotReached {
			mark, class = "!", "warn"
		}
		w.html(`<tr><td><span class="mark `, class, `">`, mark, "</span></td><td>", esc(l.Check))
		if l.At != "" {
			w.html(" <code>", esc(l.At), "</code>")
		}
		if l.Why != "" {
			w.html(`<small class="why">`, esc(l.Why), "</small>")
		}
		seen := esc(l.Seen)
		if l.Outcome == check.NotReached {
			seen = "not reached: " + seen
		}
		expected := esc(l.Expected)
		if l.Outcome == check.Failed && min(len(l.Expected), len(l.Seen)) > minWords {
			words := diff.Words(l.Expected, l.Seen)
			expected, seen = marked(words, diff.Removed), marked(words, diff.Added)
		}
		w.html(`</td><td data-name="expected">`, expected, `</td><td data-name="seen" class="seen `, map[bool]safe.HTML{true: class}[class != "good"], `">`, seen, "</td></tr>\n")
	}
	w.html("</tbody></table>\n")
}

// marked are the words of one of two texts, with those marked that the other has not.
func marked(words []diff.Word, kind diff.Kind) (markup safe.HTML) {
	for _, word := range words {
		switch word.Kind {
		case "":
			markup += esc(word.Text)
		case kind:
			markup += "<mark>" + esc(word.Text) + "</mark>"
		}
	}
	return markup
}

// asked is what the run sent, as the form that was filled in.
func (w *writer) asked(r *recording) {
	plan := r.rec.Plan()
	w.section("part", "What was asked")
	switch {
	case plan.Data != nil:
		w.document(render.Open(plan.Data, r.inputSchema()), nil)
	case plan.Text != "":
		w.html(`<p class="text">`, block(safe.Text(plan.Text)), "</p>\n")
	default:
		w.html(`<p class="dim">The file does not say what was sent.</p>`, "\n")
	}
	if plan.Data != nil && plan.Text != "" {
		w.html(`<p class="text">`, block(safe.Text(plan.Text)), "</p>\n")
	}
	if as := plan.AnswerAs; as != nil {
		w.html(`<p class="dim">Asked for `, safe.EscapeHTML(as.About()), "</p>\n")
	}
	for _, part := range plan.Parts {
		w.sentPart(part)
	}
	w.html("</section>\n")
}

// sentPart is another part of the message: a text, data, or the name of a file.
func (w *writer) sentPart(part []byte) {
	v, _ := ojson.Parse(part, ojson.DataLimits)
	name := cmp.Or(v.Get("filename").Text(), v.At("/file/name").Text(), v.Get("url").Text(), v.At("/file/uri").Text(), "a file")
	switch text, data := v.Get("text"), v.Get("data"); {
	case text.Is(ojson.String):
		w.html(`<p class="text">`, block(safe.Text(text.Text())), "</p>\n")
	case data.Is(ojson.Object) || data.Is(ojson.Array):
		w.document(render.Open(data.Compact(), render.Schema{IsOurs: true}), nil)
	default:
		w.html(`<p class="file"><b>`, esc(name), "</b></p>\n")
	}
}

// cameBack is what the agent said and the result, as exported pages draw it.
func (w *writer) cameBack(r *recording) {
	w.section("part", "What came back")
	some := w.said(r)
	if r.now.HasFailed() {
		w.html(`<p class="text">`, block(r.said()), "</p>\n")
		some = true
	}
	switch document := r.run.Document(); {
	case len(document.Sections) > 0:
		w.document(document, r.order)
	case !some:
		w.html(`<p class="dim">Nothing.</p>`, "\n")
	}
	w.html("</section>\n")
}

// maxSaid is how many of the last messages a page has.
const maxSaid = 60

// said are the messages while the task went on, and the answers of the user, without what is the result or the reason of a failure.
func (w *writer) said(r *recording) (some bool) {
	var list []run.Entry
	result := transcript.ResultEntry(&r.now)
	for i := range r.now.Timeline.Len() {
		e := r.now.Timeline.Entry(i)
		isSaid := e.Kind == run.MessageEntry && i != result && !r.now.RepeatsReason(e)
		if (isSaid || e.Kind == run.UserEntry) && !e.Text.IsEmpty() {
			list = append(list, e)
		}
	}
	if n := len(list) - maxSaid; n > 0 {
		w.html(`<p class="said">`, esc(english.Plural(n, "message", "messages")), " before</p>\n")
		list = list[n:]
	}
	for _, e := range list {
		w.html(`<p class="said">`)
		if e.Kind == run.UserEntry {
			w.html("<b>You</b> ", block(e.Said()), "</p>\n")
			continue
		}
		w.html(block(e.Text), "</p>\n")
	}
	return len(list) > 0
}

// Markers of the run file in a page, for [EmbeddedRun].
const (
	dataPrefix = `href="data:application/x-ndjson;base64,`
	maxFile    = 10 << 20 // bytes of a run file that is embedded
)

// download is the run file in the page.
func (w *writer) download(r *recording) {
	var sb strings.Builder
	limited := &limitedWriter{w: &sb, left: maxFile}
	if err := store.CopyRun(limited, r.path); err != nil || w.size+sb.Len()*4/3 > maxPage {
		w.html(`<p class="dim">The run file is too large for this page: write it with a2aform runs export `, escRaw(r.info.ID), ".</p>\n")
		return
	}
	name := "run-" + safe.FileName(r.info.ID, "run", ".jsonl")
	w.html(`<p class="dim">The run file is in this page: <a download="`, safe.EscapeHTML(name), `" `, dataPrefix, safe.EscapeHTML(base64.StdEncoding.EncodeToString([]byte(sb.String()))), `">`, safe.EscapeHTML(name),
		"</a> (", esc(humanize.IBytes(uint64(sb.Len()))), `). a2aform runs show opens the saved page.</p>`, "\n") //nolint:gosec // a length
}
