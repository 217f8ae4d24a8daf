package run

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

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
	s.Timeline.Grow(s.lastMessage)
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
