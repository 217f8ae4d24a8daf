package cli

import (
	"bytes"
	"encoding/json"

	"a2aform/internal/ojson"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/cli/command"
	"a2aform/internal/safe"
)

// printEvent returns the function that prints each event of a run when it comes, nil without
// --stream.
func (o *sendOptions) printEvent(s *command.Streams) func(a2a.Event) {
	if !o.stream {
		return nil
	}
	s.Streaming = true
	if o.output.JSON() {
		return func(e a2a.Event) {
			_ = command.PrintRaw(s, o.eventLine(e)) // where it fails, the run goes on
		}
	}
	return func(e a2a.Event) {
		var w command.Rows
		switch {
		case e.Status != nil:
			w.Add("State:", string(e.Status.State))
			w.Add("Says:", messageText(e.Status.Message))
		case e.Task != nil:
			w.Add("State:", string(e.Task.Status.State))
			w.Add("Says:", messageText(e.Task.Status.Message))
		case e.Artifact != nil:
			w.Add("Artifact:", artifactLabel(e.Artifact))
		}
		_ = w.Print(s.Text()) // where it fails, the run goes on
	}
}

func artifactLabel(a *a2a.Artifact) string {
	if !a.Name.IsEmpty() {
		return a.Name.Line(safe.TextLimit()).String()
	}
	return a.ID.Line(safe.TextLimit()).String()
}

// eventLine is an event on one line, as the stream of its version has it: a task that was
// polled is wrapped as one that was streamed.
func (o *sendOptions) eventLine(e a2a.Event) []byte {
	raw := e.Raw
	var line bytes.Buffer
	if json.Compact(&line, raw) == nil {
		raw = line.Bytes()
	}
	name := ""
	switch {
	case e.Task != nil:
		name = "task"
	case e.Message != nil:
		name = "message"
	}
	if name == "" || ojson.Find(raw, name) != nil || o.speaks == nil {
		return raw
	}
	return o.speaks.SendResponse(name, raw)
}
