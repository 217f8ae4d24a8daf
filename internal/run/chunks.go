package run

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"a2aform/a2aclient/a2a"
)

// minRepeat is how many bytes of JSON a chunk of text must have for a repeat to count as a
// mistake: models stream the same short text twice in a row.
const minRepeat = 120

func hasData(a *a2a.Artifact) bool {
	return slices.ContainsFunc(a.Parts, func(p a2a.Part) bool { return p.Kind == a2a.PartData })
}

// checkChunk notes the first chunk that does not fit the ones before it. The task
// as the agent keeps it is asked for once it has settled, see Run.askWhole.
func (s *state) checkChunk(e a2a.Event) {
	if s.chunkFault != "" || !e.Append {
		return
	}
	name := e.Artifact.ID.Line(40)
	i, known := s.artifacts.find(e.Artifact)
	switch {
	case !known:
		s.chunkFault = fmt.Sprintf("The agent sent more of the artifact “%s” before it created it.", name)
	case s.artifacts.list[i].closed:
		s.chunkFault = fmt.Sprintf("The agent sent more of the artifact “%s” after its last chunk.", name)
	case (len(e.Artifact.Raw) >= minRepeat || hasData(e.Artifact)) && bytes.Equal(s.artifacts.list[i].Raw, e.Artifact.Raw):
		s.chunkFault = fmt.Sprintf("The agent sent the same chunk of the artifact “%s” twice.", name)
	}
}

// replaceChunks shows the artifacts of the task that the agent gave when it was
// asked, in place of chunks with a fault, and says so.
func (r *Run) replaceChunks(task *a2a.Task, fault string) {
	r.apply(a2a.Event{At: time.Now(), TaskID: task.ID, ContextID: task.ContextID, Task: task, Raw: task.Raw})
	r.mu.Lock()
	defer r.mu.Unlock()
	r.noteDifference(fault + " The task's artifacts are shown.")
	r.signal()
}

// isWhole reports whether a task has the state of the run and all its artifacts.
func (s *state) isWhole(task *a2a.Task) bool {
	parts := map[string]int{}
	for _, a := range task.Artifacts {
		parts[a.ID.Exact()] += len(a.Parts)
	}
	for _, a := range s.artifacts.list {
		if parts[a.ID.Exact()] == 0 && len(a.Parts) > 0 {
			return false
		}
	}
	return task.Status.State == s.State
}
