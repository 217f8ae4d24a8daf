package hostile

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"
)

// answer writes all of an answer, from its first line on.
type answer func(w io.Writer, q *request)

// request is what was asked.
type request struct {
	method     string   // of JSON-RPC; askCard for the card
	id         string   // of JSON-RPC, as it was written
	message    string   // its id, "" where none was sent
	data       []string // its data parts, as their bytes
	host       string
	path       string
	otherAgent string // an address that no request should reach
	gone       <-chan struct{}
	leave      func() // ends the agent, but for what it answers now
}

// take reads the body of a request: a call of JSON-RPC, or over HTTP+JSON a message
// alone.
func (q *request) take(body []byte) {
	type message struct {
		MessageID string `json:"messageId"`
		Parts     []struct {
			Data json.RawMessage `json:"data"`
		} `json:"parts"`
	}
	var call struct {
		ID      json.RawMessage `json:"id"`
		Method  string          `json:"method"`
		Message message         `json:"message"`
		Params  struct {
			Message message `json:"message"`
		} `json:"params"`
	}
	_ = json.Unmarshal(body, &call)
	sent := call.Message
	if q.method == "" {
		q.method, sent = call.Method, call.Params.Message
		if len(call.ID) > 0 {
			q.id = string(call.ID)
		}
	}
	q.message = sent.MessageID
	for _, part := range sent.Parts {
		q.data = append(q.data, string(part.Data))
	}
}

const (
	okHead     = "HTTP/1.1 200 OK\r\nConnection: close\r\n"
	jsonHead   = okHead + "Content-Type: application/json\r\n"
	streamHead = okHead + "Content-Type: text/event-stream\r\n"
	gzipHead   = "Content-Encoding: gzip\r\n"
)

// raw is an answer of exactly this text.
func raw(text string) answer {
	return func(w io.Writer, q *request) { _, _ = io.WriteString(w, q.place(text)) }
}

// place puts addresses in their places.
func (q *request) place(text string) string {
	return strings.NewReplacer("ELSEWHEREHOST", strings.TrimPrefix(q.otherAgent, "http://"), "HOST", q.host, "ELSEWHERE", q.otherAgent, "RPCID", q.id).Replace(text)
}

// document is a JSON answer.
func document(text string) answer { return body(jsonHead, text) }

// body is an answer with a Content-Length.
func body(head, text string) answer {
	return func(w io.Writer, q *request) {
		text := q.place(text)
		_, _ = fmt.Fprintf(w, "%sContent-Length: %d\r\n\r\n%s", head, len(text), text)
	}
}

func rpc(result string) answer { return document(envelope(result)) }

func rpcError(e string) answer { return document(`{"jsonrpc":"2.0","id":RPCID,"error":` + e + `}`) }

func envelope(result string) string { return `{"jsonrpc":"2.0","id":RPCID,"result":` + result + `}` }

// stream is an event stream that ends in order.
func (s *script) stream(events ...string) answer {
	return func(w io.Writer, q *request) {
		s.cutStream(events...)(w, q)
		_, _ = io.WriteString(w, "0\r\n\r\n")
	}
}

// cutStream is an event stream whose connection ends without its last chunk.
func (s *script) cutStream(events ...string) answer {
	var texts []string
	for _, e := range events {
		texts = append(texts, "data: "+envelope(s.fill(e))+"\n\n")
	}
	return chunked(texts...)
}

// chunked is an event stream of these chunks, without the last empty one.
func chunked(texts ...string) answer {
	return func(w io.Writer, q *request) {
		_, _ = io.WriteString(w, streamHead+"Transfer-Encoding: chunked\r\n\r\n")
		for _, text := range texts {
			chunk(w, q.place(text))
		}
	}
}

func chunk(w io.Writer, text string) {
	if text != "" {
		_, _ = fmt.Fprintf(w, "%x\r\n%s\r\n", len(text), text)
	}
}

// bytesOf is an event stream of this text, in chunks of random sizes.
func (s *script) bytesOf(text string) answer {
	seed := s.dice.Uint64()
	return func(w io.Writer, q *request) {
		dice := rand.New(rand.NewPCG(seed, 0))
		text := q.place(s.fill(text))
		_, _ = io.WriteString(w, streamHead+"Transfer-Encoding: chunked\r\n\r\n")
		for text != "" {
			n := min(len(text), 1+dice.IntN(40))
			chunk(w, text[:n])
			text = text[n:]
			time.Sleep(time.Millisecond) // or a reader would see several as one
		}
		_, _ = io.WriteString(w, "0\r\n\r\n")
	}
}

// silent is an answer after which nothing comes, for as long as the client waits.
func silent(a answer) answer {
	return func(w io.Writer, q *request) {
		a(w, q)
		<-q.gone
	}
}

// endless writes until the client is gone.
func endless(head string, more []byte) answer {
	return func(w io.Writer, q *request) {
		_, err := io.WriteString(w, q.place(head))
		for err == nil {
			_, err = w.Write(more)
		}
	}
}

// filled writes about size bytes between a head and a tail.
func filled(head, more, tail string, size int) answer {
	block := many(more)
	return func(w io.Writer, q *request) {
		_, err := io.WriteString(w, q.place(head))
		for n := 0; n < size && err == nil; n += len(block) {
			_, err = w.Write(block)
		}
		_, _ = io.WriteString(w, q.place(tail))
	}
}

// many is a text again and again, about 64 kB.
func many(text string) []byte { return bytes.Repeat([]byte(text), 64<<10/len(text)) }

// zipped is a member of a gzip file: a head, and 10 MB of one byte.
func zipped(head string, c byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = io.WriteString(z, head)
	_, _ = z.Write(bytes.Repeat([]byte{c}, 10<<20))
	_ = z.Close()
	return b.Bytes()
}
