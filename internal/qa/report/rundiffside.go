package report

import (
	"cmp"
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/check"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// DiffSide is one of the two that are compared.
type DiffSide struct {
	Name   string       // such as "run 4f2a1c" or "golden fight.json"
	Skill  string       // that a run was of, safe to show; "" for a golden file
	When   time.Time    // when the run began; zero for a golden file
	Output *ojson.Value // as a golden file has it

	document *ojson.Value // the verdict document; nil for a golden file
}

// maxSideName bounds a name on one line, in cells.
const maxSideName = 80

// OpenRun reads the file of a run. It fails for a run whose output was not kept.
func OpenRun(path string) (*DiffSide, error) {
	info, err := runfile.Peek(path)
	if err != nil {
		return nil, err
	}
	name := "run " + info.ID.Line(8).String()
	if info.Private {
		return nil, errors.New(name + " filled in a secret, so its output was not kept")
	}
	rec, err := run.OpenRecording(path)
	if err != nil {
		return nil, err
	}
	now := rec.Run().Snapshot()
	return &DiffSide{Name: name, Skill: cmp.Or(info.SkillName.Line(maxSideName).String(), info.Skill.Line(maxSideName).String()), When: info.Time, Output: check.Golden(now), document: check.Document(check.Subject{Now: now})}, nil
}

// OpenGolden reads a golden file.
func OpenGolden(path string) (*DiffSide, error) {
	output, err := check.ReadGolden(path)
	if err != nil {
		return nil, err
	}
	return &DiffSide{Name: "golden " + safe.Text(filepath.Base(path)).Line(maxSideName).String(), Output: output}, nil
}

// IsGolden reports a golden file.
func (s *DiffSide) IsGolden() bool { return s.document == nil }

// Agent is the agent of a run with its version, "" for a golden file.
func (s *DiffSide) Agent() string {
	text := s.text("/agent/name")
	if version := s.text("/agent/version"); version != "" {
		text += " " + version
	}
	return text
}

// Input is what was sent; nil for a golden file.
func (s *DiffSide) Input() *ojson.Value { return s.document.Get("input") }

// State is how a run ended.
func (s *DiffSide) State() string { return s.text("/state") }

// States are the states that a run went through.
func (s *DiffSide) States() string {
	var names []string
	for _, v := range s.document.Get("states").Items() {
		names = append(names, safe.Text(v.Text()).Line(maxSideName).String())
	}
	return strings.Join(names, ", ")
}

// Problems is how many ways the output breaks its schemas.
func (s *DiffSide) Problems() (n int) {
	for _, a := range s.document.Get("artifacts").Items() {
		for _, p := range a.Get("parts").Items() {
			n += p.Get("problems").Len()
		}
	}
	return n
}

// Settled is how long the run took, 0 for one that did not settle.
func (s *DiffSide) Settled() time.Duration { return s.milliseconds("settled") }

// FirstEvent is how long the first event took, 0 for none.
func (s *DiffSide) FirstEvent() time.Duration { return s.milliseconds("firstEvent") }

// FirstArtifact is how long the first artifact took, 0 for none.
func (s *DiffSide) FirstArtifact() time.Duration { return s.milliseconds("firstArtifact") }

func (s *DiffSide) milliseconds(name string) time.Duration {
	n, _ := strconv.Atoi(s.document.At("/ms/" + name).Text())
	return time.Duration(n) * time.Millisecond
}

// text is a text of the verdict document as it is shown.
func (s *DiffSide) text(at string) string {
	v := s.document.At(at)
	if !v.Is(ojson.String) && !v.Is(ojson.Number) {
		return ""
	}
	return safe.Text(v.Text()).Line(maxSideName).String()
}
