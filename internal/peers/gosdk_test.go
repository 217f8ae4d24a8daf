package peers

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	protocol "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2acompat/a2av0"
	a2agrpc "github.com/a2aproject/a2a-go/v2/a2agrpc/v1"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"google.golang.org/grpc"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// goSDK is the server of the Go SDK in one version over one binding.
type goSDK struct {
	version, binding string
	handler          func(a2asrv.RequestHandler, ...a2asrv.TransportOption) http.Handler
	isExact          bool // it rejects data that is not what its card declares
}

var goSDKs = map[string]goSDK{
	"1.0 over JSON-RPC":  {version: "1.0", binding: "JSONRPC", handler: a2asrv.NewJSONRPCHandler},
	"1.0 over HTTP+JSON": {version: "1.0", binding: "HTTP+JSON", handler: a2asrv.NewRESTHandler},
	"0.3 over JSON-RPC":  {version: "0.3", binding: "JSONRPC", handler: a2av0.NewJSONRPCHandler},
	"0.3 over HTTP+JSON": {version: "0.3", binding: "HTTP+JSON", handler: a2av0.NewRESTHandler},
	"1.0 over gRPC":      {version: "1.0", binding: "GRPC"},
}

// serve runs an agent on the SDK. Its card is bytes of ours: the SDK would leave
// out the schemas.
func (g goSDK) serve(t *testing.T, o ...a2asrv.RequestHandlerOption) string {
	t.Helper()
	raw, err := os.ReadFile("../demo/seed/card.json")
	if err != nil {
		t.Fatal(err)
	}
	var card map[string]json.RawMessage
	if err := json.Unmarshal(raw, &card); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"name": `"Peer"`, "description": `"Fight comparison on the Go SDK"`, "version": `"1.0.0"`,
		"defaultInputModes": `["text/plain"]`, "defaultOutputModes": `["text/plain", "application/json"]`,
	} {
		card[name] = json.RawMessage(value)
	}
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	for _, name := range []string{"url", "protocolVersion", "preferredTransport", "additionalInterfaces"} {
		delete(card, name)
	}
	agent := a2asrv.NewHandler(&goAgent{held: map[protocol.TaskID]chan struct{}{}, isExact: g.isExact}, o...)
	address := server.URL
	if g.handler == nil {
		address = serveGRPC(t, agent)
	} else {
		mux.Handle("/", g.handler(agent))
	}
	at := fmt.Sprintf(`[{"url":%q,"protocolBinding":%q,"protocolVersion":%q}]`, address, g.binding, g.version)
	if g.version == "1.0" {
		card["supportedInterfaces"] = json.RawMessage(at)
	} else {
		card["url"], card["protocolVersion"] = fmt.Appendf(nil, "%q", server.URL), json.RawMessage(`"0.3.0"`)
		card["preferredTransport"] = fmt.Appendf(nil, "%q", g.binding)
	}
	card["capabilities"] = json.RawMessage(strings.Replace(string(card["capabilities"]), "{", `{"streaming":true,`, 1))
	out, err := json.Marshal(card)
	if err != nil {
		t.Fatal(err)
	}
	mux.HandleFunc("/.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(out) })
	return server.URL
}

// transport is one that speaks the HTTP of the binding: gRPC has no HTTP/1.1.
func (g goSDK) transport(t *testing.T) *http.Transport {
	t.Helper()
	base := &http.Transport{Protocols: new(http.Protocols)}
	base.Protocols.SetHTTP1(g.binding != "GRPC")
	base.Protocols.SetUnencryptedHTTP2(true)
	t.Cleanup(base.CloseIdleConnections)
	return base
}

// serveGRPC gives the address of an agent as cards of gRPC have it: host and port.
func serveGRPC(t *testing.T, agent a2asrv.RequestHandler) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	a2agrpc.NewHandler(agent).RegisterWith(server)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	return listener.Addr().String()
}

// goAgent does what agents/script.mjs does, and echoes any other text.
type goAgent struct {
	mu      sync.Mutex
	held    map[protocol.TaskID]chan struct{}
	isExact bool
}

func (g *goAgent) Execute(ctx context.Context, x *a2asrv.ExecutorContext) iter.Seq2[protocol.Event, error] {
	return func(yield func(protocol.Event, error) bool) {
		for e := range g.play(ctx, x) {
			if !yield(e, nil) {
				return
			}
		}
	}
}

func (g *goAgent) play(ctx context.Context, x *a2asrv.ExecutorContext) iter.Seq[protocol.Event] {
	status := func(state protocol.TaskState, words ...string) protocol.Event {
		if len(words) == 0 {
			return protocol.NewStatusUpdateEvent(x, state, nil)
		}
		return protocol.NewStatusUpdateEvent(x, state, protocol.NewMessageForTask(protocol.MessageRoleAgent, x, protocol.NewTextPart(words[0])))
	}
	artifact := func(id protocol.ArtifactID, more bool, p *protocol.Part) protocol.Event {
		e := protocol.NewArtifactUpdateEvent(x, id, p)
		e.Append = more
		return e
	}
	first := x.Message.Parts[0]
	begin := []protocol.Event{status(protocol.TaskStateWorking)}
	if x.StoredTask == nil {
		begin = []protocol.Event{protocol.NewSubmittedTask(x, x.Message), begin[0]}
	}
	done := status(protocol.TaskStateCompleted)
	say := func(events ...protocol.Event) iter.Seq[protocol.Event] {
		return slices.Values(append(begin, events...))
	}
	word := first.Text()
	if data, ok := first.Data().(map[string]any); ok {
		word, _ = data["a"].(string)
	}
	switch {
	case g.isExact && first.Data() != nil && !isFight(first):
		return say(status(protocol.TaskStateRejected, "A fight needs the texts a and b, and no more."))
	case x.StoredTask != nil:
		return say(artifact("answer", false, protocol.NewTextPart("in "+first.Text())), done)
	case word == "ask":
		return say(status(protocol.TaskStateInputRequired, "In which ring?"))
	case first.Text() == "hold":
		return g.hold(ctx, x.TaskID, begin)
	case first.Text() == "count":
		return say(artifact("count", false, protocol.NewTextPart("one")), artifact("count", true, protocol.NewTextPart("two")), artifact("count", true, protocol.NewTextPart("three")), done)
	case strings.HasPrefix(word, "prices"):
		asked, _ := first.Metadata["schema"].(map[string]any)
		if asked["type"] != "array" {
			return say(artifact("prices", false, protocol.NewTextPart("no schema")), done)
		}
		return say(artifact("prices", false, protocol.NewDataPart(map[string]any{"rows": []any{map[string]any{"name": "Tea", "price": 3.5}}})), done)
	case first.Data() != nil:
		tag, ok := first.Metadata["mimeType"].(string)
		if !ok {
			tag = "no tag"
		}
		result := protocol.NewDataPart(map[string]any{"winner": "Tiger", "probability": 0.65, "explanation": tag})
		result.Metadata = map[string]any{"mimeType": "application/json;schema=fightResponse"}
		events := say(artifact("received", false, protocol.NewDataPart(first.Data())), artifact("fight-result", false, result), done)
		if word == "rest" {
			return lasting(ctx, events)
		}
		return events
	}
	return say(artifact("echo", false, protocol.NewTextPart(first.Text())), done)
}

// isFight reports data that the card declares. A2A 0.3 over HTTP+JSON has no place for its tag.
func isFight(p *protocol.Part) bool {
	data, _ := p.Data().(map[string]any)
	_, hasA := data["a"].(string)
	_, hasB := data["b"].(string)
	tag := p.Metadata["mimeType"]
	return hasA && hasB && len(data) == 2 && (tag == nil || tag == "application/json;schema=fightComparison")
}

// lasting waits before the last event.
func lasting(ctx context.Context, events iter.Seq[protocol.Event]) iter.Seq[protocol.Event] {
	return func(yield func(protocol.Event) bool) {
		list := slices.Collect(events)
		for i, e := range list {
			if i == len(list)-1 {
				select {
				case <-time.After(2 * time.Second):
				case <-ctx.Done():
				}
			}
			if !yield(e) {
				return
			}
		}
	}
}

// hold works until the task is canceled.
func (g *goAgent) hold(ctx context.Context, id protocol.TaskID, begin []protocol.Event) iter.Seq[protocol.Event] {
	g.mu.Lock()
	let := make(chan struct{})
	g.held[id] = let
	g.mu.Unlock()
	return func(yield func(protocol.Event) bool) {
		for _, e := range begin {
			if !yield(e) {
				return
			}
		}
		select {
		case <-let:
		case <-ctx.Done():
		}
	}
}

func (g *goAgent) Cancel(_ context.Context, x *a2asrv.ExecutorContext) iter.Seq2[protocol.Event, error] {
	return func(yield func(protocol.Event, error) bool) {
		g.mu.Lock()
		if let, ok := g.held[x.TaskID]; ok {
			close(let)
			delete(g.held, x.TaskID)
		}
		g.mu.Unlock()
		yield(protocol.NewStatusUpdateEvent(x, protocol.TaskStateCanceled, nil), nil)
	}
}

func TestAcceptance07GoSDKTransports(t *testing.T) {
	for name, g := range goSDKs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := dial(t, g.serve(t))
			t.Run("the tag and the data arrive", func(t *testing.T) { g.fight(t, a) })
			t.Run("an echo", func(t *testing.T) { echo(t, a) })
			t.Run("chunks come in order", func(t *testing.T) { count(t, a) })
			t.Run("a question is answered", func(t *testing.T) { answer(t, a) })
			t.Run("a task is canceled", func(t *testing.T) { cancel(t, a) })
			t.Run("the schema for the answer arrives", func(t *testing.T) { g.askForRows(t, a) })
			t.Run("what is not there", func(t *testing.T) { nothing(t, a) })
		})
	}
}

// fight sends a tagged form; the agent returns the tag that it received.
func (g goSDK) fight(t *testing.T, a *a2aclient.Agent) {
	input := fightForm(t, a.Card())
	for _, mode := range []a2aclient.Mode{a2aclient.ModeStream, a2aclient.ModePoll} {
		parts := submit(t, a.Card(), a2aclient.Request{Data: json.RawMessage(payload), Tag: input.Tag, Mode: mode})
		want := input.Tag
		if g.version == "0.3" && g.binding == "HTTP+JSON" {
			want = safe.Text("no tag") // this binding cannot carry it
		}
		if len(parts) != 1 || !strings.Contains(string(parts[0].Data), `"explanation":"`+want.Exact()+`"`) || !strings.Contains(string(parts[0].Data), "0.65") {
			t.Errorf("mode %v: %+v", mode, parts)
		}
		if parts[0].MediaType != safe.Text("application/json;schema=fightResponse") {
			t.Errorf("mode %v: tag %q", mode, parts[0].MediaType)
		}
	}
}

// askForRows asks for a table. A2A 0.3 over HTTP+JSON has no place for its schema but the text.
func (g goSDK) askForRows(t *testing.T, a *a2aclient.Agent) {
	doc := answerAs(t, a, "prices", "name, price: number", false)
	if has := doc.IsAsAsked(); has == (g.version == "0.3" && g.binding == "HTTP+JSON") {
		t.Errorf("as asked: %t", has)
	}
	if doc.IsAsAsked() && (doc.Problems() != 0 || doc.Rows() != 1) {
		t.Errorf("%d problems, %d rows", doc.Problems(), doc.Rows())
	}
}

func echo(t *testing.T, a *a2aclient.Agent) {
	for _, mode := range []a2aclient.Mode{a2aclient.ModeStream, a2aclient.ModePoll} {
		if h := say(t, a, &a2aclient.Request{Text: "wie geht's? 🦁", Mode: mode}); h.texts["echo"] != "wie geht's? 🦁." || h.last() != a2a.StateCompleted {
			t.Errorf("mode %v: %v, %v", mode, h.states, h.texts)
		}
	}
}
