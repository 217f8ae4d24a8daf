package report

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/auth"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/check"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/internal/version"
	"a2aform/render"
	"a2aform/render/export"
	"a2aform/render/markdown"
)

// maxTicket is up to how many bytes a ticket shows of an input or a result: an issue on GitHub may have 65,536 characters.
const maxTicket = 16 << 10

// RunTicket writes recorded runs as Markdown for the developer of an agent, by the paths of their files: what was asked, what came back,
// what a test found, what was sent and received when, how to repeat it, and the versions. The tables of results have their rows in an
// order, nil for as they came.
func RunTicket(to io.Writer, paths []string, order export.Order) error {
	list, err := openAll(paths, order)
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
	w.happened(r, level)
	w.repeat(r, level)
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
		w.document(render.Open(plan.Data, r.inputSchema()), nil, "")
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
		w.document(document, r.order, "a2aform runs export "+r.info.ID.Line(maxLine).String())
	case !said.IsEmpty():
		w.put(markdown.Fenced("", said.Block(maxTicket).String()))
	default:
		w.put("Nothing.\n")
	}
}

// document is an input or a result, with the rows of its tables in an order, cut after [maxTicket] between two lines; whole is the command that writes all of it.
func (w *ticket) document(d *render.Document, order export.Order, whole string) {
	var buf bytes.Buffer
	if err := export.Document(&buf, d, export.Markdown, export.Options{Level: 3, Order: order}); err != nil {
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
	if tool := r.tool; !tool.Tool.IsEmpty() {
		parts = append(parts, strings.Join(strings.Fields("a2aform "+tool.Tool.Line(maxLine).String()+" "+tool.OS.Line(maxLine).String()), " "))
	}
	w.put("\n", export.MarkdownText(strings.Join(parts, " · ")), "\n")
}

// How many entries of what happened are listed: the first and the last.
const (
	maxFirst = 60
	maxLast  = 40
)

// happened is what was sent and received when, a line each.
func (w *ticket) happened(r *recording, level string) {
	if len(r.lines) == 0 {
		return
	}
	var lines strings.Builder
	for i, l := range r.lines {
		if hidden := len(r.lines) - maxFirst - maxLast; hidden > 0 && i >= maxFirst && i < maxFirst+hidden {
			if i == maxFirst {
				lines.WriteString("… " + english.Plural(hidden, "more entry", "more entries") + " in the run file\n")
			}
			continue
		}
		what, text := r.entry(l)
		lines.WriteString(strings.TrimSpace(offsetText(r.offset(l.Time))+"  "+what+" "+text.Line(maxLine).String()) + "\n")
	}
	w.put("\n", level, "What happened\n\n", markdown.Fenced("", lines.String()))
}

func offsetText(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("+%.3f s", d.Seconds())
	}
	return "+" + d.Round(time.Second).String()
}

// entry is what a line of the run file says: what happened, and its details.
func (r *recording) entry(l runfile.Line) (what string, text safe.Raw) {
	switch l.Kind {
	case runfile.Request:
		return "Request", safe.Text(exact(l.Method) + " " + exact(l.URL))
	case runfile.Response:
		return "Response", safe.Text(strings.TrimSpace(exact(l.Text) + " " + exact(l.Body)))
	case runfile.Event:
		return r.event(l.Raw)
	case runfile.Notice:
		if l.Text.IsEmpty() {
			return "Extensions", safe.Text(joinRaw(l.Extensions))
		}
		return "Notice", l.Text
	case runfile.Answer:
		return "You answered", l.Text
	case runfile.Canceled:
		return "Answer to the cancel", l.Text
	case runfile.Pause:
		return "Waits", l.Outcome
	case runfile.End:
		return "End", safe.Text(exact(l.Outcome) + " " + exact(l.Error))
	}
	return "", l.Text
}

func joinRaw(list []safe.Raw) string {
	var texts []string
	for _, r := range list {
		texts = append(texts, exact(r))
	}
	return strings.Join(texts, ", ")
}

// event says what an event of the agent was.
func (r *recording) event(raw []byte) (what string, text safe.Raw) {
	event, ok := r.rec.Plan().Agent.ReadEvent(raw)
	switch {
	case !ok:
		return "Event", text
	case event.Task != nil:
		return statusText("Task", &event.Task.Status)
	case event.Status != nil:
		return statusText("State", event.Status)
	case event.Artifact != nil:
		return "Artifact", safe.Text(strings.TrimSpace(exact(event.Artifact.Name) + " (" + english.Plural(len(event.Artifact.Parts), "part", "parts") + ")"))
	case event.Message != nil:
		return "Message", safe.Text(textOf(event.Message))
	}
	return "Event", text
}

func statusText(of string, s *a2a.Status) (what string, text safe.Raw) {
	if s.Message != nil {
		text = safe.Text(textOf(s.Message))
	}
	return of + " " + string(s.State), text
}

// textOf is the text of a message.
func textOf(m *a2a.Message) string {
	var list []string
	for _, p := range m.Parts {
		if p.Kind == a2a.PartText {
			list = append(list, exact(p.Text))
		}
	}
	return strings.Join(list, " ")
}

// repeat has the commands that send the same again, but for those that are too long.
func (w *ticket) repeat(r *recording, level string) {
	commands := slices.DeleteFunc(repeatCommands(r), func(c string) bool { return len(c) > maxTicket })
	if len(commands) == 0 {
		return
	}
	w.put("\n", level, "Repeat it\n")
	for _, c := range commands {
		w.put("\n", markdown.Fenced("sh", c))
	}
	if strings.Contains(strings.Join(commands, ""), "A2AFORM_") {
		w.put("\nSet the variables that begin with A2AFORM\\_ to the secrets first: the run file does not hold them.\n")
	}
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
