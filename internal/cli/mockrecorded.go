package cli

import (
	"errors"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/cli/command"
	"a2aform/internal/demo/mock"
	"a2aform/internal/demo/server"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// recorded reads runs whose answers the mock repeats.
func recorded(s *command.Streams, names []string) (list []mock.Recorded, err error) {
	for _, name := range names {
		keep := s.Store()
		if keep == nil {
			return nil, errors.New("there is no home directory for runs: set HOME or A2AFORM_HOME")
		}
		info, err := keep.FindRun(name)
		if err != nil {
			return nil, command.Usagef("--from-run: %s", err)
		}
		rec, err := run.OpenRecording(info.Path)
		if err != nil {
			return nil, err
		}
		one := recordedOf(rec.Run().Snapshot())
		if one.Input == nil && one.Text == "" {
			return nil, command.Usagef("--from-run %s: the input of this run is not recorded", safe.Text(name).Line(80))
		}
		list = append(list, one)
	}
	return list, nil
}

// exact is the text of an agent, which the mock repeats.
func exact(text safe.Raw) string { return text.Exact() } //nolint:forbidigo // it goes to a client as it came

func recordedOf(now run.Snapshot) mock.Recorded {
	r := mock.Recorded{Input: now.Plan.Data, Text: now.Plan.Text, State: string(now.State)}
	if now.Plan.Input != nil {
		r.Schema = exact(now.Plan.Input.Name)
	}
	for i := range now.Timeline.Len() {
		switch e := now.Timeline.Entry(i); {
		case e.Kind == run.MessageEntry && !e.Text.IsEmpty():
			r.Words = append(r.Words, exact(e.Text))
		case e.Kind == run.UserEntry && len(r.Words) > 0: // an answer to what was said before
			r.Asks, r.Words = append(r.Asks, r.Words[len(r.Words)-1]), r.Words[:len(r.Words)-1]
		}
	}
	for _, artifact := range now.Artifacts {
		read := server.Artifact{ID: exact(artifact.ID), Name: exact(artifact.Name), Description: exact(artifact.Description)}
		for _, p := range artifact.Parts {
			read.Parts = append(read.Parts, part(p))
		}
		r.Artifacts = append(r.Artifacts, read)
	}
	if now.Reply != nil { // the answer itself: a mock answers with tasks
		read := server.Artifact{ID: "message", Name: "Message"}
		for _, p := range now.Reply.Parts {
			read.Parts = append(read.Parts, part(p))
		}
		r.Artifacts = append(r.Artifacts, read)
	}
	return r
}

func part(p a2a.Part) server.Part {
	out := server.Part{Metadata: p.Metadata, Data: p.Data}
	switch p.Kind {
	case a2a.PartText:
		text := exact(p.Text)
		out.Text = &text
	case a2a.PartFile:
		out.File = &server.File{Name: exact(p.File.Name), MediaType: exact(p.MediaType), Bytes: exact(p.File.Base64), URI: exact(p.File.URL)}
	}
	return out
}
