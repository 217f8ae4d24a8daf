package mock

import (
	"bytes"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// editor changes the events of a stream, or a body as a whole, as faults say.
type editor struct {
	http.ResponseWriter
	r     *http.Request
	edits []func([]byte) [][]byte
	split int // bytes of an event that are sent at once; 0 for all

	text   bytes.Buffer // that is not a whole event yet
	stall  int          // after so many events nothing comes any more; -1 for never
	drop   int          // after so many events the connection is cut; -1 for never
	events int
	held   []byte // an event that comes after the next one
}

// replacements are faults that replace a pattern in what the agent sends.
var replacements = map[string]struct {
	pattern *regexp.Regexp
	with    string
}{
	"wrong-task":    {regexp.MustCompile(`("taskId":)"[^"]*"`), `$1"another-task"`},
	"extra-member":  {regexp.MustCompile(`"status":\{`), `"status":{"vendorNote":"hello",`},
	"odd-state":     {regexp.MustCompile(`"state":"(TASK_STATE_)?(?:WORKING|working)"`), `"state":"${1}DREAMING"`},
	"tag-misplaced": {regexp.MustCompile(`"metadata":\{("mimeType")(:"application/json;schema=[^"]*")\}`), `"mediaType"$2`},
	"bad-json":      {regexp.MustCompile(`"result":\{`), `"result":{{`},
}

// settled finds the event that ends a task.
var settled = regexp.MustCompile(`"state":"(TASK_STATE_)?(COMPLETED|FAILED|CANCELED|REJECTED|completed|failed|canceled|rejected)"`)

var statusUpdate = regexp.MustCompile(`"statusUpdate":|"kind":"status-update"`)

const splitSize = 7

// artifactUpdate finds the event of an artifact.
var artifactUpdate = regexp.MustCompile(`"artifactUpdate":|"kind":"artifact-update"`)

const defaultLate = 3 * time.Second

// replace makes an edit of a pattern.
func (e *editor) replace(pattern *regexp.Regexp, with string) {
	e.edits = append(e.edits, func(event []byte) [][]byte { return [][]byte{pattern.ReplaceAll(event, []byte(with))} })
}

// editor makes the writer of a response.
func (f *faults) editor(w http.ResponseWriter, r *http.Request, q request) *editor {
	e := &editor{ResponseWriter: w, r: r, stall: -1, drop: -1}
	for name, change := range replacements {
		if f.is(name, q.target) {
			e.replace(change.pattern, change.with)
		}
	}
	for _, one := range f.list {
		if one.Name == "replace" && f.actsAs(one, q.target) {
			pattern, with, _ := strings.Cut(one.Value, arrow)
			e.replace(regexp.MustCompile(pattern), with)
		}
	}
	if late, ok := f.acts("late", q.target); ok {
		e.edits = append(e.edits, func(event []byte) [][]byte {
			if artifactUpdate.Match(event) {
				pause(r, late.time(defaultLate))
			}
			return [][]byte{event}
		})
	}
	e.add(f, q)
	return e
}

// add adds the faults of streams.
func (e *editor) add(a *faults, q request) {
	if a.is("no-final", q.target) {
		e.edits = append(e.edits, func(event []byte) [][]byte {
			if settled.Match(event) && statusUpdate.Match(event) {
				return nil
			}
			return [][]byte{event}
		})
	}
	if a.is("duplicate", q.target) {
		e.edits = append(e.edits, func(event []byte) [][]byte { return [][]byte{event, event} })
	}
	if a.is("reorder", q.target) {
		e.edits = append(e.edits, e.reorder)
	}
	if !q.sends {
		return
	}
	if f, ok := a.acts("split", q.target); ok {
		e.split = max(1, f.number(splitSize))
	}
	if f, ok := a.acts("stall", q.target); ok {
		e.stall = f.number(1)
	}
	if f, ok := a.acts("drop", q.target); ok {
		e.drop = f.number(1)
	}
}

// reorder gives an event after the one that follows it.
func (e *editor) reorder(event []byte) [][]byte {
	if e.held == nil {
		e.held = bytes.Clone(event)
		return nil
	}
	before := e.held
	e.held = nil
	return [][]byte{event, before}
}

func (e *editor) WriteHeader(status int) {
	e.Header().Del("Content-Length")
	e.ResponseWriter.WriteHeader(status)
}

func (e *editor) Write(b []byte) (int, error) {
	e.text.Write(b)
	for {
		event, rest, ok := bytes.Cut(e.text.Bytes(), []byte("\n\n"))
		if !ok {
			return len(b), nil
		}
		event, rest = bytes.Clone(event), bytes.Clone(rest)
		e.text.Reset()
		e.text.Write(rest)
		for _, one := range e.edit(event) {
			if err := e.send(append(one, "\n\n"...)); err != nil {
				return 0, err
			}
		}
	}
}

func (e *editor) edit(event []byte) [][]byte {
	list := [][]byte{event}
	for _, edit := range e.edits {
		var next [][]byte
		for _, one := range list {
			next = append(next, edit(one)...)
		}
		list = next
	}
	return list
}

// send writes one event or body.
func (e *editor) send(b []byte) error {
	if e.drop == e.events {
		panic(http.ErrAbortHandler)
	}
	if e.stall == e.events {
		e.Flush()
		<-e.r.Context().Done()
		panic(http.ErrAbortHandler)
	}
	e.events++
	size := e.split
	if size == 0 {
		size = len(b)
	}
	for len(b) > 0 {
		n := min(size, len(b))
		if _, err := e.ResponseWriter.Write(b[:n:n]); err != nil { //nolint:gosec // what the agent sends, for programs
			return err
		}
		if e.split > 0 {
			e.Flush()
		}
		b = b[n:]
	}
	return nil
}

// Flush sends what was written.
func (e *editor) Flush() { _ = http.NewResponseController(e.ResponseWriter).Flush() }

// Unwrap lets the server set deadlines.
func (e *editor) Unwrap() http.ResponseWriter { return e.ResponseWriter }

// end writes what is left, such as a body that is no stream.
func (e *editor) end() {
	rest := [][]byte{}
	if e.text.Len() > 0 {
		rest = e.edit(e.text.Bytes())
		if !strings.HasPrefix(e.Header().Get("Content-Type"), "text/event-stream") {
			rest = rest[:min(len(rest), 1)] // a body that comes twice is not JSON
		}
	}
	if e.held != nil {
		rest = append(rest, e.held)
	}
	if e.events == 0 && e.Header().Get("Content-Length") != "" && len(rest) == 1 {
		e.Header().Set("Content-Length", strconv.Itoa(len(rest[0])))
	}
	for _, one := range rest {
		if e.events > 0 && bytes.HasPrefix(one, []byte("data:")) {
			one = append(one, "\n\n"...)
		}
		if e.send(one) != nil {
			return
		}
	}
	if e.drop == e.events {
		panic(http.ErrAbortHandler)
	}
}
