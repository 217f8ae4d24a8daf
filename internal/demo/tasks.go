package demo

import (
	"slices"
	"sync"
)

const (
	// maxTasks bounds the memory: beyond it the oldest task is forgotten.
	maxTasks = 200
	// maxHistory bounds one task: a task with this many messages takes no more.
	maxHistory = 100
)

// tasks is the bounded memory of the agent, oldest first.
type tasks struct {
	mu   sync.Mutex
	byID map[string]*task
	ids  []string
}

func (s *tasks) put(t *task) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byID == nil {
		s.byID = map[string]*task{}
	}
	if len(s.ids) >= maxTasks {
		oldest := s.oldest()
		s.byID[s.ids[oldest]].stop()
		delete(s.byID, s.ids[oldest])
		s.ids = slices.Delete(s.ids, oldest, oldest+1)
	}
	s.byID[t.rec.ID] = t
	s.ids = append(s.ids, t.rec.ID)
}

// oldest is the place of the first settled task, or 0 when all still run.
func (s *tasks) oldest() int {
	return max(0, slices.IndexFunc(s.ids, func(id string) bool {
		t := s.byID[id]
		t.mu.Lock()
		defer t.mu.Unlock()
		return t.rec.Status.State.settled()
	}))
}

func (s *tasks) get(id string) (*task, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, ok := s.byID[id]
	return t, ok
}

// newest returns all tasks, the last one first.
func (s *tasks) newest() []*task {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]*task, 0, len(s.ids))
	for _, id := range slices.Backward(s.ids) {
		all = append(all, s.byID[id])
	}
	return all
}
