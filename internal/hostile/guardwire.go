package hostile

var wireRemovals = []Removal{
	without("server that fails", "a2aclient/errtext.go", "if e.HTTPStatus >= 500 {", "if e.HTTPStatus >= 900 {", "server fails", "reason that controls", "error without end"),
	without("header that cannot be read", "a2aclient/classify.go", `{"malformed MIME header"`, `{"never"`, "headers that control"),
	without("message that moves", "a2aclient/rpc.go", "case c.verb != http.MethodGet || originOf(moved.to) != originOf(u):", "case moved.to == nil:", "moves the message away", "moves the message", "moves the token away", "moves the cookie away", "moves the question away"),
	without("question that moves", "a2aclient/run.go", "errors.As(err, &moved) && moved.Status/100 == 3", "errors.As(err, &moved) && moved.Status/100 == 9", "moves the question away"),
	without("message that did not leave", "internal/cli/send.go", "if isUnsent(snapshot.Err) {", "if snapshot.Err == nil {", "nobody accepts messages"),
	without("code that is none", "a2aclient/errtext.go", "case e.HTTPStatus/100 == 2:", "case e.HTTPStatus/100 == 9:", "error without a code"),
	without("card that moves away", "a2aclient/fetch.go", "if err != nil || origin(to) != origin(u) {", "if err != nil {", "moves the card away"),
	without("card that moves", "a2aclient/fetch.go", `if resp.StatusCode/100 != 3 || location == "" {`, `if location != "never" {`, "moves the card"),
	without("circle of redirects", "a2aclient/fetch.go", "\t\tu = to\n", "\t\tif u = to; u != nil {\n\t\t\treturn f.get(ctx, u)\n\t\t}\n", "moves the card round"),
	without("time to wait", "a2aclient/errtext.go", "case !e.RetryAfter.IsEmpty():", "case e == nil:", "asks to wait"),
	without("size of headers", "a2aclient/options.go", "MaxResponseHeaderBytes: ", "MaxResponseHeaderBytes: 1<<40 | ", "headers without end", "hints without end"),
	without("unknown encoding", "a2aclient/classify.go", `case encoding != "" && !strings.EqualFold(encoding, "identity"):`, `case encoding == "never":`, "encoding of nobody"),
	without("promised length", "a2aclient/classify.go", "errors.Is(err, io.ErrUnexpectedEOF), ", "", "length that is a lie"),
	without("broken chunks", "a2aclient/classify.go", `{"chunk", `, `{"never", `, "chunks that are none"),
	without("UTF-16", "a2aclient/classify.go", `case bytes.HasPrefix(body, []byte("\xff\xfe")), `, "case body == nil, ", "reply in UTF-16"),
	without("no HTTP", "a2aclient/classify.go", `{"malformed HTTP "`, `{"never"`, "no HTTP at all", "repeats the token as a status"),
	without("time of a whole answer", "a2aclient/http.go", "limit.ReplyTime.Duration()", "1000*limit.ReplyTime.Duration()", "drips"),
	without("length of a body", "a2aclient/classify.go", `{"Content-Length", `, `{"never", `, "repeats the token as a length"),
	without("answer that was lost", "a2aclient/lost.go", "case errors.As(err, &lost) && !lost.Sent:", "case errors.As(err, &lost):", "breaks off before a word", "hangs up", "resets the answer", "resets within the headers", "closes within the headers", "promises to stay"),
	without("place of an id", "a2aclient/rest.go", `"/tasks/" + url.PathEscape(taskID)`, `"/tasks/" + taskID`, "task id that leads away"),
	without("gateway", "a2aclient/lost.go", "return errors.As(err, &e) && e.Code == 0 && (", "return errors.As(err, &e) && e.Code == 1 && (", "gateway fails"),

	without("error that is a text", "a2aclient/reply.go", "if v := d.value(); isObject(v) || isString(v) {", "if v := d.value(); isObject(v) {", "error is a text"),
	without("error that is none", "a2aclient/reply.go", "if v := d.value(); isObject(v) || isString(v) {", "if v := d.value(); v != nil {", "error is null"),
	without("code as a text", "a2aclient/reply.go", "code := text(s.value())", "code := string(s.value())", "error with a code as text"),
	without("code beyond numbers", "a2aclient/reply.go", "e.Reason = safe.Text(code)", "e.Code = 1", "error of a huge code"),
	without("error before result", "a2aclient/rpc.go", "if r.failed != nil {", "if r.failed != nil && r.result == nil {", "error and result"),
	without("answer of a kind", "a2aclient/rpc.go", "case r.isEvent:", "case r.result != nil:", "result is null", "result is a text", "result is empty"),
	without("JSON that is no object", "a2aclient/classify.go", "case jsonscan.Valid(body):", "case body == nil:", "answers a list"),
	without("id of any type", "a2aclient/reply.go", `		case "jsonrpc":
`, `		case "id":
			d.bad = d.bad || !isString(d.value())
		case "jsonrpc":
`, "id as a number"),
	without("missing envelope", "a2aclient/reply.go", "if r.result == nil {", "if r.result == nil && data == nil {", "no envelope"),
	without("case of members", "a2aclient/scan.go", "\ts.i++\n\treturn true\n}\n\n// longKey", "\ts.i++\n\ts.key = bytes.ToLower(s.key)\n\treturn true\n}\n\n// longKey", "envelope in capitals"),
	without("reply in place of a stream", "a2aclient/feed.go", "if resp.isStream {", "if resp.Header != nil {", "reply in place of a stream"),
	without("number of items", "a2aclient/scan.go", "return s.items > limit.ReplyItems.Int()", "return s.items > 1_000_000*limit.ReplyItems.Int()", "reply of tiny parts", "event of tiny parts"),
	without("end of the text", "a2aclient/scan.go", "return !s.bad && jsonscan.Space(s.b, s.i) == len(s.b)", "return !s.bad", "junk behind the reply"),

	without("event over chunks", "a2aclient/sse.go", "\tchunk = s.skipBOM(chunk)\n", "\tchunk = s.skipBOM(chunk)\n\ts.field, s.inValue = s.field[:0], false\n", "chunks at every place"),
	without("end of lines", "a2aclient/sse.go", `find(chunk, '\r', i, cr)`, "len(chunk)", "lines that end in CR", "lines that end in CRLF"),
	without("byte order mark of a stream", "a2aclient/sse.go", "for s.bom >= 0 && len(chunk) > 0 {", "for s.bom > 7 {", "byte order mark"),
	without("other fields", "a2aclient/sse.go", "\tcase \"data\":\n\t\tif s.data", "\tcase \"data\", \"id\", \"bar\", \"retry\", \"\":\n\t\tif s.data", "comments and retry"),
	without("lines of one event", "a2aclient/sse.go", "\t\ts.hasData = true\n", "\t\ts.hasData = true\n\t\ts.dispatch(emit)\n", "data of many lines"),
	without("end of a stream", "a2aclient/sse.go", "if s.data.n == 0 {", "if s.data.n >= 0 {", "last event without an end"),
	without("word of what was passed over", "a2aclient/feed.go", "if p.skipped == skipNotices {", "if p.skipped < 0 {", "events that are none"),
	without("stream without events", "a2aclient/feed.go", "case p.events > 0:", "case p.events >= 0:", "only events that are none", "stream of comments", "stream that is HTML", "stream without an event"),
	{"size of an event", []Edit{
		{"a2aclient/sse.go", `s.line > s.limit+len("data: ")`, "s.line < 0"},
		{"a2aclient/sse.go", "if s.data.n+len(b) > s.limit {", "if s.data.n < 0 {"},
	}, []string{"event without end", "event of endless lines", "comment without end", "stream that inflates"}},
	without("error on a stream", "a2aclient/feed.go", "\tif r.failed != nil {\n", "\tif r.failed != nil && s.data == nil {\n", "error on the stream"),
}
