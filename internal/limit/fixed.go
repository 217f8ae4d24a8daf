package limit

import "time"

// The limits below are fixed: no user has needed to change them. Each says what it limits,
// and what happens beyond it. They are variables for tests, which lower them.

// What a card may be.
var (
	// CardFileBytes limits a card from a file. Beyond it, the card is not opened.
	CardFileBytes Size = 64 * mib
	// CardSkills limits skills of a card. Beyond it, the card is not opened.
	CardSkills Number = 20_000
	// CardSchemas limits schemas of a card. Beyond it, the card is not opened.
	CardSchemas Number = 100_000
	// CardValues limits values of a card outside its schemas. Beyond it, the card is not opened.
	CardValues Number = 300_000
)

// What an agent may answer, and how long it may take.
var (
	// ReplyItems limits parts, messages, artifacts and tasks of an answer or event. Beyond it, it is refused.
	ReplyItems Number = 100_000
	// HeaderBytes limits the headers of an answer. Beyond it, the answer is refused.
	HeaderBytes Size = mib
	// Redirects limits redirects of a request, within one origin. Beyond it, the request is given up.
	Redirects Number = 5
	// TLSTime is how long it may take until the connection is secured. Beyond it, the request is given up.
	TLSTime = Period(10 * time.Second)
	// TokenTime limits a question to a token endpoint. Beyond it, signing in fails.
	TokenTime = Period(30 * time.Second)
	// MetadataBytes limits what an authorization server says of itself. Beyond it, signing in fails.
	MetadataBytes Size = mib
	// SignInTime limits waiting for the user to sign in with a browser. Beyond it, signing in fails.
	SignInTime = Period(5 * time.Minute)
	// ExtendedTime limits the question for an extended card. Beyond it, the public card is used.
	ExtendedTime = Period(10 * time.Second)
	// ListTime limits the question for an agent's tasks. Beyond it, the list is not shown.
	ListTime = Period(30 * time.Second)
	// RetryAfter limits how long an agent may put us off by Retry-After. Beyond it, it is asked earlier.
	RetryAfter = Period(60 * time.Second)
	// FindTime limits looking for the task of a message whose answer was lost. Beyond it, it stays unknown whether the message came.
	FindTime = Period(10 * time.Second)
	// Reconnects limits tries in a row to open a lost stream again. Beyond it, the task is polled.
	Reconnects Number = 5
	// Restarts limits streams of one task in a row that end within stall-time, before it does. Beyond it, the task is polled.
	Restarts Number = 60
)

// What is sent.
var (
	// InputBytes limits what --data reads. Beyond it, nothing is sent.
	InputBytes Size = 64 * mib
	// FieldFile limits a file that plain mode puts into a field. Beyond it, the file is not taken.
	FieldFile Size = 16 * mib
	// Answers limits answers to plain mode's questions. Beyond it, the program ends.
	Answers Number = 100_000
	// AnswerBytes limits one answer in plain mode. Beyond it, the program ends.
	AnswerBytes Size = 16 * mib
)

// What a schema may be.
var (
	// SchemaDepth limits schemas in one another. Beyond it, as schema-bytes.
	SchemaDepth Number = 64
	// SchemaLevels limits arrays and objects of a schema's text in one another. Beyond it, as schema-bytes.
	SchemaLevels Number = 128
	// SchemaParts limits subschemas of a schema. Beyond it, as schema-bytes.
	SchemaParts Number = 20_000
	// SchemaNames limits subschemas with an identifier of their own. Beyond it, as schema-bytes.
	SchemaNames Number = 1_000
	// SchemaValues limits values of a schema's text. Beyond it, as schema-bytes.
	SchemaValues Number = 400_000
	// SchemaTries limits subschemas that one place of a value is tried against. Beyond it, as schema-bytes.
	SchemaTries Number = 20_000
	// PatternBytes limits a pattern. Beyond it, the pattern is not checked, with a notice.
	PatternBytes Size = 64 * kib
	// MatchTime limits one match of a pattern. Beyond it, “not checked here” at the field.
	MatchTime = Period(100 * time.Millisecond)
	// EditTime limits checking a field after a key. Beyond it, “not checked here” at the field.
	EditTime = Period(250 * time.Millisecond)
	// ValidateTime limits checking a whole value. Beyond it, “not checked here”, and the value can be sent.
	ValidateTime = Period(2 * time.Second)
)

// What a value may be.
var (
	// DataDepth limits arrays and objects of a value in one another. Beyond it, as data-bytes.
	DataDepth Number = 256
	// NumberDigits limits characters of a number. Beyond it, as data-bytes; as a keyword of a schema it is left out, with a notice.
	NumberDigits Number = 1_000
	// NumberExponent limits the exponent of a number, either way. Beyond it, as number-digits.
	NumberExponent Number = 400
)

// What is shown of text.
var (
	// LabelBytes limits a name, a title, a line of a status. Beyond it, cut, with ….
	LabelBytes Size = 512
	// CellBytes limits a cell of a table. Beyond it, cut, with …; enter opens it.
	CellBytes Size = 4 * kib
	// TextBytes limits a description, a message. Beyond it, cut, with ….
	TextBytes Size = 8 * kib
	// ProseBytes limits a text part. Beyond it, cut, with …; it can be saved whole.
	ProseBytes Size = 256 * kib
	// MarkdownBytes limits a text that is read as Markdown. Beyond it, shown as it was written.
	MarkdownBytes Size = 128 * kib
	// JSONBytes limits JSON that is shown indented. Beyond it, shown as it came, and cut with ….
	JSONBytes Size = mib
	// WireBytes limits a body, or all headers, in the traffic view and in --debug. Beyond it, cut, with ….
	WireBytes Size = 16 * kib
	// AddressBytes limits an address that is shown or opened. Beyond it, it is not opened.
	AddressBytes Size = 8 * kib
)

// What is shown of tables, files and queries.
var (
	// Columns limits columns of a table. Beyond it, a last column contains the others.
	Columns Number = 256
	// FieldRows limits members of an object that are listed. Beyond it, a notice says how many more.
	FieldRows Number = 2_000
	// Sections limits objects in one another that are laid out. Beyond it, deeper ones are previews; the tree opens them.
	Sections Number = 12
	// Problems limits problems listed below a table. Beyond it, a notice says how many more.
	Problems Number = 20
	// MarkdownCells limits cells of a table in Markdown. Beyond it, shown as it was written.
	MarkdownCells Number = 20_000
	// CSVColumns limits columns of an export to CSV. Beyond it, nested members stay JSON; the export is refused where that is not enough.
	CSVColumns Number = 4_096
	// ShownBytes limits a file that is opened as a result. Beyond it, the error names programs that read it.
	ShownBytes Size = 1024 * mib
	// ValidateBytes limits an object that is checked at once. Beyond it, “too large to check at once”.
	ValidateBytes Size = 8 * mib
	// PictureBytes limits an image. Beyond it, it is not drawn; it can be saved.
	PictureBytes Size = 64 * mib
	// PictureDots limits pixels of an image. Beyond it, as picture-bytes.
	PictureDots Number = 40_000_000
	// PictureMemory limits memory for reading an image. Beyond it, as picture-bytes.
	PictureMemory Size = 256 * mib
	// PictureTime limits reading an image. Beyond it, as picture-bytes.
	PictureTime = Period(30 * time.Second)
)

// What is kept.
var (
	// KeptCard limits a card that is kept with a run. Beyond it, the run opens without its card.
	KeptCard Size = 4 * mib
	// KeptRequest limits a request that is kept with a run. Beyond it, the run can be shown, not repeated.
	KeptRequest Size = 4 * mib
	// AgentsFile limits agents.toml and config.toml. Beyond it, the file is not used.
	AgentsFile Size = mib
)

// What is matched, asked and kept.
var (
	// FitSteps limits steps of the validator to find the choices that a loaded value fits, and 16 more for each value in it. Beyond it, the location is edited as JSON.
	FitSteps Number = 1_000_000
	// QueryBytes limits what a query reads and gives. Beyond it, the query fails.
	QueryBytes Size = 64 * mib
	// RunStatus limits the events without results of a run that are shown and kept in its file. Beyond it, only changes of state are shown and kept of later ones, with a notice.
	RunStatus Size = 16 * mib
	// RunLine limits a line of a run file. Beyond it, the run is not opened.
	RunLine Size = 64 * mib
	// KeyringTime limits a question to the keyring. Beyond it, credentials are kept in a file.
	KeyringTime = Period(3 * time.Second)
	// LockTime limits waiting for another a2aform. Beyond it, the change is not kept, and said.
	LockTime = Period(10 * time.Second)
)
