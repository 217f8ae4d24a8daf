package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// RunVersion is the version of the run file's format.
const RunVersion = 1

// RunLine is one line of a run file: the head first, then a request and the
// events that followed, at last the end. Bodies are as they went over the wire.
type RunLine struct {
	Kind string    `json:"kind"` // "run", "request", "event", "end"
	Time time.Time `json:"time"`

	Version int    `json:"version,omitempty"` // run
	ID      string `json:"id,omitempty"`
	Source  string `json:"source,omitempty"` // where the card was read
	Agent   string `json:"agent,omitempty"`
	Skill   string `json:"skill,omitempty"`
	Schema  string `json:"schema,omitempty"`

	Method string              `json:"method,omitempty"` // request
	URL    string              `json:"url,omitempty"`
	Header map[string][]string `json:"header,omitempty"`

	Raw json.RawMessage `json:"raw,omitempty"` // request: the body; event: as received

	Outcome string `json:"outcome,omitempty"` // end
	Error   string `json:"error,omitempty"`
}

// RunFile is the growing file of one run. It is not safe for concurrent use.
type RunFile struct {
	file *os.File
	path string
}

// CreateRun starts the file of a run with its head.
func (s *Store) CreateRun(head RunLine) (*RunFile, error) {
	name := head.Time.UTC().Format("20060102T150405.000Z") + "-" + head.ID + ".jsonl"
	path := filepath.Join(s.RunsDir(), name)
	f, err := openAppend(path)
	if err != nil {
		return nil, err
	}
	head.Kind, head.Version = "run", RunVersion
	r := &RunFile{file: f, path: path}
	if err := r.Append(head); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return r, nil
}

// RunsDir is the directory of the run files.
func (s *Store) RunsDir() string { return filepath.Join(s.state, "runs") }

// Path is where the file lies.
func (r *RunFile) Path() string { return r.path }

// Append adds one line.
func (r *RunFile) Append(line RunLine) error {
	data, err := encodeLine(line)
	if err != nil {
		return err
	}
	if _, err := r.file.Write(data); err != nil {
		return fmt.Errorf("write the run: %w", err)
	}
	return nil
}

// Close flushes the file to the disk and closes it.
func (r *RunFile) Close() error { return errors.Join(r.file.Sync(), r.file.Close()) }
