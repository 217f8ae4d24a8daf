package mock

import (
	"bytes"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// editor changes the events of a stream, or a body as a whole, as faults say.
type editor struct {
	http.ResponseWriter
	r     *http.Request
	edits []replacement

	text   bytes.Buffer // that is not a whole event yet
	stall  int          // after so many events nothing comes any more; -1 for never
	drop   int          // after so many events the connection is cut; -1 for never
	events int
}

// replacement replaces a pattern in what the agent sends.
type replacement struct {
	pattern *regexp.Regexp
	with    string
}

// badJSON breaks the JSON of an answer.
var badJSON = replacement{regexp.MustCompile(`"result":\{`), `"result":{{`}

// editor makes the writer of a response.
func (f *faults) editor(w http.ResponseWriter, r *http.Request, q request) *editor {
	e := &editor{ResponseWriter: w, r: r, stall: -1, drop: -1}
	if f.is("bad-json", q.target) {
		e.edits = append(e.edits, badJSON)
	}
	for _, one := range f.list {
		if one.Name == "replace" && f.actsAs(one, q.target) {
			pattern, with, _ := strings.Cut(one.Value, arrow)
			e.edits = append(e.edits, replacement{regexp.MustCompile(pattern), with})
		}
	}
	if !q.sends {
		return e
	}
	if one, ok := f.acts("stall", q.target); ok {
		e.stall = one.number(1)
	}
	if one, ok := f.acts("drop", q.target); ok {
		e.drop = one.number(1)
	}
	return e
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
		if err := e.send(append(e.edit(event), "\n\n"...)); err != nil {
			return 0, err
		}
	}
}

func (e *editor) edit(event []byte) []byte {
	for _, edit := range e.edits {
		event = edit.pattern.ReplaceAll(event, []byte(edit.with))
	}
	return event
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
	_, err := e.ResponseWriter.Write(b) //nolint:gosec // what the agent sends, for programs
	return err
}

// Flush sends what was written.
func (e *editor) Flush() { _ = http.NewResponseController(e.ResponseWriter).Flush() }

// Unwrap lets the server set deadlines.
func (e *editor) Unwrap() http.ResponseWriter { return e.ResponseWriter }

// end writes what is left, such as a body that is no stream.
func (e *editor) end() {
	if e.text.Len() > 0 {
		rest := e.edit(e.text.Bytes())
		if e.events == 0 && e.Header().Get("Content-Length") != "" {
			e.Header().Set("Content-Length", strconv.Itoa(len(rest)))
		}
		if e.send(rest) != nil {
			return
		}
	}
	if e.drop == e.events {
		panic(http.ErrAbortHandler)
	}
}
