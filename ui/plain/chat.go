package plain

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/limit"
	"a2aform/internal/run"
	"a2aform/internal/run/transcript"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/render"
)

// command is a line that is no message. A message that begins like one is written in quotes.
type command struct {
	word, args string
	does       string
	// run returns the message that is to be sent, "" for none yet.
	run func(s *session, args string) (text string, err error)
}

// The words of the commands that messages of the program name.
const (
	attachWord = "/attach"
	saveWord   = "/save"
	asWord     = "/as"
	againWord  = "/again"
	editWord   = "/edit"
	exportWord = "/export"
	helpWord   = "/help"
)

// answerCommands are the commands where the agent is answered.
var answerCommands = []command{
	{attachWord, "FILE", "send a file along with the next message", (*session).attach},
	{saveWord, "[FILE]", "save a file that came with the last answer", (*session).save},
}

// chatCommands are the commands where the agent is sent a message.
var chatCommands = append([]command{
	{asWord, "COLUMNS", "ask for a table with such columns; without COLUMNS, for anything", (*session).answerAs},
	{againWord, "", "send the last message again, with the schema of the answer in it", (*session).again},
	{editWord, "[N]", "write the last message, or message N of the chat, anew", (*session).edit},
	{"/new", "", "begin a new chat", (*session).newChat},
	{"/chats", "", "go on with an earlier chat", (*session).earlier},
	{exportWord, "FILE", "save the chat as Markdown", (*session).export},
}, answerCommands...)

// chat is what a chat in progress knows.
type chat struct {
	isOpen    bool
	with      skillInput
	turns     []transcript.Turn
	contextID safe.Raw             // as the agent named it last; empty before it did
	waiting   safe.Raw             // the task of an earlier chat that waits for the next message; empty for none
	files     []a2aclient.FilePart // that go with the next message
	as        *run.AnswerAs        // what its answer is to be; nil for anything
	written   []string             // the lines of an answer that were written while it comes
	received  []render.File        // with the last answer
	ignored   *run.Plan            // the last message, if it asked for JSON and none came
}

// useText is a chat: messages in one context, until an empty line.
func (s *session) useText(w skillInput) error {
	s.printf("Write %s for what else a line can do.", helpWord)
	s.chat = chat{isOpen: true, with: w}
	defer func() { s.chat = chat{} }()
	if !s.keepsNothing() {
		if s.chat.as = run.KeptAnswerAs(s.opts.Store, s.identity(), w.skillID()); s.chat.as != nil {
			s.printf("Messages ask for %s, as before; %s alone stops that.", s.chat.as.About(), asWord)
		}
	}
	for isFirst := true; ; isFirst = false {
		prompt := "Message"
		if !isFirst {
			prompt = "Message, or Enter to end the chat"
		}
		text, err := s.askMessage(prompt, !isFirst, chatCommands)
		var end *EndError
		switch {
		case errors.As(err, &end) && !isFirst:
			return nil // there is a result, and the session ends with the next question
		case err != nil:
			return err
		case text == "" && len(s.chat.files) == 0:
			return nil
		}
		plan := s.message(w, text)
		if isFirst {
			if send, err := s.review(plan, nil); err != nil || send != sendNow {
				return err
			}
		}
		if err := s.send(plan, func() {}); err != nil {
			return err
		}
		s.printf("")
	}
}

// message is a text with the files that go with it, and what its answer is to be.
func (s *session) message(w skillInput, text string) *run.Plan {
	plan := &run.Plan{Agent: s.agent, Skill: w.skill, Text: text, Files: s.chat.files, AnswerAs: s.chat.as, ContextID: s.chat.contextID, TaskID: s.chat.waiting}
	if s.chat.as != nil && s.chat.as.Text(text) == text {
		inText := *s.chat.as
		inText.InText = true
		plan.AnswerAs = &inText
	}
	s.chat.files, s.chat.waiting = nil, safe.Raw{}
	return plan
}

// askMessage asks for a text, and runs the lines that are commands. The text is empty where files go without one, or where the user wants to
// send nothing and may.
func (s *session) askMessage(prompt string, mayBeEmpty bool, commands []command) (string, error) {
	for {
		answer, err := s.askExactly(prompt)
		if err != nil {
			return "", err
		}
		word, args, _ := strings.Cut(strings.TrimSpace(answer), " ")
		isIt := func(c command) bool { return c.word == word && (args == "" || c.args != "") }
		switch i := slices.IndexFunc(commands, isIt); {
		case i >= 0:
			text, err := commands[i].run(s, strings.TrimSpace(args))
			if err != nil || text != "" {
				return text, err
			}
			continue
		case word == helpWord && args == "":
			s.help(commands)
			continue
		case s.chat.isOpen && slices.ContainsFunc(chatCommands, isIt):
			s.printf("  ✗ the agent waits for an answer: %s is for the message after it", word)
			continue
		}
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

// help lists commands.
func (s *session) help(commands []command) {
	for _, c := range commands {
		s.printf("  %s – %s", strings.TrimSpace(c.word+" "+c.args), c.does)
	}
	s.printf("  A message that begins like one of these is written in quotes.")
}

// attach takes a file along with the next message.
func (s *session) attach(path string) (string, error) {
	path = unquotedPath(path)
	if path == "" {
		s.printf("  ✗ write the path of a file behind %s", attachWord)
		return "", nil
	}
	data, problem := readFile(path, limit.MessageFiles)
	total := len(data)
	for _, f := range s.chat.files {
		total += len(f.Data)
	}
	switch {
	case problem != "":
		s.printf("  ✗ %s", problem)
		return "", nil
	case total > limit.MessageFiles.Int():
		s.printf("  ✗ all files together have %s, and %s go with one message", formgen.ByteSize(total), limit.MessageFiles)
		return "", nil
	}
	f := a2aclient.NewFilePart(path, data)
	s.chat.files = append(s.chat.files, f)
	s.printf("  with the next message: %s", fileLine(f))
	return "", nil
}

// fileLine is the name, type and size of a file.
func fileLine(f a2aclient.FilePart) string {
	return fmt.Sprintf("%s, %s, %s", safe.Text(f.Name).Line(120), safe.Text(f.MediaType).Line(80), formgen.ByteSize(len(f.Data)))
}

// unquotedPath is a path without the quotes that a terminal puts around a file that is dropped on it.
func unquotedPath(path string) string {
	if n := len(path); n > 1 && (path[0] == '\'' || path[0] == '"') && path[n-1] == path[0] {
		return path[1 : n-1]
	}
	return path
}

// save writes the files that came last: a single one to the path, all under their own names where there is none. It overwrites nothing.
func (s *session) save(path string) (string, error) {
	files := slices.DeleteFunc(slices.Clone(s.chat.received), func(f render.File) bool { return !f.HasBytes() })
	path = unquotedPath(path)
	switch {
	case len(s.chat.received) == 0:
		s.printf("  ✗ no file came with the last answer")
	case len(files) == 0:
		s.printf("  ✗ only the file's address came")
	case len(files) > 1 && path != "":
		s.printf("  ✗ %d files came: %s alone writes each under its own name", len(files), saveWord)
	default:
		for _, f := range files {
			to := path
			if to == "" {
				to = store.Unused(f.SafeName(safe.Text("file")))
			}
			s.writeNew(to, func(w io.Writer) error {
				data, err := f.Bytes()
				if err == nil {
					_, err = w.Write(data)
				}
				return err
			})
		}
	}
	return "", nil
}

// writeNew writes a file that is not there yet, and says so.
func (s *session) writeNew(path string, write func(io.Writer) error) {
	switch err := store.WriteNew(path, write); {
	case errors.Is(err, fs.ErrExist):
		s.printf("  ✗ not saved: there is a file of this name already")
	case err != nil:
		s.printf("  ✗ not saved: %s", safe.Text(err.Error()).Line(200))
	default:
		s.printf("  saved as %s", safe.Path(path, "."))
	}
}

// export writes the chat as Markdown.
func (s *session) export(path string) (string, error) {
	path = unquotedPath(path)
	switch {
	case path == "":
		s.printf("  ✗ write the path of a file behind %s", exportWord)
	case len(s.chat.turns) == 0:
		s.printf("  ✗ nothing was sent yet")
	default:
		s.writeNew(path, func(w io.Writer) error { return transcript.Write(w, s.chat.with.label, s.chat.turns) })
	}
	return "", nil
}

// again is the last message with the schema in it.
func (s *session) again(string) (string, error) {
	if s.chat.ignored == nil {
		s.printf("  ✗ there is no message whose answer was to be a table and was not")
		return "", nil
	}
	return s.chat.ignored.AnswerAs.Text(s.chat.ignored.Text), nil
}

// edit asks for a message anew. The empty answer sends it as it was.
func (s *session) edit(number string) (string, error) {
	count := len(s.chat.turns)
	n := count
	if number != "" {
		n, _ = strconv.Atoi(number)
	}
	switch {
	case count == 0:
		s.printf("  ✗ nothing was sent yet")
		return "", nil
	case n < 1 || n > count:
		s.printf("  ✗ %s takes a number from 1 to %d", editWord, count)
		return "", nil
	}
	old := s.chat.turns[n-1].Text
	text, err := s.askExactly(fmt.Sprintf("Message [%s]", safe.Text(old).Line(safe.TextLimit())))
	if err != nil || text == "" {
		return old, err
	}
	return unquoted(text), nil
}

// newChat begins a chat in a context of its own.
func (s *session) newChat(string) (string, error) {
	s.chat = chat{isOpen: true, with: s.chat.with, as: s.chat.as, files: s.chat.files}
	s.printf("  the next message begins a new chat")
	return "", nil
}

// answerAs has the next messages ask for such answers.
func (s *session) answerAs(spec string) (string, error) {
	if spec == "" {
		s.chat.as = nil
		s.keepAnswerAs(nil)
		s.printf("  messages ask for no schema")
		return "", nil
	}
	as, err := run.ParseAnswerAs(spec)
	if err != nil {
		s.printf("  ✗ %s", safe.Text(err.Error()).Line(200))
		return "", nil
	}
	s.chat.as = as
	s.printf("  messages now ask for %s", as.About())
	return "", nil
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
		s.printf("! No JSON came, though the schema was in the message. %s alone stops asking for it.", asWord)
		return
	}
	s.chat.ignored = plan
	s.printf("! No JSON came. %s sends the message again, with the schema in it.", againWord)
}

const (
	maxEarlier = 20 // chats that are listed
	maxTurns   = 50 // messages of an earlier chat that are read
)

// earlier goes on with a chat of an earlier session, which the user chooses.
func (s *session) earlier(string) (string, error) {
	card := s.agent.Card()
	all, err := s.opts.Store.Chats(safe.Text(card.Source), card.Name)
	if err != nil {
		s.printf("  ✗ %s", safe.Text(err.Error()).Line(0))
		return "", nil
	}
	var chats [][]runfile.Info
	var choices []choice
	for _, runs := range all {
		if runs[0].ContextID == s.chat.contextID || len(chats) == maxEarlier {
			continue
		}
		chats = append(chats, runs)
		messages := "1 message"
		if len(runs) > 1 {
			messages = fmt.Sprintf("%d messages", len(runs))
		}
		note := runs[len(runs)-1].Time.Local().Format("2006-01-02 15:04") + ", " + messages
		choices = append(choices, choice{runs[0].Asked.Line(60).String(), note})
	}
	if len(chats) == 0 {
		s.printf("  there are no earlier chats with this agent")
		return "", nil
	}
	s.list(choices)
	i, err := s.choose("Chat", len(choices), func(answer string) int { return pick(answer, choices) })
	if err != nil {
		return "", err
	}
	if err := s.goOn(chats[i]); err != nil {
		s.printf("  ✗ %s", safe.Text(err.Error()).Line(0))
	}
	return "", nil
}

// goOn writes what was said in the runs of a chat, and has the next message go on with it.
func (s *session) goOn(runs []runfile.Info) error {
	next := chat{isOpen: true, with: s.chat.with, as: s.chat.as, files: s.chat.files, contextID: runs[0].ContextID}
	for _, info := range runs[max(len(runs)-maxTurns, 0):] {
		recording, err := run.OpenRecording(info.Path)
		if err != nil {
			return err
		}
		r := recording.Run()
		now, document := r.Snapshot(), r.Document()
		next.turns = append(next.turns, turnOf(now, document))
		next.received = document.Files()
		if next.waiting = (safe.Raw{}); now.Phase == run.Paused {
			next.waiting = now.TaskID
		}
		s.printf("")
		s.printf("you: %s", safe.Text(next.turns[len(next.turns)-1].Text).Line(safe.TextLimit()))
		s.printDocument(document)
	}
	s.printf("")
	s.chat = next
	return nil
}

// turnOf is the turn of a run.
func turnOf(now run.Snapshot, document *render.Document) transcript.Turn {
	var files []string
	for _, f := range now.Plan.Files {
		files = append(files, fileLine(f))
	}
	return transcript.Turn{At: now.Started, Text: now.Plan.Message().Block(0).String(), Files: files, Now: &now, Document: document}
}
