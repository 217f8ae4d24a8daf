package run

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/render"
)

// Phase is the stage of a run.
type Phase string

// The phases of a run.
const (
	Sending  Phase = "sending"  // nothing has come back yet
	Working  Phase = "working"  // the task goes on
	Paused   Phase = "paused"   // the agent waits for an answer
	Settled  Phase = "settled"  // the task has ended, as State says
	Answered Phase = "answered" // the agent answered with a message, without a task
	Errored  Phase = "errored"  // Err says what went wrong
)

// The outcomes of a run that ended without a state of its task; see [Snapshot.Outcome].
const (
	Refused     = "refused"     // the agent said no
	Crashed     = "crashed"     // the agent's server failed
	Lost        = "lost"        // it is unknown what came of the message
	Interrupted = "interrupted" // the connection or the program ended first
)

// IsOver reports whether nothing more will happen by itself.
func (p Phase) IsOver() bool { return p == Settled || p == Answered || p == Errored }

// EntryKind is what an entry of the timeline contains.
type EntryKind string

// The kinds of entries.
const (
	StateEntry   EntryKind = "state"   // the task is in State from here on
	MessageEntry EntryKind = "message" // the agent said Text
	DetailEntry  EntryKind = "detail"  // Text is a fact in the metadata of what the agent said
	UserEntry    EntryKind = "user"    // the user said Text
	NoticeEntry  EntryKind = "notice"  // Note describes the connection
)

// Entry is one line of the timeline.
type Entry struct {
	At    time.Time
	Kind  EntryKind
	State a2a.State
	Text  safe.Raw
	Note  string // our own words
}

// Said is the text of what the user said, for people: an object without objects and lists, which is the answer to a form, is its members by
// their names, and the answer to whether a tool may run its title.
func (e Entry) Said() safe.Raw {
	text := e.Text.Exact()
	if !strings.HasPrefix(text, "{") {
		return e.Text
	}
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil || !v.Is(ojson.Object) || len(v.Members()) == 0 {
		return e.Text
	}
	if title := a2a.ApprovalTitle(v); title != "" {
		return safe.Text(title)
	}
	var words []string
	for _, m := range v.Members() {
		word := string(m.Value.Compact())
		switch {
		case m.Value.Is(ojson.Object), m.Value.Is(ojson.Array):
			return e.Text
		case m.Value.Is(ojson.String):
			word = m.Value.Text()
		case m.Value.Bool():
			word = "yes"
		case m.Value.Is(ojson.Bool):
			word = "no"
		}
		words = append(words, m.Name+": "+word)
	}
	return safe.Text(strings.Join(words, " · "))
}

// StateWord is the state of an entry, in the agent's word where it is none that we know; safe to show.
func (e Entry) StateWord() string {
	if e.State == a2a.StateUnknown && !e.Text.IsEmpty() {
		return "a state unknown here: " + e.Text.Line(80).String()
	}
	return string(e.State)
}

// StateText is the state of an entry as a log says it: what a task waits for, else the word of the state.
func (e Entry) StateText() string {
	switch e.State {
	case a2a.StateInputRequired:
		return "Waits for your answer"
	case a2a.StateAuthRequired:
		return "Waits for credentials"
	}
	return e.StateWord()
}

// Artifact is one artifact as far as it has come in.
type Artifact struct {
	a2a.Artifact
	Chunks   int   // how many pieces it came in
	Complete bool  // the agent said that nothing more follows, or the task settled
	closed   bool  // the agent sent a last chunk
	size     int   // in memory
	joins    []int // the parts, by index, that go on with the text of the part before

	isReplaced bool // the agent replaced what it had sent, and that was said
	isAppended bool // the agent said of a piece that it is to be appended
	isPartial  bool // live text that comes again as a whole, see [a2a.Artifact.IsPartial]
}

// label is the name of the artifact, else its id.
func (a *Artifact) label() safe.Raw {
	if a.Name.IsEmpty() {
		return a.ID
	}
	return a.Name
}

// Snapshot is all that is known of a run at one moment. The slices are shared
// with the run and must not be changed; what they contain does not change either.
type Snapshot struct {
	ID             safe.Raw
	Plan           *Plan
	Phase          Phase
	State          a2a.State
	Started, Ended time.Time

	TaskID, ContextID safe.Raw
	Timeline          Timeline
	Artifacts         []Artifact
	Reply             *a2a.Message  // of a run that was answered
	lastStatus        *a2a.Message  // of the last status; nil where it had none
	spoken            *a2a.Message  // what the agent said last in several pieces, or in a message beside the task; nil for nothing
	lastSaid          *a2a.Message  // what the agent said last in a status or beside it, with the pieces before it; nil for nothing
	lastInHistory     *a2a.Message  // what the agent said last in the task's history; nil for nothing
	failure           safe.Raw      // the error with which the agent broke off its stream; empty for none
	lastMetadata      [2][]byte     // of the last status, outside of its message
	replyAt           int           // how many artifacts had come before the reply
	Question          *a2a.Message  // of a paused run; nil where the agent gave none
	SaidFiles         []render.File // that came with the last status that had any, before the last one
	Answers           int           // that the user gave
	Events            int           // received from the agent
	Details           Details
	Activated         []safe.Raw // extensions that the agent says it activated, by their URIs
	// Repairs are what the agent or the connection did wrong and the client put right, in our words, each once.
	Repairs []string
	// Irregularities are rules about events that the agent broke, each once.
	Irregularities []Irregularity
	Log            []Received // the first events, in their order

	FirstEvent, FirstArtifact time.Time
	LongestGap                time.Duration // between two events
	Err                       error         // of a broken run
	Violation                 string        // the rule of its dialect that the agent broke, or that something was left out, in our words; "" for neither
	RecordErr                 error         // why the run file is not complete

	// Code is the code of a refusal: the JSON-RPC code, else the HTTP status; 0 for none.
	Code int
	// Problems is how many ways the output breaks its schemas, as render.Document counts them. A schema that the card does not
	// declare, or that cannot be used, is one.
	// It is counted once the run is over.
	Problems int
	Rows     *int // of the output's tables, counted with the problems; nil for output without a table

	ending string // the outcome of a broken run

	// Reconnects is how often a lost stream was opened again so far without an event,
	// 0 while the connection is open.
	Reconnects int
	// MoreMayCome says that the agent has answered, and the session in which it did is
	// still active: [Run.EndWait] does not wait for more.
	MoreMayCome bool
	// CanRetry says that it is unknown what came of the first message, even whether there is a
	// task: only the user can say whether it is sent again, by [Run.Retry].
	CanRetry bool
	// WantsCredentials says that the agent broke the run off because it does not know
	// who asks, and that [Run.Retry] can take it up with credentials.
	WantsCredentials bool
}

// Outcome is how the run ended, in one word: the task's state, "answered",
// [Refused], [Crashed], [Lost], [Interrupted], or "running" while it goes on.
func (s Snapshot) Outcome() string {
	var unsettled *a2aclient.UnsettledError
	switch s.Phase {
	case Settled, Paused:
		return string(s.State)
	case Answered:
		return string(s.Phase)
	case Errored:
		if errors.As(s.Err, &unsettled) && unsettled.IsUnknown {
			return Lost
		}
		return cmp.Or(s.ending, Interrupted)
	}
	return "running"
}

// AskedAgain says how often the agent of a paused run has asked, "" for the first time.
func (s *Snapshot) AskedAgain() string {
	if s.Answers == 0 {
		return ""
	}
	return "the agent asks for the " + humanize.Ordinal(s.Answers+1) + " time"
}

// OutcomeText is the outcome for people, in one line: with the reason of a task that failed or was rejected, and the code of an error.
func (s Snapshot) OutcomeText() string { return s.Outcome() + s.reasonText() + CodeText(s.Code) }

// CodeText is the code of a refusal in parentheses, "" for 0.
func CodeText(code int) string {
	switch {
	case code == 0:
		return ""
	case code >= 100 && code < 600:
		return fmt.Sprintf(" (HTTP %d)", code)
	}
	return fmt.Sprintf(" (%d)", code)
}

// taskID is what the task can be asked for by, empty where there is none.
func (s *Snapshot) taskID() safe.Raw {
	contextID := s.ContextID
	var lost *a2aclient.UnsettledError
	switch {
	case !s.TaskID.IsEmpty():
		return s.TaskID
	case contextID.IsEmpty() && errors.As(s.Err, &lost):
		contextID = lost.ContextID
	}
	if contextID.IsEmpty() {
		return safe.Raw{}
	}
	return s.Plan.Agent.TaskOf(contextID)
}

// IsReply reports a run that was answered with a message, and not with a task behind it.
func (s *Snapshot) IsReply() bool { return s.Reply != nil && s.State == "" }

// IsAccepted reports whether the agent is known to have what was sent.
func (s *Snapshot) IsAccepted() bool {
	return !s.TaskID.IsEmpty() || s.Phase.IsOver() && s.Phase != Errored || s.Phase == Paused
}

// Refusal is the message with which the agent rejected the task or failed at it, nil for none.
func (s *Snapshot) Refusal() *a2a.Message {
	if !s.HasFailed() {
		return nil
	}
	if s.lastStatus == nil && !s.failure.IsEmpty() {
		return &a2a.Message{Role: a2a.RoleAgent, Parts: []a2a.Part{{Kind: a2a.PartText, Text: s.failure}}}
	}
	return s.lastStatus
}

// state is what is known of a run, by what the agent said and the user did. It has no lock
// and does no I/O: a run feeds it with what comes, a replay with the lines of a file.
type state struct {
	Snapshot
	artifacts   artifacts
	lastEvent   time.Time
	pausedAt    int  // how many events had come when the pause was noted
	offline     bool // a recording: nothing is sent
	taken       bool // up again, by [Run.Retry]
	memory      memoryBudget
	lastMessage string // by the agent, last
	lastFiles   string // that came with a status, last
	speech      speech
	metadata    []byte // of the status message whose facts were noted last
	received    received
	order       order
	// chunkFault says which chunk did not fit the ones before it, "" for none since the
	// last task that came as a whole.
	chunkFault string
	repeats    int // of a recording: statuses that are not in the file
}

// snapshot is what others may see of it.
func (s *state) snapshot() Snapshot {
	shown := s.Snapshot
	shown.Artifacts = s.artifacts.share()
	if found := shown.elsewhere(); found != "" {
		shown.Repairs = append(slices.Clip(shown.Repairs), found)
	}
	s.setActions(&shown)
	return shown
}

// setActions says in the snapshot how a broken run can be taken up.
func (s *state) setActions(shown *Snapshot) {
	shown.MoreMayCome = !s.Phase.IsOver() && s.Reply != nil && !s.offline
	if s.Phase != Errored || s.taken || s.offline {
		return
	}
	hasTask := !s.taskID().IsEmpty()
	var refused *a2aclient.Error
	shown.WantsCredentials = errors.As(s.Err, &refused) && refused.WantsCredentials() && (hasTask || s.isUntouched())
	shown.CanRetry = errors.Is(s.Err, a2aclient.ErrUnsettled) && !hasTask && s.Events == 0
}

// pause notes that the agent waits for an answer.
func (s *state) pause() { s.Phase, s.pausedAt = Paused, s.Events }

// leavePause notes that the agent waits no longer.
func (s *state) leavePause() { s.Phase, s.Question = Working, nil }

// answer notes what the user said on the paused task.
func (s *state) answer(at time.Time, said safe.Raw) {
	s.leavePause()
	s.note(Entry{At: at, Kind: UserEntry, Text: said})
	s.lastEvent = at // until now the agent waited for the user
}

// interrupt ends the run by an error.
func (s *state) interrupt(err error, at time.Time) {
	s.Err = err
	s.setEnding(err)
	s.end(Errored, at)
}

// settle ends the run by the state of its task, if that is an end.
func (s *state) settle(state a2a.State, at time.Time) {
	if !state.Settled() {
		return
	}
	s.State = state
	if state != a2a.StateFailed && state != a2a.StateRejected {
		s.failure, s.Code = safe.Raw{}, 0 // it ended well after all
	}
	s.artifacts.complete()
	s.end(Settled, at)
}

// end notes the end. It is written to the run file when that is closed, with the
// number of problems in the output, which take time to count.
func (s *state) end(phase Phase, at time.Time) { s.Phase, s.Ended = phase, at }

// setEnding says of a broken run how it ended.
func (s *state) setEnding(err error) {
	var said *a2aclient.Error
	s.ending = Interrupted
	switch {
	case errors.Is(err, a2aclient.ErrUnsettled):
		if s.taskID().IsEmpty() {
			s.ending = Lost
		}
	case errors.As(err, &said):
		if s.ending = Refused; said.IsCrash() {
			s.ending = Crashed
		}
		s.Code = cmp.Or(said.Code, said.HTTPStatus)
	}
}

// isRepeat reports a status that says nothing new.
func (s *state) isRepeat(e a2a.Event) bool {
	switch {
	case e.Status == nil, e.Status.State != s.State, e.Status.State.Paused(), s.Timeline.Len() == 0:
		return false
	case e.Status.Message == nil:
		return true
	case saysFacts(e.Status) && !bytes.Equal(e.Status.Message.Metadata, s.metadata):
		return false
	}
	for _, p := range e.Status.Message.Parts {
		if p.Kind != a2a.PartText && p.Kind != a2a.PartData {
			return false
		}
	}
	text := messageText(e.Status.Message)
	return text == "" || text == s.lastMessage
}
