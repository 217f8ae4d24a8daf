package clitest

import (
	"bytes"
	"cmp"
	_ "embed" // publicCard
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// publicCard is the card of agents whose file has none.
//
//go:embed card.json
var publicCard []byte

// scriptAgent is an agent that answers as a file of a script says, and logs each request.
type scriptAgent struct {
	mu    sync.Mutex
	url   string
	log   string // the path of a file
	Card  json.RawMessage
	Path  string                    // the only one that takes messages; "" for any
	Calls map[string][]scriptAnswer // by method of A2A 1.0; the last answer repeats
}

// scriptAnswer is one answer: a result, an error, or the events of a stream.
type scriptAnswer struct {
	Result, Error json.RawMessage
	Events        []json.RawMessage
	Type          string // the content type; "" for the right one
	Cut           bool   // the stream breaks off
	Hang          bool   // no answer comes
	Status        int    // of HTTP, 0 for 200
	Header        map[string]string
	Body          json.RawMessage // in place of Result, without an envelope; a string is its text
}

// startAgent is the command "agent NAME FILE": it sets NAME to the address of an agent that
// the file describes, and the requests go to NAME.log. URL in the file is that address.
func startAgent(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("agent NAME FILE [tls]")
	}
	a := &scriptAgent{log: ts.MkAbs(args[0] + ".log")}
	server := httptest.NewUnstartedServer(a)
	if len(args) > 2 {
		server.StartTLS()
	} else {
		server.Start()
	}
	ts.Defer(server.Close)
	a.url = server.URL
	host, port, err := net.SplitHostPort(strings.TrimPrefix(strings.TrimPrefix(server.URL, "https://"), "http://"))
	ts.Check(err)
	text := strings.NewReplacer("URL", server.URL, "HOSTPORT", net.JoinHostPort(host, port), ":PORT", ":"+port).Replace(ts.ReadFile(args[1]))
	ts.Check(json.Unmarshal([]byte(text), a))
	if a.Card == nil {
		a.Card = bytes.ReplaceAll(publicCard, []byte("URL"), []byte(server.URL))
	}
	ts.Check(os.WriteFile(a.log, nil, 0o600))
	ts.Setenv(args[0], server.URL)
}

// methodsOfPaths are the methods behind the paths of HTTP+JSON.
var methodsOfPaths = map[string]string{"message:send": "SendMessage", "message:stream": "SendStreamingMessage", "tasks": "ListTasks"}

func (a *scriptAgent) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var call struct {
		ID     json.RawMessage
		Method string
		Params json.RawMessage
	}
	_ = json.NewDecoder(r.Body).Decode(&call) // no body is no call
	isRPC := call.Method != ""
	last := filepath.Base(r.URL.Path)
	switch {
	case isRPC:
	case strings.Contains(r.URL.Path, "well-known"):
		call.Method = "card"
	case methodsOfPaths[last] != "":
		call.Method = methodsOfPaths[last]
	case strings.HasSuffix(last, ":cancel"):
		call.Method = "CancelTask"
	case strings.Contains(r.URL.Path, "extendedAgentCard"):
		call.Method = "GetExtendedAgentCard"
	default:
		call.Method = "GetTask"
	}
	if a.Path != "" && isRPC && r.URL.Path != a.Path {
		http.Error(w, "Not Found", http.StatusNotFound)
		return
	}
	answer := a.next(r, call.Method, call.Params)
	if answer.Hang {
		<-r.Context().Done()
		return
	}
	if call.Method == "card" && answer.Status == 0 {
		_, _ = w.Write(a.Card)
		return
	}
	a.reply(w, answer, call.ID, isRPC)
}

// next logs a request and takes the answer to it.
func (a *scriptAgent) next(r *http.Request, method string, params json.RawMessage) (answer scriptAnswer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	f, err := os.OpenFile(a.log, os.O_APPEND|os.O_WRONLY, 0o600)
	if err == nil {
		_, _ = fmt.Fprintf(f, "%s %s version=%q auth=%q key=%q trace=%q %s\n", method, r.URL.RequestURI(),
			r.Header.Get("A2A-Version"), r.Header.Get("Authorization"), r.Header.Get("X-Key"), r.Header.Get("X-Trace"), params)
		_ = f.Close()
	}
	list := a.Calls[method]
	if len(list) == 0 {
		return scriptAnswer{Error: json.RawMessage(`{"code":-32601,"message":"no such method"}`)}
	}
	if len(list) > 1 {
		a.Calls[method] = list[1:]
	}
	return list[0]
}

func (a *scriptAgent) reply(w http.ResponseWriter, answer scriptAnswer, id json.RawMessage, isRPC bool) {
	wrap := func(name string, value json.RawMessage) []byte {
		if !isRPC {
			return value
		}
		return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,%q:%s}`, id, name, value)
	}
	switch {
	case answer.Events != nil:
		w.Header().Set("Content-Type", cmp.Or(answer.Type, "text/event-stream"))
		for _, e := range answer.Events {
			_, _ = fmt.Fprintf(w, "data: %s\n\n", wrap("result", e))
		}
		if answer.Cut {
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}
		return
	}
	w.Header().Set("Content-Type", cmp.Or(answer.Type, "application/json"))
	for name, value := range answer.Header {
		w.Header().Set(name, value)
	}
	if answer.Status != 0 {
		w.WriteHeader(answer.Status)
	}
	if answer.Body != nil {
		var text string
		if json.Unmarshal(answer.Body, &text) != nil {
			text = string(answer.Body)
		}
		_, _ = io.WriteString(w, text)
		return
	}
	if answer.Error != nil {
		_, _ = w.Write(wrap("error", answer.Error))
		return
	}
	_, _ = w.Write(wrap("result", answer.Result))
}
