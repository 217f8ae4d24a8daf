package hostile

import (
	"io"
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
