package otlp

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"a2aform/internal/store/runfile"
	"a2aform/internal/version"
)

// The kinds of spans and the codes of a status, as OTLP numbers them.
const (
	kindInternal = 1
	kindClient   = 3
	statusOK     = 1
	statusError  = 2
)

// Write writes the run file at path as a trace with one span for the run, one for each
// request, and one for each state of the task in which it was for a while. Of what was sent
// and received it holds names, states and sizes, and no content. The error says what is wrong
// with the file.
func Write(w io.Writer, path string) error {
	var t trace
	err := runfile.Read(path, func(line runfile.Line) bool { t.take(line); return true })
	var damaged *runfile.DamagedRun
	if err != nil && (!errors.As(err, &damaged) || t.root == nil) {
		return err
	}
	t.end()
	encoded, err := json.MarshalIndent(t.document(), "", "  ")
	if err != nil {
		return fmt.Errorf("write the trace: %w", err)
	}
	_, err = w.Write(append(encoded, '\n'))
	return err
}

// The messages of OTLP, as far as they are used: opentelemetry/proto/trace/v1/trace.proto.
// Numbers of 64 bits are texts there.
type (
	tracesData struct {
		ResourceSpans []resourceSpans `json:"resourceSpans"`
	}
	resourceSpans struct {
		Resource   resource     `json:"resource"`
		ScopeSpans []scopeSpans `json:"scopeSpans"`
	}
	resource struct {
		Attributes []attribute `json:"attributes"`
	}
	scopeSpans struct {
		Scope scope   `json:"scope"`
		Spans []*span `json:"spans"`
	}
	scope struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	span struct {
		TraceID    string      `json:"traceId"`
		SpanID     string      `json:"spanId"`
		ParentID   string      `json:"parentSpanId,omitempty"`
		Name       string      `json:"name"`
		Kind       int         `json:"kind"`
		Start      nanoseconds `json:"startTimeUnixNano"`
		End        nanoseconds `json:"endTimeUnixNano"`
		Attributes []attribute `json:"attributes,omitempty"`
		Events     []event     `json:"events,omitempty"`
		Status     *status     `json:"status,omitempty"`
	}
	event struct {
		Time       nanoseconds `json:"timeUnixNano"`
		Name       string      `json:"name"`
		Attributes []attribute `json:"attributes,omitempty"`
	}
	status struct {
		Code    int    `json:"code"`
		Message string `json:"message,omitempty"`
	}
	attribute struct {
		Key   string `json:"key"`
		Value value  `json:"value"`
	}
	value struct {
		Text  *string `json:"stringValue,omitempty"`
		Whole *string `json:"intValue,omitempty"`
	}
)

// nanoseconds is a moment since 1970.
type nanoseconds time.Time

func (n nanoseconds) MarshalText() ([]byte, error) {
	return strconv.AppendInt(nil, time.Time(n).UnixNano(), 10), nil
}

func (t *trace) document() tracesData {
	about := resource{[]attribute{text("service.name", "a2aform"), text("service.version", version.Version())}}
	return tracesData{[]resourceSpans{{about, []scopeSpans{{scope{"a2aform", version.Version()}, t.spans}}}}}
}

func text(key, s string) attribute { return attribute{key, value{Text: &s}} }

func whole(key string, n int) attribute {
	s := strconv.Itoa(n)
	return attribute{key, value{Whole: &s}}
}

// set adds attributes; those without a text are left out.
func (s *span) set(list ...attribute) {
	for _, a := range list {
		if a.Value.Whole != nil || *a.Value.Text != "" {
			s.Attributes = append(s.Attributes, a)
		}
	}
}
