package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// How many entries of a timeline are shown: the first and the last.
const (
	maxFirst = 200
	maxLast  = 100
	maxRaw   = 4 << 20 // bytes of the bodies of a run
)

// entry is something that happened.
type entry struct {
	at    time.Time
	class safe.HTML // of the dot
	name  string
	text  safe.Raw
	raw   []byte // JSON as it was sent or received
	head  string // lines of HTTP, cleaned
}

// timeline is what happened when, each with what was sent or received.
func (w *writer) timeline(r *recording) {
	if len(r.lines) == 0 {
		return
	}
	w.section("", "What happened")
	w.html(`<div class="times">`, "\n")
	whole := r.whole()
	raw := maxRaw
	for i, l := range r.lines {
		if hidden := len(r.lines) - maxFirst - maxLast; hidden > 0 && i >= maxFirst && i < maxFirst+hidden {
			if i == maxFirst {
				w.html(`<div><time></time><span></span><p class="dim">`, esc(english.Plural(hidden, "more entry", "more entries")), " in the run file</p></div>\n")
			}
			continue
		}
		e := r.entry(l)
		w.entry(&e, r.offset(e.at), whole, &raw)
	}
	w.html("</div></section>\n")
}

// whole is how long the timeline is.
func (r *recording) whole() time.Duration {
	last := r.info.Duration()
	for _, l := range r.lines {
		last = max(last, r.offset(l.Time))
	}
	return max(last, time.Millisecond)
}

func (w *writer) entry(e *entry, offset, whole time.Duration, raw *int) {
	at := strconv.FormatFloat(100*float64(offset)/float64(whole), 'f', 1, 64)
	w.html(`<div><time>`, esc(offsetText(offset)), `</time><div class="track"><i class="dot `, e.class, `" style="left:`, esc(at), `%"></i></div><div><p><b>`, safe.EscapeHTML(e.name), "</b> ", escRaw(e.text), "</p>")
	if e.head != "" || e.raw != nil {
		w.html(`<details class="raw"><summary>`, safe.EscapeHTML(rawTitle(e)), "</summary>")
		if e.head != "" {
			w.html("<pre>", safe.EscapeHTML(e.head), "</pre>")
		}
		switch {
		case e.raw == nil:
		case *raw <= 0:
			w.html(`<p class="dim">Left out, as the bodies before it fill the page. The run file has it.</p>`)
		default:
			*raw -= min(len(e.raw), maxBody)
			w.html("<pre>", block(safe.Text(indented(e.raw))), "</pre>")
		}
		w.html("</details>")
	}
	w.html("</div></div>\n")
}

func rawTitle(e *entry) string {
	if e.raw == nil {
		return "headers"
	}
	size := humanize.IBytes(uint64(len(e.raw))) + " of JSON"
	if e.head != "" {
		return "headers and " + size
	}
	return size
}

func offsetText(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("+%.3f s", d.Seconds())
	}
	return "+" + d.Round(time.Second).String()
}

// entry is what a line of the run file says.
func (r *recording) entry(l runfile.Line) entry {
	e := entry{at: l.Time, raw: l.Raw, class: "dim", text: l.Text}
	switch l.Kind {
	case runfile.Request:
		e.name, e.class, e.text = "Request", "", safe.Text(exact(l.Method)+" "+exact(l.URL))
		e.head = headerText("", l.Header)
		if l.Raw == nil {
			e.head += l.Text.Line(maxLine).String()
		}
	case runfile.Response:
		e.name, e.text = "Response", l.Text
		if l.Status >= 400 {
			e.class = "bad"
		}
		e.head = headerText("", l.Header)
		if !l.Body.IsEmpty() {
			e.head += "\n" + l.Body.Block(maxBody).String()
		}
	case runfile.Event:
		r.describeEvent(&e)
	case runfile.Notice:
		e.name = "Notice"
		if l.Text.IsEmpty() {
			e.name, e.text = "Extensions", safe.Text(joinRaw(l.Extensions))
		}
	case runfile.Answer:
		e.name, e.class = "You answered", ""
	case runfile.Canceled:
		e.name = "Answer to the cancel"
	case runfile.Pause:
		e.name, e.class, e.text = "Waits", "warn", l.Outcome
	case runfile.End:
		e.name, e.class, e.text = "End", stateClass(l.Outcome.Line(maxLine).String()), safe.Text(strings.TrimSpace(exact(l.Outcome)+" "+exact(l.Error)))
	}
	return e
}

func joinRaw(list []safe.Raw) string {
	var texts []string
	for _, r := range list {
		texts = append(texts, exact(r))
	}
	return strings.Join(texts, ", ")
}

// headerText is a header as lines, cleaned.
func headerText(first string, header map[string][]string) string {
	var sb strings.Builder
	sb.WriteString(first)
	for _, name := range slices.Sorted(maps.Keys(header)) {
		for _, v := range header[name] {
			sb.WriteString(safe.Text(name+": "+v).Line(4096).String() + "\n")
		}
	}
	return sb.String()
}

func stateClass(state string) safe.HTML {
	switch state {
	case "completed", "answered":
		return "good"
	case "failed", "rejected", "refused", "crashed", "lost", "interrupted":
		return "bad"
	case "input-required", "auth-required", "canceled":
		return "warn"
	}
	return ""
}

// describeEvent says what an event of the agent was.
func (r *recording) describeEvent(e *entry) {
	e.class = ""
	event, ok := r.rec.Plan().Agent.ReadEvent(e.raw)
	switch {
	case !ok:
		e.name, e.class = "Event", "dim"
	case event.Task != nil:
		e.describeStatus("Task", &event.Task.Status)
	case event.Status != nil:
		e.describeStatus("State", event.Status)
	case event.Artifact != nil:
		e.name, e.class = "Artifact", "good"
		e.text = safe.Text(strings.TrimSpace(exact(event.Artifact.Name) + " (" + english.Plural(len(event.Artifact.Parts), "part", "parts") + ")"))
	case event.Message != nil:
		e.name, e.text = "Message", safe.Text(textOf(event.Message))
	default:
		e.name = "Event"
	}
}

func (e *entry) describeStatus(name string, s *a2a.Status) {
	e.name, e.class = name+" "+string(s.State), stateClass(string(s.State))
	if s.Message != nil {
		e.text = safe.Text(textOf(s.Message))
	}
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
