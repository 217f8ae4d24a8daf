package a2aclient

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/sse"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
)

// protocolSessions is the dialect of seed 003: sessions over REST.
var protocolSessions = &protocol{dialect: DialectSessions, sessions: true}

// sessionCall addresses something below the agent's API.
func (a *Agent) sessionCall(verb string, body []byte, path ...string) *call {
	var sb strings.Builder
	for _, token := range path {
		sb.WriteString("/" + url.PathEscape(token))
	}
	base, query := splitQuery(a.iface.URL)
	return &call{
		method: verb + " " + sb.String(), verb: verb, body: body, required: a.card.Requirements,
		url: base + sb.String() + query,
	}
}

// newSession is the placeholder in previews for the id of a session that does not exist
// yet.
const newSession = "{new session}"

// sessionMessage encodes a message: the text is a must of the seed, data goes
// into an artifact.
func (a *Agent) sessionMessage(id string, r *Request) *call {
	e := &encoder{}
	e.open('{')
	e.member("role", "user")
	e.member("content", sessionText(r))
	metadata := slices.Concat(a.opts.metadata, r.Metadata)
	if r.SkillID != "" {
		metadata = append([]Metadata{skillID(r.SkillID)}, metadata...)
	}
	e.metadata(metadata)
	encodeSessionArtifacts(e, r)
	e.close('}')
	c := a.sessionCall(http.MethodPost, e.b, "sessions", id, "messages")
	c.send, c.required = true, a.card.required(a.card.Skill(r.SkillID))
	if id == newSession {
		c.url = strings.Replace(c.url, url.PathEscape(newSession), newSession, 1)
	}
	return c
}

// encodeSessionArtifacts writes what goes with the text: the data, and files.
func encodeSessionArtifacts(e *encoder, r *Request) {
	if r.Data == nil && len(r.Files) == 0 {
		return
	}
	e.list("artifacts")
	if r.Data != nil {
		e.open('{')
		e.member("id", r.MessageID)
		e.member("type", "application/json")
		e.rawMember("data", r.Data)
		e.close('}')
	}
	for i, f := range r.Files {
		encodeFileArtifact(e, fmt.Sprintf("%s-%d", r.MessageID, i+1), f)
	}
	e.close(']')
}

// sessionText is the mandatory text of a message.
func sessionText(r *Request) string {
	switch {
	case r.Text != "":
		return r.Text
	case r.SkillID != "" && r.Data != nil:
		return "Input for " + r.SkillID + ", see the attached data."
	}
	if r.Data == nil && len(r.Files) > 0 {
		return "See the attached files."
	}
	return "See the attached data."
}

// TaskOf is what [Agent.Get] and [Agent.Cancel] know a context by that has no
// task: a session is its own. It is empty in dialects with tasks.
func (a *Agent) TaskOf(contextID safe.Raw) safe.Raw {
	if a.protocol.sessions {
		return contextID
	}
	return safe.Raw{}
}

// runSession sends one message to a session and waits for the agent's answer.
func (f *follower) runSession(req *Request) {
	s := &session{follower: f, agent: f.agent, id: req.ContextID.Exact(), seen: map[messageKey]bool{}}
	if err := s.begin(); err != nil {
		f.fail(err)
		return
	}
	if !f.noticeRedirect() {
		return
	}
	c := f.agent.sessionMessage(s.id, req)
	raw, err := f.agent.conn().askRaw(f.ctx, c)
	if err != nil {
		s.reconcile(err)
		return
	}
	s.handleReply(raw)
	s.await()
}

// followSession waits for messages in a session that exists.
func (f *follower) followSession(id string) {
	s := &session{follower: f, agent: f.agent, id: id, seen: map[messageKey]bool{}}
	s.await()
}

// session is one use of a session: which messages were delivered already.
type session struct {
	follower    *follower
	agent       *Agent
	id          string
	seen        map[messageKey]bool // of the last poll, and those delivered since
	first       messageKey          // of the message that came in answer to ours, which the list may not have yet
	fails       int
	lastMessage time.Time // when the agent said something last
	hasNoticed  bool      // the notice that more may come was given
}

// begin makes a session, or notes what was said in one before.
func (s *session) begin() error {
	if s.id != "" {
		said, err := s.messages()
		for _, m := range said {
			s.seen[m.key()] = true
		}
		return err
	}
	raw, err := s.agent.conn().askRaw(s.follower.ctx, s.agent.sessionCall(http.MethodPost, []byte("{}"), "sessions"))
	if err != nil {
		return err
	}
	if s.id = readSession(raw).id; s.id == "" {
		return transportError(fault{LayerReply, "the answer has no session: " + snippet(s.agent.opts.credentials.MaskText(raw)), ""}, s.agent.sessionCall(http.MethodPost, nil, "sessions"), true, nil)
	}
	s.follower.contextID = safe.Text(s.id)
	return nil
}

// handleReply reads the answer to a message: our message as the agent keeps it, or already
// its own.
func (s *session) handleReply(raw []byte) {
	m, _ := readSessionMessage(memberOf(raw, "message"), 0)
	if m.Role == a2a.RoleUser || m.Role == a2a.RoleUnknown {
		s.seen[m.key()] = true
		return
	}
	s.deliver(m)
	s.first = m.key()
}

// reconcile ends a run whose message has no answer. If the session has one more message of
// ours, the agent has taken it.
func (s *session) reconcile(err error) {
	what := unknownOutcome(err)
	if what == "" {
		s.follower.fail(err)
		return
	}
	said, failed := s.messages()
	taken := failed == nil && slices.ContainsFunc(said, func(m sessionMessage) bool { return m.Role == a2a.RoleUser && !s.seen[m.key()] })
	if taken && s.follower.notice(a2a.Notice{Kind: a2a.NoticeUnchecked, Err: noEOF(err), Text: what + ", and the session has the message, which is followed"}) {
		s.await()
		return
	}
	s.follower.contextID = safe.Text(s.id)
	s.follower.unsettledAs(what, err)
}

// await asks until the agent has answered and the session has ended, or has been
// quiet for a while though it is still active: agents say that they are on it before
// the result comes. A stream only says when to ask: the seed does not say what is on
// it.
func (s *session) await() {
	wake, closeStream := s.stream()
	defer closeStream()
	for quiet := 1; ; quiet++ {
		before := s.lastMessage
		state, err := s.poll()
		switch {
		case s.follower.stopped || state.Settled():
			return
		case err != nil && (s.follower.answered || s.giveUp(err)):
			return
		case err == nil && s.follower.answered && !s.shouldWait(state):
			return
		}
		if s.lastMessage != before {
			quiet = 1
		}
		timer := time.NewTimer(s.pause(quiet))
		select {
		case <-wake:
			quiet = 0
			if !s.follower.sleep(wakePause) { // a chatty stream is asked about now and then
				timer.Stop()
				return
			}
		case <-timer.C:
		case <-s.follower.ctx.Done():
			timer.Stop()
			s.follower.unsettled("watching was stopped", context.Cause(s.follower.ctx))
			return
		}
		timer.Stop()
	}
}

// shouldWait reports whether to wait for more in a session in which the agent has
// answered, and adds a notice of it once. It waits once however long the answer took.
func (s *session) shouldWait(state a2a.State) bool {
	grace := s.agent.opts.sessionGrace
	switch {
	case state != a2a.StateWorking:
		return false
	case s.hasNoticed:
		return time.Since(s.lastMessage) < grace
	}
	s.hasNoticed = true
	return s.follower.notice(a2a.Notice{
		Kind: a2a.NoticeMoreMayCome, Wait: grace,
		Text: fmt.Sprintf("The session is still active, so more may come. The wait ends when it has been quiet for %s.", grace),
	})
}

// pause is the time until the next look.
func (s *session) pause(quiet int) time.Duration {
	wait := max(pollWait(quiet), failWait(s.fails))
	if s.follower.answered {
		wait = min(wait, max(s.agent.opts.sessionGrace-time.Since(s.lastMessage), time.Millisecond))
	}
	return wait
}

func (s *session) giveUp(err error) bool {
	if s.fails++; !isRefusal(err) && s.fails < limit.Polls.Int() && s.follower.ctx.Err() == nil {
		return false
	}
	s.follower.unsettled("the session is no longer available", err)
	return true
}

// poll delivers what is new, and returns the state of the session.
func (s *session) poll() (a2a.State, error) {
	if err := s.deliverNew(); err != nil {
		return "", err
	}
	raw, err := s.agent.conn().askRaw(s.follower.ctx, s.agent.sessionCall(http.MethodGet, nil, "sessions", s.id))
	if err != nil {
		return "", err
	}
	s.fails = 0
	now := readSession(memberOf(raw, "session"))
	if now.status.IsEmpty() {
		return a2a.StateUnknown, nil
	}
	state := now.state()
	if !state.Settled() {
		return state, nil
	}
	// The agent may have answered between the two requests.
	if err := s.deliverNew(); err != nil && !s.follower.answered {
		return "", err
	}
	s.follower.deliver(a2a.Event{ContextID: safe.Text(s.id), Status: &a2a.Status{State: state, Said: now.status, Time: now.time}, Raw: raw})
	return state, nil
}

// deliverNew delivers the messages that were not delivered yet.
func (s *session) deliverNew() error {
	said, err := s.messages()
	if err != nil {
		return err
	}
	current := make(map[messageKey]bool, len(said)) // what is gone must not be kept: a session has no end
	for _, m := range said {
		key := m.key()
		if !s.seen[key] && key != s.first && m.Role != a2a.RoleUser {
			s.deliver(m)
		}
		current[key] = true
	}
	s.seen = current
	return nil
}

// deliver passes on a message of the agent, and then its artifacts.
func (s *session) deliver(m sessionMessage) {
	s.seen[m.key()] = true
	s.lastMessage = time.Now()
	m.ContextID = safe.Text(s.id)
	s.follower.answered = true
	if !s.follower.deliver(a2a.Event{ContextID: safe.Text(s.id), Message: &m.Message, Raw: m.Raw}) {
		return
	}
	for i := range m.artifacts {
		if !s.follower.deliver(a2a.Event{ContextID: safe.Text(s.id), Artifact: &m.artifacts[i], LastChunk: true, Raw: m.artifacts[i].Raw}) {
			return
		}
	}
}

// maxPages bounds how many pages of messages are read; a server whose pages
// have no end stops there.
const maxPages = 1000

// messages reads all messages of the session, page by page.
func (s *session) messages() ([]sessionMessage, error) {
	var all []sessionMessage
	cursor, read, items := "", 0, 0
	for range maxPages {
		c := s.agent.sessionCall(http.MethodGet, nil, "sessions", s.id, "messages")
		if cursor != "" {
			c.url = withQuery(c.url, "cursor="+url.QueryEscape(cursor))
		}
		raw, err := s.agent.conn().askRaw(s.follower.ctx, c)
		if err != nil {
			return nil, err
		}
		page, next, n := readSessionMessages(raw, items)
		if read, items = read+len(raw), n; read > limit.ReplyBytes.Int() || items > limit.ReplyItems.Int() {
			return nil, transportError(fault{LayerContent, fmt.Sprintf("the session has more than %s of messages, or more than %s", limit.ReplyBytes, limit.ReplyItems), "start another session; " + limit.ReplyBytes.Hint()}, c, true, nil)
		}
		all = append(all, page...)
		if next == "" || next == cursor {
			break
		}
		cursor = next
	}
	return all, nil
}

// stream opens the session's stream and gives a value for each event on it.
// Where there is none it stays silent.
func (s *session) stream() (wake <-chan struct{}, closeStream func()) {
	woken := make(chan struct{}, 1)
	ctx, cancel := context.WithCancel(s.follower.ctx)
	done := make(chan struct{})
	safego.Go(func() {
		defer close(done)
		c := s.agent.sessionCall(http.MethodGet, nil, "sessions", s.id, "stream")
		c.stream = true
		resp, err := s.agent.conn().post(ctx, c)
		if err != nil {
			return
		}
		defer closeBody(resp.Response)
		signalEvents(resp.Body, woken)
	})
	return woken, func() { cancel(); <-done }
}

// signalEvents reads a stream and signals each event, until the stream ends.
func signalEvents(body io.Reader, woken chan<- struct{}) {
	reader := sse.NewReader(body, limit.ReplyBytes.Int())
	for {
		if _, err := reader.Next(); err != nil {
			return
		}
		select {
		case woken <- struct{}{}:
		default:
		}
	}
}
