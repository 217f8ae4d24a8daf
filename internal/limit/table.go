package limit

import "time"

const (
	kib = 1 << 10
	mib = 1 << 20
)

func seconds(n int64) int64      { return n * int64(time.Second) }
func milliseconds(n int64) int64 { return n * int64(time.Millisecond) }

// What a card may be.
var (
	CardBytes     = &Limit{Name: "card-bytes", Unit: Bytes, Default: 4 * mib, Description: "a card from the network, unpacked", Consequence: "the card is not opened"}
	CardFileBytes = &Limit{Name: "card-file-bytes", Unit: Bytes, Default: 64 * mib, Description: "a card from a file", Consequence: "the card is not opened"}
	CardSkills    = &Limit{Name: "card-skills", Default: 20_000, Description: "skills of a card", Consequence: "the card is not opened"}
	CardSchemas   = &Limit{Name: "card-schemas", Default: 100_000, Description: "schemas of a card", Consequence: "the card is not opened"}
	CardValues    = &Limit{Name: "card-values", Default: 300_000, Description: "values of a card outside its schemas", Consequence: "the card is not opened"}
)

// What an agent may answer, and how long it may take.
var (
	ReplyBytes   = &Limit{Name: "reply-bytes", Unit: Bytes, Default: 32 * mib, Description: "an answer or an event, unpacked", Consequence: "it is refused, and the task looked for again"}
	ReplyItems   = &Limit{Name: "reply-items", Default: 100_000, Description: "parts, messages, artifacts and tasks of an answer or event", Consequence: "it is refused"}
	TaskBytes    = &Limit{Name: "task-bytes", Unit: Bytes, Default: 64 * mib, Description: "what an agent says and sends in one task, as far as it is shown", Consequence: "later words and artifacts are left out, with a notice"}
	HeaderBytes  = &Limit{Name: "header-bytes", Unit: Bytes, Default: mib, Description: "the headers of an answer", Consequence: "the answer is refused"}
	Redirects    = &Limit{Name: "redirects", Default: 5, Description: "redirects of a GET, on one origin; a POST follows none", Consequence: "the request is given up"}
	ConnectTime  = &Limit{Name: "connect-time", Unit: Time, Default: seconds(10), Description: "until there is a connection", Consequence: "the request is given up"}
	TLSTime      = &Limit{Name: "tls-time", Unit: Time, Default: seconds(10), Description: "until the connection is secured", Consequence: "the request is given up"}
	HeaderTime   = &Limit{Name: "header-time", Unit: Time, Default: seconds(30), Description: "until an answer to a card, get, cancel or subscribe begins", Consequence: "the request is given up, and tried again where that is safe"}
	SendTime     = &Limit{Name: "send-time", Unit: Time, Default: seconds(120), Description: "until the answer to a send begins, which may wait for the task", Consequence: "the task is looked for; nothing is sent again"}
	BodyTime     = &Limit{Name: "body-time", Unit: Time, Default: seconds(60), Description: "silence within an answer that is no stream", Consequence: "the request is given up"}
	ReplyTime    = &Limit{Name: "reply-time", Unit: Time, Default: seconds(300), Description: "an answer that is no stream, from its first byte to its last", Consequence: "the request is given up, and tried again where that is safe"}
	TokenTime    = &Limit{Name: "token-time", Unit: Time, Default: seconds(30), Description: "a question to a token endpoint", Consequence: "signing in fails"}
	ExtendedTime = &Limit{Name: "extended-card-time", Unit: Time, Default: seconds(10), Description: "the question for an extended card", Consequence: "the public card is used"}
	ListTime     = &Limit{Name: "list-time", Unit: Time, Default: seconds(30), Description: "the question for an agent's tasks", Consequence: "the list is not shown"}
	QuietTime    = &Limit{Name: "quiet-time", Unit: Time, Default: seconds(15), Description: "silence on a stream before it is said", Consequence: "the task goes on, with a notice"}
	StallTime    = &Limit{Name: "stall-time", Unit: Time, Default: seconds(60), Description: "silence on a stream before the task is asked for", Consequence: "the stream is opened again"}
	RetryAfter   = &Limit{Name: "retry-after", Unit: Time, Default: seconds(60), Description: "how long an agent may put us off by Retry-After", Consequence: "it is asked earlier"}
	FindTime     = &Limit{Name: "find-time", Unit: Time, Default: seconds(10), Description: "looking for the task of a message whose answer was lost", Consequence: "it stays unknown whether the message came"}
	Reconnects   = &Limit{Name: "reconnects", Default: 5, Description: "tries in a row to open a lost stream again", Consequence: "the task is polled"}
	Polls        = &Limit{Name: "polls", Default: 16, Description: "polls in a row that fail, with growing pauses: the default takes a minute", Consequence: "following the task is given up; it may go on at the agent"}
	Restarts     = &Limit{Name: "restarts", Default: 60, Description: "streams of one task in a row that end within stall-time, before it does", Consequence: "the task is polled"}
)

// What is sent.
var (
	MessageFiles = &Limit{Name: "message-files", Unit: Bytes, Default: 24 * mib, Description: "all files of one message", Consequence: "the file is not taken"}
	InputBytes   = &Limit{Name: "input-bytes", Unit: Bytes, Default: 64 * mib, Description: "what --data reads", Consequence: "nothing is sent"}
	FieldFile    = &Limit{Name: "field-file", Unit: Bytes, Default: 16 * mib, Description: "a file that plain mode puts into a field", Consequence: "the file is not taken"}
	Answers      = &Limit{Name: "answers", Default: 100_000, Description: "answers to plain mode's questions", Consequence: "the program ends"}
	AnswerBytes  = &Limit{Name: "answer-bytes", Unit: Bytes, Default: 16 * mib, Description: "one answer in plain mode", Consequence: "the program ends"}
)

// What a schema may be.
var (
	SchemaBytes  = &Limit{Name: "schema-bytes", Unit: Bytes, Default: 8 * mib, Description: "a schema", Consequence: "values are written as JSON, and checked by the agent alone"}
	SchemaDepth  = &Limit{Name: "schema-depth", Default: 64, Description: "schemas in one another", Consequence: "as schema-bytes"}
	SchemaLevels = &Limit{Name: "schema-levels", Default: 128, Description: "arrays and objects of a schema's text in one another", Consequence: "as schema-bytes"}
	SchemaParts  = &Limit{Name: "schema-parts", Default: 20_000, Description: "subschemas of a schema", Consequence: "as schema-bytes"}
	SchemaNames  = &Limit{Name: "schema-names", Default: 1_000, Description: "subschemas with an identifier of their own", Consequence: "as schema-bytes"}
	SchemaValues = &Limit{Name: "schema-values", Default: 400_000, Description: "values of a schema's text", Consequence: "as schema-bytes"}
	SchemaTries  = &Limit{Name: "schema-tries", Default: 20_000, Description: "subschemas that one place of a value is tried against", Consequence: "as schema-bytes"}
	PatternBytes = &Limit{Name: "pattern-bytes", Unit: Bytes, Default: 64 * kib, Description: "a pattern", Consequence: "the pattern is not checked, with a notice"}
	MatchTime    = &Limit{Name: "match-time", Unit: Time, Default: milliseconds(100), Description: "one match of a pattern", Consequence: "“not checked here” at the field"}
	EditTime     = &Limit{Name: "edit-time", Unit: Time, Default: milliseconds(250), Description: "checking a field after a key", Consequence: "“not checked here” at the field"}
	ValidateTime = &Limit{Name: "judge-time", Unit: Time, Default: seconds(2), Description: "checking a whole value", Consequence: "“not checked here”, and the value can be sent"}
	FitSteps     = &Limit{Name: "fit-steps", Default: 1_000_000, Description: "steps of the validator to find the choices that a loaded value fits, and 16 more for each value in it", Consequence: "the place is edited as JSON"}
)

// What a value may be.
var (
	DataBytes      = &Limit{Name: "data-bytes", Unit: Bytes, Default: 64 * mib, Description: "a value, typed or received", Consequence: "it is refused, or shown as text"}
	DataDepth      = &Limit{Name: "data-depth", Default: 256, Description: "arrays and objects of a value in one another", Consequence: "as data-bytes"}
	NumberDigits   = &Limit{Name: "number-digits", Default: 1_000, Description: "characters of a number", Consequence: "as data-bytes; as a keyword of a schema it is left out, with a notice"}
	NumberExponent = &Limit{Name: "number-exponent", Default: 400, Description: "the exponent of a number, either way", Consequence: "as number-digits"}
)

// What is shown of text.
var (
	LabelBytes    = &Limit{Name: "label-bytes", Unit: Bytes, Default: 512, Description: "a name, a title, a line of a status", Consequence: "cut, with …"}
	CellBytes     = &Limit{Name: "cell-bytes", Unit: Bytes, Default: 4 * kib, Description: "a cell of a table", Consequence: "cut, with …; enter opens it"}
	TextBytes     = &Limit{Name: "text-bytes", Unit: Bytes, Default: 8 * kib, Description: "a description, a message", Consequence: "cut, with …"}
	ProseBytes    = &Limit{Name: "prose-bytes", Unit: Bytes, Default: 256 * kib, Description: "a text part", Consequence: "cut, with …; it can be saved whole"}
	MarkdownBytes = &Limit{Name: "markdown-bytes", Unit: Bytes, Default: 128 * kib, Description: "a text that is read as Markdown", Consequence: "shown as it was written"}
	JSONBytes     = &Limit{Name: "json-bytes", Unit: Bytes, Default: mib, Description: "JSON that is shown indented", Consequence: "shown as it came, and cut with …"}
	WireBytes     = &Limit{Name: "wire-bytes", Unit: Bytes, Default: 16 * kib, Description: "a body, or all headers, in the wire view and in --debug", Consequence: "cut, with …"}
	AddressBytes  = &Limit{Name: "address-bytes", Unit: Bytes, Default: 8 * kib, Description: "an address that is shown or opened", Consequence: "it is not opened"}
)

// What is shown of tables, files and queries.
var (
	Columns       = &Limit{Name: "columns", Default: 256, Description: "columns of a table", Consequence: "a last column holds the others"}
	Rows          = &Limit{Name: "rows", Default: 500, Description: "rows of a table in text", Consequence: "a line says how many more"}
	FieldRows     = &Limit{Name: "field-rows", Default: 2_000, Description: "members of an object that are listed", Consequence: "a line says how many more"}
	Sections      = &Limit{Name: "sections", Default: 12, Description: "objects in one another that are laid out", Consequence: "deeper ones are previews; the tree opens them"}
	Problems      = &Limit{Name: "problems", Default: 20, Description: "problems listed below a table", Consequence: "a line says how many more"}
	MarkdownCells = &Limit{Name: "markdown-cells", Default: 20_000, Description: "cells of a table in Markdown", Consequence: "shown as it was written"}
	CSVColumns    = &Limit{Name: "csv-columns", Default: 4_096, Description: "columns of an export to CSV", Consequence: "nested members stay JSON; the export is refused where that is not enough"}
	ValidateBytes = &Limit{Name: "judged-bytes", Unit: Bytes, Default: 8 * mib, Description: "an object that is checked at once", Consequence: "“too large to check at once”"}
	QueryBytes    = &Limit{Name: "query-bytes", Unit: Bytes, Default: 64 * mib, Description: "what a query reads and gives", Consequence: "the query fails"}
	QueryTime     = &Limit{Name: "query-time", Unit: Time, Default: seconds(10), Description: "a query", Consequence: "the query fails"}
	QueryMemory   = &Limit{Name: "query-memory", Unit: Bytes, Default: 256 * mib, Description: "memory that a query adds to what is held", Consequence: "the query fails"}
	PictureBytes  = &Limit{Name: "picture-bytes", Unit: Bytes, Default: 64 * mib, Description: "an image", Consequence: "it is not drawn; it can be saved"}
	PictureDots   = &Limit{Name: "picture-dots", Default: 40_000_000, Description: "pixels of an image", Consequence: "as picture-bytes"}
	PictureMemory = &Limit{Name: "picture-memory", Unit: Bytes, Default: 256 * mib, Description: "memory for reading an image", Consequence: "as picture-bytes"}
	PictureTime   = &Limit{Name: "picture-time", Unit: Time, Default: seconds(30), Description: "reading an image", Consequence: "as picture-bytes"}
)

// What is kept.
var (
	KeptCard    = &Limit{Name: "kept-card", Unit: Bytes, Default: 4 * mib, Description: "a card that is kept with a run", Consequence: "the run opens without its card"}
	KeptRequest = &Limit{Name: "kept-request", Unit: Bytes, Default: 4 * mib, Description: "a request that is kept with a run", Consequence: "the run can be shown, not repeated"}
	RunBytes    = &Limit{Name: "run-bytes", Unit: Bytes, Default: 64 * mib, Description: "the events with results of a run that are kept in its file", Consequence: "later ones are not kept, with a notice"}
	RunStatus   = &Limit{Name: "run-status", Unit: Bytes, Default: 16 * mib, Description: "the events without results of a run that are shown and kept in its file", Consequence: "only changes of state are shown and kept of later ones, with a notice"}
	History     = &Limit{Name: "history-bytes", Unit: Bytes, Default: 1024 * mib, Description: "all run files together", Consequence: "the oldest are deleted when the screens start and behind a recorded send, with a notice; never a run that goes on or waits"}
	RunLine     = &Limit{Name: "run-line", Unit: Bytes, Default: 64 * mib, Description: "a line of a run file", Consequence: "the run is not opened"}
	AgentsFile  = &Limit{Name: "agents-file", Unit: Bytes, Default: mib, Description: "agents.toml and config.toml", Consequence: "the file is not used"}
	KeyringTime = &Limit{Name: "keyring-time", Unit: Time, Default: seconds(3), Description: "a question to the keyring", Consequence: "credentials are kept in a file"}
	LockTime    = &Limit{Name: "lock-time", Unit: Time, Default: seconds(10), Description: "waiting for another a2aform", Consequence: "the change is not kept, and said"}
)

// table are all rows, in the order in which they are shown.
var table = []*Limit{
	CardBytes, CardFileBytes, CardSkills, CardSchemas, CardValues,
	ReplyBytes, ReplyItems, TaskBytes, HeaderBytes, Redirects, ConnectTime, TLSTime, HeaderTime, SendTime, BodyTime, ReplyTime, TokenTime, ExtendedTime,
	ListTime, QuietTime, StallTime, RetryAfter, FindTime, Reconnects, Polls, Restarts,
	MessageFiles, InputBytes, FieldFile, Answers, AnswerBytes,
	SchemaBytes, SchemaDepth, SchemaLevels, SchemaParts, SchemaNames, SchemaValues, SchemaTries, PatternBytes, MatchTime, EditTime, ValidateTime, FitSteps,
	DataBytes, DataDepth, NumberDigits, NumberExponent,
	LabelBytes, CellBytes, TextBytes, ProseBytes, MarkdownBytes, JSONBytes, WireBytes, AddressBytes,
	Columns, Rows, FieldRows, Sections, Problems, MarkdownCells, CSVColumns, ValidateBytes, QueryBytes, QueryTime, QueryMemory,
	PictureBytes, PictureDots, PictureMemory, PictureTime,
	KeptCard, KeptRequest, RunBytes, RunStatus, History, RunLine, AgentsFile, KeyringTime, LockTime,
}
