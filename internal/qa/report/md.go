package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/internal/version"
	"a2aform/render"
	"a2aform/render/export"
	"a2aform/render/markdown"
)

// A comment on a pull request may have 65,536 characters.
const (
	maxMarkdown = 60 << 10
	maxProblems = 40 << 10 // bytes of the cases that do not pass
	maxPassed   = 12 << 10 // bytes of the names of the others
)

// markdownReport writes a run for a pull request: first the cases that do not pass, then the names of the rest. It counts the cases
// that do not fit. Untrusted text is in code spans, where it cannot mention a user or link to a page.
type markdownReport struct {
	w        io.Writer
	problems part
	flaky    part
	rest     part
}

// part is a list with a limit.
type part struct {
	sb   strings.Builder
	left int // cases beyond the limit
}

// add adds the text of a case if it fits.
func (p *part) add(text string, limit int) {
	if p.left > 0 || p.sb.Len()+len(text) > limit {
		p.left++
		return
	}
	p.sb.WriteString(text)
}

// text returns the list, and the number of cases that it leaves out.
func (p *part) text() string {
	if p.left > 0 {
		return p.sb.String() + "\n" + english.Plural(p.left, "more case is", "more cases are") + " in the other reports.\n"
	}
	return p.sb.String()
}

func (m *markdownReport) Begin(time.Time, int) error { return nil }

func (m *markdownReport) Case(r *runner.Result) error {
	switch r.Verdict {
	case check.Fail, check.Error:
		m.problems.add(caseMarkdown(r), maxProblems)
	case check.Flaky:
		m.flaky.add(caseMarkdown(r), maxMarkdown-maxProblems-maxPassed-2<<10)
	case check.Pass:
		m.rest.add(fmt.Sprintf("- %s %s · %s\n%s", marks[r.Verdict], codeSpan(line(r.Case.Name, maxName)), seconds(r.Took), toldMarkdown(r, "  ")), maxPassed)
	case check.Skip:
		m.rest.add(fmt.Sprintf("- %s %s · skipped: %s\n", marks[r.Verdict], codeSpan(line(r.Case.Name, maxName)), codeSpan(line(r.Skip, maxSeen))), maxPassed)
	}
	return nil
}

// maxListed bounds the expectations of a case that are listed.
const maxListed = 20

func caseMarkdown(r *runner.Result) string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "\n#### %s %s\n\n%s · %s", marks[r.Verdict], codeSpan(line(r.Case.Name, maxName)), codeSpan(line(r.Case.Path, maxName)), seconds(r.Took))
	if r.Repeats > 1 {
		fmt.Fprintf(&sb, " · %d of %d passed, %d needed", r.Passed, r.Repeats, r.Need)
	}
	if r.Case.Why != "" {
		sb.WriteString(" · why: " + codeSpan(line(r.Case.Why, maxSeen)))
	}
	sb.WriteString("\n\n")
	if r.Err != nil {
		sb.WriteString("- " + codeSpan(line(r.Err.Error(), maxSeen*4)) + "\n")
	}
	n := 0
	for _, a := range r.Attempts {
		if a.Result == nil {
			continue
		}
		for _, l := range a.Lines {
			if l.Outcome == check.OK {
				continue
			}
			if n++; n <= maxListed {
				sb.WriteString("- " + attemptPrefix(r, &a) + lineMarkdown(l) + "\n")
			}
		}
	}
	if n > maxListed {
		fmt.Fprintf(&sb, "- and %d more\n", n-maxListed)
	}
	sb.WriteString(toldMarkdown(r, ""))
	for i, p := range Variations(r) {
		if i == maxVaried {
			break
		}
		sb.WriteString("- varies " + codeSpan(PlaceText(p)) + "\n")
	}
	return sb.String()
}

// toldMarkdown lists the rules that the agent broke, and what the client put right.
func toldMarkdown(r *runner.Result, indent string) (text string) {
	for _, n := range toldOf(r) {
		text += indent + "- " + n.word + ": " + codeSpan(line(n.text, maxSeen)) + "\n"
	}
	return text
}

func lineMarkdown(l check.Line) string {
	text := "**" + l.Check + "** "
	if l.At != "" {
		text += codeSpan(line(l.At, maxName)) + " "
	}
	text += "expected " + codeSpan(line(l.Expected, maxSeen)) + ", "
	if l.Outcome == check.NotReached {
		text += "not reached: "
	} else {
		text += "seen "
	}
	text += codeSpan(line(l.Seen, maxSeen))
	if l.Why != "" {
		text += " (" + codeSpan(line(l.Why, maxSeen)) + ")"
	}
	return text
}

// codeSpan returns text of one line as code, whatever characters it contains.
func codeSpan(text string) string {
	if strings.TrimSpace(text) == "" {
		return "–"
	}
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return fence + text + fence
}

func (m *markdownReport) End(s *Summary, took time.Duration) error {
	var sb strings.Builder
	fmt.Fprintf(&sb, "### %s a2aform: %s\n\n", marks[s.verdict()], s.Headline())
	sb.WriteString("| cases | passed | failed | flaky | errors | skipped | messages | time | p95 |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	fmt.Fprintf(&sb, "| %d | %d | %d | %d | %d | %d | %d | %s | %s |\n", s.Cases, s.Passed, s.Failed, s.Flaky, s.Errors, s.Skipped, s.Messages, seconds(took), seconds(s.end.percentile(95)))
	if s.NotRun > 0 {
		sb.WriteString("\n" + english.Plural(s.NotRun, "case", "cases") + " did not run: the command ended first.\n")
	}
	sb.WriteString(m.problems.text() + m.flaky.text())
	if n := s.Passed + s.Skipped; n > 0 {
		fmt.Fprintf(&sb, "\n<details><summary>%s passed or were skipped</summary>\n\n%s\n</details>\n", english.Plural(n, "case", "cases"), m.rest.text())
	}
	_, err := io.WriteString(m.w, sb.String())
	return err
}

// maxTicket is up to how many bytes a ticket shows of an input or a result: an issue on GitHub may have 65,536 characters.
const maxTicket = 16 << 10

// RunTicket writes recorded runs as Markdown for an issue, by the paths of their files: what was asked, what came back, what a test
// found, how to repeat it, and the versions.
func RunTicket(to io.Writer, paths []string) error {
	list, err := openAll(paths)
	if err != nil {
		return err
	}
	w := &ticket{}
	w.put("# ", export.MarkdownText(runTitle(list)), "\n")
	for i, r := range list {
		w.run(r, numbered(list, i))
	}
	return w.end(to)
}

// ThreadTicket is RunTicket of runs of which each fed the next, with the thread on top.
func ThreadTicket(to io.Writer, thread []runfile.Info, at int) error {
	list, err := openThread(thread)
	if err != nil {
		return err
	}
	w := &ticket{}
	w.put("# ", export.MarkdownText(runTitle(list[at:at+1])), "\n\n")
	for i, r := range list {
		if i > 0 {
			w.put(" ──", export.MarkdownText(r.info.FedBy.Part()), "──▸ ")
		}
		word, _, _ := r.ending()
		w.put(export.MarkdownText(r.skill()), " (", export.MarkdownText(word), ")")
	}
	w.put("\n")
	for i, r := range list {
		w.run(r, numbered(list, i))
	}
	return w.end(to)
}

func openAll(paths []string) (list []*recording, err error) {
	for _, path := range paths {
		r, err := openRecording(path)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

func openThread(thread []runfile.Info) ([]*recording, error) {
	paths := make([]string, len(thread))
	for i, info := range thread {
		paths[i] = info.Path
	}
	return openAll(paths)
}

// numbered heads the runs of a ticket that has several.
func numbered(list []*recording, i int) string {
	if len(list) == 1 {
		return ""
	}
	return fmt.Sprintf("%d. %s", i+1, list[i].title())
}

// ticket is Markdown in the making.
type ticket struct{ sb strings.Builder }

func (w *ticket) put(texts ...string) {
	for _, t := range texts {
		w.sb.WriteString(t)
	}
}

func (w *ticket) end(to io.Writer) error {
	w.put("\nWritten by a2aform ", version.Version(), ". Credentials are masked.\n")
	_, err := io.WriteString(to, w.sb.String())
	return err
}

func (w *ticket) run(r *recording, title string) {
	level := "## "
	if title != "" {
		w.put("\n## ", export.MarkdownText(title), "\n")
		level = "### "
	}
	_, text, _ := r.ending()
	w.put("\n", export.MarkdownText(text+r.checkSentence()), " ", stamp(r.info.Time.Local()), ", run ", codeSpan(r.info.ID.Line(maxLine).String()), ".\n")
	for _, err := range []error{r.now.Err, r.rec.Damaged} {
		if err != nil {
			w.put("\n", export.MarkdownText(line(err.Error(), maxSeen)), "\n")
		}
	}
	w.checks(r.checks)
	w.put("\n", level, "What was asked\n\n")
	w.asked(r)
	w.put("\n", level, "What came back\n\n")
	w.cameBack(r)
	if commands := repeatCommands(r); len(commands) > 0 {
		w.put("\n", level, "Repeat it\n\n")
		w.put(markdown.Fenced("sh", commands[0]))
	}
	w.versions(r)
}

// checks are the expectations of a test that were not met.
func (w *ticket) checks(list []check.Record) {
	for _, c := range list {
		for _, l := range c.Lines {
			if l.Outcome != check.OK {
				w.put("\n- ", lineMarkdown(l))
			}
		}
	}
	if len(list) > 0 {
		w.put("\n")
	}
}

func (w *ticket) asked(r *recording) {
	switch plan := r.rec.Plan(); {
	case r.info.Private:
		w.put("The form held a secret, so only the outcome of this run was kept.\n")
	case plan.Data != nil:
		w.document(render.Open(plan.Data, r.inputSchema()), "")
	case plan.Text != "":
		w.put(markdown.Fenced("", safe.Text(plan.Text).Block(maxTicket).String()))
	default:
		w.put("The file does not say what was sent.\n")
	}
}

func (w *ticket) cameBack(r *recording) {
	document, said := r.run.Document(), r.said()
	switch {
	case len(document.Sections) > 0:
		w.document(document, "a2aform runs export "+r.info.ID.Line(maxLine).String())
	case !said.IsEmpty():
		w.put(markdown.Fenced("", said.Block(maxTicket).String()))
	default:
		w.put("Nothing.\n")
	}
}

// document is an input or a result, cut after [maxTicket] between two lines; whole is the command that writes all of it.
func (w *ticket) document(d *render.Document, whole string) {
	var buf bytes.Buffer
	if err := export.Document(&buf, d, export.Markdown, export.Options{Level: 3}); err != nil {
		w.put(export.MarkdownText(line(err.Error(), maxSeen)), "\n")
		return
	}
	text := strings.TrimSpace(buf.String()) + "\n"
	if len(text) <= maxTicket {
		w.put(text)
		return
	}
	w.put(text[:strings.LastIndexByte(text[:maxTicket], '\n')+1], "\nCut here: all of it is too long for a ticket.")
	if whole != "" {
		w.put(" ", codeSpan(whole), " writes it.")
	}
	w.put("\n")
}

// versions are on one line what took part.
func (w *ticket) versions(r *recording) {
	agent := r.rec.Plan().Agent
	parts := []string{r.info.Agent.Line(maxLine).String()}
	if !r.rec.Cardless {
		card, i := agent.Card(), agent.Interface()
		parts = []string{
			strings.TrimSpace(card.Name.Line(maxLine).String() + " " + card.Version.Line(maxLine).String()),
			"A2A " + strings.TrimSpace(i.Version.Line(maxLine).String()+" "+string(i.Binding)),
			i.URL.Line(maxLine).String(),
		}
	}
	if task := r.now.TaskID; !task.IsEmpty() {
		parts = append(parts, "task "+task.Line(maxLine).String())
	}
	w.put("\n", export.MarkdownText(strings.Join(parts, " · ")), "\n")
}
