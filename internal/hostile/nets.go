package hostile

import (
	"io"
	"strings"
	"time"
)

// streamIs answers every message by a stream, written so.
func streamIs(how func(answer) answer) func(*script) {
	return func(s *script) {
		s.answers[send] = how(func(w io.Writer, q *request) { s.stream(s.events...)(w, q) })
	}
}

var nets = []Behavior{
	{Name: "refused connection", What: "is not there", Expect: Refuses, Says: "nothing is listening at", bend: portIsClosed},
	{Name: "nobody accepts", What: "lets connections wait", Expect: Refuses, Says: "could not connect to 127.0.0.1", Timeout: 2 * time.Second, bend: nobodyAccepts},
	{Name: "nobody accepts messages", What: "lets the connections for messages wait", Expect: Refuses, Says: "--timeout has expired, and nothing was sent", Timeout: 2 * time.Second, bend: nobodyAcceptsMessages},
	{Name: "no such name", What: "has a name that does not exist", Expect: Refuses, Says: "not found; check the spelling and the network", bend: isAt("https://nobody." + strings.Repeat("x", 64) + ".invalid:9")},
	{Name: "resets the answer", What: "resets the connection in place of an answer", Expect: Refuses, Says: "check there before you send again", bend: meets(send, 1, Fault{Kind: Reset, Way: Down})},
	{Name: "resets within the headers", What: "resets the connection in the headers of its answer", Expect: Refuses, Says: "check there before you send again", bend: meets(send, 1, Fault{Kind: Reset, Way: Down, After: 30})},
	{Name: "closes within the headers", What: "closes the connection in the headers of its answer", Expect: Refuses, Says: "check there before you send again", bend: meets(send, 1, Fault{Kind: Close, Way: Down, After: 30})},
	{Name: "resets within the stream", What: "resets the connection behind the first event", Expect: Recovers, Says: "Connection lost. Reconnecting", bend: meets(send, 1, Fault{Kind: Reset, Way: Down, After: 400})},
	{Name: "closes within the stream", What: "closes the connection behind the first event", Expect: Recovers, Says: "Connection lost. Reconnecting", bend: meets(send, 1, Fault{Kind: Close, Way: Down, After: 400})},
	{Name: "stalls within the stream", What: "lets nothing pass behind the first event", Expect: Refuses, Says: "the --timeout has expired", Timeout: 2 * time.Second, bend: meets(send, 1, Fault{Kind: Stall, Way: Down, After: 400})},
	{Name: "halts within the stream", What: "lets nothing pass for a second", Expect: Works, Says: "label cell", bend: meets(send, 1, Fault{Kind: Delay, Way: Down, After: 400, For: time.Second})},
	{Name: "resets the message", What: "resets the connection while the message leaves", Expect: Refuses, Says: "check there before you send again", bend: meets(askCard, 2, Fault{Kind: Reset, Way: Up, After: 100})},
	{Name: "stalls the message", What: "takes no more while the message leaves", Expect: Refuses, Says: "but may have started one", Timeout: 2 * time.Second, bend: meets(askCard, 2, Fault{Kind: Stall, Way: Up, After: 100})},
	{Name: "byte by byte", What: "sends its answer byte by byte", Expect: Works, Says: "label cell", bend: streamIs(func(a answer) answer { return slowly(time.Millisecond/4, a) })},
	{Name: "headers byte by byte", What: "sends headers byte by byte, and never ends", Expect: Refuses, Says: "but may have started one", Timeout: 2 * time.Second, bend: sendIs(slowly(20*time.Millisecond, endless(okHead, many("X-Filler: x\r\n"))))},
	{Name: "says half and listens", What: "closes its own half within the stream", Expect: Recovers, Says: "Connection lost. Reconnecting", bend: func(s *script) {
		s.answers[send] = halfClosed(func(w io.Writer, q *request) { s.cutStream(s.events[:2]...)(w, q) })
	}},
	{Name: "goes down", What: "goes away within the stream, and does not come back", Expect: Refuses, Says: "task t-1 may continue on the agent", Timeout: 4 * time.Second, bend: func(s *script) {
		s.answers[send] = func(w io.Writer, q *request) {
			q.leave()
			s.cutStream(s.events[:2]...)(w, q)
		}
	}},
	{Name: "promises to stay", What: "promises to keep a connection, and cuts it when it is used again", Expect: Refuses, Says: "check there before you send again", Flags: withToken, bend: guards(byBearer, "", hasExtended(func(*script) {}), keepsNothing)},
	{Name: "good TLS", What: "shows a certificate that is right", Expect: Works, Says: "label cell", bend: overTLS("https", certificate{})},
	{Name: "certificate of another", What: "shows a certificate for another name", Expect: Refuses, Says: "is for another name", bend: overTLS("https", certificate{name: "other.example"})},
	{Name: "certificate of old", What: "shows a certificate that has expired", Expect: Refuses, Says: "has expired or is not valid yet", bend: overTLS("https", certificate{expired: true})},
	{Name: "certificate of nobody", What: "shows a certificate that no authority signed", Expect: Refuses, Says: "is signed by an unknown authority", bend: overTLS("https", certificate{unknown: true})},
	{Name: "TLS of old", What: "speaks TLS 1.1 alone", Expect: Refuses, Says: "no TLS connection", bend: overTLS("https", certificate{old: true})},
	{Name: "TLS where none is wanted", What: "speaks TLS at an address of plain HTTP", Expect: Refuses, Says: "if the host speaks TLS, write https://", bend: overTLS("http", certificate{})},
	{Name: "no TLS where it is wanted", What: "speaks plain HTTP at an address of TLS", Expect: Refuses, Says: "does not speak TLS", bend: isAt("https://HOST")},
}
