package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// update is a status event of 1.0 as an agent that reports its progress sends
// it: 325 bytes with its line.
const update = `{"jsonrpc":"2.0","id":"1","result":{"statusUpdate":{"taskId":"a20a3b55-799a-4eeb-b9dc-f68014b7f031","contextId":"0d94b771-6b14-41a0-8425-89533e3edbf5","status":{"state":"%s","timestamp":"2026-01-02T03:04:05.678Z","message":{"messageId":"m%05d","role":"ROLE_AGENT","parts":[{"text":"step %05d"}]}}}}}`

const (
	working   = "TASK_STATE_WORKING"
	completed = "TASK_STATE_COMPLETED"
	blockSize = 1000 // events that differ
)

// artifactBytes is the size of the one large artifact.
const artifactBytes = 20 << 20

// agent answers from bodies that were made before. A body is written to the
// connection unchanged, chunks and all, one chunk an event as of an agent
// that flushes: so that measuring the reader is not measuring the agent.
type agent struct {
	block    []byte // chunks of that many events
	blocks   int
	last     []byte // the chunk of the last event, and the end
	artifact []byte // one result
}

func serve(events int) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	a := newAgent(events)
	base := "http://" + l.Addr().String()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, `{"name":"Bench","description":"d","version":"1","capabilities":{"streaming":true},
			"supportedInterfaces":[{"url":"%s/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
			"defaultInputModes":["text/plain"],"defaultOutputModes":["application/json"],
			"skills":[{"id":"s","name":"The skill","description":"d","tags":[],"inputModes":["text/plain"]}]}`, base)
	})
	mux.HandleFunc("POST /rpc", a.answer)
	_, _ = fmt.Println(base)  //nolint:forbidigo // for whoever started it
	return http.Serve(l, mux) //nolint:gosec // on loopback, for a minute
}

func newAgent(events int) *agent {
	a := &agent{blocks: events / blockSize}
	var b bytes.Buffer
	for i := range blockSize {
		chunk(&b, "data: "+fmt.Sprintf(update, working, i, i)+"\n\n")
	}
	a.block = b.Bytes()
	var last bytes.Buffer
	chunk(&last, "data: "+fmt.Sprintf(update, completed, 0, 0)+"\n\n")
	last.WriteString("0\r\n\r\n")
	a.last = last.Bytes()
	const row = `{"name":"Lion","weight":190.50,"wild":true,"note":"a row as any other"},`
	rows := strings.Repeat(row, artifactBytes/len(row))
	a.artifact = []byte(`"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"data":[` +
		strings.TrimSuffix(rows, ",") + `]}]}]}`)
	return a
}

func chunk(b *bytes.Buffer, data string) {
	fmt.Fprintf(b, "%x\r\n%s\r\n", len(data), data)
}

// answer sends what the message's text asks for, by stream or by reply as it
// was called.
func (a *agent) answer(w http.ResponseWriter, r *http.Request) {
	request, _ := io.ReadAll(r.Body)
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer func() { _ = conn.Close() }()
	streams := bytes.Contains(request, []byte("Streaming"))
	switch {
	case bytes.Contains(request, []byte("artifact")) && streams:
		_, _ = conn.Write([]byte(head("text/event-stream") + "Transfer-Encoding: chunked\r\n\r\n"))
		body := "data: {\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{" + string(a.artifact) + "}}\n\n"
		for len(body) > 0 {
			n := min(len(body), 32<<10)
			_, _ = fmt.Fprintf(conn, "%x\r\n%s\r\n", n, body[:n])
			body = body[n:]
		}
		_, _ = conn.Write([]byte("0\r\n\r\n"))
	case bytes.Contains(request, []byte("artifact")):
		body := "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{" + string(a.artifact) + "}}"
		_, _ = conn.Write([]byte(head("application/json") + "Content-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n" + body))
	case bytes.Contains(request, []byte("steady")):
		a.steady(conn)
	case bytes.Contains(request, []byte("silent")):
		_, _ = conn.Write([]byte(head("text/event-stream") + "Transfer-Encoding: chunked\r\n\r\n"))
		_, _ = conn.Write(a.block[:len(a.block)/blockSize])
		time.Sleep(patience)
	default:
		_, _ = conn.Write([]byte(head("text/event-stream") + "Transfer-Encoding: chunked\r\n\r\n"))
		for range a.blocks {
			if _, err := conn.Write(a.block); err != nil {
				return
			}
		}
		_, _ = conn.Write(a.last)
	}
}

// steady sends 10,000 events a second.
func (a *agent) steady(conn net.Conn) {
	_, _ = conn.Write([]byte(head("text/event-stream") + "Transfer-Encoding: chunked\r\n\r\n"))
	const parts = 100
	size := len(a.block) / parts // all events are of one length
	beat := time.NewTicker(time.Second / (10_000 / (blockSize / parts)))
	defer beat.Stop()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		for i := range parts {
			if _, err := conn.Write(a.block[i*size : (i+1)*size]); err != nil {
				return
			}
			<-beat.C
		}
	}
}

func head(kind string) string {
	return "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: " + kind + "\r\n"
}
