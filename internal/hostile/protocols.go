package hostile

import (
	"encoding/binary"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
)

// sendIs answers every message so.
func sendIs(a answer) func(*script) {
	return func(s *script) { s.answers[send] = a }
}

func redirect(status, to string) answer {
	return raw("HTTP/1.1 " + status + "\r\nConnection: close\r\nLocation: " + to + "\r\nContent-Length: 0\r\n\r\n")
}

const shut = "Connection: close\r\nContent-Type: application/json\r\n"

var https = []Behavior{
	{Name: "answer is HTML", What: "answers a message with a web page", Expect: Refuses, Says: "the answer is a web page, not JSON", bend: sendIs(body(okHead+"Content-Type: text/html\r\n", "<html>Sign in\x1b[2J</html>"))},
	{Name: "server fails", What: "answers 500 with a stack trace and escapes", Expect: Refuses, Says: "the agent's server failed: “panic␛]0;x␇ at line 7”", bend: sendIs(body("HTTP/1.1 500 Oops\r\n"+shut, "panic\x1b]0;x\x07 at line 7"))},
	{Name: "reason that controls", What: "has escapes in its status line", Expect: Refuses, Says: "the agent's server failed (SendStreamingMessage, HTTP 500)", bend: sendIs(body("HTTP/1.1 500 \x1b[2J\u202eOops\r\n"+shut, ""))},
	{Name: "headers that control", What: "has escapes in the headers that are told", Expect: Refuses, Says: "sends a header that cannot be read", bend: sendIs(raw("HTTP/1.1 401 No\r\n" + shut + "WWW-Authenticate: Bearer realm=\"\x1b[2J\"\r\nRetry-After: \u202e9\r\n\r\n"))},
	{Name: "moves the message away", What: "redirects a message to another host by 307", Expect: Refuses, Says: "which is another origin", bend: sendIs(redirect("307 Moved", "ELSEWHERE/rpc"))},
	{Name: "moves the message", What: "redirects a message on its own host by 302", Expect: Refuses, Says: "does not ask to send the request there", bend: sendIs(redirect("302 Moved", "/elsewhere"))},
	{Name: "moves the message round", What: "redirects a message to itself by 307", Expect: Refuses, Says: "redirects in a loop", bend: sendIs(redirect("307 Moved", "/x"))},
	{Name: "moves the card away", What: "redirects the card to another host", Expect: Refuses, Says: "a2aform does not follow that; if you trust that address", bend: cardIs(redirect("302 Moved", "ELSEWHERE/card.json"))},
	{Name: "moves the card", What: "redirects the card on its own host, once", Expect: Works, Says: "outcome: completed", bend: func(s *script) {
		s.answers[askCard] = func(w io.Writer, q *request) {
			if q.path == "/other.json" {
				document(s.card())(w, q)
				return
			}
			redirect("302 Moved", "/other.json")(w, q)
		}
	}},
	{Name: "moves the card round", What: "redirects the card to itself", Expect: Refuses, Says: "redirects in a loop", bend: cardIs(redirect("302 Moved", "/x"))},
	{Name: "asks to wait", What: "answers 429 and Retry-After", Expect: Refuses, Says: "wait 7 seconds, then send again", bend: sendIs(raw("HTTP/1.1 429 Slow down\r\n" + shut + "Retry-After: 7\r\nContent-Length: 0\r\n\r\n"))},
	{Name: "headers without end", What: "sends headers for ever", Expect: Refuses, Says: "sends headers of more than 1 MiB", bend: sendIs(endless(okHead, many("X-Filler: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\n")))},
	{Name: "hints without end", What: "sends 103 Early Hints for ever", Expect: Refuses, Says: "sends headers of more than 1 MiB", bend: sendIs(endless("", many("HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n")))},
	{Name: "reply that inflates", What: "answers a message with a gzip bomb", Expect: Refuses, Says: "larger than 32 MiB", bend: sendIs(endless(jsonHead+gzipHead+"\r\n", zipped(`{"result":"`, 'x')))},
	{Name: "stream that inflates", What: "answers a stream with a gzip bomb", Expect: Refuses, Says: "larger than 32 MiB", bend: sendIs(endless(streamHead+gzipHead+"\r\n", zipped("data: ", 'x')))},
	{Name: "encoding of nobody", What: "answers with Content-Encoding: br", Expect: Refuses, Says: "is encoded as br, which was not requested", bend: sendIs(body(jsonHead+"Content-Encoding: br\r\n", "\x8b\x02\x80xxxx\x03"))},
	{Name: "length that is a lie", What: "promises more bytes than come", Expect: Refuses, Says: "cut the connection before its answer was complete", bend: sendIs(raw(jsonHead + "Content-Length: 9999\r\n\r\n{\"jsonrpc\":"))},
	{Name: "drips", What: "answers a message a byte at a time, for ever", Expect: Refuses, Says: "did not finish its answer within 2s", Flags: []string{"--max", "reply-time=2s"}, Slow: true, bend: sendIs(func(w io.Writer, q *request) {
		_, _ = io.WriteString(w, jsonHead+"\r\n")
		slowly(100*time.Millisecond, endless("{", many(" ")))(w, q)
	})},
	{Name: "chunks that are none", What: "breaks the chunked encoding", Expect: Refuses, Says: "its chunks are broken", bend: sendIs(raw(streamHead + "Transfer-Encoding: chunked\r\n\r\nzz\r\nxx"))},
	{Name: "error without end", What: "answers 500 with a text for ever", Expect: Refuses, Says: "the agent's server failed", bend: sendIs(endless("HTTP/1.1 500 Oops\r\n"+shut+"\r\n"+`{"error":{"message":"`, many("x")))},
	{Name: "no content", What: "answers 204", Expect: Refuses, Says: "the answer is empty", bend: sendIs(raw("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"))},
	{Name: "reply in UTF-16", What: "answers in UTF-16", Expect: Refuses, Says: "is marked as JSON but is not valid JSON", bend: sendIs(body(jsonHead, "\xff\xfe{\x00\"\x00r\x00e\x00s\x00"))},
	{Name: "no HTTP at all", What: "answers as another protocol does", Expect: Refuses, Says: "does not answer in HTTP", bend: sendIs(raw("SSH-2.0-OpenSSH_9.6\r\n" + strings.Repeat("\x00\x1b", 64)))},
	{Name: "hangs up", What: "takes the message and closes", Expect: Refuses, Says: "check there before you send again", bend: sendIs(raw(""))},
	{Name: "gateway fails", What: "answers 502 for an agent that may have acted", Expect: Refuses, Says: "a proxy or gateway answered in the agent's place", bend: sendIs(body("HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Type: text/html\r\n", "<html>502</html>"))},
}

const done = `{"task":{"id":"t-1","contextId":"c-1","status":{"state":"` + completed + `"}}}`

var rpcs = []Behavior{
	{Name: "error that controls", What: "refuses with escapes in its message", Expect: Refuses, Says: "“no␛]0;x␇⟨U+202E⟩TAIL”", bend: sendIs(rpcError(`{"code":-32602,"message":"no\u001b]0;x\u0007\u202eTAIL"}`))},
	{Name: "error of 1 MB", What: "refuses with a message of a megabyte", Expect: Refuses, Says: "x…", bend: sendIs(rpcError(`{"code":-32603,"message":"` + strings.Repeat("x", 1<<20) + `"}`))},
	{Name: "error is a text", What: "refuses with a text in place of an error", Expect: Refuses, Says: "“it does not go”", bend: sendIs(rpcError(`"it does not go"`))},
	{Name: "error is null", What: "answers error null and no result", Expect: Refuses, Says: "neither a task nor a message", bend: sendIs(rpcError(`null`))},
	{Name: "error without a code", What: "refuses with a message alone", Expect: Refuses, Says: "(SendStreamingMessage, without a code)", bend: sendIs(rpcError(`{"message":"no"}`))},
	{Name: "error with a code as text", What: "gives its code as a text", Expect: Refuses, Says: "code -32602, ␛[2JX", bend: sendIs(rpcError(`{"code":"-32602","message":"no","data":[{"reason":"\u001b[2JX"}]}`))},
	{Name: "error of a huge code", What: "gives a code of 30 digits", Expect: Refuses, Says: "123456789012345678901234567890", bend: sendIs(rpcError(`{"code":123456789012345678901234567890,"message":"no"}`))},
	{Name: "error and result", What: "answers both an error and a result", Expect: Refuses, Says: "code -32000", bend: sendIs(document(`{"jsonrpc":"2.0","id":RPCID,"error":{"code":-32000,"message":"no"},"result":` + done + `}`))},
	{Name: "result is null", What: "answers result null", Expect: Refuses, Says: "neither a task nor a message", bend: sendIs(rpc(`null`))},
	{Name: "result is a text", What: "answers a text as result", Expect: Refuses, Says: "neither a task nor a message", bend: sendIs(rpc(`"done"`))},
	{Name: "result is empty", What: "answers an empty object as result", Expect: Refuses, Says: "neither a task nor a message", bend: sendIs(rpc(`{}`))},
	{Name: "answers a list", What: "answers a batch", Expect: Refuses, Says: "is JSON, but not an object", bend: sendIs(document(`[` + envelope(done) + `]`))},
	{Name: "answers another call", What: "answers with the id of another request", Expect: Recovers, Says: "with the id of another request, somebody else's", bend: sendIs(document(`{"jsonrpc":"2.0","id":"somebody else's","result":` + done + `}`))},
	{Name: "id as a number", What: "answers with a number as id", Expect: Recovers, Says: "outcome: completed", bend: sendIs(document(`{"jsonrpc":"2.0","id":1,"result":` + done + `}`))},
	{Name: "no envelope", What: "leaves the envelope out", Expect: Recovers, Says: "outcome: completed", bend: sendIs(document(done))},
	{Name: "envelope in capitals", What: "writes RESULT and Task, which lenient readers take", Expect: Refuses, Says: "neither a task nor a message", bend: sendIs(document(`{"JSONRPC":"2.0","ID":RPCID,"RESULT":{"TASK":{"ID":"t","STATUS":{"STATE":"` + completed + `"}}}}`))},
	{Name: "two results", What: "answers two results, failed and completed", Expect: Recovers, Says: "2 results in one answer: the last one is used", bend: sendIs(document(`{"jsonrpc":"2.0","id":RPCID,"result":{"task":{"id":"t-1","status":{"state":"TASK_STATE_FAILED"}}},"result":` + done + `}`))},
	{Name: "reply in place of a stream", What: "answers a stream with one reply", Expect: Recovers, Says: "outcome: completed", bend: sendIs(rpc(done))},
	{Name: "reply of tiny parts", What: "packs millions of parts in a reply", Expect: Refuses, Says: "more than 100,000 parts", bend: sendIs(filled(jsonHead+"\r\n"+`{"jsonrpc":"2.0","id":RPCID,"result":{"task":{"id":"t-1","status":{"state":"`+completed+`"},"artifacts":[{"artifactId":"a","parts":[{}`, `,{}`, `]}]}}}`, 24<<20))},
	{Name: "reply of 40 MB", What: "answers more than is read", Expect: Refuses, Says: "larger than 32 MiB", bend: sendIs(filled(jsonHead+"\r\n"+`{"jsonrpc":"2.0","id":RPCID,"result":{"task":{"id":"`, `x`, `"}}}`, 40<<20))},
	{Name: "junk behind the reply", What: "says more behind its reply", Expect: Refuses, Says: "is marked as JSON but is not valid JSON", bend: sendIs(document(envelope(done) + `{"jsonrpc":"2.0"} and more`))},
}

// sends answers every message with these bytes as an event stream, in chunks of
// random sizes.
func sends(text string) func(*script) {
	return func(s *script) { s.answers[send] = s.bytesOf(text) }
}

func eventOf(event string) string { return "data: " + envelope(event) + "\n\n" }

// wellTold are the events of a task that goes well.
var wellTold = eventOf(taskIn(submitted)) + eventOf(theArtifact) + eventOf(status(completed, ""))

var sses = []Behavior{
	{Name: "chunks at every place", What: "cuts its events anywhere into small chunks", Expect: Works, Says: "label cell", bend: sends(wellTold)},
	{Name: "lines that end in CR", What: "ends its lines by CR alone", Expect: Works, Says: "label cell", bend: sends(strings.ReplaceAll(wellTold, "\n", "\r"))},
	{Name: "lines that end in CRLF", What: "ends its lines by CRLF", Expect: Works, Says: "label cell", bend: sends(strings.ReplaceAll(wellTold, "\n", "\r\n"))},
	{Name: "byte order mark", What: "begins its stream with a byte order mark", Expect: Works, Says: "submitted", bend: sends("\ufeff" + wellTold)},
	{Name: "comments and retry", What: "sends comments, ids, names and retry 0", Expect: Works, Says: "label cell", bend: sends(":hi\n\nretry: 0\nid: \x00\x1b\nevent: x\u202e\n\n" + strings.ReplaceAll(wellTold, "data:", "id: 7\nevent: update\nfoo\nbar: x\ndata:"))},
	{Name: "data of many lines", What: "breaks its JSON over many lines of data", Expect: Works, Says: "label cell", bend: sends(strings.ReplaceAll(wellTold, ",\"", ",\ndata: \""))},
	{Name: "last event without an end", What: "leaves the blank line behind the last event out", Expect: Works, Says: "outcome: completed", bend: sends(strings.TrimRight(wellTold, "\n"))},
	{Name: "events that are none", What: "mixes events that cannot be read with good ones", Expect: Notices, Says: "further ones are not reported", bend: sends("data: nonsense\n\ndata:\n\ndata: [1]\n\ndata: {\"jsonrpc\"\n\n" + wellTold)},
	{Name: "only events that are none", What: "sends nothing that can be read", Expect: Refuses, Says: "none of them was an event", bend: sends(strings.Repeat("data: \x1b[2Jnonsense\n\n", 50))},
	{Name: "event without end", What: "sends one line of data for ever", Expect: Refuses, Says: "an event is larger than 32 MiB", bend: sendIs(endless(streamHead+"\r\ndata: ", many("x")))},
	{Name: "event of endless lines", What: "sends lines of one event for ever", Expect: Refuses, Says: "an event is larger than 32 MiB", bend: sendIs(endless(streamHead+"\r\n", many("data: xxxxxxxxxxxxxxxx\n")))},
	{Name: "comment without end", What: "sends one comment for ever", Expect: Refuses, Says: "an event is larger than 32 MiB", bend: sendIs(endless(streamHead+"\r\n:", many("x")))},
	{Name: "event of tiny parts", What: "packs millions of parts in an event", Expect: Refuses, Says: "more than 100,000 parts", bend: sendIs(filled(streamHead+"\r\ndata: "+`{"jsonrpc":"2.0","id":RPCID,"result":{"artifactUpdate":{"taskId":"t-1","artifact":{"artifactId":"a","parts":[{}`, `,{}`, "]}}}}\n\n", 24<<20))},
	{Name: "stream without an event", What: "ends its stream at once", Expect: Refuses, Says: "the stream ended without a single event", bend: sends("")},
	{Name: "stream of comments", What: "sends only signs of life and ends", Expect: Refuses, Says: "none of them was an event", bend: sends(strings.Repeat(": ping\n\n", 20))},
	{Name: "stream that is HTML", What: "sends a web page as an event stream", Expect: Refuses, Says: "none of them was an event", bend: sends("<html>\n<body>Sign in</body>\n</html>\n")},
	{Name: "error on the stream", What: "refuses on the stream", Expect: Refuses, Says: "“no␛[2J”", bend: sends(`data: {"jsonrpc":"2.0","id":RPCID,"error":{"code":-32603,"message":"no\u001b[2J"}}` + "\n\n")},
}

// tells sets all events of its streams.
func tells(events ...string) func(*script) {
	return func(s *script) { s.events = slices.Clone(events) }
}

// breaksOff cuts the stream behind its first events; later is whether the agent
// lets itself be asked for the task by another stream.
func breaksOff(behind int, later bool) func(*script) {
	return func(s *script) {
		s.answers[send] = func(w io.Writer, q *request) { s.cutStream(s.events[:behind]...)(w, q) }
		if !later {
			s.answers[subscribe] = rpcError(`{"code":-32004,"message":"no streams"}`)
		}
	}
}

var streams = []Behavior{
	{Name: "breaks off, streams again", What: "cuts the stream, and opens another for the task", Expect: Recovers, Says: "Connection lost. Reconnecting", bend: breaksOff(2, true)},
	{Name: "breaks off, can be asked", What: "cuts the stream, and answers GetTask alone", Expect: Recovers, Says: "Checking the task's status", bend: breaksOff(2, false)},
	{Name: "breaks off within an event", What: "cuts the stream in the middle of an event", Expect: Recovers, Says: "label cell", bend: func(s *script) {
		text := wellTold[:strings.Index(wellTold, "artifactUpdate")+s.dice.IntN(100)]
		s.answers[send] = func(w io.Writer, q *request) { chunked(s.fill(text))(w, q) }
	}},
	{Name: "breaks off before a word", What: "cuts the stream before its first event", Expect: Refuses, Says: "check there before you send again", bend: breaksOff(0, true)},
	{Name: "breaks off, lists the task", What: "cuts the stream before its first event, and lists the task with the message", Expect: Recovers, Says: "the agent has a task with the message", bend: func(s *script) {
		breaksOff(0, true)(s)
		s.answers[send] = s.remember()
	}},
	{Name: "ends early, in order", What: "ends the stream in order while the task works", Expect: Recovers, Says: "Connection lost. Reconnecting (1 of 5)", bend: func(s *script) {
		s.answers[send] = func(w io.Writer, q *request) { s.stream(s.events[:2]...)(w, q) }
	}},
	{Name: "breaks off for ever", What: "cuts the stream, and forgets the task", Expect: Refuses, Says: "the agent may have finished the task t-1", bend: func(s *script) {
		breaksOff(2, false)(s)
		s.answers[getTask] = rpcError(`{"code":-32001,"message":"no such task"}`)
	}},
	{Name: "says everything twice", What: "repeats every event", Expect: Works, Says: "label cell", Once: "  cell", bend: func(s *script) {
		var twice []string
		for _, e := range s.events {
			twice = append(twice, e, e)
		}
		s.events = twice
	}},
	{Name: "says it backwards", What: "sends its events in reverse order", Expect: Notices, Says: "sent working after the final state completed", bend: func(s *script) { slices.Reverse(s.events) }},
	{Name: "goes on behind the end", What: "says working and failed behind completed", Expect: Notices, Says: "sent failed after the final state completed", bend: func(s *script) {
		s.events = append(s.events, status(working, `"again"`), status("TASK_STATE_FAILED", `"late"`))
	}},
	{Name: "keeps the stream open", What: "never ends the stream of a task that is done", Expect: Works, Says: "outcome: completed", Flags: []string{"--max", "quiet-time=5s"}, bend: func(s *script) {
		s.answers[send] = silent(func(w io.Writer, q *request) { s.cutStream(s.events...)(w, q) })
	}},
	{Name: "talks on behind the end", What: "says completed for ever", Expect: Notices, Says: "the agent keeps sending", Slow: true, bend: func(s *script) {
		s.answers[send] = func(w io.Writer, q *request) {
			s.cutStream(s.events...)(w, q)
			s.again(50*time.Millisecond, status(completed, ""))(w, q)
		}
	}},
	{Name: "falls silent", What: "says nothing more behind working", Expect: Refuses, Says: "task t-1 may continue on the agent", Timeout: 2 * time.Second, bend: func(s *script) {
		s.answers[send] = silent(func(w io.Writer, q *request) { s.cutStream(s.events[:2]...)(w, q) })
	}},
	{Name: "never answers", What: "takes the message and says nothing", Expect: Refuses, Says: "but may have started one", Timeout: 2 * time.Second, bend: sendIs(silent(raw("")))},
	{Name: "20,000 states", What: "says working again and again", Expect: Works, Says: "outcome: completed", Once: "step", bend: func(s *script) {
		flood := slices.Repeat([]string{status(working, `"step"`)}, 20_000)
		s.events = slices.Concat(s.events[:1], flood, s.events[2:])
	}},
	{Name: "20,000 pieces", What: "sends its artifact in very many pieces", Expect: Works, Says: "label cell word word word", bend: func(s *script) {
		piece := `{"artifactUpdate":{"taskId":"t-1","append":true,"artifact":{"artifactId":"a","parts":[{"text":"word "}]}}}`
		s.events[2] = strings.Replace(s.events[2], `"lastChunk":true,`, "", 1)
		s.events = slices.Concat(s.events[:3], slices.Repeat([]string{piece}, 20_000), s.events[3:])
	}},
	{Name: "event for another task", What: "mixes in events of a task that is not ours", Expect: Notices, Says: "event for another task, t-2", bend: func(s *script) {
		other := strings.ReplaceAll(status("TASK_STATE_FAILED", `"not yours"`), "t-1", "t-2")
		s.events = slices.Insert(s.events, 2, other)
	}},
	{Name: "events of an unknown kind", What: "mixes in events that no version knows", Expect: Notices, Says: "is not an event and was skipped", bend: func(s *script) {
		s.events = slices.Insert(s.events, 1, `{"weather":{"taskId":"t-1","sun":true}}`, `{}`, `[]`, `7`)
	}},
}

// again sends an event for as long as the client reads the stream.
func (s *script) again(pause time.Duration, event string) answer {
	return func(w io.Writer, q *request) {
		for {
			select {
			case <-time.After(pause):
				chunk(w, "data: "+q.place(envelope(s.fill(event)))+"\n\n")
			case <-q.gone:
				return
			}
		}
	}
}

// remember breaks off before a word, and lists the task with the message that
// was sent.
func (s *script) remember() answer {
	sent := make(chan string, 1)
	s.answers[listTasks] = func(w io.Writer, q *request) {
		id := <-sent
		sent <- id
		task := taskNow(completed, `"history":[{"messageId":"`+id+`","role":"ROLE_USER","parts":[]}],"artifacts":[{"artifactId":"a","parts":PARTS}]`)
		rpc(s.fill(`{"tasks":[`+task+`],"nextPageToken":""}`))(w, q)
	}
	return func(w io.Writer, q *request) {
		select {
		case sent <- q.message:
		default:
		}
		chunked()(w, q)
	}
}

// Message is what a server of gRPC answers to every call.
type Message struct {
	Name, What string
	Serve      http.HandlerFunc
}

// grpcFrame is a message of gRPC: a flag, a length, and as many bytes as are there.
func grpcFrame(flag byte, length uint32, data string) string {
	head := binary.BigEndian.AppendUint32([]byte{flag}, length)
	return string(head) + data
}

// answers writes frames, and ends with a status; "" for none.
func answers(ends string, frames ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/grpc+proto")
		w.Header().Set("Trailer", "Grpc-Status, Grpc-Message")
		w.WriteHeader(http.StatusOK)
		for _, f := range frames {
			if _, err := io.WriteString(w, f); err != nil {
				return
			}
		}
		if ends != "" {
			w.Header().Set("Grpc-Status", ends)
			w.Header().Set("Grpc-Message", "%1B%5B2J said the agent")
		}
	}
}

// Messages are answers in gRPC that are no answers of A2A.
func Messages() []Message {
	valid := func(data string) string { return grpcFrame(0, uint32(len(data)), data) }
	return []Message{
		{"no protobuf", "bytes that are no message", answers("0", valid("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"))},
		{"huge length", "a length of 4 GiB, and no bytes", answers("0", grpcFrame(0, 1<<32-1, ""))},
		{"short", "fewer bytes than its length says", answers("0", grpcFrame(0, 1000, "abc"))},
		{"compressed", "a compressed message that is none", answers("0", grpcFrame(1, 3, "abc"))},
		{"endless group", "groups in one another", answers("0", valid(strings.Repeat("\x0b", 100_000)))},
		{"long field", "a field that says it has 2 GiB", answers("0", valid("\x0a\xff\xff\xff\xff\x07"))},
		{"no message", "no message, and a good end", answers("0")},
		{"no end", "no status at the end", answers("")},
		{"strange status", "a status that does not exist", answers("99")},
		{"status is a text", "a status that is no number", answers("ok")},
		{"internal", "an error of its own", answers("13")},
		{"page", "a web page", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<html>Sign in</html>")
		}},
		{"endless", "a message without end", func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Type", "application/grpc+proto")
			_, err := io.WriteString(w, grpcFrame(0, 1<<32-1, ""))
			for chunk, n := strings.Repeat("x", 64<<10), 0; err == nil && n < endlessText; n += len(chunk) {
				_, err = io.WriteString(w, chunk)
			}
		}},
	}
}
