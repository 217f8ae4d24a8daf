package runner

import (
	"bufio"
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
	"strings"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/qa/check"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
)

const (
	maxCases = 200_000 // of a suite; beyond it, cases of earlier runs are left out
	maxTimes = 100     // attempts of a case whose time is kept
	version  = 2
)

// Outcome is how a case ended.
type Outcome struct {
	Agent   string        `json:"agent"` // as [AgentName] names it
	Name    string        `json:"name"`
	Verdict check.Verdict `json:"verdict"`
	Passed  int           `json:"passed"`
	Repeats int           `json:"repeats"`
	Times   []int64       `json:"ms,omitempty"` // of its attempts
	Run     time.Time     `json:"run"`          // when the run began
}

// outcomeID is what an outcome is looked up by: a case may end in another way on another agent.
type outcomeID struct{ agent, name string }

func (o Outcome) id() outcomeID { return outcomeID{o.Agent, o.Name} }

// AgentName names an agent in the history by what is known before it is opened: the location that a
// reference means, that of a saved agent where it is the name of one. localhost:9999 and
// http://localhost:9999/ are the same agent.
func AgentName(saved []store.Saved, ref string) string {
	if i := slices.IndexFunc(saved, func(s store.Saved) bool { return s.Name == ref }); i >= 0 {
		ref = saved[i].Ref()
	}
	address, file, err := a2aclient.Locate(ref)
	if err != nil {
		return ref
	}
	if file != "" {
		if full, err := filepath.Abs(file); err == nil {
			return full
		}
	}
	return strings.TrimSuffix(address, "/") + file // one of them is empty
}

// historyHead is the first line of the file.
type historyHead struct {
	Version int       `json:"version"`
	Root    string    `json:"root"`
	Run     time.Time `json:"run"` // the newest one that has finished
}

// History has the last outcomes of the cases of a suite.
type History struct {
	outcomes map[outcomeID]Outcome
}

// HistoryPath is the file of the suite that root names: the path of its file, or of the directory of its cases.
func HistoryPath(keep *store.Store, root string) string {
	sum := sha256.Sum256([]byte(root))
	return filepath.Join(keep.StateDir(), "tests", hex.EncodeToString(sum[:8])+".jsonl")
}

// ReadHistory reads the last outcomes of a suite. A missing file is not an error. A case whose line cannot be read counts as one that
// never ran.
func ReadHistory(keep *store.Store, root string) (*History, error) {
	l := &History{outcomes: map[outcomeID]Outcome{}}
	if keep == nil {
		return l, nil
	}
	f, err := os.Open(HistoryPath(keep, root))
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err != nil {
		return l, fmt.Errorf("the outcomes of earlier tests cannot be read: %w", runfile.Fault(err))
	}
	defer func() { _ = f.Close() }()
	r := bufio.NewReader(f)
	isFirst := true
	for len(l.outcomes) < maxCases {
		line, err := runfile.ReadLine(r)
		if err != nil { // the end, or damage: what was read counts
			break
		}
		if isFirst {
			var h historyHead
			if json.Unmarshal(line, &h) != nil || h.Version != version || h.Root != root {
				return l, nil
			}
			isFirst = false
			continue
		}
		var o Outcome
		if json.Unmarshal(line, &o) == nil && o.Name != "" {
			l.outcomes[o.id()] = o
		}
	}
	return l, nil
}

// Get is how a case ended the last time.
func (l *History) Get(agent, name string) (Outcome, bool) {
	o, ok := l.outcomes[outcomeID{agent, name}]
	return o, ok
}

// HasFailed reports whether a case failed the last time it ran, or could not be checked.
func (l *History) HasFailed(agent, name string) bool {
	o, ok := l.outcomes[outcomeID{agent, name}]
	return ok && (o.Verdict == check.Fail || o.Verdict == check.Error)
}

// HistoryRecorder writes how the cases of a run end.
type HistoryRecorder struct {
	keep  *store.Store
	root  string
	began time.Time
	lines bytes.Buffer
	cases map[outcomeID]bool
	err   error
}

// BeginHistory begins a run.
func BeginHistory(keep *store.Store, root string, began time.Time) *HistoryRecorder {
	return &HistoryRecorder{keep: keep, root: root, began: began.UTC(), cases: map[outcomeID]bool{}}
}

// Add adds a case that has ended. A skipped case keeps its last outcome.
func (r *HistoryRecorder) Add(agent string, result *Result) {
	if r.keep == nil || result.Verdict == check.Skip || len(r.cases) >= maxCases {
		return
	}
	o := Outcome{Agent: agent, Name: result.Case.Name, Verdict: result.Verdict, Passed: result.Passed, Repeats: result.Repeats, Run: r.began}
	for _, a := range result.Attempts {
		if len(o.Times) < maxTimes {
			o.Times = append(o.Times, a.Took.Milliseconds())
		}
	}
	r.cases[o.id()] = true
	r.line(o)
}

func (r *HistoryRecorder) line(value any) {
	line, err := runfile.EncodeLine(value)
	if err != nil {
		r.err = errors.Join(r.err, err)
		return
	}
	r.lines.Write(line)
}

// Finish writes the outcomes of a run, and keeps the earlier outcomes of cases that it left out.
func (r *HistoryRecorder) Finish() error {
	if r.keep == nil || len(r.cases) == 0 {
		return nil
	}
	before, err := ReadHistory(r.keep, r.root)
	if err != nil {
		return err
	}
	for each, o := range before.outcomes {
		if !r.cases[each] && len(r.cases) < maxCases {
			r.cases[each] = true
			r.line(o)
		}
	}
	first, err := runfile.EncodeLine(historyHead{version, r.root, r.began})
	if err = errors.Join(err, r.err); err == nil {
		err = store.WriteFile(HistoryPath(r.keep, r.root), append(first, r.lines.Bytes()...))
	}
	if err != nil {
		return fmt.Errorf("the outcomes of the tests cannot be saved: %w", runfile.Fault(err))
	}
	return nil
}
