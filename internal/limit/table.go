package limit

import "time"

const (
	kib = 1 << 10
	mib = 1 << 20
)

func seconds(n int64) int64 { return n * int64(time.Second) }

// The limits that a user can change.
var (
	CardBytes    = &Limit{Name: "card-bytes", Unit: Bytes, Default: 4 * mib, Description: "a card from the network, decompressed", Consequence: "the card is not opened"}
	ReplyBytes   = &Limit{Name: "reply-bytes", Unit: Bytes, Default: 32 * mib, Description: "an answer or an event, decompressed", Consequence: "it is refused, and the task is looked for again"}
	TaskBytes    = &Limit{Name: "task-bytes", Unit: Bytes, Default: 64 * mib, Description: "what an agent says and sends in one task, as far as it is shown", Consequence: "later words and artifacts are left out, with a notice"}
	ConnectTime  = &Limit{Name: "connect-time", Unit: Time, Default: seconds(10), Description: "until there is a connection", Consequence: "the request is given up"}
	HeaderTime   = &Limit{Name: "header-time", Unit: Time, Default: seconds(30), Description: "until an answer to a card, get, cancel or subscribe begins", Consequence: "the request is given up, and tried again where that is safe"}
	SendTime     = &Limit{Name: "send-time", Unit: Time, Default: seconds(120), Description: "until the answer to a send begins, which may wait for the task", Consequence: "the task is looked for; nothing is sent again"}
	StallTime    = &Limit{Name: "stall-time", Unit: Time, Default: seconds(60), Description: "silence on a stream before the task is asked for", Consequence: "the stream is reopened"}
	MessageFiles = &Limit{Name: "message-files", Unit: Bytes, Default: 24 * mib, Description: "all files of one message", Consequence: "the file is not taken"}
	SchemaBytes  = &Limit{Name: "schema-bytes", Unit: Bytes, Default: 8 * mib, Description: "a schema", Consequence: "its values are written as JSON, and only the agent checks them"}
	DataBytes    = &Limit{Name: "data-bytes", Unit: Bytes, Default: 64 * mib, Description: "a value, typed or received", Consequence: "it is refused, or shown as text"}
	Rows         = &Limit{Name: "rows", Default: 500, Description: "rows of a table in text", Consequence: "a notice says how many more"}
	QueryTime    = &Limit{Name: "query-time", Unit: Time, Default: seconds(10), Description: "a query", Consequence: "the query fails"}
	QueryMemory  = &Limit{Name: "query-memory", Unit: Bytes, Default: 256 * mib, Description: "memory that a query adds", Consequence: "the query fails"}
	RunBytes     = &Limit{Name: "run-bytes", Unit: Bytes, Default: 64 * mib, Description: "the events with results of a run that are kept in its file", Consequence: "later ones are not kept, with a notice"}
	History      = &Limit{Name: "history-bytes", Unit: Bytes, Default: 1024 * mib, Description: "all run files together", Consequence: "the oldest are deleted when the screens start and after a recorded send, with a notice; never a run that is going on or waits"}
)

// Those that are not listed: the tests of agents that misbehave shorten what takes minutes.
var (
	BodyTime  = &Limit{Name: "body-time", Unit: Time, Default: seconds(60), Description: "silence within an answer that is no stream", Consequence: "the request is given up"}
	ReplyTime = &Limit{Name: "reply-time", Unit: Time, Default: seconds(300), Description: "an answer that is no stream, from its first byte to its last", Consequence: "the request is given up, and tried again where that is safe"}
	QuietTime = &Limit{Name: "quiet-time", Unit: Time, Default: seconds(15), Description: "silence on a stream before it is said", Consequence: "the task continues, with a notice"}
	Polls     = &Limit{Name: "polls", Default: 16, Description: "failed polls in a row, with growing pauses: the default takes a minute", Consequence: "stopped following the task; it may continue on the agent"}
)

var unlisted = []*Limit{BodyTime, ReplyTime, QuietTime, Polls}

// table are all others, in the order in which they are shown.
var table = []*Limit{
	CardBytes, ReplyBytes, TaskBytes, ConnectTime, HeaderTime, SendTime, StallTime, MessageFiles, SchemaBytes, DataBytes,
	Rows, QueryTime, QueryMemory, RunBytes, History,
}
