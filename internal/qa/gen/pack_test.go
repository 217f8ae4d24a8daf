package gen_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/demo"
	"a2aform/internal/demo/mock"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/gen"
	"a2aform/internal/qa/runner"
)

func dial(t *testing.T, h http.Handler) *a2aclient.Agent {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	server.Config.Handler = h
	server.Start()
	t.Cleanup(server.Close)
	card, err := a2aclient.Fetch(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	agent, err := card.Dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(agent.Close)
	return agent
}

func packOf(t *testing.T, agent *a2aclient.Agent, o gen.PackOptions) *gen.Pack {
	t.Helper()
	pack, err := gen.NewPack(agent.Card(), o)
	if err != nil {
		t.Fatal(err)
	}
	return pack
}

func send(t *testing.T, pack *gen.Pack, agent *a2aclient.Agent) (rows []gen.Row, accepted bool) {
	t.Helper()
	return pack.Run(t.Context(), runner.Options{
		Agent: func(context.Context, *casefile.Case) (*a2aclient.Agent, error) { return agent, nil },
		Jobs:  8, Record: runner.RecordNone, Quick: true,
	})
}

// recorder remembers the bodies that an agent receives.
type recorder struct {
	http.Handler
	mu     sync.Mutex
	bodies [][]byte
}

func (r *recorder) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	body, err := io.ReadAll(q.Body)
	if err != nil {
		return
	}
	r.mu.Lock()
	r.bodies = append(r.bodies, body)
	r.mu.Unlock()
	q.Body = io.NopCloser(bytes.NewReader(body))
	r.Handler.ServeHTTP(w, q)
}

// TestDemoAgentTakesAllValuesAsExpected sends generated values of each form to the demo agent, and checks that each arrives byte for
// byte and that no verdict is wrong.
func TestDemoAgentTakesAllValuesAsExpected(t *testing.T) {
	record := &recorder{Handler: demo.New(demo.Options{Pace: time.Millisecond})}
	agent := dial(t, record)
	for _, skill := range []string{"fight-comparison", "trip-planner", "expense-report", "send-parcel"} {
		pack := packOf(t, agent, gen.PackOptions{Skill: skill, Options: gen.Options{Seed: 1, Hazards: true, Max: 150}})
		rows, accepted := send(t, pack, agent)
		if !accepted || len(rows) != len(pack.Items)+1 || len(rows) < 20 {
			t.Errorf("%s: %d rows for %d values", skill, len(rows), len(pack.Items))
		}
		for _, row := range rows {
			if row.Verdict != check.Pass {
				t.Errorf("%s: %s: %s is %s, expected %s: %s", skill, row.Name, row.JSON(), row.Answer, row.Expected(), row.Seen)
			}
			arrived := false
			for _, body := range record.bodies {
				arrived = arrived || bytes.Contains(body, append([]byte(`"data":`), row.JSON()...))
			}
			if !arrived {
				t.Errorf("%s: %s did not arrive", skill, row.JSON())
			}
		}
		record.bodies = nil
	}
}

// card is one of a skill with a form.
const card = `{"name":"Agent","description":"d","version":"1","supportedInterfaces":[{"url":"http://127.0.0.1:1/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
	"capabilities":{"streaming":true,"extensions":[{"uri":"https://github.com/FacultyAI/a2a-extension-object-schemas/v1"}]},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
	"schemas":{"in":{"type":"object","properties":{"n":{"type":"integer","minimum":1,"maximum":9},"s":{"type":"string","maxLength":3}},"required":["n"],"additionalProperties":false}},
	"skills":[{"id":"s","name":"S","description":"d","tags":["t"],"inputModes":["application/json;schema=in"],"outputModes":["text/plain"]}]}`

func mocked(t *testing.T, faults ...mock.Fault) *a2aclient.Agent {
	t.Helper()
	return mockedOf(t, card, faults...)
}

func mockedOf(t *testing.T, card string, faults ...mock.Fault) *a2aclient.Agent {
	t.Helper()
	agent, _, err := mock.New([]byte(card), mock.Options{Faults: faults, Sample: gen.Sample})
	if err != nil {
		t.Fatal(err)
	}
	return dial(t, agent)
}

func TestAcceptedInvalidValuesAreFound(t *testing.T) {
	for _, test := range []struct {
		fault    string
		nothing  bool // is refused
		verdict  check.Verdict
		keywords string // that the agent accepts; "" for all
	}{
		{"", false, check.Pass, "none"},
		{"accept-invalid", true, check.Fail, ""},
		{"accept-invalid=maximum", false, check.Fail, "maximum"},
	} {
		var faults []mock.Fault
		if test.fault != "" {
			f, err := mock.ParseFault(test.fault)
			if err != nil {
				t.Fatal(err)
			}
			faults = append(faults, f)
		}
		agent := mocked(t, faults...)
		pack := packOf(t, agent, gen.PackOptions{Skill: "s", Options: gen.Options{Seed: 1}})
		rows, accepted := send(t, pack, agent)
		invalid := 0
		for _, row := range rows {
			want := check.Pass
			if row.Kind == gen.Invalid {
				invalid++
				if test.keywords == "" || row.Keyword == test.keywords {
					want = test.verdict
				}
			}
			if row.Verdict != want {
				t.Errorf("%s: %s is %s (%s %s), want %s", test.fault, row.Name, row.Verdict, row.Answer, row.Seen, want)
			}
		}
		if !accepted || invalid < 10 || gen.RefusesNothing(rows) != test.nothing {
			t.Errorf("%s: accepted %v, %d invalid values, refuses nothing: %v", test.fault, accepted, invalid, gen.RefusesNothing(rows))
		}
	}
}

// Where the agent does not accept the base value, nothing can be learned of the others.
func TestNothingIsSentAfterARejectedBase(t *testing.T) {
	agent := mocked(t, mock.Fault{Name: "reject"})
	rows, accepted := send(t, packOf(t, agent, gen.PackOptions{Skill: "s"}), agent)
	if accepted || len(rows) != 1 || rows[0].Verdict != check.Fail || rows[0].Answer != check.Rejected {
		t.Errorf("%d rows, the first %+v", len(rows), rows[0])
	}
}

// A message that answers an invalid value says no, as the agent makes tasks of valid ones.
func TestMessageRejectsWhereValidDataMakesTasks(t *testing.T) {
	const declared = "https://github.com/FacultyAI/a2a-extension-object-schemas/v1"
	for _, uri := range []string{declared, "https://example.com/something-else/v1", "https://a2a-extensions.agentstack.beeai.dev/ui/form/v1"} {
		isTagged := uri == declared
		text := strings.ReplaceAll(card, declared, uri)
		pack := packOf(t, mockedOf(t, text), gen.PackOptions{Skill: "s"})
		pack.TakeBase(gen.Row{Answer: check.Accepted})
		for _, item := range pack.Items {
			if has := item.Test.Rejection != nil; has != (isTagged && item.Kind == gen.Invalid) {
				t.Errorf("declared %v, %s: a message rejects: %v", isTagged, item.Name, has)
			}
		}
	}
}

// The files contain the same values, and test runs them to the same verdicts.
func TestFilesRunAsWritten(t *testing.T) {
	agent := mocked(t)
	pack := packOf(t, agent, gen.PackOptions{Skill: "s", Options: gen.Options{Seed: 1}})
	dir := filepath.Join(t.TempDir(), "cases")
	var paths []string
	for _, f := range pack.Files(dir) {
		if err := f.Write(); err != nil {
			t.Fatal(err)
		}
		if err := f.Write(); err == nil || !strings.Contains(err.Error(), "exists") {
			t.Errorf("written over: %v", err)
		}
		paths = append(paths, f.Path)
	}
	if len(paths) != 2 {
		t.Fatalf("%q", paths)
	}
	files, problems := casefile.ReadAll(paths, casefile.Options{})
	if problems != nil {
		t.Fatal(problems[0])
	}
	n := 0
	runner.Run(t.Context(), casefile.All(files), runner.Options{
		Agent: func(context.Context, *casefile.Case) (*a2aclient.Agent, error) { return agent, nil }, Jobs: 8, Record: runner.RecordNone,
		Report: func(r *runner.Result) {
			if n++; r.Verdict != check.Pass {
				t.Errorf("%s is %s: %v %+v", r.Case.Name, r.Verdict, r.Err, r.Attempts)
			}
		},
	})
	if n != len(pack.Items)+1 {
		t.Errorf("%d cases for %d values", n, len(pack.Items)+1)
	}
}

func TestSkillsWithoutASchemaAreRefused(t *testing.T) {
	agent := dial(t, demo.New(demo.Options{Pace: time.Millisecond}))
	for skill, want := range map[string]string{"small-talk": "no input schema", "nothing": "the agent has no skill nothing; it has fight-comparison"} {
		if _, err := gen.NewPack(agent.Card(), gen.PackOptions{Skill: skill}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", skill, err)
		}
	}
	for data, want := range map[string]string{`{"a":"Lion"}`: "does not fit the schema: /b", "{": "not JSON"} {
		if _, err := gen.NewPack(agent.Card(), gen.PackOptions{Skill: "fight-comparison", Base: []byte(data)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", data, err)
		}
	}
}
