package plain

import (
	"fmt"

	"a2aform/internal/run"
	"a2aform/internal/run/transcript"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/render"
)

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
