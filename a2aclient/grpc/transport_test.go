package grpc

import (
	"crypto/tls"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"connectrpc.com/connect"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	"a2aform/a2aclient/grpc/grpctest"
	"a2aform/a2aclient/sse"
)

// ask makes a call with a transport of its own.
func ask(t *testing.T, base, method, document string) (*http.Response, error) {
	t.Helper()
	h := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}} // a server of this test
	tr := New(h, 1<<20)
	t.Cleanup(tr.CloseIdleConnections)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, URL(base, method), strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = http.Header{"Content-Type": {ContentType}, "A2a-Version": {"1.0"}, "Authorization": {"Bearer x"}}
	return tr.RoundTrip(req)
}

// read is an answer as a line: its status, its kind and its body.
func read(t *testing.T, resp *http.Response, err error) string {
	t.Helper()
	if err != nil {
		what, _ := Explain(err)
		return "error: " + what + "; " + err.Error()
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	text := resp.Status + " " + resp.Header.Get("Content-Type") + " " + string(body)
	if err != nil {
		text += " then " + err.Error()
	}
	return text
}

// answers is an agent that answers a method.
func answers(method string, answer grpctest.Answer) http.Handler {
	_, h := grpctest.Handler(method, answer)
	return h
}

func TestCallIsJSONOnThisSide(t *testing.T) {
	base := grpctest.Serve(t, answers("GetTask", func(c *grpctest.Call) ([]string, error) {
		c.ResponseHeader.Set("X-Of-Agent", "yes")
		return []string{fmt.Sprintf(`{"id":%q,"contextId":%q,"status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"data":{"n":1.5,"ok":true,"list":[null,"x"]}}]}]}`,
			c.Request.Get("id").Text()+c.Header.Get("A2A-Version")+c.Header.Get("Authorization"), c.Request.Get("tenant").Text())}, nil
	}))
	resp, err := ask(t, base, "GetTask", `{"tenant":"acme","id":"t1"}`)
	got := read(t, resp, err)
	want := `200 OK application/json {"id":"t11.0Bearer x","contextId":"acme","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"data":{"list":[null,"x"],"n":1.5,"ok":true}}]}]}`
	if got != want || resp.Header.Get("X-Of-Agent") != "yes" || resp.ProtoMajor != 2 {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestRequestThatCannotBeCarriedIsNotSent(t *testing.T) {
	base := grpctest.Serve(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a request was sent") }))
	for _, document := range []string{`{"message":{"parts":[{"data":1e400}]}}`, `{"message":{"parts":[{"mimeType":"x"}]}}`, `{"message":`} {
		resp, err := ask(t, base, "SendMessage", document)
		if got := read(t, resp, err); !strings.HasPrefix(got, "error: is spoken to over gRPC, which cannot carry this request") {
			t.Errorf("%s: %s", document, got)
		}
	}
}

func withDetail(err *connect.Error, m proto.Message) *connect.Error {
	d, failed := connect.NewErrorDetail(m)
	if failed != nil {
		panic(failed)
	}
	err.AddDetail(d)
	return err
}

func TestStatusIsAnErrorOfHTTP(t *testing.T) {
	for name, tt := range map[string]struct {
		err  *connect.Error
		want string
	}{
		"a reason": {
			withDetail(connect.NewError(connect.CodeFailedPrecondition, errors.New("no")), &errdetails.ErrorInfo{Reason: "TASK_NOT_CANCELABLE", Domain: "a2a-protocol.org"}),
			`400 Bad Request application/json {"error":{"code":-32002,"status":"TASK_NOT_CANCELABLE","message":"no","details":[{"reason":"TASK_NOT_CANCELABLE","domain":"a2a-protocol.org"}]}}`,
		},
		"fields": {
			withDetail(connect.NewError(connect.CodeInvalidArgument, errors.New("bad")), &errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{{Field: "a", Description: "b"}}}),
			`400 Bad Request application/json {"error":{"code":-32602,"status":"INVALID_ARGUMENT","message":"bad","details":[{"fieldViolations":[{"field":"a","description":"b"}]}]}}`,
		},
		"no task":     {connect.NewError(connect.CodeNotFound, errors.New("gone")), `404 Not Found application/json {"error":{"code":-32001,"status":"NOT_FOUND","message":"gone"}}`},
		"who are you": {connect.NewError(connect.CodeUnauthenticated, errors.New("who")), `401 Unauthorized application/json {"error":{"status":"UNAUTHENTICATED","message":"who"}}`},
		"busy": {
			withDetail(connect.NewError(connect.CodeUnavailable, errors.New("later")), &errdetails.RetryInfo{RetryDelay: durationpb.New(7e9)}),
			`503 Service Unavailable application/json {"error":{"status":"UNAVAILABLE","message":"later","details":[{"retryDelay":"7s"}]}}`,
		},
	} {
		base := grpctest.Serve(t, answers("GetTask", func(*grpctest.Call) ([]string, error) {
			return nil, tt.err
		}))
		resp, err := ask(t, base, "GetTask", `{"id":"t"}`)
		if got := strings.ReplaceAll(read(t, resp, err), ", ", ","); got != tt.want {
			t.Errorf("%s: %s\nwant %s", name, got, tt.want)
		}
		if name == "busy" && resp.Header.Get("Retry-After") != "7" {
			t.Errorf("retry after %q", resp.Header.Get("Retry-After"))
		}
	}
}

func TestStreamIsServerSentEvents(t *testing.T) {
	for name, tt := range map[string]struct {
		events int
		err    error
		want   string
	}{
		"two events":        {2, nil, "200 OK text/event-stream data: {\"task\":{\"id\":\"t\"}}\n\ndata: {\"task\":{\"id\":\"t\"}}\n\n"},
		"none":              {0, nil, "200 OK text/event-stream "},
		"a refusal":         {0, connect.NewError(connect.CodeNotFound, errors.New("no")), "200 OK text/event-stream event: error\ndata: {\"error\":{\"code\":-32001,\"status\":\"NOT_FOUND\",\"message\":\"no\"}}\n\n"},
		"it fails then":     {1, connect.NewError(connect.CodeInternal, errors.New("oh")), "200 OK text/event-stream data: {\"task\":{\"id\":\"t\"}}\n\nevent: error\ndata: {\"error\":{\"status\":\"INTERNAL\",\"message\":\"oh\"}}\n\n"},
		"it goes away then": {1, connect.NewError(connect.CodeUnavailable, errors.New("bye")), "200 OK text/event-stream data: {\"task\":{\"id\":\"t\"}}\n\n then unexpected EOF"},
	} {
		base := grpctest.Serve(t, answers("SubscribeToTask", func(c *grpctest.Call) ([]string, error) {
			return slices.Repeat([]string{fmt.Sprintf(`{"task":{"id":%q}}`, c.Request.Get("id").Text())}, tt.events), tt.err
		}))
		resp, err := ask(t, base, "SubscribeToTask", `{"id":"t"}`)
		if got := read(t, resp, err); got != tt.want {
			t.Errorf("%s: %q\nwant %q", name, got, tt.want)
		}
		if want := map[string]int{"a refusal": 404, "it fails then": 500}[name]; want != 0 && resp.StatusCode != want {
			t.Errorf("%s: in the end the status is %d, want %d", name, resp.StatusCode, want)
		}
	}
}

// raw answers with messages as they are given, and the status where it is not "".
func raw(status string, messages ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", ContentType)
		w.Header().Set("Trailer", "Grpc-Status")
		for _, m := range messages {
			_, _ = w.Write(append(binary.BigEndian.AppendUint32([]byte{0}, uint32(len(m))), m...))
		}
		if status != "" {
			w.Header().Set("Grpc-Status", status)
		}
	}
}

func TestAnswersThatAreNoneSaySo(t *testing.T) {
	for name, tt := range map[string]struct {
		method string
		agent  http.HandlerFunc
		want   string
	}{
		"a web page": {"GetTask", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<html>log in</html>")
		}, "200 OK text/html <html>log in</html>"},
		"a redirect": {"GetTask", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://elsewhere.example/", http.StatusFound)
		}, "302 Found"},
		"no access":        {"GetTask", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusForbidden) }, "403 Forbidden text/plain"},
		"not protobuf":     {"GetTask", raw("0", "\xff\xff\xff"), "error: answers in gRPC, but not with a message of A2A 1.0"},
		"no message":       {"GetTask", raw("0"), "error: answers in gRPC, but not with a message of A2A 1.0; not a message of A2A: no message"},
		"two messages":     {"GetTask", raw("0", "", ""), "error: answers in gRPC, but not with a message of A2A 1.0; not a message of A2A: more than one message"},
		"no status":        {"GetTask", raw("", ""), "error: ; "},
		"too large":        {"GetTask", raw("0", "\n\x80\x80\x80\x01"+strings.Repeat("x", 1<<21)), "error: sends an answer larger than "},
		"not JSON":         {"GetTask", raw("0", "\n\x01\xff"), "error: answers in gRPC, but not with a message of A2A 1.0"},
		"a stream is cut":  {"SubscribeToTask", raw("", ""), "200 OK text/event-stream data: {}\n\n then "},
		"a status of none": {"GetTask", raw("77", ""), "500 Internal Server Error application/json"},
	} {
		resp, err := ask(t, grpctest.Serve(t, tt.agent), tt.method, `{"id":"t"}`)
		if got := read(t, resp, err); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: %s\nwant %s", name, got, tt.want)
		}
	}
}

func TestLargeEventEndsStream(t *testing.T) {
	resp, err := ask(t, grpctest.Serve(t, raw("0", "", strings.Repeat("x", 1<<21))), "SubscribeToTask", `{"id":"t"}`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if _, err := io.ReadAll(resp.Body); !errors.Is(err, sse.ErrEventTooLarge) {
		t.Error(err)
	}
}

func TestServerWithoutHTTP2IsNamed(t *testing.T) {
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") })
	plain, secure := httptest.NewServer(page), httptest.NewTLSServer(page)
	t.Cleanup(plain.Close)
	t.Cleanup(secure.Close)
	for _, base := range []string{plain.URL, secure.URL} {
		resp, err := ask(t, base, "GetTask", `{"id":"t"}`)
		if got := read(t, resp, err); !strings.HasPrefix(got, "error: ") || !strings.Contains(got, "speak HTTP/2, which gRPC needs") {
			t.Errorf("%s: %s", base, got)
		}
	}
}

func TestTLSIsSpoken(t *testing.T) {
	s := httptest.NewUnstartedServer(answers("GetTask", func(*grpctest.Call) ([]string, error) {
		return []string{`{"id":"t"}`}, nil
	}))
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	resp, err := ask(t, s.URL, "GetTask", `{"id":"t"}`)
	if got := read(t, resp, err); got != `200 OK application/json {"id":"t"}` || resp.TLS == nil {
		t.Error(got)
	}
}

func TestAddressOfCard(t *testing.T) {
	for address, want := range map[string]string{
		"localhost:50051": "http://localhost:50051", "127.0.0.1:1": "http://127.0.0.1:1", "[::1]:1": "http://[::1]:1",
		"agent.example:443": "https://agent.example:443", "agent.example": "https://agent.example",
		"https://agent.example": "https://agent.example", "http://agent.example": "http://agent.example",
		"grpc://localhost:1": "http://localhost:1", "grpc://agent.example:1": "https://agent.example:1", "grpcs://localhost:1": "https://localhost:1",
	} {
		if got := Address(address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}
