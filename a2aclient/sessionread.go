package a2aclient

import (
	"context"
	"crypto/sha256"
	"net/http"
	"strings"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// sessionState is what seed 003 says of a session.
type sessionState struct {
	id     string
	status safe.Raw
	time   time.Time
}

// state is the state of a task that comes closest.
func (s sessionState) state() a2a.State {
	switch s.status.Exact() {
	case "active":
		return a2a.StateWorking
	case "completed":
		return a2a.StateCompleted
	case "error":
		return a2a.StateFailed
	}
	return a2a.ParseState(s.status.Exact())
}

// memberOf is a member of a JSON object, the object itself where it has none of
// that name: some servers leave the wrapper out.
func memberOf(raw []byte, name string) []byte {
	s := ojson.NewReader(raw)
	if s.Enter('{') {
		for s.Member() {
			named := string(s.Key) == name
			if v := s.Value(); named && ojson.IsObject(v) {
				return v
			}
		}
	}
	return raw
}

// readSession reads a session, wrapped or not.
func readSession(raw []byte) sessionState {
	var now sessionState
	s := ojson.NewReader(memberOf(raw, "session"))
	if !s.Enter('{') {
		return now
	}
	for s.Member() {
		switch string(s.Key) {
		case "id":
			now.id = ojson.TextOf(s.Value())
		case "status":
			now.status = safe.Text(ojson.TextOf(s.Value()))
		case "updated_at":
			now.time = a2a.ParseTime(s.Value())
		default:
			s.Value()
		}
	}
	return now
}

// sessionMessage is a message of seed 003, with what is attached to it.
type sessionMessage struct {
	a2a.Message
	artifacts []a2a.Artifact
}

// messageKey is a digest: an id may be as long as an answer.
type messageKey [sha256.Size]byte

// key identifies a message, also one without an id.
func (m *sessionMessage) key() messageKey {
	if !m.ID.IsEmpty() {
		return sha256.Sum256([]byte(m.ID.Exact()))
	}
	return sha256.Sum256(m.Raw)
}

// readSessionMessages reads a page of messages and the cursor of the next. items
// is how many were read before, and n how many there are then.
func readSessionMessages(raw []byte, items int) (list []sessionMessage, next string, n int) {
	s := a2a.Decoder{Reader: ojson.NewReader(raw), Items: items}
	if !s.Enter('{') {
		return nil, "", items
	}
	for s.Member() {
		switch string(s.Key) {
		case "messages":
			if s.Enter('[') {
				for s.Item() {
					m, n := readSessionMessage(s.Value(), s.Items)
					list, s.Items = append(list, m), n
				}
			}
		case "pagination":
			next = wordOf(s.Value(), "next_cursor")
		default:
			s.Value()
		}
	}
	return list, next, s.Items
}

// wordOf is a text member of a JSON object, "" where there is none.
func wordOf(raw []byte, name string) (word string) {
	s := ojson.NewReader(raw)
	if !s.Enter('{') {
		return ""
	}
	for s.Member() {
		named := string(s.Key) == name
		if v := s.Value(); named && ojson.IsString(v) {
			word = ojson.TextOf(v)
		}
	}
	return word
}

// readSessionMessage reads a message; items and n are as for
// [readSessionMessages].
func readSessionMessage(raw []byte, items int) (m sessionMessage, n int) {
	m = sessionMessage{Message: a2a.Message{Raw: raw}}
	s := a2a.Decoder{Reader: ojson.NewReader(raw), Items: items}
	if !s.Enter('{') {
		return m, items
	}
	for s.Member() {
		switch string(s.Key) {
		case "id":
			m.ID = safe.Text(ojson.TextOf(s.Value()))
		case "role":
			m.Role = sessionRole(ojson.TextOf(s.Value()))
		case "content":
			v := s.Value()
			if said := ojson.TextOf(v); said != "" {
				m.Parts = []a2a.Part{{Kind: a2a.PartText, Text: safe.Text(said), Raw: v}}
			}
		case "metadata":
			m.Metadata = s.Value()
		case "artifacts":
			if s.Enter('[') {
				for s.Item() {
					m.artifacts = append(m.artifacts, readSessionArtifact(s.Value()))
				}
			}
		default:
			s.Value()
		}
	}
	return m, s.Items
}

// sessionRole takes a system's words for the agent's: they are not the user's.
func sessionRole(role string) a2a.Role {
	switch role {
	case "user":
		return a2a.RoleUser
	case "agent", "system":
		return a2a.RoleAgent
	}
	return a2a.RoleUnknown
}

func readSessionArtifact(raw []byte) a2a.Artifact {
	a := a2a.Artifact{Raw: raw}
	p := a2a.Part{Raw: raw}
	s := ojson.NewReader(raw)
	if !s.Enter('{') {
		return a
	}
	for s.Member() {
		switch string(s.Key) {
		case "id":
			a.ID = safe.Text(ojson.TextOf(s.Value()))
		case "name":
			a.Name = safe.Text(ojson.TextOf(s.Value()))
		case "description":
			a.Description = safe.Text(ojson.TextOf(s.Value()))
		case "type":
			p.MediaType = safe.Text(ojson.TextOf(s.Value()))
		case "data":
			p.Data = s.Value()
		default:
			s.Value()
		}
	}
	a.Parts = []a2a.Part{sessionPart(p, a.Name)}
	return a
}

// sessionPart reads the content of an artifact by its type: text, a reference, a
// file in base64, else data.
func sessionPart(p a2a.Part, name safe.Raw) a2a.Part {
	data := ojson.TextOf(p.Data)
	kind := a2a.ParseMediaType(p.MediaType.Exact()).Kind
	switch {
	case !ojson.IsString(p.Data):
		p.Kind = a2a.PartData
	case kind == "url/reference":
		p.Kind, p.File = a2a.PartFile, &a2a.File{Name: name, URL: safe.Text(data)}
	case strings.HasPrefix(data, "base64:"):
		p.Kind, p.File = a2a.PartFile, &a2a.File{Name: name, Base64: safe.Text(strings.TrimPrefix(data, "base64:"))}
	case strings.HasPrefix(kind, "text/"):
		p.Kind, p.Text = a2a.PartText, safe.Text(data)
	default:
		p.Kind = a2a.PartData
	}
	if p.Kind != a2a.PartData {
		p.Data = nil
	}
	return p
}

// getSession is a session as a task: its state, and the artifacts of what the
// agent said.
func (a *Agent) getSession(ctx context.Context, id string) (*a2a.Task, error) {
	raw, err := a.conn().askRaw(ctx, a.sessionCall(http.MethodGet, nil, "sessions", id))
	if err != nil {
		return nil, err
	}
	now := readSession(memberOf(raw, "session"))
	t := &a2a.Task{ID: safe.Text(id), ContextID: safe.Text(id), Status: a2a.Status{State: now.state(), Said: now.status, Time: now.time}, Raw: raw}
	s := &session{follower: &follower{ctx: ctx}, agent: a, id: id}
	said, err := s.messages()
	if err != nil {
		return nil, err
	}
	for _, m := range said {
		t.History = append(t.History, m.Message)
		if m.Role != a2a.RoleUser {
			t.Artifacts = append(t.Artifacts, m.artifacts...)
		}
	}
	return t, nil
}

// endSession ends a session, which is what canceling is there.
func (a *Agent) endSession(ctx context.Context, id string) (*a2a.Task, error) {
	c := a.sessionCall(http.MethodDelete, nil, "sessions", id)
	resp, err := a.conn().post(ctx, c)
	if err != nil {
		return nil, err
	}
	defer closeBody(resp.Response)
	raw := []byte("null")
	if resp.StatusCode != http.StatusNoContent && resp.ContentLength != 0 {
		r, err := a.conn().readWhole(ctx, resp.Response, c)
		if err != nil {
			return nil, err
		}
		raw = r.Result
	}
	t := &a2a.Task{ID: safe.Text(id), ContextID: safe.Text(id), Status: a2a.Status{State: a2a.StateCanceled}, Raw: raw}
	if now := readSession(raw); !now.status.IsEmpty() { // the agent's word counts for more
		t.Status = a2a.Status{State: now.state(), Said: now.status, Time: now.time}
	}
	return t, nil
}
