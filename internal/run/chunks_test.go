package run_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/run"
)

// artifactEvent is a chunk of the artifact "a" with one text.
func artifactEvent(words string, flags string) string {
	return fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c",%s"artifact":{"artifactId":"a","parts":[{"text":%q}]}}}`, flags, words)
}

// An agent whose chunks do not fit together is asked for the task once. Its artifacts
// are shown where they are all there, and the run file has them.
func TestTaskWithChunksThatDoNotFitIsAskedForOnce(t *testing.T) {
	long := strings.Repeat("a row of the table; ", 20)
	whole := func(parts string) string {
		return `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[` + parts + `]}]}`
	}
	const more, last = `"append":true,`, `"lastChunk":true,`
	for _, c := range []struct {
		name, task, want, notice string
		chunks                   []string
		gets                     int32
	}{
		{name: "in order", chunks: []string{artifactEvent("one", ""), artifactEvent(" two", more+last)}, want: "one two"},
		{name: "replaced after the last one", chunks: []string{artifactEvent("one", last), artifactEvent("two", last)}, want: "two", notice: "The agent replaced the artifact “a”. What it sent of it before is not shown."},
		{
			name: "replaced again and again", chunks: []string{artifactEvent("one", ""), artifactEvent(" two", more), artifactEvent("1", ""), artifactEvent("2", "")}, want: "2",
			notice: "The agent replaced the artifact “a”. What it sent of it before is not shown.",
		},
		{name: "all so far in each", chunks: []string{artifactEvent("one", ""), artifactEvent(" two", more), artifactEvent("one two", ""), artifactEvent("one two three", "")}, want: "one two three"},
		{name: "short text twice", chunks: []string{artifactEvent("one", ""), artifactEvent("\n", more), artifactEvent("\n", more)}, want: "one\n\n"},
		{
			name: "before it was created", chunks: []string{artifactEvent(" two", more), artifactEvent("one", "")}, gets: 1,
			task: whole(text("one two")), want: "one two", notice: "The agent sent more of the artifact “a” before it created it. The task's artifacts are shown",
		},
		{
			name: "after the last chunk", chunks: []string{artifactEvent("one", last), artifactEvent(" two", more), artifactEvent(" three", more)}, gets: 1,
			task: whole(text("one two three")), want: "one two three", notice: "after its last chunk. The task's artifacts are shown",
		},
		{
			name: "twice", chunks: []string{artifactEvent("one ", ""), artifactEvent(long, more), artifactEvent(long, more)}, gets: 1,
			task: whole(text("one " + long)), want: "one " + long, notice: "the same chunk of the artifact “a” twice. The task's artifacts are shown",
		},
		{
			name: "short data twice", chunks: []string{artifactEvent("one ", ""), dataEvent(`{"a":1}`, more), dataEvent(`{"a":1}`, more)}, gets: 1,
			task: whole(text("one ") + `,{"data":{"a":1}}`), want: "one ", notice: "the same chunk of the artifact “a” twice. The task's artifacts are shown",
		},
		{
			name: "no GetTask", chunks: []string{artifactEvent("two", more)}, gets: 1, want: "two",
			notice: "before it created it. The agent did not give the whole task",
		},
		{
			name: "empty artifact", chunks: []string{artifactEvent("two", more)}, gets: 1, want: "two", task: whole(""),
			notice: "before it created it. The task's artifacts differ from those of its stream; the result is assembled",
		},
		{
			name: "no artifacts", chunks: []string{artifactEvent("two", more)}, gets: 1, want: "two",
			task:   `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}`,
			notice: "before it created it. The task has 0 artifacts, but its stream brought 1",
		},
		{
			name: "other state", chunks: []string{artifactEvent("two", more)}, gets: 1, want: "two",
			task:   strings.Replace(whole(text("one")), "COMPLETED", "WORKING", 1),
			notice: "The task's state is working, but its stream ended with completed",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server, s := &streamingAgent{task: c.task}, home(t)
			server.events = append([]string{eventSubmitted}, append(c.chunks, eventCompleted)...)
			r := run.Start(t.Context(), &run.Plan{Agent: agent(t, server), Text: "hi"}, run.Options{Store: s, Record: true})
			t.Cleanup(r.Close)
			if got := wait(t, r); got.Outcome() != "completed" || got.Err != nil {
				t.Fatalf("%s, %v", got.Outcome(), got.Err)
			}
			r.Close()
			if n := server.gets.Load(); n != c.gets {
				t.Errorf("the task was asked for %d times, want %d", n, c.gets)
			}
			for _, r := range []*run.Run{r, reopen(t, s).Run()} {
				if got := strings.Join(texts(r), "|"); got != c.want {
					t.Errorf("shown: %q, want %q", got, c.want)
				}
				if got := notices(r); (c.notice == "") != (got == "") || !strings.Contains(got, c.notice) || strings.Count(got, "The agent sent") > 1 {
					t.Errorf("notices: %q, want %q", got, c.notice)
				}
			}
		})
	}
}

// notices are those of the timeline.
func notices(r *run.Run) (all string) {
	timeline := r.Snapshot().Timeline
	for i := range timeline.Len() {
		all += timeline.Entry(i).Note
	}
	return all
}

// Artifacts that their ids do not tell apart are told apart by name and index
// (a2aproject/A2A#228), and without any of the three none replaces another.
func TestArtifactsWithoutIDs(t *testing.T) {
	event := func(flags, artifact string) string {
		return fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c",%s"artifact":{%s}}}`, flags, artifact)
	}
	const more = `"append":true,`
	for name, c := range map[string]struct {
		chunks []string
		want   string
	}{
		"name and index": {[]string{event("", `"name":"first","index":0,"parts":[{"text":"1"}]`), event("", `"name":"second","index":1,"parts":[{"text":"2"}]`)}, "1|2"},
		"index":          {[]string{event("", `"index":0,"parts":[{"text":"1"}]`), event("", `"index":1,"parts":[{"text":"2"}]`), event(more, `"index":0,"parts":[{"text":"+"}]`)}, "1+|2"},
		"one id":         {[]string{event("", `"artifactId":"a","name":"first","parts":[{"text":"1"}]`), event("", `"artifactId":"a","name":"second","parts":[{"text":"2"}]`)}, "1|2"},
		"nothing":        {[]string{event("", `"parts":[{"text":"1"}]`), event("", `"parts":[{"text":"2"}]`), event(more, `"parts":[{"text":"+"}]`)}, "1|2+"},
		"late name":      {[]string{event("", `"artifactId":"a","parts":[{"text":"1"}]`), event(more, `"artifactId":"a","name":"n","parts":[{"text":"2"}]`), event(more, `"artifactId":"a","parts":[{"text":"3"}]`)}, "123"},
	} {
		t.Run(name, func(t *testing.T) {
			server, s := &streamingAgent{}, home(t)
			server.events = append([]string{eventSubmitted}, append(c.chunks, eventCompleted)...)
			r := run.Start(t.Context(), &run.Plan{Agent: agent(t, server), Text: "hi"}, run.Options{Store: s, Record: true})
			wait(t, r)
			r.Close()
			for _, r := range []*run.Run{r, reopen(t, s).Run()} {
				if got := strings.Join(texts(r), "|"); got != c.want || strings.Contains(notices(r), "replaced") {
					t.Errorf("shown: %q, want %q; %s", got, c.want, notices(r))
				}
			}
		})
	}
}

// Pieces of a text under one name are one text, although each has an id of its own
// (a2aproject/a2a-python#833); texts that no white space joins are several.
func TestPiecesUnderFreshIDs(t *testing.T) {
	piece := func(id, name, part string) string {
		return fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c","lastChunk":true,"artifact":{"artifactId":%q,"name":%q,"parts":[%s]}}}`, id, name, part)
	}
	for want, chunks := range map[string][]string{
		"Day 1: Oslo, the harbor.": {piece("1", "r", text("Day 1: ")), piece("2", "r", text("Oslo, ")), piece("3", "r", text("the harbor."))},
		"Day 1|Day 2":              {piece("1", "r", text("Day 1")), piece("2", "r", text("Day 2"))},
		"Day 1 |Day 2":             {piece("1", "a", text("Day 1 ")), piece("2", "b", text("Day 2"))},
		"It is 3 degrees.":         {piece("1", "8", text("It")), piece("2", "9", text(" is")), piece("3", "10", text(" 3 ")), piece("4", "11", text("degrees."))},
		"你好吗":                      {piece("1", "1", text("你")), piece("2", "2", text("好吗"))},
		"Day 1. Rain|Day 2. Sun":   {piece("1", "1", text("Day 1. Rain")), piece("2", "2", text("Day 2. Sun"))},
		"Day 1 ":                   {piece("1", "r", text("Day 1 ")), piece("2", "r", `{"data":{}}`)},
	} {
		server, s := &streamingAgent{}, home(t)
		server.events = append([]string{eventSubmitted}, append(chunks, eventCompleted)...)
		r := run.Start(t.Context(), &run.Plan{Agent: agent(t, server), Text: "hi"}, run.Options{Store: s, Record: true})
		wait(t, r)
		r.Close()
		if got := strings.Join(texts(r), "|"); got != want {
			t.Errorf("shown: %q, want %q", got, want)
		}
	}
}

func dataEvent(data, flags string) string {
	return fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c",%s"artifact":{"artifactId":"a","parts":[{"data":%s}]}}}`, flags, data)
}
