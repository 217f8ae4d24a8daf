package hostile

import (
	"io"
	"slices"
	"strings"
	"time"
)

// tells sets all events of its streams.
func tells(events ...string) func(*script) {
	return func(s *script) { s.events = slices.Clone(events) }
}

// breaksOff cuts the stream behind its first events; later is whether the agent
// lets itself be asked for the task by another stream.
func breaksOff(behind int, later bool) func(*script) {
	return func(s *script) {
		s.answers[send] = func(w io.Writer, q *request) { s.cutStream(s.events[:behind]...)(w, q) }
		if !later {
			s.answers[subscribe] = rpcError(`{"code":-32004,"message":"no streams"}`)
		}
	}
}

var streams = []Behavior{
	{Name: "breaks off, streams again", What: "cuts the stream, and opens another for the task", Expect: Recovers, Says: "Connection lost. Reconnecting", bend: breaksOff(2, true)},
	{Name: "breaks off, can be asked", What: "cuts the stream, and answers GetTask alone", Expect: Recovers, Says: "Checking the task's status", bend: breaksOff(2, false)},
	{Name: "breaks off within an event", What: "cuts the stream in the middle of an event", Expect: Recovers, Says: "label cell", bend: func(s *script) {
		text := wellTold[:strings.Index(wellTold, "artifactUpdate")+s.dice.IntN(100)]
		s.answers[send] = func(w io.Writer, q *request) { chunked(s.fill(text))(w, q) }
	}},
	{Name: "breaks off before a word", What: "cuts the stream before its first event", Expect: Refuses, Says: "check there before you send again", bend: breaksOff(0, true)},
	{Name: "breaks off, lists the task", What: "cuts the stream before its first event, and lists the task with the message", Expect: Recovers, Says: "the agent has a task with the message", bend: func(s *script) {
		breaksOff(0, true)(s)
		s.answers[send] = s.remember()
	}},
	{Name: "ends early, in order", What: "ends the stream in order while the task works", Expect: Recovers, Says: "Connection lost. Reconnecting (1 of 5)", bend: func(s *script) {
		s.answers[send] = func(w io.Writer, q *request) { s.stream(s.events[:2]...)(w, q) }
	}},
	{Name: "breaks off for ever", What: "cuts the stream, and forgets the task", Expect: Refuses, Says: "what came of the task t-1 is unknown", bend: func(s *script) {
		breaksOff(2, false)(s)
		s.answers[getTask] = rpcError(`{"code":-32001,"message":"no such task"}`)
	}},
	{Name: "says everything twice", What: "repeats every event", Expect: Works, Says: "label cell", Once: "  cell", bend: func(s *script) {
		var twice []string
		for _, e := range s.events {
			twice = append(twice, e, e)
		}
		s.events = twice
	}},
	{Name: "says it backwards", What: "sends its events in reverse order", Expect: Notices, Says: "sent working after the final state completed", bend: func(s *script) { slices.Reverse(s.events) }},
	{Name: "goes on behind the end", What: "says working and failed behind completed", Expect: Notices, Says: "sent failed after the final state completed", bend: func(s *script) {
		s.events = append(s.events, status(working, `"again"`), status("TASK_STATE_FAILED", `"late"`))
	}},
	{Name: "keeps the stream open", What: "never ends the stream of a task that is done", Expect: Works, Says: "outcome: completed", Flags: []string{"--max", "quiet-time=5s"}, bend: func(s *script) {
		s.answers[send] = silent(func(w io.Writer, q *request) { s.cutStream(s.events...)(w, q) })
	}},
	{Name: "talks on behind the end", What: "says completed for ever", Expect: Notices, Says: "the agent keeps sending", Slow: true, bend: func(s *script) {
		s.answers[send] = func(w io.Writer, q *request) {
			s.cutStream(s.events...)(w, q)
			s.again(50*time.Millisecond, status(completed, ""))(w, q)
		}
	}},
	{Name: "falls silent", What: "says nothing more behind working", Expect: Refuses, Says: "task t-1 may continue on the agent", Timeout: 2 * time.Second, bend: func(s *script) {
		s.answers[send] = silent(func(w io.Writer, q *request) { s.cutStream(s.events[:2]...)(w, q) })
	}},
	{Name: "never answers", What: "takes the message and says nothing", Expect: Refuses, Says: "but may have started one", Timeout: 2 * time.Second, bend: sendIs(silent(raw("")))},
	{Name: "20,000 states", What: "says working again and again", Expect: Works, Says: "outcome: completed", Once: "step", bend: func(s *script) {
		flood := slices.Repeat([]string{status(working, `"step"`)}, 20_000)
		s.events = slices.Concat(s.events[:1], flood, s.events[2:])
	}},
	{Name: "20,000 pieces", What: "sends its artifact in very many pieces", Expect: Works, Says: "label cell word word word", bend: func(s *script) {
		piece := `{"artifactUpdate":{"taskId":"t-1","append":true,"artifact":{"artifactId":"a","parts":[{"text":"word "}]}}}`
		s.events[2] = strings.Replace(s.events[2], `"lastChunk":true,`, "", 1)
		s.events = slices.Concat(s.events[:3], slices.Repeat([]string{piece}, 20_000), s.events[3:])
	}},
	{Name: "event for another task", What: "mixes in events of a task that is not ours", Expect: Notices, Says: "event for another task, t-2", bend: func(s *script) {
		other := strings.ReplaceAll(status("TASK_STATE_FAILED", `"not yours"`), "t-1", "t-2")
		s.events = slices.Insert(s.events, 2, other)
	}},
	{Name: "events of an unknown kind", What: "mixes in events that no version knows", Expect: Notices, Says: "is not an event and was skipped", bend: func(s *script) {
		s.events = slices.Insert(s.events, 1, `{"weather":{"taskId":"t-1","sun":true}}`, `{}`, `[]`, `7`)
	}},
}

// again sends an event for as long as the client reads the stream.
func (s *script) again(pause time.Duration, event string) answer {
	return func(w io.Writer, q *request) {
		for {
			select {
			case <-time.After(pause):
				chunk(w, "data: "+q.place(envelope(s.fill(event)))+"\n\n")
			case <-q.gone:
				return
			}
		}
	}
}

// remember breaks off before a word, and lists the task with the message that
// was sent.
func (s *script) remember() answer {
	sent := make(chan string, 1)
	s.answers[listTasks] = func(w io.Writer, q *request) {
		id := <-sent
		sent <- id
		task := taskNow(completed, `"history":[{"messageId":"`+id+`","role":"ROLE_USER","parts":[]}],"artifacts":[{"artifactId":"a","parts":PARTS}]`)
		rpc(s.fill(`{"tasks":[`+task+`],"nextPageToken":""}`))(w, q)
	}
	return func(w io.Writer, q *request) {
		select {
		case sent <- q.message:
		default:
		}
		chunked()(w, q)
	}
}
