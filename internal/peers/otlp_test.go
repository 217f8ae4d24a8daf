package peers

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"a2aform/internal/otlp"
)

// The OpenTelemetry collector reads the trace of a run: what it understood is what the run
// file says.
func TestCollectorReadsTheTraceOfARun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.jsonl")
	lines := `{"kind":"run","time":"2026-05-14T10:00:00Z","version":1,"id":"32f1df23","agent":"Demo","skill":"trip"}
{"kind":"request","time":"2026-05-14T10:00:01Z","method":"POST","url":"https://a.example/a2a","header":{"Traceparent":["00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"]}}
{"kind":"response","time":"2026-05-14T10:00:02.5Z","status":200}
{"kind":"end","time":"2026-05-14T10:00:03Z","outcome":"completed","rows":3}
`
	if err := os.WriteFile(path, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := otlp.Write(&b, path); err != nil {
		t.Fatal(err)
	}
	traces, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(b.Bytes())
	if err != nil || traces.SpanCount() != 2 {
		t.Fatalf("%d spans, %v\n%s", traces.SpanCount(), err, &b)
	}
	spans := traces.ResourceSpans().At(0).ScopeSpans().At(0).Spans()
	run, request := spans.At(0), spans.At(1)
	if run.TraceID().String() != "0af7651916cd43dd8448eb211c80319c" || run.SpanID().String() != "b7ad6b7169203331" || !run.ParentSpanID().IsEmpty() {
		t.Errorf("run: trace %s, span %s, parent %s", run.TraceID(), run.SpanID(), run.ParentSpanID())
	}
	if rows, _ := run.Attributes().Get("a2aform.rows"); rows.Int() != 3 || run.Status().Code() != ptrace.StatusCodeOk {
		t.Errorf("run: %v, %v", run.Attributes().AsRaw(), run.Status())
	}
	took := request.EndTimestamp().AsTime().Sub(request.StartTimestamp().AsTime())
	if request.ParentSpanID() != run.SpanID() || request.Kind() != ptrace.SpanKindClient || took != 1500*time.Millisecond {
		t.Errorf("request: parent %s, kind %s, %s", request.ParentSpanID(), request.Kind(), took)
	}
}
