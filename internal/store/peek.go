package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"a2aform/internal/safe"
)

// runSuffix ends the name of a run file.
const runSuffix = ".jsonl"

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
)

// Truncated returns a name as the head of a run file has it: a name of more than 16 KiB
// is cut and ends with its SHA-256, so that different names stay different.
func Truncated(name safe.Raw) safe.Raw {
	text := name.Exact()
	if len(text) <= maxIndexed {
		return name
	}
	return safe.Text(strings.ToValidUTF8(text[:maxIndexed], "") + safe.Ellipsis + Digest([]byte(text)))
}

// forIndex shortens a head or an end so that it can be listed. An id that is too long
// is left out of the end; the events have it.
func (line RunLine) forIndex() RunLine {
	switch line.Kind {
	case RunHead:
		line.Source, line.Agent, line.Skill, line.Schema = Truncated(line.Source), Truncated(line.Agent), Truncated(line.Skill), Truncated(line.Schema)
	case RunPause, RunEnd:
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
	errForeign = errors.New("is no run file of a2aform")
	errEmpty   = errors.New("is empty: a2aform ended as it began the file")
)

// PeekRun reads the head and the end of a run file, and nothing in between. The error
// says for the user what is wrong with the file.
func PeekRun(path string) (RunInfo, error) {
	name := safe.Text(filepath.Base(path)).Line(80)
	f, err := openFile(path, os.O_RDONLY)
	if errors.Is(err, errNotRegular) {
		return RunInfo{}, fmt.Errorf("%s %w", name, errForeign)
	}
	if err != nil {
		return RunInfo{}, fmt.Errorf("%s cannot be opened: %w", name, fault(err))
	}
	defer func() { _ = f.Close() }()
	info, err := peek(f)
	if err != nil {
		return RunInfo{}, fmt.Errorf("%s %w", name, err)
	}
	info.Path = path
	return info, nil
}

// fault is an error of the system without the call and the path.
func fault(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

func peek(f *os.File) (RunInfo, error) {
	stat, err := f.Stat()
	switch {
	case err != nil:
		return RunInfo{}, fault(err)
	case stat.Size() == 0:
		return RunInfo{}, errEmpty
	}
	size := stat.Size()
	first, err := firstLine(f, size)
	if err != nil {
		return RunInfo{}, err
	}
	var head RunLine
	bad := json.Unmarshal(first, &head)
	if why := notAHead(head, bad); why != nil {
		return RunInfo{}, why
	}
	info := infoOf(head)
	last, torn, err := lastLine(f, size)
	if err != nil {
		return RunInfo{}, err
	}
	var end RunLine
	info.Torn = torn
	if !torn && json.Unmarshal(last, &end) == nil && (end.Kind == RunEnd || end.Kind == RunPause) {
		info.Outcome, info.Ended, info.over = end.Outcome, end.Time, end.Kind == RunEnd
		info.Code, info.Problems = end.Code, end.Problems
		if info.Outcome.Exact() == "broken" { // the word of older files
			info.Outcome = safe.Text("interrupted")
		}
	}
	return info, nil
}

func newerError(version int) error {
	return fmt.Errorf("was written by a newer a2aform (format %d, this one reads %d): update to open it", version, RunVersion)
}

func infoOf(head RunLine) RunInfo {
	return RunInfo{
		ID: head.ID, Source: head.Source, Agent: head.Agent, Skill: head.Skill,
		Schema: head.Schema, Input: head.Input, Private: head.Private, Time: head.Time, Outcome: safe.Text(Unfinished),
	}
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
		return nil, fmt.Errorf("cannot be read: %w", fault(err))
	}
	return b, nil
}
