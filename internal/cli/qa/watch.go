package qa

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/suite"
)

// watchInterval is how often the files are looked at.
const watchInterval = 300 * time.Millisecond

// fileState tells a file that has changed.
type fileState struct {
	size    int64
	changed time.Time
}

// watch runs the cases, and again whenever one of their files or the card changes, until ctx is done.
func (o *testOptions) watch(ctx context.Context, s *command.Streams, args []string) error {
	for {
		before := o.fileStates(args)
		o.Reset()
		if err := runTest(ctx, s, o, args); ctx.Err() != nil {
			return err
		} else if err != nil {
			s.Warn("a2aform: " + err.Error())
		}
		if o.update != "" { // which changes files itself
			before = o.fileStates(args)
		}
		s.Warn("watching the cases and the card; ctrl+c ends")
		for sameFiles(before, o.fileStates(args)) {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(watchInterval):
			}
		}
	}
}

// fileStates are the files of the cases, the suite and the card.
func (o *testOptions) fileStates(args []string) map[string]fileState {
	paths := slices.Clone(args)
	if path, _ := suite.Find(command.WorkingDir()); path != "" { // the run says why one is not used
		paths = append(paths, filepath.Dir(path))
	} else if dir, _ := casefile.FindDir(command.WorkingDir()); dir != "" && len(args) == 0 {
		paths = append(paths, dir)
	}
	if o.Flag.Value != "" {
		paths = append(paths, o.Flag.Value) // which may be a file
	}
	states := map[string]fileState{}
	for _, path := range paths {
		_ = filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error { // what cannot be read has no state
			if err != nil || entry.IsDir() || file != path && !slices.Contains([]string{".toml", ".json", ".jsonl", ".csv"}, filepath.Ext(file)) || o.isReport(file) {
				return nil
			}
			if info, err := os.Stat(file); err == nil {
				states[file] = fileState{info.Size(), info.ModTime()}
			}
			return nil
		})
	}
	return states
}

// isReport reports whether a file is one that the command writes.
func (o *testOptions) isReport(file string) bool {
	reports, _ := parseReports(o.Streams, o.reports, o.output) // the command reports what is wrong with them
	return slices.ContainsFunc(reports, func(r *reportFile) bool {
		a, errA := filepath.Abs(r.Path)
		b, errB := filepath.Abs(file)
		return errA == nil && errB == nil && a == b
	})
}

func sameFiles(a, b map[string]fileState) bool {
	if len(a) != len(b) {
		return false
	}
	for path, state := range a {
		if other, ok := b[path]; !ok || other.size != state.size || !other.changed.Equal(state.changed) {
			return false
		}
	}
	return true
}
