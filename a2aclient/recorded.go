package a2aclient

import "encoding/json"

// ReadEvent reads [Event.Raw] of an event that the agent sent once, as it was read
// then. Nothing is sent, and when it came is for the caller to say. It is not ok
// where raw is no event of the agent's dialect.
func (a *Agent) ReadEvent(raw json.RawMessage) (e Event, ok bool) {
	if a.protocol.sessions {
		return readSessionEvent(raw)
	}
	d := a.decoder()
	d.scanner = scanner{b: raw}
	_, e, ok = d.result()
	return e, ok && !d.hasTooMany()
}

// readSessionEvent tells what a session is made of by its members: a message has
// a role, an artifact data, and a session neither.
func readSessionEvent(raw []byte) (Event, bool) {
	s := scanner{b: raw}
	if !s.enter('{') {
		return Event{}, false
	}
	var isMessage, isArtifact bool
	for s.member() {
		switch string(s.key) {
		case "role":
			isMessage = true
		case "data":
			isArtifact = true
		}
		s.value()
	}
	e := Event{Raw: raw}
	switch {
	case s.bad:
		return e, false
	case isMessage:
		m, _ := readSessionMessage(raw, 0)
		e.Message = &m.Message
	case isArtifact:
		artifact := readSessionArtifact(raw)
		e.Artifact, e.LastChunk = &artifact, true
	default:
		now := readSession(raw)
		e.Status = &Status{State: now.state(), Said: now.status, Time: now.time}
		return e, !now.status.IsEmpty()
	}
	return e, true
}
