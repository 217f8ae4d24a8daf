package run_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/demo"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/render/draw"
)

// told is all that a snapshot shows, and the document.
func told(r *run.Run) string {
	s := r.Snapshot()
	var sb strings.Builder
	fmt.Fprintf(&sb, "%s %s %s %q %q %v %v %v\n", s.ID, s.Phase, s.State, s.TaskID, s.ContextID, s.Started.UnixNano(), s.Ended.UnixNano(), s.Violation)
	fmt.Fprintf(&sb, "%d events, first %d, artifact %d, activated %v, error %v\n", s.Events, s.FirstEvent.UnixNano(), s.FirstArtifact.UnixNano(), s.Activated, s.Err)
	for i := range s.Timeline.Len() {
		e := s.Timeline.Entry(i)
		fmt.Fprintf(&sb, "%d %s %s %q %q\n", e.At.UnixNano(), e.Kind, e.State, e.Text.Exact(), e.Note)
	}
	for _, a := range s.Artifacts {
		fmt.Fprintf(&sb, "artifact %q %q %d %v %s\n", a.ID.Exact(), a.Name.Exact(), a.Chunks, a.Complete, a.Metadata)
		for _, p := range a.Parts {
			fmt.Fprintf(&sb, "  %s %q %s\n", p.Kind, p.MediaType, p.Raw)
		}
	}
	for _, m := range []*a2a.Message{s.Reply, s.Question} {
		if m != nil {
			fmt.Fprintf(&sb, "message %s\n", m.Raw)
		}
	}
	fmt.Fprintf(&sb, "%q %s\n", s.Plan.Text, s.Plan.Data)
	return sb.String() + strings.Join(draw.Lines(r.Document(), 100, draw.Plain), "\n")
}

// theFile is the only run file of a store.
func theFile(t testing.TB, s *store.Store) string {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(s.RunsDir(), "*.jsonl"))
	if len(files) != 1 {
		t.Fatalf("run files %v", files)
	}
	return files[0]
}

func reopen(t testing.TB, s *store.Store) *run.Recording {
	t.Helper()
	rec, err := run.OpenRecording(theFile(t, s))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// A run that was live and the one opened from its file are the same, whatever
// the skill, the answers, and wherever it ended.
func TestReopenedRunEqualsLiveRun(t *testing.T) {
	t.Parallel()
	a := demoAgent(t)
	type job struct {
		skill, data, text string
		answers           []string
	}
	var jobs []job
	for _, skill := range a.Card().Skills {
		for _, example := range skill.Examples {
			switch {
			case len(skill.Inputs) == 0:
				jobs = append(jobs, job{skill: skill.ID.Exact(), text: example.Exact()})
			case strings.HasPrefix(example.Exact(), "{"):
				jobs = append(jobs, job{skill: skill.ID.Exact(), data: example.Exact(), answers: []string{"yes", "no"}})
			}
		}
	}
	if len(jobs) < 5 {
		t.Fatalf("only %d examples", len(jobs))
	}
	rapid.Check(t, func(rt *rapid.T) {
		job := rapid.SampledFrom(jobs).Draw(rt, "job")
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			rt.Fatal(err)
		}
		s, err := store.Open(func(string) string { return dir })
		if err != nil {
			rt.Fatal(err)
		}
		p := &run.Plan{Agent: a, Skill: a.Card().Skill(job.skill), Text: job.text}
		if job.data != "" {
			p.Data, p.Input = []byte(job.data), &p.Skill.Inputs[0]
		}
		r := run.Start(t.Context(), p, run.Options{Store: s, Record: true})
		got := wait(t, r)
		if got.Phase == run.Paused && rapid.Bool().Draw(rt, "cancels") {
			if err := r.CancelTask(t.Context()); err != nil {
				rt.Fatal(err)
			}
			got = wait(t, r)
		}
		for n := rapid.IntRange(0, 2).Draw(rt, "answers"); n > 0 && got.Phase == run.Paused; n-- {
			if err := r.Answer(rapid.SampledFrom(job.answers).Draw(rt, "answer"), nil); err != nil {
				rt.Fatal(err)
			}
			got = wait(t, r)
		}
		want := told(r)
		r.Close()
		rec := reopen(t, s)
		if rec.Damaged != nil || rec.Cardless {
			rt.Fatalf("damaged %v, cardless %v", rec.Damaged, rec.Cardless)
		}
		if again := told(rec.Run()); again != want {
			rt.Fatalf("live:\n%s\n\nreopened:\n%s", want, again)
		}
	})
}

// Runs that go wrong come back with what went wrong.
func TestReopenedFailureKeepsError(t *testing.T) {
	t.Parallel()
	answers := map[string]http.HandlerFunc{
		"an error": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = fmt.Fprint(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"wrong"}}`)
		},
		"a web page": func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, `<html>`) },
	}
	for name, answer := range answers {
		t.Run(name, func(t *testing.T) {
			s, inner := home(t), demoOf(t, demo.Options{Pace: time.Millisecond})
			a := agent(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPost {
					answer(w, r)
					return
				}
				inner.ServeHTTP(w, r)
			}))
			r := run.Start(t.Context(), plan(t, a, "fight-comparison", `{"a":"Lion","b":"Tiger"}`), run.Options{Store: s, Record: true})
			if got := wait(t, r); got.Phase != run.Errored {
				t.Fatalf("phase %s", got.Phase)
			}
			want := told(r)
			r.Close()
			if again := told(reopen(t, s).Run()); again != want {
				t.Errorf("live:\n%s\n\nreopened:\n%s", want, again)
			}
		})
	}
}

// A recording sends nothing, whatever it is asked to do.
func TestRecordingSendsNothing(t *testing.T) {
	s, a := home(t), demoAgent(t)
	data := a.Card().Skill("expense-report").Examples[0].Exact()
	live := run.Start(t.Context(), plan(t, a, "expense-report", data), run.Options{Store: s, Record: true})
	wait(t, live)
	live.Close()
	a.Close()
	r := reopen(t, s).Run()
	if got := r.Snapshot(); got.Phase != run.Paused || got.Question == nil {
		t.Fatalf("phase %s", got.Phase)
	}
	for name, err := range map[string]error{
		"answer": r.Answer("yes", nil), "private answer": r.AnswerForm(a2a.Form{}, []byte(`"yes"`), true), "cancel": r.CancelTask(t.Context()), "continue": r.Continue(),
	} {
		if err != run.ErrRecording { //nolint:errorlint // it is that very error
			t.Errorf("%s: %v", name, err)
		}
	}
	if now := r.Snapshot(); now.CanRetry || now.WantsCredentials || r.Retry(t.Context()) != r {
		t.Error("a recording offers to be sent")
	}
	if _, err := r.Protocol(t.Context()); err == nil || !strings.Contains(err.Error(), "nothing is sent") {
		t.Errorf("asking the agent: %v", err)
	}
	if frames, _ := r.Traffic().Frames(); len(frames) < 3 || !frames[0].Sent || !strings.Contains(string(frames[0].Body), `"data":`) {
		t.Errorf("wire: %d frames", len(frames))
	}
	r.Close()
}

// Of a private run there are the head and how it ended.
func TestPrivateRunIsKeptWithoutContent(t *testing.T) {
	s := home(t)
	p := plan(t, demoAgent(t), "fight-comparison", `{"a":"secret-canary","b":"Tiger"}`)
	p.Private = true
	r := run.Start(t.Context(), p, run.Options{Store: s, Record: true})
	wait(t, r)
	r.Close()
	text, err := os.ReadFile(theFile(t, s))
	if err != nil || strings.Count(string(text), "\n") != 2 || strings.Contains(string(text), "canary") {
		t.Errorf("%s, %v", text, err)
	}
	got := reopen(t, s).Run().Snapshot()
	if got.Outcome() != "completed" || !got.Plan.Private || len(got.Artifacts) != 0 {
		t.Errorf("%s %v %d", got.Outcome(), got.Plan.Private, len(got.Artifacts))
	}
}

// An agent may repeat what was wrong in its error: of a private run that is not
// kept either.
func TestPrivateRefusalIsKeptWithoutText(t *testing.T) {
	s, inner := home(t), demoOf(t, demo.Options{Pace: time.Millisecond})
	a := agent(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			_, _ = fmt.Fprint(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"secret-canary is wrong"}}`)
			return
		}
		inner.ServeHTTP(w, r)
	}))
	p := plan(t, a, "fight-comparison", `{"a":"secret-canary","b":"Tiger"}`)
	p.Private = true
	r := run.Start(t.Context(), p, run.Options{Store: s, Record: true})
	wait(t, r)
	r.Close()
	if text, err := os.ReadFile(theFile(t, s)); err != nil || strings.Contains(string(text), "canary") {
		t.Errorf("%s, %v", text, err)
	}
	if got := reopen(t, s).Run().Snapshot(); got.Phase != run.Errored || !strings.Contains(got.Err.Error(), "was not kept") {
		t.Errorf("%s, %v", got.Phase, got.Err)
	}
}

// Nothing of an answer that contains a secret is kept, nor what comes of it.
func TestAnswerWithSecretIsNotKept(t *testing.T) {
	s, a := home(t), demoAgent(t)
	r := run.Start(t.Context(), plan(t, a, "expense-report", a.Card().Skill("expense-report").Examples[0].Exact()), run.Options{Store: s, Record: true})
	wait(t, r)
	if err := r.AnswerForm(a2a.Form{}, []byte(`{"costCentre":"secret-canary"}`), true); err != nil {
		t.Fatal(err)
	}
	wait(t, r)
	r.Close()
	if text, err := os.ReadFile(theFile(t, s)); err != nil || strings.Contains(string(text), "canary") {
		t.Errorf("%s, %v", text, err)
	}
	got := reopen(t, s).Run().Snapshot()
	last := got.Timeline.Entry(got.Timeline.Len() - 1)
	if got.Outcome() != "completed" || len(got.Artifacts) != 0 || !strings.Contains(last.Note, "contained a secret") {
		t.Errorf("%s, %d artifacts, %q", got.Outcome(), len(got.Artifacts), last.Note)
	}
}

// A card from a file is found again from another directory.
func TestCardFilePathIsKeptWhole(t *testing.T) {
	t.Chdir(t.TempDir())
	s := home(t)
	raw := demoAgent(t).Card().Raw
	if err := os.WriteFile("card.json", raw, 0o600); err != nil {
		t.Fatal(err)
	}
	card, err := a2aclient.Fetch(t.Context(), "card.json")
	if err != nil {
		t.Fatal(err)
	}
	a, err := card.Dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	r := run.Start(t.Context(), plan(t, a, "fight-comparison", `{"a":"Lion","b":"Tiger"}`), run.Options{Store: s, Record: true})
	wait(t, r)
	r.Close()
	if source := reopen(t, s).Source().Exact(); !filepath.IsAbs(source) || filepath.Base(source) != "card.json" {
		t.Errorf("source %s", source)
	}
}

// Whatever a file contains, opening it ends in a run or an error.
func FuzzRecording(f *testing.F) {
	head := `{"kind":"run","version":1,"id":"x","time":"2026-03-14T09:30:00Z"}` + "\n"
	f.Add([]byte(head + `{"kind":"event","raw":{"status":{"state":"completed"},"id":"t"}}` + "\n" + `{"kind":"end","outcome":"completed"}` + "\n"))
	f.Add([]byte(head + `{"kind":"card","binding":"sessions","raw":{"capabilities":[]}}` + "\n" + `{"kind":"canceled","raw":null}` + "\n" + `{"kind":"pause","outcome":"rubbish"}`))
	f.Add([]byte(head + `{"kind":"request","url":"::"}` + "\n" + `{"kind":"input","exact":"{"}` + "\n" + `{"kind":"answer"}` + "\n" + `{"kind":"notice","extensions":["",""]}` + "\n"))
	f.Add([]byte(head + `{"kind":"pause","outcome":"\u001b]0;x\u0007\u202e"}` + "\n"))
	f.Add([]byte(head + `{"kind":"end","outcome":"\u009b31m"}` + "\n" + `{"kind":"canceled","raw":{},"outcome":"\u001b[m","text":"\u001b[m"}` + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "run.jsonl")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		_, looked := runfile.Peek(path)
		rec, err := run.OpenRecording(path)
		if err != nil {
			return
		}
		if looked != nil && len(data) < 1<<20 {
			t.Errorf("opened, and not listed: %v", looked)
		}
		r := rec.Run()
		if got := r.Snapshot(); !got.Phase.IsOver() && got.Phase != run.Paused {
			t.Errorf("it ends as %s", got.Phase)
		}
		r.Document()
		if said := r.Snapshot().Outcome(); safe.Text(said).Line(0).String() != said {
			t.Errorf("it ended as %q", said)
		}
	})
}

// A file that was cut anywhere opens as far as it goes, and says so.
func TestTruncatedRecordingOpensToItsEnd(t *testing.T) {
	s := home(t)
	live := run.Start(t.Context(), plan(t, demoAgent(t), "fight-comparison", `{"a":"Lion","b":"Tiger"}`), run.Options{Store: s, Record: true})
	wait(t, live)
	live.Close()
	path := theFile(t, s)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head := strings.IndexByte(string(whole), '\n') + 1
	for n := head; n < len(whole); n += 97 {
		if err := os.WriteFile(path, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		rec, err := run.OpenRecording(path)
		if err != nil {
			t.Fatalf("cut at %d: %v", n, err)
		}
		if rec.Damaged == nil && whole[n-1] != '\n' {
			t.Fatalf("cut at %d, and nobody says so", n)
		}
		got := rec.Run().Snapshot()
		if got.Phase != run.Errored || !strings.Contains(got.Err.Error(), "the file ends here") {
			t.Fatalf("cut at %d: %s, %v", n, got.Phase, got.Err)
		}
	}
}

// A file without a card, as the first versions wrote it, opens without schemas.
func TestOldRecordingOpens(t *testing.T) {
	s := home(t)
	f, err := s.CreateRun(runfile.Line{Time: time.Now(), ID: safe.Text("old"), Agent: safe.Text("Old"), Skill: safe.Text("fight")})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []runfile.Line{
		{Kind: runfile.Request, URL: safe.Text("http://there.example/rpc"), Method: safe.Text("POST"), Raw: []byte(`{}`)},
		{Kind: runfile.Event, Raw: []byte(`{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"data":{"winner":"Lion"}}]}]}}`)},
		{Kind: "a kind of tomorrow", Raw: []byte(`[]`)},
		{Kind: runfile.End, Outcome: safe.Text("completed")},
	} {
		if err := f.Append(line); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	rec := reopen(t, s)
	if got := told(rec.Run()); !rec.Cardless || !strings.Contains(got, "Lion") || !strings.Contains(got, "completed") {
		t.Errorf("cardless %v:\n%s", rec.Cardless, got)
	}
}

// The run of an agent with a large card opens with that card, and a copy of the file
// elsewhere opens without it.
func TestRunOfALargeCardOpensWithTheStoredCard(t *testing.T) {
	s := home(t)
	card := fmt.Sprintf(`{"name":"Large","description":%q,"version":"1","skills":[{"id":"fight","name":"Fight"}],
		"supportedInterfaces":[{"url":"http://localhost/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, strings.Repeat("large ", 10_000))
	f, err := s.CreateRun(runfile.Line{Time: time.Now(), ID: safe.Text("r"), Agent: safe.Text("Large"), Skill: safe.Text("fight")})
	if err != nil {
		t.Fatal(err)
	}
	line, err := s.CardLine([]byte(card))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []runfile.Line{line, {Kind: runfile.End, Outcome: safe.Text("completed")}} {
		if err := f.Append(line); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if rec := reopen(t, s); rec.Cardless || rec.Plan().Skill.Name.Exact() != "Fight" {
		t.Errorf("cardless %v, skill %q, want Fight", rec.Cardless, rec.Plan().Skill.Name.Exact())
	}
	data, err := os.ReadFile(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "runs", "copy.jsonl")
	if err := os.MkdirAll(filepath.Dir(copied), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(copied, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if rec, err := run.OpenRecording(copied); err != nil || !rec.Cardless {
		t.Errorf("the copy: %v, cardless %v, want true", err, rec.Cardless)
	}
}

// Names and ids of a megabyte hide no run: it is listed as what it came to, pruned
// in its time, and opened again with all of them.
func TestLongNamesHideNoRun(t *testing.T) {
	long := strings.Repeat("n", 11<<17)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, req *http.Request) {
		fmt.Fprintf(w, `{"name":"agent %[1]s","version":"1","capabilities":{},"defaultInputModes":["text/plain"],"skills":[{"id":"%[1]s","name":"first"},{"id":"%[1]s2","name":"second"}],
			"supportedInterfaces":[{"url":"http://%[2]s/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, long[:1<<20], req.Host)
	})
	mux.HandleFunc("POST /", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t%[1]s","contextId":"c%[1]s","status":{"state":"TASK_STATE_COMPLETED"}}}}`, long)
	})
	a, s := agent(t, mux), home(t)
	r := run.Start(t.Context(), &run.Plan{Agent: a, Skill: &a.Card().Skills[1], Text: "go"}, run.Options{Store: s, Record: true})
	t.Cleanup(r.Close)
	if got := wait(t, r); got.Outcome() != "completed" || got.RecordErr != nil {
		t.Fatalf("%s, %v", got.Outcome(), got.RecordErr)
	}
	list, err := s.Runs()
	if err != nil || len(list.Runs) != 1 || list.Runs[0].Outcome.Exact() != "completed" {
		t.Fatalf("%d runs, %d strays, %v", len(list.Runs), len(list.Strays), err)
	}
	if got, want := list.Runs[0].Agent.Line(10).String(), "agent nnnn…"; got != want {
		t.Errorf("agent %s, want %s", got, want)
	}
	rec := reopen(t, s)
	if again := rec.Run().Snapshot(); again.TaskID.Exact() != "t"+long || again.ContextID.Exact() != "c"+long {
		t.Errorf("reopened, the ids have %d and %d bytes", again.TaskID.Len(), again.ContextID.Len())
	}
	if got := rec.Plan().Skill.Name.Exact(); got != "second" {
		t.Errorf("reopened, the skill is %.20s", got)
	}
	if done, err := s.PruneRuns(store.Prune{Before: time.Now().Add(time.Hour)}); err != nil || len(done.Deleted) != 1 {
		t.Errorf("%d deleted, %v", len(done.Deleted), err)
	}
}
