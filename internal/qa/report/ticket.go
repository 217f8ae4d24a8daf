package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"a2aform/internal/qa/check"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/internal/version"
	"a2aform/render"
	"a2aform/render/export"
	"a2aform/render/markdown"
)

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
	w.put("\n", export.MarkdownText(text+r.checkSentence()), " ", stamp(r.info.Time.Local()), ", run ", CodeSpan(r.info.ID.Line(maxLine).String()), ".\n")
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
		w.put(" ", CodeSpan(whole), " writes it.")
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
