package otlp

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// trace grows with the lines of a run file.
type trace struct {
	spans   []*span
	root    *span
	state   *span // of the task, as long as it lasts
	open    []*span
	stream  *span // a request whose answer goes on
	last    time.Time
	decoder a2a.Decoder
}

// maxSpans bounds a trace. Collectors refuse larger ones.
const maxSpans = 10_000

func (t *trace) take(line runfile.Line) {
	t.last = line.Time
	switch line.Kind {
	case runfile.Head:
		t.begin(line)
	case runfile.Card:
		t.root.set(text("a2a.protocol.binding", line.Binding), label("a2a.protocol.version", line.Protocol))
	case runfile.Request:
		t.request(line)
	case runfile.Response:
		t.response(line)
	case runfile.Event, runfile.Canceled:
		t.event(line)
	case runfile.Pause, runfile.Answer:
		t.mark(line.Kind, line.Time)
	case runfile.End:
		t.conclude(line)
	}
}

// label is an attribute of untrusted text.
func label(key string, r safe.Raw) attribute {
	return text(key, r.Line(safe.LabelLimit()).String())
}

func (t *trace) begin(line runfile.Line) {
	name := line.SkillName
	if name.IsEmpty() {
		name = line.Skill
	}
	t.root = t.add("run "+name.Line(safe.LabelLimit()).String(), kindInternal, line.Time)
	t.root.ParentID = ""
	t.root.set(label("a2aform.run.id", line.ID), label("a2a.agent.name", line.Agent), label("a2a.skill.id", line.Skill), label("a2a.schema", line.Schema))
	sum := sha256.Sum256([]byte(line.ID.Exact() + line.Time.String()))
	t.root.TraceID = hex.EncodeToString(sum[:16])
}

// add begins a span below that of the run.
func (t *trace) add(name string, kind int, from time.Time) *span {
	s := &span{Name: name, Kind: kind, Start: nanoseconds(from), End: nanoseconds(from)}
	t.spans = append(t.spans, s)
	return s
}

func (t *trace) mark(name string, at time.Time) {
	t.root.Events = append(t.root.Events, event{Time: nanoseconds(at), Name: name})
}

// traceparent is the header of W3C Trace Context: version, trace, span and flags.
var traceparent = regexp.MustCompile(`^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$`)

// Traceparent returns the header of a new trace. The span in it is that of the run.
func Traceparent() string {
	var id [24]byte
	_, _ = rand.Read(id[:]) // it never fails
	return "00-" + hex.EncodeToString(id[:16]) + "-" + hex.EncodeToString(id[16:]) + "-01"
}

// request begins the span of a request. The trace is the one that its header names.
func (t *trace) request(line runfile.Line) {
	t.endStream(line.Time)
	if len(t.spans) >= maxSpans {
		return
	}
	method := line.Method.Line(20).String()
	s := t.add(method, kindClient, line.Time)
	if u, err := url.Parse(line.URL.Exact()); err == nil {
		s.Name = method + " " + safe.Text(u.Path).Line(safe.LabelLimit()).String()
		s.set(text("server.address", safe.Text(u.Hostname()).Line(safe.LabelLimit()).String()))
	}
	s.set(text("http.request.method", method), label("url.full", line.URL))
	for name, values := range line.Header {
		if found := traceparent.FindStringSubmatch(strings.Join(values, "")); strings.EqualFold(name, "traceparent") && found != nil {
			t.root.TraceID, t.root.SpanID = found[1], found[2]
		}
	}
	t.open = append(t.open, s)
}

// response ends the request that waits longest.
func (t *trace) response(line runfile.Line) {
	if len(t.open) == 0 {
		return
	}
	s := t.open[0]
	t.open = t.open[1:]
	s.End = nanoseconds(line.Time)
	s.set(whole("http.response.status_code", line.Status))
	if line.Status >= 400 {
		s.Status = &status{Code: statusError}
	}
	for name, values := range line.Header {
		if strings.EqualFold(name, "Content-Type") && strings.HasPrefix(strings.Join(values, ""), "text/event-stream") {
			t.stream = s
		}
	}
}

// endStream ends a request whose answer was a stream.
func (t *trace) endStream(at time.Time) {
	if t.stream != nil {
		t.stream.End, t.stream = nanoseconds(at), nil
	}
}

func (t *trace) event(line runfile.Line) {
	if t.stream != nil {
		t.stream.End = nanoseconds(line.Time)
	}
	e, ok := t.decoder.Event(line.Raw)
	switch {
	case !ok:
	case e.Artifact != nil:
		t.mark("artifact", line.Time)
	case e.Message != nil:
		t.mark("message", line.Time)
	case e.Status != nil:
		t.enter(e.Status.State, line.Time)
	case e.Task != nil:
		t.enter(e.Task.Status.State, line.Time)
	}
}

// enter ends the span of a state where the task has another one now. States in which it
// stays have none.
func (t *trace) enter(state a2a.State, at time.Time) {
	name := "task " + string(state)
	if t.state != nil && t.state.Name == name {
		return
	}
	t.leave(at)
	if state.Settled() || len(t.spans) >= maxSpans {
		t.mark(name, at)
		return
	}
	t.state = t.add(name, kindInternal, at)
	t.state.set(text("a2a.task.state", string(state)))
}

func (t *trace) leave(at time.Time) {
	if t.state != nil {
		t.state.End, t.state = nanoseconds(at), nil
	}
}

func (t *trace) conclude(line runfile.Line) {
	outcome := line.Outcome.Line(safe.LabelLimit()).String()
	t.root.set(text("a2aform.outcome", outcome), label("a2a.task.id", line.TaskID), label("a2a.context.id", line.ContextID))
	if line.Rows > 0 {
		t.root.set(whole("a2aform.rows", line.Rows))
	}
	if line.Problems > 0 {
		t.root.set(whole("a2aform.problems", line.Problems))
	}
	t.root.Status = &status{Code: statusError, Message: outcome}
	if outcome == string(a2a.StateCompleted) || outcome == "answered" {
		t.root.Status = &status{Code: statusOK}
	}
}

// end ends what still goes on at the last line, and gives the spans their ids.
func (t *trace) end() {
	t.endStream(t.last)
	t.leave(t.last)
	t.root.End = nanoseconds(t.last)
	for i, s := range t.spans {
		s.TraceID = t.root.TraceID
		if s.SpanID == "" {
			s.SpanID = t.spanID(i)
		}
	}
	for _, s := range t.spans[1:] {
		s.ParentID = t.root.SpanID
	}
}

// spanID is the same each time that a run is written.
func (t *trace) spanID(i int) string {
	sum := sha256.Sum256([]byte(t.root.TraceID + strconv.Itoa(i)))
	return hex.EncodeToString(sum[:8])
}
