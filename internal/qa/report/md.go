package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
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
		sb.WriteString(" · " + passes(r))
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
		for _, l := range Expectations(r, &a) {
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
	if at := cmp.Or(l.About, l.At); at != "" {
		text += codeSpan(line(at, maxName)) + " "
	}
	if l.Expected+l.Seen == "" {
		return strings.TrimSpace(text)
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
	sb.WriteString("| cases | passed | failed | flaky | errors | skipped | messages | time | 95 % took up to |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
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
