package ui

// What f1 says on the screens that have one thing to explain; the others say it
// where they draw that thing.

func (s *chatScreen) help() []string {
	return []string{
		"A conversation in plain words, for agents and skills that take text. enter sends, alt+enter begins a new line. Each message is a task of its own, and all belong to one context; ctrl+n begins another. Where the agent asks, what you send is the answer.",
		"",
		"alt+o attaches a file, alt+x takes one away. tab goes to the turns: there enter opens what came of one, o its task, w what went over the wire. f4 opens the text in your own editor. esc goes back; what you wrote stays here.",
	}
}

func (s *reviewScreen) help() []string {
	return []string{
		"This is the request, byte for byte, as it will leave: the data, how it is tagged, the address, the headers. Secrets are hidden here and sent.",
		"",
		"enter sends it, once: nothing is sent again behind your back. esc goes back to the form, where everything is as you left it.",
	}
}

func (b *blockView) help() []string {
	return []string{
		"What came, read by the schema that it names or that was given with it. Where there is no schema, it is shown as it looks, and says so.",
		"",
		"tab goes from part to part, enter opens one: tables to sort and filter, files to save, texts in full. f6 goes to what breaks the schema. " +
			"e writes the whole result to a file, : asks it a question in jq, t shows it as a tree.",
	}
}

func (s *addressScreen) help() []string {
	return []string{
		"This address came from the agent. Nothing has been fetched. Read all of it before you open it in your browser: the host decides who answers.",
	}
}

func (s *treeScreen) help() []string {
	return []string{
		"The data as a tree, as it came. right opens a node, left closes it or goes to the one around it, * opens all below it.",
		"",
		"enter shows a node on its own: lists as tables. y copies it as JSON, p where it is as a JSON Pointer, P as a path for jq. / searches names and values.",
	}
}

func (s *taskScreen) help() []string {
	st := s.styles()
	lines := []string{st.Title.Render(s.name()), st.Text.Render("run " + line(s.snapshot.ID))}
	if !s.snapshot.TaskID.IsEmpty() {
		lines = append(lines, st.Text.Render("task "+line(s.snapshot.TaskID)), st.Text.Render("context "+line(s.snapshot.ContextID)))
	}
	for _, uri := range s.snapshot.Activated {
		lines = append(lines, st.Text.Render("the agent activated "+line(uri)))
	}
	return append(lines, st.Text.Render(plural(s.snapshot.Events, "event", "events")+" received"))
}
