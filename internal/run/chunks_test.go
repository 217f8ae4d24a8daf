package run_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"a2aform/internal/run"
	"a2aform/render"
	"a2aform/render/draw"
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

// Agents send an answer in artifacts of one id that they do not append by name, live words of a model that come again as a whole, and
// artifacts without parts. Of all that the answer is the result, once.
func TestPiecesAndEmptiedArtifactsAreOneResult(t *testing.T) {
	artifact := func(id, parts, more string) string {
		return fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":%q,"parts":%s}%s}}`, id, parts, more)
	}
	partial := func(id, part string) string {
		return fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":%q,"metadata":{"adk_partial":true},"parts":[%s]}}}`, id, part)
	}
	words := func(text string) string { return fmt.Sprintf(`[{"text":%q}]`, text) }
	for name, tt := range map[string]struct {
		events []string
		want   string // the results, and what was said of a replacement
	}{
		"pieces":               {[]string{artifact("a", words("Lima is"), ""), artifact("a", words(" at 21"), ""), artifact("a", words(" degrees."), `,"lastChunk":true`)}, "Lima is at 21 degrees."},
		"pieces, then whole":   {[]string{artifact("a", words("Lima is"), ""), artifact("a", "null", ""), artifact("a", words("Lima is at 21."), "")}, "Lima is at 21."},
		"growing":              {[]string{artifact("a", words("Lima"), ""), artifact("a", words("Lima is"), ""), artifact("a", words("Lima is at 21."), "")}, "Lima is at 21."},
		"around the answer":    {[]string{artifact("", "null", ""), artifact("", "[]", ""), artifact("x", words("21"), ""), artifact("", "[]", `,"lastChunk":true`)}, "21"},
		"emptied at the end":   {[]string{artifact("a", words("21"), ""), artifact("b", words("21"), ""), artifact("a", "[]", `,"lastChunk":true`)}, "21"},
		"live, then whole":     {[]string{partial("p", `{"text":"21 "}`), partial("p", `{"text":"degrees"}`), artifact("w", words("21 degrees"), ""), partial("p", `{"data":{}}`)}, "21 degrees"},
		"live, two rounds":     {[]string{partial("p", `{"text":"Let me "}`), artifact("w", words("Let me look."), ""), partial("p", `{"text":"21"}`), artifact("x", words("21 degrees"), ""), partial("p", `{"data":{}}`)}, "Let me look.|21 degrees"},
		"live alone":           {[]string{partial("p", `{"text":"21 "}`), partial("p", `{"text":"degrees"}`)}, "21 degrees"},
		"appended by name":     {[]string{artifact("a", words("old "), ""), artifact("a", words("words"), `,"append":true`), artifact("a", words("new"), "")}, "new|The agent replaced the artifact “a”. What it sent of it before is not shown."},
		"data is replaced":     {[]string{artifact("a", `[{"data":{"n":1}}]`, ""), artifact("a", words("new"), "")}, "new|The agent replaced the artifact “a”. What it sent of it before is not shown."},
		"another after a last": {[]string{artifact("a", words("one"), `,"lastChunk":true`), artifact("a", words("two"), `,"lastChunk":true`)}, "two|The agent replaced the artifact “a”. What it sent of it before is not shown."},
	} {
		t.Run(name, func(t *testing.T) {
			s := home(t)
			server := &streamingAgent{events: append(append([]string{eventSubmitted}, tt.events...), eventCompleted)}
			r := run.Start(t.Context(), &run.Plan{Agent: agent(t, server), Text: "hi"}, run.Options{Store: s, Record: true})
			wait(t, r)
			r.Close()
			for from, r := range map[string]*run.Run{"live": r, "from the file": reopen(t, s).Run()} {
				got := texts(r)
				for i := range r.Snapshot().Timeline.Len() {
					if e := r.Snapshot().Timeline.Entry(i); e.Kind == run.NoticeEntry && strings.Contains(e.Note, "replaced") {
						got = append(got, e.Note)
					}
				}
				if strings.Join(got, "|") != tt.want {
					t.Errorf("%s: %q, want %q", from, got, tt.want)
				}
			}
		})
	}
}

// chunk is more of the artifact "a".
func chunk(parts string, appended bool) string {
	return fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c","append":%t,"artifact":{"artifactId":"a","parts":[%s]}}}`, appended, parts)
}

func text(words string) string { return fmt.Sprintf(`{"text":%q}`, words) }

// texts are the texts that are shown of a run.
func texts(r *run.Run) (shown []string) {
	for _, b := range r.Document().Blocks() {
		if p, ok := b.(*render.Prose); ok {
			shown = append(shown, p.Text.Exact())
		}
	}
	return shown
}

func TestTextInChunksIsOneText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &streams{bodies: make(chan *io.PipeWriter, 1)}
		r := run.Start(t.Context(), &run.Plan{Agent: s.agent(t), Text: "go"}, run.Options{})
		defer r.Close()
		w := <-s.bodies
		step := func(event, want string) {
			t.Helper()
			say(w, event)
			synctest.Wait()
			if got := strings.Join(texts(r), "|"); got != want {
				t.Errorf("behind %s: %q, want %q", event, got, want)
			}
		}
		step(chunk(text("The quick"), false), "The quick")
		step(chunk(text(" brown"), true), "The quick brown")
		step(chunk(text(" fox.")+","+text("A caption"), true), "The quick brown fox.|A caption")
		step(chunk(text(" goes on"), true), "The quick brown fox.|A caption goes on")
		step(chunk(`{"text":"# Title","mediaType":"text/markdown"}`, true), "The quick brown fox.|A caption goes on|# Title")
		// The task as the server keeps it has the chunks as parts.
		kept := strings.Join([]string{text("The quick"), text(" brown"), text(" fox."), text("A caption"), text(" goes on"), `{"text":"# Title","mediaType":"text/markdown"}`}, ",")
		step(`{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[`+kept+`]}]}}`, "The quick brown fox.|A caption goes on|# Title")
		step(chunk(text("anew"), false), "anew")
	})
}

// Whatever pieces an answer is cut into, the same text stands there as where it came as a whole.
func TestAnswerInAnyPiecesIsTheSameText(t *testing.T) {
	t.Parallel()
	lines := rapid.SampledFrom([]string{
		"# Harbors", "The figures of **Esbjerg** are estimates.", "- one", "  - two", "", "| at | price |", "|---|---:|", "| 08:05 | 39 |", "```go", "x := \"é\"", "```",
		"> quoted", "天気は晴れ。", "👩‍👩‍👧 and ⚠️", "a [link](https://a.example)", `{"a": 1}`, "\t", "   ",
	})
	answer := func(pieces []string) (text string, drawn []string) {
		events := []string{eventSubmitted}
		for i, piece := range pieces {
			events = append(events, artifactEvent(piece, map[bool]string{false: "", true: `"append":true,`}[i > 0]))
		}
		r := run.Start(t.Context(), &run.Plan{Agent: agent(t, &streamingAgent{events: append(events, eventCompleted)}), Text: "hi"}, run.Options{})
		defer r.Close()
		now := r.Wait(t.Context())
		return now.LiveText(), draw.Lines(r.Document(), 60, draw.Plain)
	}
	rapid.Check(t, func(t *rapid.T) {
		whole := strings.Join(rapid.SliceOfN(lines, 1, 12).Draw(t, "lines"), "\n")
		var pieces []string
		rest := []rune(whole)
		for len(rest) > 0 {
			n := rapid.IntRange(1, min(len(rest), 9)).Draw(t, "piece")
			pieces, rest = append(pieces, string(rest[:n])), rest[n:]
		}
		if len(pieces) == 0 {
			return
		}
		wantText, wantDrawn := answer([]string{whole})
		gotText, gotDrawn := answer(pieces)
		if gotText != whole || wantText != whole || !slices.Equal(gotDrawn, wantDrawn) {
			t.Fatalf("%q, whole %q\n%s\nwant\n%s", gotText, wantText, strings.Join(gotDrawn, "\n"), strings.Join(wantDrawn, "\n"))
		}
	})
}
