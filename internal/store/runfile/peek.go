package runfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"a2aform/internal/safe"
)

// Suffix ends the name of a run file.
const Suffix = ".jsonl"

// How much of a run file is read to list it, in bytes: first minPeek, which is enough
// for most files, then more, up to maxPeek, which no head and no end exceeds.
const (
	minPeek = 2 << 10
	maxPeek = 1 << 20
)

// How much heads and ends quote of the agent, in bytes. JSON may make it six times as
// long; all of it must stay below maxPeek.
const (
	maxIndexed = 16 << 10
	maxError   = 64 << 10
	maxListed  = 400 // of what was asked, and of an error, in a list
)

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Truncated returns a name as the head of a run file has it: a name of more than 16 KiB
// is cut and ends with its SHA-256, so that different names stay different.
func Truncated(name safe.Raw) safe.Raw {
	text := name.Exact()
	if len(text) <= maxIndexed {
		return name
	}
	return safe.Text(strings.ToValidUTF8(text[:maxIndexed], "") + safe.Ellipsis + digest(text))
}

// forIndex shortens a head or an end so that it can be listed. An id that is too long
// is left out of the end; the events have it.
func (line Line) forIndex() Line {
	switch line.Kind {
	case Head:
		line.Source, line.Agent, line.Skill, line.SkillName, line.Schema = Truncated(line.Source), Truncated(line.Agent), Truncated(line.Skill), listed(line.SkillName), Truncated(line.Schema)
		line.FedBy = line.FedBy.forIndex()
	case Pause, End:
		for _, id := range []*safe.Raw{&line.TaskID, &line.ContextID} {
			if id.Len() > maxIndexed {
				*id = safe.Raw{}
			}
		}
		if text := line.Error.Exact(); len(text) > maxError {
			line.Error = safe.Text(strings.ToValidUTF8(text[:maxError], "") + safe.Ellipsis)
		}
	}
	return line
}

// Why a file is no run that can be listed.
var (
	errForeign = errors.New("is not a run file of a2aform")
	errEmpty   = errors.New("is empty: a2aform ended before it wrote to the file")
)

// Peek reads the head and the end of a run file, and nothing in between. The error
// says for the user what is wrong with the file.
func Peek(path string) (Info, error) {
	name := safe.Text(filepath.Base(path)).Line(80)
	f, err := OpenFile(path, os.O_RDONLY)
	if errors.Is(err, ErrNotRegular) {
		return Info{}, fmt.Errorf("%s %w", name, errForeign)
	}
	if err != nil {
		return Info{}, fmt.Errorf("%s cannot be opened: %w", name, Fault(err))
	}
	defer func() { _ = f.Close() }()
	info, err := peek(f)
	if err != nil {
		return Info{}, fmt.Errorf("%s %w", name, err)
	}
	info.Path = path
	return info, nil
}

// Size is how many bytes a run file has, 0 where that is unknown.
func Size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

func peek(f *os.File) (Info, error) {
	stat, err := f.Stat()
	switch {
	case err != nil:
		return Info{}, Fault(err)
	case stat.Size() == 0:
		return Info{}, errEmpty
	}
	size := stat.Size()
	first, err := firstLine(f, size)
	if err != nil {
		return Info{}, err
	}
	var head Line
	bad := json.Unmarshal(first, &head)
	if why := notAHead(head, bad); why != nil {
		return Info{}, why
	}
	info := infoOf(head)
	last, torn, err := lastLine(f, size)
	if err != nil {
		return Info{}, err
	}
	var end Line
	info.Torn = torn
	if !torn && json.Unmarshal(last, &end) == nil && (end.Kind == End || end.Kind == Pause) {
		info.Outcome, info.Ended, info.Over = end.Outcome, end.Time, end.Kind == End
		info.Code, info.Problems, info.Rows, info.ContextID = end.Code, end.Problems, end.Rows, end.ContextID
		info.Error, info.Usage = listed(end.Error), listed(end.Usage)
		if info.Outcome.Exact() == "broken" { // the word of older files
			info.Outcome = safe.Text("interrupted")
		}
	}
	return info, nil
}

func newerError(version int) error {
	return fmt.Errorf("was written by a newer a2aform (format %d, this one reads %d): update to open it", version, Version)
}

func infoOf(head Line) Info {
	return Info{
		ID: head.ID, Source: head.Source, Agent: head.Agent, Skill: head.Skill,
		Schema: head.Schema, Input: head.Input, Private: head.Private, Time: head.Time, Outcome: safe.Text(Unfinished),
		SkillName: listed(head.SkillName), Asked: listed(head.Asked), Case: listed(head.Case),
		FedBy: head.FedBy.forIndex(),
	}
}

// listed cuts a text to what a list has of it.
func listed(text safe.Raw) safe.Raw {
	if text.Len() <= maxListed {
		return text
	}
	return safe.Text(strings.ToValidUTF8(text.Exact()[:maxListed], "") + safe.Ellipsis)
}

// firstLine is the first line of a file, without its end.
func firstLine(f io.ReaderAt, size int64) ([]byte, error) {
	for n := int64(minPeek); ; n *= 8 {
		b, err := readAt(f, 0, min(n, size))
		if err != nil {
			return nil, err
		}
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			return b[:i], nil
		}
		if n >= size || n >= maxPeek {
			return nil, errForeign
		}
	}
}

// lastLine is the last line of a file, without its end, and whether that end is
// missing.
func lastLine(f io.ReaderAt, size int64) (line []byte, torn bool, err error) {
	for n := int64(minPeek); ; n *= 8 {
		n = min(n, size)
		b, err := readAt(f, size-n, n)
		if err != nil {
			return nil, false, err
		}
		if b[len(b)-1] != '\n' {
			return nil, true, nil
		}
		b = b[:len(b)-1]
		if i := bytes.LastIndexByte(b, '\n'); i >= 0 || n == size {
			return b[i+1:], false, nil
		}
		if n >= maxPeek {
			return nil, false, nil // no end is so long
		}
	}
}

func readAt(f io.ReaderAt, at, n int64) ([]byte, error) {
	b := make([]byte, n)
	if _, err := f.ReadAt(b, at); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("cannot be read: %w", Fault(err))
	}
	return b, nil
}

// Info is what a list shows of a run.
type Info struct {
	Path                         string
	ID                           safe.Raw
	Source, Agent, Skill, Schema safe.Raw
	SkillName                    safe.Raw // of the skill; empty in older files
	Input                        string   // SHA-256 of the schema that was filled in, "" for none
	Private                      bool     // what was filled in and what came of it was not kept
	Time                         time.Time
	Ended                        time.Time // when it ended or paused; zero where it did not
	Outcome                      safe.Raw  // a task's state, "answered", "refused", "lost", "interrupted", or [Unfinished]
	Code                         int       // of a refusal, of JSON-RPC or else of HTTP; 0 for none
	Problems                     int       // how many ways the output breaks its schemas
	Torn                         bool      // the last line was not written to its end
	Asked                        safe.Raw  // the leading values of what was sent
	Case                         safe.Raw  // the name of the test case that made the run; empty for none
	FedBy                        *FedBy    // the run whose result filled in the form; nil for none
	Rows                         *int      // of the output's tables; nil for output without a table
	Error                        safe.Raw  // of a run that failed
	ContextID                    safe.Raw  // of what it belongs to, as the agent named it last; empty for none, and before it paused or ended
	Usage                        safe.Raw  // what the task used or cost, in short; empty for nothing known

	Over bool // the file has its end, and grows no more
}

// IsChat reports a message in words that can be gone on from: the agent named a context, and what was sent is kept.
func (r Info) IsChat() bool {
	return !r.ContextID.IsEmpty() && !r.Private && r.Case.IsEmpty() && r.Schema.IsEmpty() && r.Input == ""
}

// Duration is how long the run took, 0 if unknown.
func (r Info) Duration() time.Duration {
	if r.Ended.IsZero() {
		return 0
	}
	return max(r.Ended.Sub(r.Time), 0)
}

// MayGoOn reports a run that has no end, and may be going on in another program.
func (r Info) MayGoOn() bool {
	return r.Outcome.Exact() == Unfinished || !r.Over && IsHeld(r.Path)
}

// HasResult reports a run that ended well and whose file has what came of it.
func (r Info) HasResult() bool {
	return r.Over && !r.Private && slices.Contains([]string{"completed", "answered"}, r.Outcome.Exact())
}

// DamagedRun says that a run file could be read only so far.
type DamagedRun struct {
	Name  safe.Raw
	Lines int // that were read
	Why   string
}

// Unfinished is the outcome of a run file without an end: the run goes on, or
// the program was killed.
const Unfinished = "unfinished"
