package plain

import (
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/limit"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/render"
)

// The lines of a chat that are no message. A message that begins like one is written in quotes.
const (
	attachLine = "/attach" // and the path of a file that goes with the next message
	saveLine   = "/save"   // and a path, for a file that came last
	asLine     = "/as"     // and the columns of the answers, nothing for any answer
	againLine  = "/again"  // the last message with the schema in it
)

const chatHint = "Lines of their own: /attach FILE sends a file along · /save [FILE] writes one that came · /as COLUMNS asks for a table (/as alone: for anything)"

// chat is what a chat in progress knows.
type chat struct {
	isOpen   bool
	with     skillInput
	files    []a2aclient.FilePart // that go with the next message
	as       *run.AnswerAs        // what its answer is to be; nil for anything
	received []render.File        // with the last answer
	ignored  *run.Plan            // the last message, if it asked for JSON and none came
}

// useText is a chat: messages in one context, until an empty line.
func (s *session) useText(w skillInput) error {
	s.printf("%s", chatHint)
	s.chat = chat{isOpen: true, with: w}
	defer func() { s.chat = chat{} }()
	if !s.keepsNothing() {
		if s.chat.as = run.KeptAnswerAs(s.opts.Store, s.identity(), w.skillID()); s.chat.as != nil {
			s.printf("Messages ask for %s, as before; %s alone stops that.", s.chat.as.About(), asLine)
		}
	}
	text, err := s.askMessage("Message", false)
	if err != nil {
		return err
	}
	plan := s.message(w, text)
	if send, err := s.review(plan, nil); err != nil || send != sendNow {
		return err
	}
	for {
		if err := s.send(plan, func() {}); err != nil {
			return err
		}
		s.printf("")
		text, err := s.askMessage("Message, or Enter to end the chat", true)
		var end *EndError
		if errors.As(err, &end) {
			return nil // there is a result, and the session ends with the next question
		}
		if err != nil || text == "" && len(s.chat.files) == 0 {
			return err
		}
		plan = s.message(w, text)
		plan.ContextID = s.contextID
	}
}

// message is a text with the files that go with it, and what its answer is to be.
func (s *session) message(w skillInput, text string) *run.Plan {
	plan := &run.Plan{Agent: s.agent, Skill: w.skill, Text: text, Files: s.chat.files, AnswerAs: s.chat.as}
	if s.chat.as != nil && s.chat.as.Text(text) == text {
		inText := *s.chat.as
		inText.InText = true
		plan.AnswerAs = &inText
	}
	s.chat.files = nil
	return plan
}

// askMessage asks for a text, and does what the lines that are no message say. The text is empty where files go without one, or
// where the user wants to send nothing and may.
func (s *session) askMessage(prompt string, mayBeEmpty bool) (string, error) {
	for {
		answer, err := s.askExactly(prompt)
		if err != nil {
			return "", err
		}
		word, rest, _ := strings.Cut(strings.TrimSpace(answer), " ")
		rest = strings.TrimSpace(rest)
		switch {
		case word == attachLine:
			s.attach(rest)
		case word == saveLine:
			s.save(rest)
		case word == asLine && s.chat.isOpen:
			s.answerAs(rest)
		case word == againLine && rest == "" && s.chat.ignored != nil:
			return s.chat.ignored.AnswerAs.Text(s.chat.ignored.Text), nil
		default:
			text := unquoted(answer)
			if strings.TrimSpace(text) != "" {
				return text, nil
			}
			if mayBeEmpty || len(s.chat.files) > 0 {
				return "", nil
			}
			s.printf("  ✗ enter some text")
		}
	}
}

// attach takes a file along with the next message.
func (s *session) attach(path string) {
	path = unquotedPath(path)
	if path == "" {
		s.printf("  ✗ write the path of a file behind %s", attachLine)
		return
	}
	data, problem := readFile(path, limit.MessageFiles)
	total := len(data)
	for _, f := range s.chat.files {
		total += len(f.Data)
	}
	switch {
	case problem != "":
		s.printf("  ✗ %s", problem)
		return
	case total > limit.MessageFiles.Int():
		s.printf("  ✗ all files together have %s, and %s go with one message", formgen.ByteSize(total), limit.MessageFiles)
		return
	}
	f := a2aclient.NewFilePart(path, data)
	s.chat.files = append(s.chat.files, f)
	s.printf("  with the next message: %s, %s, %s", safe.Text(f.Name).Line(120), safe.Text(f.MediaType).Line(80), formgen.ByteSize(len(f.Data)))
}

// unquotedPath is a path without the quotes that a terminal puts around a file that is dropped on it.
func unquotedPath(path string) string {
	if n := len(path); n > 1 && (path[0] == '\'' || path[0] == '"') && path[n-1] == path[0] {
		return path[1 : n-1]
	}
	return path
}

// save writes the files that came last: a single one to the path, all under their own names where there is none. It overwrites nothing.
func (s *session) save(path string) {
	files := slices.DeleteFunc(slices.Clone(s.chat.received), func(f render.File) bool { return !f.HasBytes() })
	path = unquotedPath(path)
	switch {
	case len(s.chat.received) == 0:
		s.printf("  ✗ no file came with the last answer")
		return
	case len(files) == 0:
		s.printf("  ✗ only the file's address came")
		return
	case len(files) > 1 && path != "":
		s.printf("  ✗ %d files came: %s alone writes each under its own name", len(files), saveLine)
		return
	}
	for _, f := range files {
		to := path
		if to == "" {
			to = store.Unused(f.SafeName(safe.Text("file")))
		}
		err := store.WriteNew(to, func(w io.Writer) error {
			data, err := f.Bytes()
			if err == nil {
				_, err = w.Write(data)
			}
			return err
		})
		switch {
		case errors.Is(err, fs.ErrExist):
			s.printf("  ✗ not saved: there is a file of this name already")
		case err != nil:
			s.printf("  ✗ not saved: %s", safe.Text(err.Error()).Line(200))
		default:
			s.printf("  saved as %s", safe.Text(to).Line(200))
		}
	}
}

// answerAs has the next messages ask for such answers.
func (s *session) answerAs(spec string) {
	if spec == "" {
		s.chat.as = nil
		s.keepAnswerAs(nil)
		s.printf("  messages ask for no schema")
		return
	}
	as, err := run.ParseAnswerAs(spec)
	if err != nil {
		s.printf("  ✗ %s", safe.Text(err.Error()).Line(200))
		return
	}
	s.chat.as = as
	s.printf("  messages now ask for %s", as.About())
}

// keepAnswerAs keeps what the answers of the skill are to be for the next session.
func (s *session) keepAnswerAs(as *run.AnswerAs) {
	if s.keepsNothing() {
		return
	}
	_ = run.KeepAnswerAs(s.opts.Store, s.identity(), s.chat.with.skillID(), as) // it is asked for again
}

// answered keeps what the next message may be about, and says where the agent ignored what its answer was to be.
func (s *session) answered(plan *run.Plan, document *render.Document) {
	s.chat.received, s.chat.ignored = document.Files(), nil
	if plan.AnswerAs == nil {
		return
	}
	if document.IsAsAsked() {
		s.keepAnswerAs(plan.AnswerAs)
		return
	}
	if plan.AnswerAs.InText {
		s.printf("! No JSON came, though the schema was in the message. %s alone stops asking for it.", asLine)
		return
	}
	s.chat.ignored = plan
	s.printf("! No JSON came. %s sends the message again, with the schema in it.", againLine)
}
