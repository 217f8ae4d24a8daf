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
	CardBytes     = &Limit{Name: "card-bytes", Unit: Bytes, Default: 4 * mib, What: "a card from the network, unpacked", Beyond: "the card is not opened"}
	CardFileBytes = &Limit{Name: "card-file-bytes", Unit: Bytes, Default: 64 * mib, What: "a card from a file", Beyond: "the card is not opened"}
	CardSkills    = &Limit{Name: "card-skills", Default: 20_000, What: "skills of a card", Beyond: "the card is not opened"}
	CardSchemas   = &Limit{Name: "card-schemas", Default: 100_000, What: "schemas of a card", Beyond: "the card is not opened"}
	CardValues    = &Limit{Name: "card-values", Default: 300_000, What: "values of a card outside its schemas", Beyond: "the card is not opened"}
)

// What an agent may answer, and how long it may take.
var (
	ReplyBytes   = &Limit{Name: "reply-bytes", Unit: Bytes, Default: 32 * mib, What: "an answer or an event, unpacked", Beyond: "it is refused, and the task looked for again"}
	ReplyItems   = &Limit{Name: "reply-items", Default: 100_000, What: "parts, messages, artifacts and tasks of an answer or event", Beyond: "it is refused"}
	TaskBytes    = &Limit{Name: "task-bytes", Unit: Bytes, Default: 64 * mib, What: "what an agent says and sends in one task, as far as it is shown", Beyond: "later words and artifacts are left out, with a notice"}
	HeaderBytes  = &Limit{Name: "header-bytes", Unit: Bytes, Default: mib, What: "the headers of an answer", Beyond: "the answer is refused"}
	Redirects    = &Limit{Name: "redirects", Default: 5, What: "redirects of a GET, on one origin; a POST follows none", Beyond: "the request is given up"}
	ConnectTime  = &Limit{Name: "connect-time", Unit: Time, Default: seconds(10), What: "until there is a connection", Beyond: "the request is given up"}
	TLSTime      = &Limit{Name: "tls-time", Unit: Time, Default: seconds(10), What: "until the connection is secured", Beyond: "the request is given up"}
	HeaderTime   = &Limit{Name: "header-time", Unit: Time, Default: seconds(30), What: "until an answer to a card, get, cancel or subscribe begins", Beyond: "the request is given up, and tried again where that is safe"}
	SendTime     = &Limit{Name: "send-time", Unit: Time, Default: seconds(120), What: "until the answer to a send begins, which may wait for the task", Beyond: "the task is looked for; nothing is sent again"}
	BodyTime     = &Limit{Name: "body-time", Unit: Time, Default: seconds(60), What: "silence within an answer that is no stream", Beyond: "the request is given up"}
	ReplyTime    = &Limit{Name: "reply-time", Unit: Time, Default: seconds(300), What: "an answer that is no stream, from its first byte to its last", Beyond: "the request is given up, and tried again where that is safe"}
	TokenTime    = &Limit{Name: "token-time", Unit: Time, Default: seconds(30), What: "a question to a token endpoint", Beyond: "signing in fails"}
	ExtendedTime = &Limit{Name: "extended-card-time", Unit: Time, Default: seconds(10), What: "the question for an extended card", Beyond: "the public card is used"}
	ListTime     = &Limit{Name: "list-time", Unit: Time, Default: seconds(30), What: "the question for an agent's tasks", Beyond: "the list is not shown"}
	QuietTime    = &Limit{Name: "quiet-time", Unit: Time, Default: seconds(15), What: "silence on a stream before it is said", Beyond: "the task goes on, with a notice"}
	StallTime    = &Limit{Name: "stall-time", Unit: Time, Default: seconds(60), What: "silence on a stream before the task is asked for", Beyond: "the stream is opened again"}
	RetryAfter   = &Limit{Name: "retry-after", Unit: Time, Default: seconds(60), What: "how long an agent may put us off by Retry-After", Beyond: "it is asked earlier"}
	FindTime     = &Limit{Name: "find-time", Unit: Time, Default: seconds(10), What: "looking for the task of a message whose answer was lost", Beyond: "it stays unknown whether the message came"}
	Reconnects   = &Limit{Name: "reconnects", Default: 5, What: "tries in a row to open a lost stream again", Beyond: "the task is polled"}
	Polls        = &Limit{Name: "polls", Default: 16, What: "polls in a row that fail, with growing pauses: the default takes a minute", Beyond: "following the task is given up; it may go on at the agent"}
	Restarts     = &Limit{Name: "restarts", Default: 60, What: "streams of one task in a row that end within stall-time, before it does", Beyond: "the task is polled"}
)

// What is sent.
var (
	MessageFiles = &Limit{Name: "message-files", Unit: Bytes, Default: 24 * mib, What: "all files of one message", Beyond: "the file is not taken"}
	InputBytes   = &Limit{Name: "input-bytes", Unit: Bytes, Default: 64 * mib, What: "what --data reads", Beyond: "nothing is sent"}
	FieldFile    = &Limit{Name: "field-file", Unit: Bytes, Default: 16 * mib, What: "a file that plain mode puts into a field", Beyond: "the file is not taken"}
	Answers      = &Limit{Name: "answers", Default: 100_000, What: "answers to plain mode's questions", Beyond: "the program ends"}
	AnswerBytes  = &Limit{Name: "answer-bytes", Unit: Bytes, Default: 16 * mib, What: "one answer in plain mode", Beyond: "the program ends"}
)

// What a schema may be.
var (
	SchemaBytes  = &Limit{Name: "schema-bytes", Unit: Bytes, Default: 8 * mib, What: "a schema", Beyond: "values are written as JSON, and checked by the agent alone"}
	SchemaDepth  = &Limit{Name: "schema-depth", Default: 64, What: "schemas in one another", Beyond: "as schema-bytes"}
	SchemaLevels = &Limit{Name: "schema-levels", Default: 128, What: "arrays and objects of a schema's text in one another", Beyond: "as schema-bytes"}
	SchemaParts  = &Limit{Name: "schema-parts", Default: 20_000, What: "subschemas of a schema", Beyond: "as schema-bytes"}
	SchemaNames  = &Limit{Name: "schema-names", Default: 1_000, What: "subschemas with an identifier of their own", Beyond: "as schema-bytes"}
	SchemaValues = &Limit{Name: "schema-values", Default: 400_000, What: "values of a schema's text", Beyond: "as schema-bytes"}
	SchemaTries  = &Limit{Name: "schema-tries", Default: 20_000, What: "subschemas that one place of a value is tried against", Beyond: "as schema-bytes"}
	PatternBytes = &Limit{Name: "pattern-bytes", Unit: Bytes, Default: 64 * kib, What: "a pattern", Beyond: "the pattern is not checked, with a notice"}
	MatchTime    = &Limit{Name: "match-time", Unit: Time, Default: milliseconds(100), What: "one match of a pattern", Beyond: "“not checked here” at the field"}
	EditTime     = &Limit{Name: "edit-time", Unit: Time, Default: milliseconds(250), What: "judging a field after a key", Beyond: "“not checked here” at the field"}
	ValidateTime = &Limit{Name: "judge-time", Unit: Time, Default: seconds(2), What: "judging a whole value", Beyond: "“not checked here”, and the value can be sent"}
	FitSteps     = &Limit{Name: "fit-steps", Default: 1_000_000, What: "steps of the validator to find the choices that a loaded value fits, and 16 more for each value in it", Beyond: "the place is edited as JSON"}
)

// What a value may be.
var (
	DataBytes      = &Limit{Name: "data-bytes", Unit: Bytes, Default: 64 * mib, What: "a value, typed or received", Beyond: "it is refused, or shown as text"}
	DataDepth      = &Limit{Name: "data-depth", Default: 256, What: "arrays and objects of a value in one another", Beyond: "as data-bytes"}
	NumberDigits   = &Limit{Name: "number-digits", Default: 1_000, What: "characters of a number", Beyond: "as data-bytes; as a keyword of a schema it is left out, with a notice"}
	NumberExponent = &Limit{Name: "number-exponent", Default: 400, What: "the exponent of a number, either way", Beyond: "as number-digits"}
)

// What is shown of text.
var (
	LabelBytes    = &Limit{Name: "label-bytes", Unit: Bytes, Default: 512, What: "a name, a title, a line of a status", Beyond: "cut, with …"}
	CellBytes     = &Limit{Name: "cell-bytes", Unit: Bytes, Default: 4 * kib, What: "a cell of a table", Beyond: "cut, with …; enter opens it"}
	TextBytes     = &Limit{Name: "text-bytes", Unit: Bytes, Default: 8 * kib, What: "a description, a message", Beyond: "cut, with …"}
	ProseBytes    = &Limit{Name: "prose-bytes", Unit: Bytes, Default: 256 * kib, What: "a text part", Beyond: "cut, with …; it can be saved whole"}
	MarkdownBytes = &Limit{Name: "markdown-bytes", Unit: Bytes, Default: 128 * kib, What: "a text that is read as Markdown", Beyond: "shown as it was written"}
	JSONBytes     = &Limit{Name: "json-bytes", Unit: Bytes, Default: mib, What: "JSON that is shown indented", Beyond: "shown as it came, and cut with …"}
	WireBytes     = &Limit{Name: "wire-bytes", Unit: Bytes, Default: 16 * kib, What: "a body, or all headers, in the wire view and in --debug", Beyond: "cut, with …"}
	AddressBytes  = &Limit{Name: "address-bytes", Unit: Bytes, Default: 8 * kib, What: "an address that is shown or opened", Beyond: "it is not opened"}
)

// What is shown of tables, files and queries.
var (
	Columns       = &Limit{Name: "columns", Default: 256, What: "columns of a table", Beyond: "a last column holds the others"}
	Rows          = &Limit{Name: "rows", Default: 500, What: "rows of a table in text", Beyond: "a line says how many more"}
	FieldRows     = &Limit{Name: "field-rows", Default: 2_000, What: "members of an object that are listed", Beyond: "a line says how many more"}
	Sections      = &Limit{Name: "sections", Default: 12, What: "objects in one another that are laid out", Beyond: "deeper ones are previews; the tree opens them"}
	Problems      = &Limit{Name: "problems", Default: 20, What: "problems listed below a table", Beyond: "a line says how many more"}
	MarkdownCells = &Limit{Name: "markdown-cells", Default: 20_000, What: "cells of a table in Markdown", Beyond: "shown as it was written"}
	CSVColumns    = &Limit{Name: "csv-columns", Default: 4_096, What: "columns of an export to CSV", Beyond: "nested members stay JSON; the export is refused where that is not enough"}
	ValidateBytes = &Limit{Name: "judged-bytes", Unit: Bytes, Default: 8 * mib, What: "an object that is checked at once", Beyond: "“too large to check at once”"}
	QueryBytes    = &Limit{Name: "query-bytes", Unit: Bytes, Default: 64 * mib, What: "what a query reads and gives", Beyond: "the query fails"}
	QueryTime     = &Limit{Name: "query-time", Unit: Time, Default: seconds(10), What: "a query", Beyond: "the query fails"}
	QueryMemory   = &Limit{Name: "query-memory", Unit: Bytes, Default: 256 * mib, What: "memory that a query adds to what is held", Beyond: "the query fails"}
	PictureBytes  = &Limit{Name: "picture-bytes", Unit: Bytes, Default: 64 * mib, What: "an image", Beyond: "it is not drawn; it can be saved"}
	PictureDots   = &Limit{Name: "picture-dots", Default: 40_000_000, What: "pixels of an image", Beyond: "as picture-bytes"}
	PictureMemory = &Limit{Name: "picture-memory", Unit: Bytes, Default: 256 * mib, What: "memory for reading an image", Beyond: "as picture-bytes"}
	PictureTime   = &Limit{Name: "picture-time", Unit: Time, Default: seconds(30), What: "reading an image", Beyond: "as picture-bytes"}
)

// What is kept.
var (
	KeptCard    = &Limit{Name: "kept-card", Unit: Bytes, Default: 4 * mib, What: "a card that is kept with a run", Beyond: "the run opens without its card"}
	KeptRequest = &Limit{Name: "kept-request", Unit: Bytes, Default: 4 * mib, What: "a request that is kept with a run", Beyond: "the run can be shown, not repeated"}
	RunBytes    = &Limit{Name: "run-bytes", Unit: Bytes, Default: 64 * mib, What: "the events with results of a run that are kept in its file", Beyond: "later ones are not kept, with a notice"}
	RunStatus   = &Limit{Name: "run-status", Unit: Bytes, Default: 16 * mib, What: "the events without results of a run that are shown and kept in its file", Beyond: "only changes of state are shown and kept of later ones, with a notice"}
	History     = &Limit{Name: "history-bytes", Unit: Bytes, Default: 1024 * mib, What: "all run files together", Beyond: "the oldest are deleted when the screens start and behind a recorded send, with a notice; never a run that goes on or waits"}
	RunLine     = &Limit{Name: "run-line", Unit: Bytes, Default: 64 * mib, What: "a line of a run file", Beyond: "the run is not opened"}
	AgentsFile  = &Limit{Name: "agents-file", Unit: Bytes, Default: mib, What: "agents.toml and config.toml", Beyond: "the file is not used"}
	KeyringTime = &Limit{Name: "keyring-time", Unit: Time, Default: seconds(3), What: "a question to the keyring", Beyond: "credentials are kept in a file"}
	LockTime    = &Limit{Name: "lock-time", Unit: Time, Default: seconds(10), What: "waiting for another a2aform", Beyond: "the change is not kept, and said"}
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
