package hostile

import "strings"

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
