package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// Stray is a file among the runs that is none that can be read. Nobody but the
// user ever touches it.
type Stray struct{ Path, Why string }

// RunList are the runs that are kept, newest first.
type RunList struct {
	Runs   []runfile.Info
	Strays []Stray
}

// Runs lists the runs by the head and the end of each file.
func (s *Store) Runs() (RunList, error) {
	entries, err := s.runEntries()
	if err != nil {
		return RunList{}, err
	}
	var list RunList
	for _, e := range slices.Backward(entries) { // names begin with the time
		path := filepath.Join(s.RunsDir(), e.Name())
		switch info, err := runfile.Peek(path); {
		case err == nil:
			list.Runs = append(list.Runs, info)
		case !errors.Is(err, fs.ErrNotExist): // else another program has deleted it
			list.Strays = append(list.Strays, Stray{path, err.Error()})
		}
	}
	return list, nil
}

// runEntries are the files of the runs, by name.
func (s *Store) runEntries() ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(s.RunsDir())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the directory of runs: %w", err)
	}
	return entries, nil
}

// ErrNoRun says that a name names no run.
var ErrNoRun = errors.New("no such run")

// minPrefix is the length of the shortest prefix of an id that names a run.
const minPrefix = 3

// FindRun is the run that a user names: by its id, a beginning of it that no other has, the path
// of a file, "last", or "last~1" for the one before the last.
func (s *Store) FindRun(name string) (runfile.Info, error) {
	shown := safe.Text(name).Line(80)
	if strings.ContainsRune(name, filepath.Separator) || strings.HasSuffix(name, runfile.Suffix) {
		return runfile.Peek(name)
	}
	list, err := s.Runs()
	if err != nil {
		return runfile.Info{}, err
	}
	count, isBack := strings.CutPrefix(name, "last~")
	if back, err := strconv.Atoi(count); (isBack && err == nil || name == "last") && back >= 0 && back < len(list.Runs) {
		return list.Runs[back], nil
	}
	var found []runfile.Info
	for _, r := range list.Runs {
		if r.ID.Exact() == name {
			return r, nil
		}
		if len(name) >= minPrefix && strings.HasPrefix(r.ID.Exact(), name) {
			found = append(found, r)
		}
	}
	switch {
	case len(list.Runs) == 0:
		return runfile.Info{}, fmt.Errorf("%w: %s; there is none yet: the screens record every run, and send does with --record", ErrNoRun, shown)
	case len(found) == 0:
		return runfile.Info{}, fmt.Errorf("%w: %s; list them with a2aform runs list", ErrNoRun, shown)
	case len(found) > 1:
		return runfile.Info{}, fmt.Errorf("%w: %s begins the ids of %d runs; write more of it", ErrNoRun, shown, len(found))
	}
	return found[0], nil
}

// DeleteRun takes a run file away. What is no run file is left alone.
func (s *Store) DeleteRun(path string) error {
	if _, err := runfile.Peek(path); err != nil {
		return fmt.Errorf("not deleted: %w", err)
	}
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("delete the run: %w", err)
	}
	return nil
}

// Prune says which runs are to go: those older than a time, beyond the newest
// that are kept in any case.
type Prune struct {
	Before time.Time // zero for any age
	Keep   int
	DryRun bool
}

// Pruned is what pruning came to.
type Pruned struct {
	Deleted []runfile.Info // or what would be
	Open    []runfile.Info // old enough, but without an end, or paused in a program that runs: they may still go on
	Strays  []Stray        // no runs that can be read, and left alone
}

// PruneRuns deletes runs that have ended, which those have too that wait for an
// answer and are open in no program any more. Nothing else is touched: a run without
// an end may belong to another program, and a file that cannot be read is not ours
// to decide. Where files cannot be deleted, it returns the error of the first.
func (s *Store) PruneRuns(p Prune) (Pruned, error) {
	list, err := s.Runs()
	if err != nil {
		return Pruned{}, err
	}
	done := Pruned{Strays: list.Strays}
	for i, r := range list.Runs {
		switch {
		case i < p.Keep, !p.Before.IsZero() && !r.Time.Before(p.Before):
		case r.MayGoOn():
			done.Open = append(done.Open, r)
		case p.DryRun:
			done.Deleted = append(done.Deleted, r)
		default:
			gone := os.Remove(r.Path)
			switch {
			case gone == nil:
				done.Deleted = append(done.Deleted, r)
			case !errors.Is(gone, fs.ErrNotExist) && err == nil: // else another program was faster
				err = fmt.Errorf("delete a run: %w", gone)
			}
		}
	}
	return done, err
}

// LimitRuns deletes the oldest runs for as long as all run files together take more
// than [limit.History]. It keeps the newest run, and runs that may still go on or
// wait for an answer. It returns the deleted runs also with an error.
func (s *Store) LimitRuns() (deleted []runfile.Info, err error) {
	entries, err := s.runEntries()
	if err != nil || sizeOf(entries) <= int64(limit.History.Int()) {
		return nil, err
	}
	list, err := s.Runs()
	if err != nil {
		return nil, err
	}
	size, sizes := int64(0), make([]int64, len(list.Runs))
	for i, r := range list.Runs {
		if info, failed := os.Stat(r.Path); failed == nil {
			sizes[i] = info.Size()
			size += sizes[i]
		}
	}
	for i, r := range slices.Backward(list.Runs) {
		if size <= int64(limit.History.Int()) {
			break
		}
		if i == 0 || !r.Over || sizes[i] == 0 {
			continue
		}
		if failed := os.Remove(r.Path); failed != nil && !errors.Is(failed, fs.ErrNotExist) {
			err = errors.Join(err, fmt.Errorf("delete a run: %w", failed))
			continue
		}
		size -= sizes[i]
		deleted = append(deleted, r)
	}
	return deleted, err
}

// sizeOf is how many bytes files have together.
func sizeOf(entries []fs.DirEntry) (size int64) {
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			size += info.Size()
		}
	}
	return size
}

// CutOff are the runs that began after a time and whose program ended before they did:
// their files have no end, and no program has them open. Those of test cases are left out. On
// systems without locks a run of another program that still goes on is among them.
func (s *Store) CutOff(since time.Time) ([]runfile.Info, error) {
	list, err := s.Runs()
	cut := slices.DeleteFunc(list.Runs, func(r runfile.Info) bool {
		return r.Time.Before(since) || !r.Case.IsEmpty() || r.Outcome.Exact() != runfile.Unfinished || runfile.IsHeld(r.Path)
	})
	return cut, err
}

// CreateRun starts the file of a run with its head.
func (s *Store) CreateRun(head runfile.Line) (*runfile.File, error) {
	name := head.Time.UTC().Format(runfile.TimeFormat) + "-" + safe.FileName(head.ID, "run", "") + runfile.Suffix
	path := filepath.Join(s.RunsDir(), name)
	f, err := openAppend(path)
	if err != nil {
		return nil, err
	}
	return runfile.New(f, path, head)
}

// RunsDir is the directory of the run files.
func (s *Store) RunsDir() string { return filepath.Join(s.state, "runs") }

// LastInput is what was last filled in for a skill by a schema: for the card that
// was read at the same place, else for an agent of the same name. A run of which
// nothing was kept is passed over. It fails with [ErrNoRun] where there is none.
func (s *Store) LastInput(of runfile.Inputs) (runfile.Info, json.RawMessage, error) {
	list, err := s.Runs()
	if err != nil {
		return runfile.Info{}, nil, err
	}
	digest, older := SchemaDigest(of.Schema), Digest(of.Schema) // see [IsSchemaDigest]
	of.Source, of.Agent, of.Skill = runfile.Truncated(of.Source), runfile.Truncated(of.Agent), runfile.Truncated(of.Skill)
	for _, same := range []func(runfile.Info) bool{
		func(r runfile.Info) bool { return r.Source == of.Source },
		func(r runfile.Info) bool { return r.Source != of.Source && r.Agent == of.Agent },
	} {
		for _, r := range list.Runs {
			if r.Private || !r.Case.IsEmpty() || r.Skill != of.Skill || r.Input != digest && r.Input != older || !same(r) {
				continue
			}
			if input, ok := runfile.ReadInput(r.Path); ok && input.Raw != nil {
				return r, input.Raw, nil
			}
		}
	}
	return runfile.Info{}, nil, ErrNoRun
}

// LastRuns are the newest runs of each skill of an agent but those of test cases, by the skill's id as run files
// have it: of the card that was read at the same place, else of an agent of the same name.
func (s *Store) LastRuns(source, agent safe.Raw) (map[safe.Raw]runfile.Info, error) {
	list, err := s.Runs()
	if err != nil {
		return nil, err
	}
	source, agent = runfile.Truncated(source), runfile.Truncated(agent)
	last := map[safe.Raw]runfile.Info{}
	for _, r := range list.Runs {
		newer, known := last[r.Skill]
		switch {
		case !r.Case.IsEmpty():
		case !known && (r.Source == source || r.Agent == agent):
			last[r.Skill] = r
		case known && newer.Source != source && r.Source == source:
			last[r.Skill] = r
		}
	}
	return last, nil
}

// Sending is the line of the journal that is written before a message leaves,
// so that a lost answer can be distinguished from a message that was never sent. It
// holds no payload.
type Sending struct {
	Time      time.Time `json:"time"`
	RunID     string    `json:"run"`
	MessageID string    `json:"messageId"`
	TaskID    safe.Raw  `json:"taskId,omitzero"`
	URL       string    `json:"url"`
	SHA256    string    `json:"sha256"` // of the request's body
}

// Digest is the SHA-256 of a body in hexadecimal digits.
func Digest(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

// SchemaDigest is the [Digest] of a schema without its white space, which a run file
// does not keep: it contains a small card as compact JSON.
func SchemaDigest(schema []byte) string {
	var buf bytes.Buffer
	if json.Compact(&buf, schema) != nil {
		return Digest(schema)
	}
	return Digest(buf.Bytes())
}

// IsSchemaDigest reports whether digest is the [SchemaDigest] of a schema, or, as older run
// files have it, the [Digest] of its text with white space.
func IsSchemaDigest(digest string, schema []byte) bool {
	return digest == SchemaDigest(schema) || digest == Digest(schema)
}

// Journal notes that a message is about to be sent. It returns when the line is
// on the disk.
func (s *Store) Journal(entry Sending) error {
	line, err := runfile.EncodeLine(entry)
	if err != nil {
		return err
	}
	return appendLine(s.JournalPath(), line)
}

// JournalPath is the file of the journal.
func (s *Store) JournalPath() string { return filepath.Join(s.state, "journal.jsonl") }

// Thread returns the runs that led to a run, each with input from the one before it, then the run, then those that its result led
// to: where a result fed several runs, the newest. The list is of runs as [Store.Runs] gives them, the newest first; at is where the
// run is in the thread, -1 where the list does not have it.
func Thread(list []runfile.Info, id safe.Raw) (thread []runfile.Info, at int) {
	find := func(is func(runfile.Info) bool) (runfile.Info, bool) {
		i := slices.IndexFunc(list, func(r runfile.Info) bool {
			return is(r) && !slices.ContainsFunc(thread, func(in runfile.Info) bool { return in.ID == r.ID })
		})
		if i < 0 {
			return runfile.Info{}, false
		}
		return list[i], true
	}
	r, ok := find(func(r runfile.Info) bool { return r.ID == id })
	if !ok {
		return nil, -1
	}
	for ; ok; r, ok = find(func(r runfile.Info) bool { return isFedBy(thread[0], r) }) {
		thread = slices.Insert(thread, 0, r)
	}
	at = len(thread) - 1
	for {
		last := thread[len(thread)-1]
		if r, ok = find(func(r runfile.Info) bool { return isFedBy(r, last) }); !ok {
			return thread, at
		}
		thread = append(thread, r)
	}
}

// RunBefore returns the last run before another one of the same skill that has a result to compare: of the card that was read at the same
// place, else of an agent of the same name. A run of a user is not compared with those of test cases, and one of a case with those of that
// case only. The list is of runs as [Store.Runs] gives them, the newest first.
func RunBefore(list []runfile.Info, of runfile.Info) (before runfile.Info, ok bool) {
	for _, same := range []func(runfile.Info) bool{
		func(r runfile.Info) bool { return r.Source == of.Source },
		func(r runfile.Info) bool { return r.Agent == of.Agent },
	} {
		i := slices.IndexFunc(list, func(r runfile.Info) bool {
			return r.Time.Before(of.Time) && r.Skill == of.Skill && r.Case == of.Case && r.HasResult() && same(r)
		})
		if i >= 0 {
			return list[i], true
		}
	}
	return runfile.Info{}, false
}

// isFedBy reports a run whose input is from the result of another.
func isFedBy(r, other runfile.Info) bool { return r.FedBy != nil && r.FedBy.Run == other.ID }
