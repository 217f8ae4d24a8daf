package hostile

import "strings"

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
