package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"a2aform/internal/safe"
	"a2aform/internal/version"
	"a2aform/render"
	"a2aform/render/export"
)

// maxMarkdown bounds a part of RunMarkdown, in bytes: a comment of a pull request has at most 65,536 characters.
const maxEmbeddedMarkdown = 20 << 10

// RunMarkdown writes a recorded run, by the path of its file, for a pull request or an issue.
func RunMarkdown(to io.Writer, path string) error {
	r, err := openRecording(path)
	if err != nil {
		return err
	}
	w := newWriter(safe.NewLogWriter(to)) // a job may print it
	word, text, _ := r.ending()
	w.put("## ", export.MarkdownText(r.skill()), ": ", export.MarkdownText(word), "\n\n", export.MarkdownText(text+r.checkSentence()), "\n\n")
	if r.info.Private {
		w.put("> The form held a secret, so only the outcome of this run was kept.\n\n")
	}
	if r.now.Err != nil {
		w.put("> ", export.MarkdownText(safe.Text(r.now.Err.Error()).Line(maxLine).String()), "\n\n")
	}
	for _, n := range r.notes {
		w.put("> ", export.MarkdownText(strings.TrimSpace(n.Text.Block(maxBody).String())), "\n\n")
	}
	w.askedMarkdown(r)
	w.put("### What came back\n\n")
	if d := r.run.Document(); len(d.Sections) > 0 {
		w.documentMarkdown(d, 3)
	} else {
		w.put(export.MarkdownText(r.said().Block(maxBody).String()), "\n\n")
	}
	w.timelineMarkdown(r)
	if commands := repeatCommands(r); len(commands) > 0 {
		w.put("<details><summary>Repeat it</summary>\n\n", fenced("sh", strings.Join(commands, "\n")), "\n</details>\n\n")
	}
	agent := r.rec.Plan().Agent
	w.put("<sub>", export.MarkdownText(strings.Join([]string{
		stamp(r.info.Time.Local()), strings.TrimSpace(agent.Card().Name.Line(maxLine).String() + " " + agent.Card().Version.Line(maxLine).String()),
		strings.TrimSpace("A2A " + agent.Interface().Version.Line(maxLine).String() + " " + string(agent.Interface().Binding)), "run " + r.info.ID.Line(maxLine).String(), "a2aform " + version.Version(),
	}, " · ")), "</sub>\n")
	return w.end()
}

// askedMarkdown is what the run sent: as a table where it is small and flat, and as JSON.
func (w *writer) askedMarkdown(r *recording) {
	plan := r.rec.Plan()
	w.put("### What was asked\n\n")
	switch {
	case plan.Data != nil:
		w.put(fenced("json", cutText(indented(plan.Data))), "\n")
	case plan.Text == "":
		w.put("The file does not say what was sent.\n\n")
	}
	if plan.Text != "" {
		w.put(fenced("text", cutText(safe.Text(plan.Text).Block(maxBody).String())), "\n")
	}
	if as := plan.AnswerAs; as != nil {
		w.put("Asked for ", export.MarkdownText(as.About()), ".\n\n")
	}
}

// documentMarkdown is a result below a heading of a level.
func (w *writer) documentMarkdown(d *render.Document, level int) {
	var buf bytes.Buffer
	limited := &limitedWriter{w: &buf, left: maxEmbeddedMarkdown}
	err := export.Document(limited, d, export.Markdown, export.Options{Level: level})
	text := buf.Bytes()
	switch {
	case limited.left <= 0:
		w.put(string(text[:bytes.LastIndexByte(text, '\n')+1]), "\n*Cut here: a2aform runs export -o md writes all of it.*\n\n")
	case err != nil:
		w.put(string(text), "\n> ", export.MarkdownText(safe.Text(err.Error()).Line(maxLine).String()), "\n\n")
	default:
		w.put(string(text), "\n")
	}
}

// timelineMarkdown is what happened when, folded.
func (w *writer) timelineMarkdown(r *recording) {
	if len(r.lines) == 0 {
		return
	}
	w.put("<details><summary>What happened</summary>\n\n| when | what |\n|--:|:--|\n")
	for i, l := range r.lines {
		if i == maxFirst {
			w.put("| | ", fmt.Sprint(len(r.lines)-i), " more in the run file |\n")
			break
		}
		e := r.entry(l)
		text := export.MarkdownText(e.text.Line(maxLine).String())
		w.put("| ", offsetText(r.offset(e.at)), " | **", export.MarkdownText(e.name), "** ", text, " |\n")
	}
	w.put("\n</details>\n\n")
}

// fenced is a text in a fence that is longer than any in it.
func fenced(language, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + language + "\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
}

// cutText is a text within [maxMarkdown]. It is safe to show.
func cutText(text string) string {
	cut := safe.Text(text).Block(maxEmbeddedMarkdown)
	if cut.Cut() {
		return cut.String() + "\n… cut"
	}
	return cut.String()
}
