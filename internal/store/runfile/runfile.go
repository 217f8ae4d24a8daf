// Package runfile is the format of the file of a run: what was sent, what came back and how it
// ended, one line of JSON each. It writes such a file while the run goes on, so that a full disk
// or a kill costs no more than the lines it hits, and reads it again.
package runfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
	"time"

	"a2aform/internal/safe"
	"a2aform/internal/safego"
)

// Version is the version of the run file's format. It rises only where an
// older program would misread a newer file; such a file is reported and left
// alone. A reader passes over kinds and members that it does not know, and does
// without the ones that an older file does not have.
const Version = 1

// The kinds of lines in a run file, in the order in which they come.
const (
	Head     = "run"      // first: which run this is
	Card     = "card"     // the agent's card, or its digest
	Input    = "input"    // what was filled in: Raw is the payload, or Text the message
	Tool     = "tool"     // which build of the program made the run
	Request  = "request"  // an HTTP request as it was sent; Raw is its body
	Response = "response" // an HTTP response: Status, Text the line of the status, Header; Raw or Body where it is no event
	Event    = "event"    // Raw is an event as it was received
	Notice   = "notice"   // Text is a word of the client on the connection
	Answer   = "answer"   // Text is what the user answered on the same task
	Canceled = "canceled" // Raw is the task that came in answer to a cancel
	Pause    = "pause"    // the agent waits for an answer
	Check    = "check"    // the verdict on an attempt of a test case: Outcome is the verdict, Raw what was checked
	Note     = "note"     // Text is what the user noted on the run
	End      = "end"      // last: how it ended; a run that was killed has none
)

// Line is one line of a run file. Bodies are as they were sent and received. A
// private run has its first and last line only. A file may come from other people, so all
// of its text is untrusted.
type Line struct {
	Kind string    `json:"kind"`
	Time time.Time `json:"time"`

	Version   int      `json:"version,omitempty"` // run
	ID        safe.Raw `json:"id,omitzero"`
	Source    safe.Raw `json:"source,omitzero"` // where the card was read
	Agent     safe.Raw `json:"agent,omitzero"`
	Skill     safe.Raw `json:"skill,omitzero"`
	SkillName safe.Raw `json:"skillName,omitzero"` // of the skill; older files have none
	Schema    safe.Raw `json:"schema,omitzero"`
	Input     string   `json:"input,omitempty"` // SHA-256 of the schema that was filled in
	Private   bool     `json:"private,omitempty"`
	Asked     safe.Raw `json:"asked,omitzero"`  // the leading values of what was sent
	Case      safe.Raw `json:"case,omitzero"`   // the name of the test case that made the run
	FedBy     *FedBy   `json:"fedBy,omitempty"` // the run whose result filled in the form; nil for none, and in older files

	Card      string     `json:"card,omitempty"`    // card: SHA-256 of one that is stored once for all runs; else it is in Raw
	Binding   string     `json:"binding,omitempty"` // card: how the agent was spoken to
	Protocol  safe.Raw   `json:"protocol,omitzero"`
	Output    *Output    `json:"output,omitempty"` // card: a schema of the user for what the skill answers with
	Tag       safe.Raw   `json:"tag,omitzero"`     // input
	MessageID string     `json:"messageId,omitempty"`
	Files     []safe.Raw `json:"files,omitempty"` // the names of files that were sent; their content is in the request alone
	// The other parts of the message as they were sent, how many of them came before the data,
	// and how many are not in the line, because they are large.
	Parts       []json.RawMessage `json:"parts,omitempty"`
	PartsBefore int               `json:"partsBefore,omitempty"`
	Dropped     int               `json:"dropped,omitempty"`
	AnswerAs    *AnswerAs         `json:"answerAs,omitempty"`  // what the answer was to be
	SkillHint   bool              `json:"skillHint,omitempty"` // the skill's id went along
	Exact       string            `json:"exact,omitempty"`     // the payload where it has spaces between its values: a line of a file has none

	Method safe.Raw            `json:"method,omitzero"` // request
	URL    safe.Raw            `json:"url,omitzero"`
	Header map[string][]string `json:"header,omitempty"`

	Status int      `json:"status,omitempty"` // response
	Body   safe.Raw `json:"body,omitzero"`    // response: a body that is no JSON, or only its beginning

	Tool   safe.Raw `json:"tool,omitzero"` // tool: the version of a2aform
	Commit safe.Raw `json:"commit,omitzero"`
	Go     safe.Raw `json:"go,omitzero"`
	OS     safe.Raw `json:"os,omitzero"` // and architecture
	Zone   safe.Raw `json:"zone,omitzero"`

	Raw        json.RawMessage `json:"raw,omitempty"`
	Text       safe.Raw        `json:"text,omitzero"`
	Extensions []safe.Raw      `json:"extensions,omitempty"` // notice: the ones that the agent activated

	TaskID    safe.Raw `json:"taskId,omitzero"`   // pause, end
	Repeats   int      `json:"repeats,omitempty"` // pause, end: events that are not in the file, as they repeated the status before them
	ContextID safe.Raw `json:"contextId,omitzero"`
	Outcome   safe.Raw `json:"outcome,omitzero"`
	Error     safe.Raw `json:"error,omitzero"`      // end
	Unsettled bool     `json:"unsettled,omitempty"` // end: the outcome of the task is unknown
	Code      int      `json:"code,omitempty"`      // end: of a refusal, of JSON-RPC or else of HTTP
	Problems  int      `json:"problems,omitempty"`  // end: how many ways the output breaks its schemas
	Rows      *int     `json:"rows,omitempty"`      // end: of the output's tables; nil for output without a table
	Usage     safe.Raw `json:"usage,omitzero"`      // pause, end: what the task used or cost, in short
}

// Output is a schema that the user attached to what a skill answers with.
type Output struct {
	Schema json.RawMessage `json:"schema"`
	From   safe.Raw        `json:"from,omitzero"` // where it is from, in our words
}

// AnswerAs is what the answer to a text was to be.
type AnswerAs struct {
	Spec   safe.Raw        `json:"spec,omitzero"` // as the user wrote it
	Schema json.RawMessage `json:"schema"`
	InText bool            `json:"inText,omitempty"` // the schema was written into the text
}

// File is the growing file of one run. It may be used by several goroutines.
type File struct {
	path    string
	release func() // see [holdRun]

	mu   sync.Mutex
	file output
	good int64 // the length of the file's whole lines
	torn int64 // bytes behind them, of a line that was not written to its end
	lost bool  // lines are missing, and the file does not say so yet

	unsynced int // bytes that were written since the last flush to the disk
	syncing  bool
	closing  bool
	syncs    sync.WaitGroup
}

// output is a file that lines are added to.
type output interface {
	io.WriteCloser
	io.Seeker
	Sync() error
	Truncate(size int64) error
}

// syncBytes are flushed to the disk in the background, so that closing a file of a long run
// does not wait for all of it.
const syncBytes = 8 << 20

// TimeFormat is how the name of a run file begins: with the time of the run, in UTC.
const TimeFormat = "20060102T150405.000Z"

// New begins the file of a run at the end of file, which lies at path. It closes file
// where it fails.
func New(file output, path string, head Line) (r *File, err error) {
	head.Kind, head.Version = Head, Version
	r = &File{file: file, path: path, release: holdRun(path)}
	if r.good, err = file.Seek(0, io.SeekEnd); err == nil {
		err = r.Append(head)
	}
	if err != nil {
		r.release()
		return nil, errors.Join(err, file.Close())
	}
	return r, nil
}

// Path is where the file lies.
func (r *File) Path() string { return r.path }

// Append adds one line. Of a head or an end only so much is kept of what the agent named as
// a list needs.
func (r *File) Append(line Line) error {
	data, err := EncodeLine(line.forIndex())
	if err != nil {
		return err
	}
	return r.write(data)
}

// AppendEvent adds the line of an event, which is JSON as it was received.
func (r *File) AppendEvent(at time.Time, raw []byte) error {
	b := append(make([]byte, 0, len(raw)+eventOverhead), `{"kind":"event","time":"`...)
	b = append(at.AppendFormat(b, time.RFC3339Nano), `","raw":`...)
	return r.write(append(appendOneLine(b, raw), "}\n"...))
}

// eventOverhead is the most that the line of an event has besides it, in bytes.
const eventOverhead = 80

// appendOneLine appends JSON without its line ends, which mean nothing in it.
func appendOneLine(b, raw []byte) []byte {
	from := len(b)
	b = append(b, raw...)
	if bytes.IndexByte(raw, '\n') >= 0 || bytes.IndexByte(raw, '\r') >= 0 {
		for i, c := range b[from:] {
			if c == '\n' || c == '\r' {
				b[from+i] = ' '
			}
		}
	}
	return b
}

// write adds whole lines to the file.
func (r *File) write(lines []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.put(lines); err != nil {
		return fmt.Errorf("write the run: %w", Fault(err))
	}
	if r.unsynced += len(lines); r.unsynced < syncBytes || r.syncing || r.closing {
		return nil
	}
	r.unsynced, r.syncing = 0, true
	safego.GoGroup(&r.syncs, func() {
		_ = r.file.Sync() // closing does it again, and says where it fails
		r.mu.Lock()
		defer r.mu.Unlock()
		r.syncing = false
	})
	return nil
}

// put writes lines after the whole lines of the file. Of a line that
// a full disk cuts off what was written is taken away again, so that the next one
// is on its own; where that fails too, the next one at least begins a line.
func (r *File) put(lines []byte) error {
	b := lines
	if before := r.beforeNext(); before != nil {
		b = append(before, lines...)
	}
	n, err := r.file.Write(b)
	if whole := int64(bytes.LastIndexByte(b[:n], '\n') + 1); whole > 0 {
		r.good += r.torn + whole
		r.torn = int64(n) - whole
	} else {
		r.torn += int64(n)
	}
	r.lost = err != nil
	if r.torn > 0 && r.file.Truncate(r.good) == nil {
		r.torn = 0
	}
	return err
}

// beforeNext is what comes before the next lines where some could not be written.
func (r *File) beforeNext() (b []byte) {
	if r.torn > 0 {
		b = append(b, '\n')
	}
	if !r.lost {
		return b
	}
	word, err := EncodeLine(Line{Kind: Notice, Time: time.Now(), Text: safe.Text("some events are missing here: the file could not be written")})
	if err != nil {
		return b
	}
	return append(b, word...)
}

// Close flushes the file to the disk and closes it.
func (r *File) Close() error {
	r.mu.Lock()
	r.closing = true
	r.mu.Unlock()
	r.syncs.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.release()
	return errors.Join(r.file.Sync(), r.file.Close())
}

// EncodeLine is a record as one line of JSON. Raw JSON in it keeps its spelling.
func EncodeLine(record any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(record); err != nil {
		return nil, fmt.Errorf("encode a line: %w", err)
	}
	return buf.Bytes(), nil
}

// ErrNotRegular says that something else than a file has its name.
var ErrNotRegular = errors.New("it is not a regular file")

// OpenFile is [os.OpenFile] for regular files alone: a pipe or a device in the location
// of one could keep the program waiting for ever, also by being opened.
func OpenFile(path string, flag int) (*os.File, error) {
	f, err := os.OpenFile(path, flag|syscall.O_NONBLOCK, FileMode)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = ErrNotRegular
	}
	if err != nil {
		_ = f.Close() // nothing was written
		return nil, err
	}
	return f, nil
}

// The modes of what is kept: for the user alone.
const (
	DirMode  = 0o700
	FileMode = 0o600
)

// Fault is an error of the system without the call and the path.
func Fault(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// FedBy says from which other run values of a run's input come, and from where in its result.
type FedBy struct {
	Run     safe.Raw   `json:"run"`              // its id
	Pointer safe.Raw   `json:"pointer,omitzero"` // to the part of its result; empty for all of it
	Rows    []int      `json:"rows,omitempty"`   // of the list there, from 1; none for all of it
	Fields  []safe.Raw `json:"fields,omitempty"` // that were filled in, as the form calls them
}

// maxFed is how many rows, and how many fields, a file names.
const maxFed = 100

// forIndex shortens it so that the head of a file can be listed.
func (f *FedBy) forIndex() *FedBy {
	if f == nil {
		return nil
	}
	short := &FedBy{Run: Truncated(f.Run), Pointer: listed(f.Pointer), Rows: f.Rows[:min(len(f.Rows), maxFed)]}
	for _, field := range f.Fields[:min(len(f.Fields), maxFed)] {
		short.Fields = append(short.Fields, listed(field))
	}
	return short
}

// Part says which part of the result it is, safe to draw: a row, a value, or the field that took it.
func (f *FedBy) Part() string {
	switch {
	case len(f.Rows) == 1:
		return fmt.Sprintf("row %d", f.Rows[0])
	case len(f.Rows) > 1:
		return fmt.Sprintf("%d rows", len(f.Rows))
	case !f.Pointer.IsEmpty():
		return f.Pointer.Line(60).String()
	case len(f.Fields) == 1:
		return f.Fields[0].Line(60).String()
	case len(f.Fields) > 1:
		return fmt.Sprintf("%d fields", len(f.Fields))
	}
	return "result"
}
