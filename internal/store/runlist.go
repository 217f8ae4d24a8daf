package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"a2aform/internal/blocking"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
)

// RunInfo is what a list shows of a run.
type RunInfo struct {
	Path                         string
	ID                           safe.Raw
	Source, Agent, Skill, Schema safe.Raw
	Input                        string // SHA-256 of the schema that was filled in, "" for none
	Private                      bool   // what was filled in and what came of it was not kept
	Time                         time.Time
	Ended                        time.Time // when it ended or paused; zero where it did not
	Outcome                      safe.Raw  // a task's state, "answered", "refused", "lost", "interrupted", or [Unfinished]
	Code                         int       // of a refusal, of JSON-RPC or else of HTTP; 0 for none
	Problems                     int       // how many ways the output breaks its schemas
	Torn                         bool      // the last line was not written to its end

	over bool // the file has its end, and grows no more
}

// Unfinished is the outcome of a run file without an end: the run goes on, or
// the program was killed.
const Unfinished = "unfinished"

// Duration is how long the run took, 0 if unknown.
func (r RunInfo) Duration() time.Duration {
	if r.Ended.IsZero() {
		return 0
	}
	return max(r.Ended.Sub(r.Time), 0)
}

// Stray is a file among the runs that is none that can be read. Nobody but the
// user ever touches it.
type Stray struct{ Path, Why string }

// RunList are the runs that are kept, newest first.
type RunList struct {
	Runs   []RunInfo
	Strays []Stray
}

// Runs lists the runs. It reads the head and the end of those files that the
// index does not know; the files are the truth.
func (s *Store) Runs() (RunList, error) {
	entries, err := blocking.ReadDir(s.RunsDir())
	if errors.Is(err, fs.ErrNotExist) {
		return RunList{}, nil
	}
	if err != nil {
		return RunList{}, fmt.Errorf("read the directory of runs: %w", err)
	}
	slices.Reverse(entries) // names begin with the time
	index := s.readIndex(len(entries))
	var list RunList
	list.Runs = make([]RunInfo, 0, len(entries))
	for i, r := range s.look(entries, index) {
		if r.gone {
			continue
		}
		if r.why != "" {
			list.Strays = append(list.Strays, Stray{filepath.Join(s.RunsDir(), entries[i].Name()), r.why})
			continue
		}
		list.Runs = append(list.Runs, r.info)
	}
	s.writeIndex(index, list.Runs)
	return list, nil
}

// looked is what there is at a file: a run, or why it is none.
type looked struct {
	info RunInfo
	why  string
	gone bool // another program has deleted the file
}

// lookers is how many files are read at once.
const lookers = 4

// look finds each file in the index, or reads it.
func (s *Store) look(entries []fs.DirEntry, index *runIndex) []looked {
	found := make([]looked, len(entries))
	dir := s.RunsDir()
	var unknown []int
	for i, e := range entries {
		if info, ok := index.runs[e.Name()]; ok {
			info.Path = dir + string(filepath.Separator) + e.Name()
			found[i].info = info
			continue
		}
		unknown = append(unknown, i)
	}
	var wg sync.WaitGroup
	for part := range lookers {
		safego.GoGroup(&wg, func() {
			for n := part; n < len(unknown); n += lookers {
				i := unknown[n]
				path := filepath.Join(dir, entries[i].Name())
				info, err := PeekRun(path)
				if err != nil {
					found[i].why, found[i].gone = err.Error(), errors.Is(err, fs.ErrNotExist)
				}
				found[i].info = info
			}
		})
	}
	wg.Wait()
	return found
}

// ErrNoRun says that a name names no run.
var ErrNoRun = errors.New("no such run")

// minPrefix is the least of an id that may stand for it.
const minPrefix = 3

// FindRun is the run that a user names: by its id, a beginning of it that no
// other has, the path of a file, or "last".
func (s *Store) FindRun(name string) (RunInfo, error) {
	shown := safe.Text(name).Line(80)
	if strings.ContainsRune(name, filepath.Separator) || strings.HasSuffix(name, runSuffix) {
		return PeekRun(name)
	}
	list, err := s.Runs()
	if err != nil {
		return RunInfo{}, err
	}
	if name == "last" && len(list.Runs) > 0 {
		return list.Runs[0], nil
	}
	var found []RunInfo
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
		return RunInfo{}, fmt.Errorf("%w: %s; no run is kept yet", ErrNoRun, shown)
	case len(found) == 0:
		return RunInfo{}, fmt.Errorf("%w: %s; a2aform runs list shows those that are kept", ErrNoRun, shown)
	case len(found) > 1:
		return RunInfo{}, fmt.Errorf("%w: %s begins the ids of %d runs; write more of it", ErrNoRun, shown, len(found))
	}
	return found[0], nil
}

// DeleteRun takes a run file away. What is no run file is left alone.
func (s *Store) DeleteRun(path string) error {
	if _, err := PeekRun(path); err != nil {
		return fmt.Errorf("not deleted: %w", err)
	}
	if err := blocking.Remove(path); err != nil {
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
	Deleted []RunInfo // or what would be
	Open    []RunInfo // old enough, but without an end, or paused in a program that runs: they may still go on
	Strays  []Stray   // no runs that can be read, and left alone
}

// PruneRuns deletes runs that have ended, which those have too that wait for an
// answer and are open in no program any more. Nothing else is touched: a run without
// an end may belong to another program, and a file that cannot be read is not ours
// to decide. Where files cannot be deleted the error is that of the first.
func (s *Store) PruneRuns(p Prune) (Pruned, error) {
	list, err := s.Runs()
	if err != nil {
		return Pruned{}, err
	}
	done := Pruned{Strays: list.Strays}
	for i, r := range list.Runs {
		switch {
		case i < p.Keep, !p.Before.IsZero() && !r.Time.Before(p.Before):
		case r.mayGoOn():
			done.Open = append(done.Open, r)
		case p.DryRun:
			done.Deleted = append(done.Deleted, r)
		default:
			gone := blocking.Remove(r.Path)
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
// than [limit.History]. It leaves the newest, those that may still go on, and those
// that wait for an answer. The runs that are deleted are also given where there is an error.
func (s *Store) LimitRuns() (deleted []RunInfo, err error) {
	list, err := s.Runs()
	if err != nil {
		return nil, err
	}
	size, sizes := int64(0), make([]int64, len(list.Runs))
	for i, r := range list.Runs {
		if info, failed := blocking.Stat(r.Path); failed == nil {
			sizes[i] = info.Size()
			size += sizes[i]
		}
	}
	for i, r := range slices.Backward(list.Runs) {
		if size <= int64(limit.History.Int()) {
			break
		}
		if i == 0 || !r.over || sizes[i] == 0 {
			continue
		}
		if failed := blocking.Remove(r.Path); failed != nil && !errors.Is(failed, fs.ErrNotExist) {
			err = errors.Join(err, fmt.Errorf("delete a run: %w", failed))
			continue
		}
		size -= sizes[i]
		deleted = append(deleted, r)
	}
	return deleted, err
}

// CutOff are the runs that began after a time and whose program ended before they did:
// their files have no end, and no program has them open. On systems without locks a run
// of another program that still goes on is among them.
func (s *Store) CutOff(since time.Time) ([]RunInfo, error) {
	list, err := s.Runs()
	cut := slices.DeleteFunc(list.Runs, func(r RunInfo) bool {
		return r.Time.Before(since) || r.Outcome.Exact() != Unfinished || isHeld(r.Path)
	})
	return cut, err
}

func (r RunInfo) mayGoOn() bool {
	return r.Outcome.Exact() == Unfinished || !r.over && isHeld(r.Path)
}
