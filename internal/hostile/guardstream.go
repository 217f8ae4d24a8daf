package hostile

var streamRemovals = []Removal{
	without("stream that is opened again", "a2aclient/run.go", "for r.attempts < limit.Reconnects.Int() &&", "for r.attempts < 0 &&", "breaks off, streams again", "resets within the stream", "closes within the stream", "says half and listens"),
	without("task that is asked for", "a2aclient/run.go", "func (r *run) poll(cause error, most int) {\n", "func (r *run) poll(cause error, most int) {\n\tif r != nil {\n\t\tr.unsettled(\"lost\", cause)\n\t\treturn\n\t}\n", "breaks off, can be asked", "state of nobody"),
	without("end that is seen", "a2aclient/run.go", "case r.done() && !r.stale:\n\t\t\tr.confirm()", "case !r.taskID.IsEmpty():\n\t\t\tr.confirm()", "ends early, in order", "breaks off within an event"),
	without("search for the message", "a2aclient/lost.go", "return slices.ContainsFunc(t.History", "return r == nil && slices.ContainsFunc(t.History", "breaks off, lists the task"),
	without("task that is forgotten", "a2aclient/run.go", `r.unsettled("the task can no longer be asked for", err)`, "r.fail(err)", "breaks off for ever"),
	without("end of what never ends", "a2aclient/follow.go", "case time.Since(w.since) >= mostGrace:", "case w == nil:", "talks on behind the end"),
	without("grace for a stream", "a2aclient/follow.go", "return w.run.done() && !w.run.stale", "return w == nil", "keeps the stream open"),
	without("task in the last words", "internal/cli/send.go", `if snapshot.TaskID.IsEmpty() {`, `if snapshot.Phase != "never" {`, "falls silent", "goes down"),
	without("doubt in the last words", "internal/cli/send.go", `if snapshot.TaskID.IsEmpty() {`, `if snapshot.Phase == "never" {`, "never answers", "headers byte by byte"),
	without("pieces that replace", "internal/run/take.go", "if e.Append {", "if e.Artifact != nil {", "says everything twice"),
	without("pieces that append", "internal/run/take.go", "if e.Append {", "if e.Artifact == nil {", "20,000 pieces"),
	without("word that was said already", "internal/run/take.go", "|| text == r.said {", "|| m == nil {", "20,000 states"),
	without("word of an unknown event", "a2aclient/feed.go", "if !r.isEvent {\n\t\tp.skip(s.data)", "if !r.isEvent {", "events of an unknown kind"),
	without("doubt of another task", "a2aclient/doubt.go", "case r.isForeign(e) && !r.endsUnderOtherID(e):", "case r == nil:", "speaks of another task"),
	without("doubt behind an end", "a2aclient/doubt.go", "case r.state.Settled() && state", "case r == nil && state", "goes on behind the end", "says it backwards"),
	without("word of another call", "a2aclient/doubt.go", "case c.id != \"\" && r.answers != c.id", "case c == nil && r.answers != c.id", "answers another call"),
	without("word of two results", "a2aclient/doubt.go", "case r.results > 1:", "case r == nil:", "two results"),
	without("word of what is no JSON", "a2aclient/feed.go", "case !ok:\n\t\tp.skip(s.data)", "case !ok:", "value is no JSON"),
}

var taskRemovals = []Removal{
	without("states", "a2aclient/state.go", "\tcase StateSubmitted, StateWorking, StateInputRequired, StateAuthRequired,\n\t\tStateCompleted, StateFailed, StateCanceled, StateRejected:\n\t\treturn s", "\tcase StateSubmitted:\n\t\treturn s", "task fails", "task is rejected", "task is canceled", "task asks", "task wants credentials"),
	without("states as numbers", "a2aclient/state.go", "if len(said) == 1 &&", "if len(said) == 0 &&", "state as a number"),
	{"states of 0.3", []Edit{
		{"a2aclient/state.go", `case "completed", "TASK_STATE_COMPLETED":`, `case "TASK_STATE_COMPLETED":`},
		{"a2aclient/state.go", `word = strings.TrimPrefix(word, "task-state-")`, `word = strings.TrimPrefix("-"+word, "-task-state-")`},
	}, []string{"states of version 0.3"}},
	without("task as an answer", "a2aclient/node.go", `		d.wrapped(n, "task")`, "\t\td.value()", "done at once"),
	without("room for a missing id", "a2aclient/run.go", "return r.answered || r.state.Settled() || r.state.Paused()", `return !r.taskID.IsEmpty() && (r.answered || r.state.Settled() || r.state.Paused())`, "task without an id"),
	without("room for another context", "a2aclient/run.go", "\t\tr.contextID = e.ContextID\n", "\t\tif !r.contextID.IsEmpty() && r.contextID != e.ContextID {\n\t\t\tr.fail(errors.New(\"another context\"))\n\t\t}\n\t\tr.contextID = e.ContextID\n", "task of another context"),
	without("room for odd times", "a2aclient/node.go", "\t\t\ts.Time = parseTime(d.value())\n", "\t\t\ts.Time = parseTime(d.value())\n\t\t\td.bad = d.bad || s.Time.IsZero()\n", "times of nonsense"),
	without("word of a bent rule", "internal/run/take.go", "if r.plan.isTagged() {", "if r.plan == nil {", "message for a form"),
	without("word of nothing", "render/canvas.go", `"nothing in it"`, `""`, "message of nothing"),
	without("room for no result", "internal/run/take.go", "case r.state.State.Settled():", "case r.state.State.Settled() && len(r.state.Artifacts) > 0:", "done without a result"),
	without("room for artifacts without ids", "a2aclient/node.go", "return e, n.artifact != nil", "return e, n.artifact != nil && !n.artifact.ID.IsEmpty()", "artifact without an id"),
	without("room for a lost beginning", "internal/run/take.go", "\tfirst := Artifact{", "\tif e.Append {\n\t\treturn\n\t}\n\tfirst := Artifact{", "appends to nothing"),
	without("room for a history", "a2aclient/scan.go", "return s.items > limit.ReplyItems.Int()", "return s.items > min(10_000, limit.ReplyItems.Int())", "history of 20,000"),
}

var textRemovals = []Removal{
	without("marks for what controls", "internal/safe/clean.go", "if isPlain(s) {", "if s != \"\" {",
		"fills the clipboard", "sets the title", "links", "hides what follows", "begins a DCS", "clears the screen", "conceals", "controls of one character",
		"cut characters before ESC", "overwrites its line", "forges lines", "turns the text around", "invisible characters", "floods with marks", "half a pair",
		"wide characters", "error that controls", "names that control", "challenge that controls", "device page that controls", "name that controls", "task id that controls"),
	{"marks for bytes that are no characters", []Edit{
		{"internal/safe/clean.go", "if isPlain(s) {", "if s != \"\" {"},
		{"a2aclient/scan.go", `bytes.IndexByte(raw, '\\') < 0 && utf8.Valid(raw):`, `bytes.IndexByte(raw, '\\') < 0:`},
	}, []string{"controls of one byte", "text is not UTF-8"}},
	without("size of a text", "internal/safe/clean.go", "if len(s) <= limit {", "if len(s) >= 0 {", "a line of 1 MB", "100,000 lines", "error of 1 MB"),
}
