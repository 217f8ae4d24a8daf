package server

import (
	"encoding/json"
	"io"
	"net/http"
	"sync"

	"a2aform/internal/safego"
)

// session is a conversation of seed 003. It ends when the agent has settled a task of it.
type session struct {
	mu       sync.Mutex
	id       string
	status   string
	messages []sessionMessage
}

type sessionArtifact struct {
	ID   string          `json:"id"`
	Type string          `json:"type"`
	Name string          `json:"name,omitempty"`
	Data json.RawMessage `json:"data"`
}

type sessionMessage struct {
	ID        string            `json:"id"`
	Role      string            `json:"role"`
	Content   string            `json:"content"`
	Created   string            `json:"created_at"`
	Metadata  json.RawMessage   `json:"metadata,omitempty"`
	Artifacts []sessionArtifact `json:"artifacts,omitempty"`
}

// sessions are the last sessions of an agent.
type sessions struct {
	mu   sync.Mutex
	byID map[string]*session
}

const maxSessions = 1000

// serveSessions adds the endpoints of seed 003.
func (a *Agent) serveSessions() {
	s := &sessions{byID: map[string]*session{}}
	a.mux.HandleFunc("POST "+PathSessions+"/sessions", func(w http.ResponseWriter, _ *http.Request) {
		now := &session{id: a.newID(), status: "active"}
		s.mu.Lock()
		if len(s.byID) >= maxSessions {
			clear(s.byID)
		}
		s.byID[now.id] = now
		s.mu.Unlock()
		now.write(w, http.StatusCreated)
	})
	find := func(serve func(*session, http.ResponseWriter, *http.Request)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			s.mu.Lock()
			now := s.byID[r.PathValue("id")]
			s.mu.Unlock()
			if now == nil {
				sessionError(w, http.StatusNotFound, "session_not_found", "there is no such session")
				return
			}
			serve(now, w, r)
		}
	}
	a.mux.HandleFunc("GET "+PathSessions+"/sessions/{id}", find(func(now *session, w http.ResponseWriter, _ *http.Request) { now.write(w, http.StatusOK) }))
	a.mux.HandleFunc("GET "+PathSessions+"/sessions/{id}/messages", find((*session).list))
	a.mux.HandleFunc("POST "+PathSessions+"/sessions/{id}/messages", find(a.receiveInSession))
	a.mux.HandleFunc("DELETE "+PathSessions+"/sessions/{id}", find(func(now *session, w http.ResponseWriter, _ *http.Request) {
		now.add("completed")
		now.write(w, http.StatusOK)
	}))
}

func sessionJSON(w http.ResponseWriter, status int, name string, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(Encode(map[string]any{name: v}))
}

func sessionError(w http.ResponseWriter, status int, code, what string) {
	sessionJSON(w, status, "error", map[string]string{"code": code, "message": what})
}

func (s *session) write(w http.ResponseWriter, status int) {
	s.mu.Lock()
	now := map[string]string{"id": s.id, "created_at": stamp(now()), "status": s.status}
	s.mu.Unlock()
	sessionJSON(w, status, "session", now)
}

func (s *session) list(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sessionJSON(w, http.StatusOK, "messages", append([]sessionMessage{}, s.messages...))
}

func (s *session) add(status string, m ...sessionMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages = append(s.messages, m...)
	s.status = status
}

// receiveInSession takes a message, and adds the agent's answer to the session when its task rests.
func (a *Agent) receiveInSession(s *session, w http.ResponseWriter, r *http.Request) {
	var said sessionMessage
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	if err != nil || json.Unmarshal(body, &said) != nil || said.Role == "" {
		sessionError(w, http.StatusBadRequest, "invalid_request", "the body is no message with a role and a content")
		return
	}
	said.ID, said.Created = a.newID(), stamp(now())
	m := Message{ID: said.ID, Role: RoleUser, ContextID: s.id, Metadata: said.Metadata, Parts: []Part{TextPart(said.Content)}}
	for _, attached := range said.Artifacts {
		m.Parts = append(m.Parts, Part{Data: attached.Data, MediaType: attached.Type})
	}
	got, f := a.receive(m, false)
	if f != nil {
		sessionError(w, http.StatusUnprocessableEntity, "rejected", f.Message)
		return
	}
	s.add("active", said)
	sessionJSON(w, http.StatusOK, "message", said)
	if got.message != nil {
		s.add("completed", a.inSession(*got.message, nil))
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return
	}
	safego.GoGroup(&a.work, func() {
		if got.task.waitUntilResting(a.base) != nil {
			return
		}
		rec, _ := got.task.snapshot()
		last := a.say(s.id, "Done.")
		if rec.Status.Message != nil {
			last = *rec.Status.Message
		}
		status := "completed"
		switch {
		case rec.Status.State.isWaiting():
			status = "active"
		case rec.Status.State != StateCompleted:
			status = "error"
		}
		s.add(status, a.inSession(last, rec.Artifacts))
	})
}

func (a *Agent) inSession(m Message, results []Artifact) sessionMessage {
	said := sessionMessage{ID: a.newID(), Role: "agent", Content: m.Text(), Created: stamp(now())}
	for _, result := range results {
		for i, p := range result.Parts {
			attached := sessionArtifact{ID: a.newID(), Name: result.Name, Type: "application/json", Data: p.Data}
			if i > 0 {
				attached.Name = ""
			}
			switch {
			case p.Text != nil:
				attached.Type, attached.Data = "text/plain", Encode(*p.Text)
			case p.File != nil:
				attached.Type, attached.Name, attached.Data = p.File.MediaType, p.File.Name, Encode("base64:"+p.File.Bytes)
			}
			said.Artifacts = append(said.Artifacts, attached)
		}
	}
	return said
}
