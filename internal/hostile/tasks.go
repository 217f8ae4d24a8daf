package hostile

import "strings"

// ends is a task that comes to a state, with the agent's words.
func ends(state string) func(*script) {
	return tells(taskIn(submitted), status(state, `«why»`))
}

// withID gives the task another id.
func withID(id string) func(*script) {
	return func(s *script) {
		for i, e := range s.events {
			s.events[i] = strings.ReplaceAll(e, "t-1", id)
		}
		s.task = strings.ReplaceAll(s.task, "t-1", id)
	}
}

var tasks = []Behavior{
	{Name: "task fails", What: "ends as failed", Expect: Works, Says: "outcome: failed", bend: ends("TASK_STATE_FAILED")},
	{Name: "task is rejected", What: "ends as rejected", Expect: Works, Says: "outcome: rejected", bend: ends("TASK_STATE_REJECTED")},
	{Name: "task is canceled", What: "ends as canceled, which was not requested", Expect: Works, Says: "outcome: canceled", bend: ends("TASK_STATE_CANCELED")},
	{Name: "task asks", What: "wants more input", Expect: Asks, Says: " t-1 --text TEXT", bend: ends("TASK_STATE_INPUT_REQUIRED")},
	{Name: "task wants credentials", What: "wants somebody to sign in", Expect: Asks, Says: "outcome: auth-required", bend: ends("TASK_STATE_AUTH_REQUIRED")},
	{Name: "state of nobody", What: "is in a state that no version knows", Expect: Recovers, Says: "outcome: completed", Slow: true, bend: ends("TASK_STATE_\\u001b[2JDREAMING")},
	{Name: "state as a number", What: "gives its states as numbers of protobuf", Expect: Works, Says: "outcome: completed", bend: tells(strings.ReplaceAll(taskIn("2"), `"2"`, "2"), theArtifact, strings.ReplaceAll(status("3", ""), `"3"`, "3"))},
	{Name: "states of version 0.3", What: "writes its states as 0.3 does", Expect: Works, Says: "outcome: completed", bend: tells(taskIn("submitted"), theArtifact, status("completed", ""))},
	{Name: "message for a form", What: "answers a form with a message", Expect: Notices, Says: "requires a task or a rejection", bend: tells(`{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":«answer»}]}}`)},
	{Name: "message of nothing", What: "answers with an empty message", Expect: Notices, Says: "nothing in it", bend: tells(`{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[]}}`)},
	{Name: "done without a result", What: "is completed and brings nothing", Expect: Recovers, Says: "outcome: completed", bend: tells(taskIn(submitted), status(completed, ""))},
	{Name: "done at once", What: "answers a task that is completed", Expect: Works, Says: "label cell", bend: tells(`{"task":` + taskNow(completed, `"artifacts":[{"artifactId":"a","parts":PARTS}]`) + `}`)},
	{Name: "task without an id", What: "names no id", Expect: Works, Says: "label cell", bend: withID("")},
	{Name: "task id that leads away", What: "names its task ../../admin?x=1, over HTTP+JSON", Expect: Recovers, Says: "label cell", bend: func(s *script) {
		withID("../../admin?x=1#y")(s)
		overREST(s)
	}},
	{Name: "task id that controls", What: "has escapes in the id of its task, which asks", Expect: Asks, Says: `$'t\x1b[2J\xe2\x80\xae\x0a' --text TEXT`, bend: func(s *script) {
		ends("TASK_STATE_INPUT_REQUIRED")(s)
		withID(`t\u001b[2J\u202e\n`)(s)
	}},
	{Name: "task of another context", What: "changes the context with every event", Expect: Works, Says: "label cell", bend: func(s *script) {
		for i, e := range s.events {
			s.events[i] = strings.ReplaceAll(e, "c-1", "c-"+strings.Repeat("x", i))
		}
	}},
	{Name: "artifact without an id", What: "sends artifacts without ids", Expect: Works, Says: "label cell", bend: func(s *script) {
		s.events[2] = strings.ReplaceAll(s.events[2], `"artifactId":"a",`, "")
	}},
	{Name: "appends to nothing", What: "appends to an artifact that never began", Expect: Recovers, Says: "label cell", bend: func(s *script) {
		s.events[2] = strings.Replace(s.events[2], `"lastChunk"`, `"append":true,"lastChunk"`, 1)
	}},
	{Name: "history of 20,000", What: "sends a long history with its task", Expect: Works, Says: "label cell", bend: tells(`{"task":`+taskNow(submitted, `"history":[{"messageId":"h","role":"ROLE_AGENT","parts":[{"text":"x"}]}`+strings.Repeat(`,{"messageId":"h","role":"ROLE_AGENT","parts":[{"text":"x"}]}`, 20_000)+`]`)+`}`, theArtifact, status(completed, ""))},
	{Name: "times of nonsense", What: "gives times that are none", Expect: Works, Says: "label cell", bend: tells(strings.Replace(taskIn(submitted), `"state"`, `"timestamp":"\u001b[2Jyesterday","state"`, 1), theArtifact, status(completed, ""))},
}
