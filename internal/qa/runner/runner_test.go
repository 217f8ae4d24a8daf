package runner_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/demo"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
	"a2aform/internal/store"
)

// agent is the demo agent, with a handler around it.
func agent(t *testing.T, around func(http.Handler) http.Handler) *a2aclient.Agent {
	t.Helper()
	return agentAt(t, time.Millisecond, around)
}

// agentAt is the demo agent with a time between two steps.
func agentAt(t *testing.T, pace time.Duration, around func(http.Handler) http.Handler) *a2aclient.Agent {
	t.Helper()
	a := demo.New(demo.Options{Pace: pace})
	server := httptest.NewUnstartedServer(nil)
	server.Config.Handler = around(a)
	server.Start()
	t.Cleanup(server.Close)
	card, err := a2aclient.Fetch(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	dialed, err := card.Dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(dialed.Close)
	return dialed
}

func bare(h http.Handler) http.Handler { return h }

func cases(t *testing.T, texts ...string) (list []*casefile.Case) {
	t.Helper()
	for i, text := range texts {
		f, problems := casefile.Parse(fmt.Sprintf("c%d.toml", i), []byte("version = 1\n"+text), casefile.Options{})
		if problems != nil {
			t.Fatal(problems)
		}
		list = slices.AppendSeq(list, f.Cases())
	}
	return list
}

func options(a *a2aclient.Agent) runner.Options {
	return runner.Options{Jobs: 2, Agent: func(context.Context, *casefile.Case) (*a2aclient.Agent, error) { return a, nil }}
}

const (
	fight   = "skill = 'fight-comparison'\n[input]\njson = '{\"a\":\"Lion\",\"b\":\"Tiger\"}'\n"
	expense = "skill = 'expense-report'\n[input]\njson = '''{\"title\":\"Visit\",\"currency\":\"EUR\",\"items\":[{\"date\":\"2026-03-02\",\"what\":\"Hotel\",\"category\":\"lodging\",\"amount\":131.00,\"billable\":true}],\"note\":null,\"confirmed\":true}'''\n"
)

// Each case has one expectation that holds or does not; what is told of the first that does not hold
// comes after a bar.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{fight, "pass"},
		{fight + "[expect]\nstate = 'failed'\n", "fail|state: failed, seen completed"},
		{fight + "[expect]\noutput = 'valid'\nschemas = ['fightResponse']\nartifacts = 1\n", "pass"},
		{fight + "[expect]\noutput = 'invalid'\n", "fail|output: invalid, seen valid"},
		{fight + "[expect]\nschemas = ['other']\n", "fail|schemas: other, seen fightResponse"},
		{fight + "[expect]\nartifacts = { min = 2 }\n", "fail|artifacts: at least 2, seen 1"},
		{fight + "[expect]\nartifacts = { max = 0 }\n", "fail|artifacts: 0, seen"},
		{fight + "[expect]\nsettled = '1m'\nfirst-artifact = '1m'\n", "pass"},
		{fight + "[expect]\nsettled = '1ns'\n", "fail|settled: within 1ns"},
		{fight + "[expect]\nthat = '.data.winner == \"Tiger\" and .input.a == \"Lion\"'\n", "pass"},
		{fight + "[expect]\nthat = '.data.winner'\n", `fail|that: .data.winner, seen "Tiger"`},
		{fight + "[expect]\nthat = 'true, true'\n", "fail|that: true, true, seen 2 values"},
		{fight + "[expect]\nthat = 'empty'\n", "fail|that: empty, seen 0 values instead of one"},
		{fight + "[expect]\nthat = '.data | .[0]'\n", "fail|that: .data | .[0], seen "},
		{fight + "[expect]\nthat = '[range(1000000000)] | length > 0'\n", "fail|that: "},
		{fight + "[[expect.value]]\nat = '/data/winner'\nis = 'Tiger'\n", "pass"},
		{fight + "[[expect.value]]\nat = '/data/winner'\nis = 'Lion'\n", `fail|value: "Lion", seen "Tiger"`},
		{fight + "[[expect.value]]\nat = '/data/winner'\nnot = 'Lion'\n", "pass"},
		{fight + "[[expect.value]]\nat = '/data/winner'\nin = ['Lion', 'Tiger']\n", "pass"},
		{fight + "[[expect.value]]\nat = '/data/winner'\nin = ['Lion']\n", "fail|value: in"},
		{fight + "[[expect.value]]\nat = '/data/winner'\nmatches = '^T'\n", "pass"},
		{fight + "[[expect.value]]\nat = '/data/winner'\ntype = 'number'\n", "fail|value: type number"},
		{fight + "[[expect.value]]\nat = '/data/winner'\nlength = 5\n", "pass"},
		{fight + "[[expect.value]]\nat = '/data/none'\nexists = false\n", "pass"},
		{fight + "[[expect.value]]\nat = '/data/none'\nis = 1\n", "fail|value: 1, seen nothing"},
		{trip + "[[expect.value]]\nat = '/data/0/date'\nof-format = 'date'\n", "pass"},
		{trip + "[[expect.value]]\nat = '/data/0/date'\nof-format = 'uuid'\n", `fail|value: of-format uuid, seen "2026-`},
		{fight + "[[expect.value]]\nat = '/data/winner'\nis = '${row.w}'\n[table]\nrows = [{ w = 'Tiger' }]\n", "pass"},
		{fight + "[[expect.value]]\nat = '/data/winner'\nis = '${row.w}'\n[table]\nrows = [{ w = 'Lion' }]\n", `fail|value: "Lion", seen "Tiger"`},
		{fight + "[[expect.value]]\nat = '/data/probability'\nis = '${row.p}'\n[table]\nfile = 'testdata/numbers.csv'\n", "pass"},
		{fight + "[expect]\nthat = '.row.p == \"0.650\"'\n[table]\nfile = 'testdata/numbers.csv'\n", "pass"},
		{"skill = 'fight-comparison'\n[input]\nset = { a = 'Lion', b = 'Tiger' }\n", "pass"},
		{"skill = 'fight-comparison'\n[input]\njson = '{\"a\":1}'\n", "error|the input does not fit the schema"},
		{"skill = 'fight-comparison'\n[input]\ninvalid = true\njson = '{\"a\":1}'\n", "pass"},
		{"skill = 'fight-comparison'\n[input]\ninvalid = true\njson = '{\"a\":\"x\",\"b\":\"y\"}'\n", "error|the case says that the input is invalid"},
		{"skill = 'fight-comparson'\n[input]\ntext = 'x'\n", "error|the agent has no skill fight-comparson; did you mean fight-comparison?"},
		{"skip = 'broken upstream'\n[input]\ntext = 'x'\n", "skip"},
		{expense, "fail|state: completed or answered, seen input-required"},
		{expense + "[expect]\nstate = 'input-required'\n", "pass"},
		{expense + "[[turn]]\ntext = 'yes'\n[[expect.value]]\nat = '/data/total'\nnear = 131\nwithin = 0\n", "pass"},
		{expense + "[[turn]]\ntext = 'yes'\n[[turn]]\ntext = 'yes'\n", "fail|turns: 2, seen 1: turn 2: it waits for input-required, and the task was completed"},
	} {
		t.Run(test.text, func(t *testing.T) {
			t.Parallel()
			result := runAll(t.Context(), cases(t, test.text), options(agent(t, bare)))[0]
			verdict, told, _ := strings.Cut(test.want, "|")
			if string(result.Verdict) != verdict || !strings.HasPrefix(first(result), told) {
				t.Errorf("%s: %s, want %s", result.Verdict, first(result), test.want)
			}
		})
	}
}

// first is what is told first of a case that does not pass.
func first(r *runner.Result) string {
	if r.Err != nil {
		return r.Err.Error()
	}
	for _, a := range r.Attempts {
		for _, l := range a.Lines {
			if l.Outcome != check.OK {
				return fmt.Sprintf("%s: %s, seen %s", l.Check, l.Expected, l.Seen)
			}
		}
	}
	return ""
}

// An agent of which one answer in four is an error passes at a rate of 0.7, and not at 0.8.
func TestPassRate(t *testing.T) {
	t.Parallel()
	for rate, want := range map[string]check.Verdict{"0.7": check.Flaky, "0.8": check.Fail} {
		var calls atomic.Int32
		a := agent(t, func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPost && calls.Add(1)%4 == 0 {
					http.Error(w, "broken", http.StatusInternalServerError)
					return
				}
				h.ServeHTTP(w, r)
			})
		})
		result := runAll(t.Context(), cases(t, "repeat = 8\npass-rate = "+rate+"\n"+fight), options(a))[0]
		if result.Verdict != want || result.Passed != 6 || calls.Load() != 8 {
			t.Errorf("%s: %s, %d passed, %d calls: %s", rate, result.Verdict, result.Passed, calls.Load(), first(result))
		}
	}
}

// Where nothing was learned of the agent, the case is an error, never a pass.
func TestNothingLearnedIsAnError(t *testing.T) {
	t.Parallel()
	a := agent(t, func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
			h.ServeHTTP(w, r)
		})
	})
	invalid := "skill = 'fight-comparison'\n[input]\ninvalid = true\njson = '{\"a\":1}'\n"
	for _, text := range []string{fight, invalid, fight + "[expect]\nthat = 'true'\n"} {
		if result := runAll(t.Context(), cases(t, text), options(a))[0]; result.Verdict != check.Error {
			t.Errorf("%s: %s, %s", text, result.Verdict, first(result))
		}
	}
	o := options(nil)
	o.Agent = func(context.Context, *casefile.Case) (*a2aclient.Agent, error) { return nil, errors.New("no agent") }
	if result := runAll(t.Context(), cases(t, fight), o)[0]; result.Verdict != check.Error {
		t.Errorf("%s", result.Verdict)
	}
}

// Cases that did not begin before the command ended have no verdict. Those that ended are reported in their order.
func TestCasesThatDidNotBeginHaveNoVerdict(t *testing.T) {
	t.Parallel()
	a := agent(t, bare)
	for _, jobs := range []int{1, 4} {
		for _, enough := range []int{0, 1, 7} {
			ctx, cancel := context.WithCancel(t.Context())
			o, ended, made := options(a), 0, 0
			o.Jobs = jobs
			var reported []int
			o.Done = func(*runner.Result) {
				if ended++; ended == enough {
					cancel()
				}
			}
			o.Report = func(r *runner.Result) { reported = append(reported, r.Case.Index) }
			if enough == 0 {
				cancel()
			}
			chat := cases(t, "skill = 'small-talk'\n[input]\ntext = 'hello'\n")[0]
			runner.Run(ctx, func(yield func(*casefile.Case) bool) {
				for made = range 100_000 {
					c := *chat
					if c.Index = made; !yield(&c) {
						return
					}
				}
			}, o)
			cancel()
			if len(reported) != ended || ended < enough || ended > enough+jobs || made > ended+2*jobs+2 || !slices.IsSorted(reported) {
				t.Errorf("%d jobs: %d of %d cases ended after %d, reported %v", jobs, ended, made, enough, reported)
			}
		}
	}
}

// With eight workers each message is sent once, and the journal has each of them.
func TestEachMessageIsSentOnce(t *testing.T) {
	t.Parallel()
	const n = 200
	var mu sync.Mutex
	sent := map[string]int{}
	id := regexp.MustCompile(`"messageId":\s*"([^"]+)"`)
	a := agent(t, func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if found := id.FindSubmatch(body); found != nil {
				mu.Lock()
				sent[string(found[1])]++
				mu.Unlock()
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			h.ServeHTTP(w, r)
		})
	})
	home := t.TempDir()
	keep, err := store.Open(func(string) string { return home })
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for range n {
		texts = append(texts, "skill = 'small-talk'\n[input]\ntext = 'hello'\n")
	}
	o := options(a)
	o.Jobs, o.Store = 8, keep
	ended := 0
	o.Done = func(*runner.Result) { ended++ }
	for _, r := range runAll(t.Context(), cases(t, texts...), o) {
		if r.Verdict != check.Pass {
			t.Fatalf("%s: %s", r.Verdict, first(r))
		}
	}
	journal, err := os.ReadFile(keep.JournalPath())
	if err != nil {
		t.Fatal(err)
	}
	if len(sent) != n || ended != n {
		t.Errorf("%d messages, %d cases ended", len(sent), ended)
	}
	for id, times := range sent {
		if times != 1 || !bytes.Contains(journal, []byte(id)) {
			t.Errorf("%s was sent %d times", id, times)
		}
	}
}

// A form with a secret is reported without its input and output.
func TestSecretsAreHidden(t *testing.T) {
	t.Parallel()
	card := `{"name":"Keys","description":"d","version":"1","supportedInterfaces":[{"url":"URL","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"capabilities":{"extensions":[{"uri":"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"}]},
"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"schemas":{"login":{"type":"object","properties":{"key":{"type":"string","format":"password"}}}},"skills":[{"id":"login","name":"Login","description":"d","tags":[],"inputModes":["application/json;schema=login"]}]}`
	a := agent(t, func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if r.Method != http.MethodPost {
				_, _ = io.WriteString(w, strings.ReplaceAll(card, "URL", "http://"+r.Host))
				return
			}
			body, _ := io.ReadAll(r.Body)
			id := regexp.MustCompile(`"id":\s*("[^"]*"|\d+)`).FindSubmatch(body)
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_FAILED","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"hunter2 is wrong"}]}}}}}`, id[1])
		})
	})
	result := runAll(t.Context(), cases(t, "skill = 'login'\n[input]\nset = { key = 'hunter2' }\n[[expect.value]]\nat = '/text'\nis = 'welcome'\n"), options(a))[0]
	told := first(result) + fmt.Sprint(result.Attempts[0].Lines) + string(result.Attempts[0].Document.Compact())
	if result.Verdict != check.Fail || strings.Contains(told, "hunter2") {
		t.Errorf("%s: %s", result.Verdict, told)
	}
}

// What is sent has every digit, null and the order of members as the file has them.
func TestInputReachesTheAgentByteForByte(t *testing.T) {
	t.Parallel()
	const data = `{"z":1e400,"a":null,"m":0.10,"b":[{"y":1.0,"x":"\u00e9\ud83d\ude00"}]}`
	var body atomic.Pointer[[]byte]
	card := `{"name":"Any","description":"d","version":"1","supportedInterfaces":[{"url":"URL","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"capabilities":{"extensions":[{"uri":"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"}]},
"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"schemas":{"any":{"type":"object"}},"skills":[{"id":"any","name":"Any","description":"d","tags":[],"inputModes":["application/json;schema=any"]}]}`
	a := agent(t, func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodPost {
				_, _ = io.WriteString(w, strings.ReplaceAll(card, "URL", "http://"+r.Host))
				return
			}
			text, _ := io.ReadAll(r.Body)
			body.Store(&text)
			w.WriteHeader(http.StatusBadRequest)
		})
	})
	result := runAll(t.Context(), cases(t, "skill = 'any'\n[input]\njson = '"+data+"'\n[expect]\nstate = 'refused'\n"), options(a))[0]
	if sent := body.Load(); result.Verdict != check.Pass || sent == nil || !bytes.Contains(*sent, []byte(data)) {
		t.Errorf("%s: %s", result.Verdict, first(result))
	}
}

// Once enough cases have failed, no more are started, and the reason is told.
func TestBail(t *testing.T) {
	t.Parallel()
	var texts []string
	for range 10 {
		texts = append(texts, "skill = 'small-talk'\n[input]\ntext = 'hi'\n[expect]\nstate = 'failed'\n")
	}
	o := options(agent(t, bare))
	o.Jobs, o.Bail = 1, 2
	var order []string
	o.Done = func(r *runner.Result) { order = append(order, string(r.Verdict)) }
	results := runAll(t.Context(), cases(t, texts...), o)
	failed, skipped := 0, 0
	for _, r := range results {
		switch {
		case r.Verdict == check.Fail:
			failed++
		case r.Verdict == check.Skip && strings.Contains(r.Skip, "--bail"):
			skipped++
		}
	}
	if failed != 2 || skipped != 8 || len(order) != 10 {
		t.Errorf("%d failed, %d skipped, %v", failed, skipped, order)
	}
}

// runAll are the results of cases, in their order.
func runAll(ctx context.Context, cases []*casefile.Case, o runner.Options) (results []*runner.Result) {
	o.Report = func(r *runner.Result) { results = append(results, r) }
	runner.Run(ctx, slices.Values(cases), o)
	return results
}
