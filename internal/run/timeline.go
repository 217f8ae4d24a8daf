package run

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// Timeline is what has happened in a run, in order. It only grows, and a copy of
// it stays as it is. An agent may fill it with a million entries: each takes 32
// bytes and its text.
type Timeline struct {
	blocks []*[blockRows]row
	n      int
	open   *row // the last entry while it may grow, which is then in no block; nil for none
}

const blockRows = 1024

// row is an entry.
type row struct {
	at    int64  // Unix nanoseconds
	text  string // untrusted, but for a notice
	kind  uint8  // in entryKinds
	state uint8  // in states
}

var (
	entryKinds = []EntryKind{StateEntry, MessageEntry, UserEntry, NoticeEntry, DetailEntry}
	states     = []a2a.State{
		"", a2a.StateUnknown, a2a.StateSubmitted, a2a.StateWorking,
		a2a.StateInputRequired, a2a.StateAuthRequired, a2a.StateCompleted,
		a2a.StateFailed, a2a.StateCanceled, a2a.StateRejected,
	}
)

// Len is the number of entries.
func (t Timeline) Len() int { return t.n }

// Closed is the number of entries that stay as they are: all, or all but the last, which
// grows while an agent sends a text in pieces, or says which try of several this is.
func (t Timeline) Closed() int {
	if t.open != nil {
		return t.n - 1
	}
	return t.n
}

// Entry is the entry at i, from 0.
func (t Timeline) Entry(i int) Entry {
	r := t.open
	if i < t.Closed() {
		r = &t.blocks[i/blockRows][i%blockRows]
	}
	e := Entry{At: time.Unix(0, r.at), Kind: entryKinds[r.kind], State: states[r.state]}
	if e.Kind == NoticeEntry {
		e.Note = r.text
	} else {
		e.Text = safe.Text(r.text)
	}
	return e
}

// Add puts an entry after the others.
func (t *Timeline) Add(e Entry) {
	t.Close()
	t.push(rowOf(e))
	t.n++
}

// addOpen puts an entry after the others that may grow.
func (t *Timeline) addOpen(e Entry) {
	t.Close()
	r := rowOf(e)
	t.open = &r
	t.n++
}

// isNoticeOpen reports that the last entry is a notice that may change.
func (t *Timeline) isNoticeOpen() bool {
	return t.open != nil && entryKinds[t.open.kind] == NoticeEntry
}

// grow replaces the text of the entry that is open. Copies of the timeline keep theirs.
func (t *Timeline) grow(text string) {
	r := *t.open
	r.text = text
	t.open = &r
}

// Close makes the open entry, if there is one, an entry like the others.
func (t *Timeline) Close() {
	if r := t.open; r != nil {
		t.open = nil
		t.n--
		t.push(*r)
		t.n++
	}
}

// push puts a row after the t.n others.
func (t *Timeline) push(r row) {
	if t.n%blockRows == 0 {
		t.blocks = append(t.blocks, new([blockRows]row))
	}
	t.blocks[t.n/blockRows][t.n%blockRows] = r
}

func rowOf(e Entry) row {
	r := row{at: e.At.UnixNano(), text: e.Text.Exact(), kind: index(entryKinds, e.Kind), state: index(states, e.State)}
	if e.Kind == NoticeEntry {
		r.text = e.Note
	}
	return r
}

// index is the place of one of the values that a list has.
func index[T comparable](list []T, value T) uint8 {
	return uint8(max(slices.Index(list, value), 0)) //nolint:gosec // the lists are short
}

// Tail gives the entries of a growing timeline one after the other, each once, to who writes
// them line by line.
type Tail struct {
	seen int    // entries that were given
	grew string // the text of the last of them, if it was given while it could grow
}

// Next returns the entries that it has not returned yet: all, or with isQuiet unset the ones that
// do not grow any more. What an entry gains after it was returned is an entry of its own.
func (t *Tail) Next(timeline Timeline, isQuiet bool) (entries []Entry) {
	closed := timeline.Closed()
	if t.grew != "" && t.seen <= closed {
		e := timeline.Entry(t.seen - 1)
		if rest, ok := strings.CutPrefix(e.Text.Exact(), t.grew); ok && rest != "" {
			e.Text = safe.Text("… " + strings.TrimLeft(rest, " "))
			entries = append(entries, e)
		}
		t.grew = ""
	}
	n := closed
	if isQuiet {
		n = timeline.Len()
	}
	for i := t.seen; i < n; i++ {
		entries = append(entries, timeline.Entry(i))
	}
	if n > t.seen && n > closed {
		t.grew = timeline.Entry(n - 1).Text.Exact()
	}
	t.seen = max(t.seen, n)
	return entries
}

// IsBehind reports an entry that may grow and was not given.
func (t *Tail) IsBehind(timeline Timeline) bool { return t.seen < timeline.Len() }

// GrowTime is how long a text must rest to be given although it may grow.
const GrowTime = 200 * time.Millisecond

// speech is what the agent says in messages of its own, one after the other with nothing in
// between. Many agents send the words of a model that way, a piece in each message: they
// are one text then, in the timeline and as the result.
type speech struct {
	id      safe.Raw        // of the last message
	last    string          // its text
	before  string          // words of the same message id, before white space showed that they are pieces
	text    strings.Builder // of the pieces
	pieces  int             // that the text has; 1 as long as nothing continued it
	isEnded bool            // something came in between
}

// begin makes the text of a message the first piece of what may follow.
func (s *speech) begin(id safe.Raw, text string) {
	before := ""
	if !s.isEnded && s.pieces == 1 && id == s.id && !id.IsEmpty() && !strings.ContainsFunc(s.last, unicode.IsSpace) {
		before = s.before + s.last
	}
	*s = speech{id: id, last: text, before: before, pieces: 1}
	s.text.WriteString(text)
}

// continuation is what a message adds to the text before it. It is not ok where the message
// says something else. Pieces meet at white space, where lines of progress neither begin nor
// end with any; among pieces that did, a word or a line end goes on, too. A text that begins
// with all that was said is all of it anew.
func (s *speech) continuation(id safe.Raw, text string) (piece string, ok bool) {
	if s.isEnded || s.pieces == 0 || text == "" {
		return "", false
	}
	all := s.text.String()
	rest, isAnew := strings.CutPrefix(text, all)
	switch {
	case s.pieces > 1 && strings.TrimSpace(all) == strings.TrimSpace(text):
		return "", true
	case isAnew && joins(all, rest):
		return rest, true
	case joins(all, text), s.pieces > 1 && isToken(all, text):
		return text, true
	case isDelta(id) && isDelta(s.id) && beginsSentence(all, text):
		return " " + text, true
	case isDelta(id) && isDelta(s.id):
		return text, true
	case id == s.id && !id.IsEmpty() && isUnspaced(all) && isUnspaced(text):
		return text, true
	}
	return "", false
}

// add adds a piece, which came in a message with that text.
func (s *speech) add(id safe.Raw, text, piece string) {
	s.text.WriteString(piece)
	s.id, s.last, s.pieces = id, text, s.pieces+1
}

// message is the text of several pieces as one message.
func (s *speech) message() *a2a.Message {
	text := s.text.String()
	if s.before != "" {
		text = s.before + text
	}
	return &a2a.Message{ID: s.id, Role: a2a.RoleAgent, Parts: []a2a.Part{{Kind: a2a.PartText, Text: safe.Text(text)}}}
}

// isDelta reports the id of a message that is a piece, as inference-gateway's kit for Go names it: each has another, delta-TASK-TIME.
func isDelta(id safe.Raw) bool { return strings.HasPrefix(id.Exact(), "delta-") }

// joins reports whether white space, but no line end, is where two texts meet, or all that comes.
func joins(a, b string) bool {
	if strings.TrimSpace(b) == "" {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	return isBlank(last) || isBlank(first)
}

// isToken reports whether text goes on with a text in pieces although no white space joins them:
// a line end, or one word, or a part of one, that does not begin a sentence.
func isToken(all, text string) bool {
	if strings.HasPrefix(text, "\n") || strings.HasSuffix(all, "\n") {
		return true
	}
	return !strings.ContainsFunc(strings.TrimSpace(text), unicode.IsSpace) && !beginsSentence(all, text)
}

// beginsSentence reports a text with a capital letter behind the end of a sentence.
func beginsSentence(all, text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return (strings.ContainsAny(all[len(all)-1:], ".!?:") || strings.HasSuffix(all, "…")) && unicode.IsUpper(first)
}

func isBlank(c rune) bool { return c != '\n' && c != '\r' && unicode.IsSpace(c) }

// isUnspaced reports a text without white space in a script that has none between words.
func isUnspaced(text string) bool {
	for _, c := range text {
		if !unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) && !unicode.IsPunct(c) {
			return false
		}
	}
	return text != ""
}

// piece is what a message adds to what the agent is saying. It is not ok where the message says
// something else. A snapshot of the task repeats the last piece.
func (s *state) piece(m *a2a.Message, isSnapshot bool) (piece string, ok bool) {
	if !isText(m) {
		return "", false
	}
	text := messageText(m)
	switch {
	case text == s.lastMessage:
		return "", false
	case isSnapshot && s.speech.pieces > 1 && text == s.speech.last && !(isDelta(m.ID) && m.ID != s.speech.id):
		return "", true
	}
	return s.speech.continuation(m.ID, text)
}

// addPiece adds a piece to what the agent is saying.
func (s *state) addPiece(m *a2a.Message, piece string) {
	if piece == "" {
		return
	}
	if !s.memory.reserveText(len(piece)) {
		s.noteFull(limit.RunStatus)
		return
	}
	s.speech.add(m.ID, messageText(m), piece)
	s.lastMessage = s.speech.text.String()
	s.spoken = s.speech.message()
	s.Timeline.grow(s.lastMessage)
}

// noteMessage adds what the agent said, unless it is what it said last: agents repeat
// the message of a state with every snapshot. It reports whether it was added.
func (s *state) noteMessage(at time.Time, m *a2a.Message) bool {
	text := messageText(m)
	if s.State.Paused() {
		text = questionText(m)
	}
	if text == "" || text == s.lastMessage {
		return false
	}
	s.lastMessage = text
	e := Entry{At: at, Kind: MessageEntry, Text: safe.Text(text)}
	if !isText(m) {
		s.note(e)
		return true
	}
	if s.noteOpen(e) {
		s.speech.begin(m.ID, text)
	}
	if isDelta(m.ID) {
		s.spoken = m
	}
	return true
}

// isText reports a message of text alone.
func isText(m *a2a.Message) bool {
	for _, p := range m.Parts {
		if p.Kind != a2a.PartText {
			return false
		}
	}
	return len(m.Parts) > 0
}
