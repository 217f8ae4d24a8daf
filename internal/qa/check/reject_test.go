package check

import (
	"errors"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/run"
	"a2aform/render/export"
)

// How the agents of a suite show that input was rejected, beside what the protocol has for it.
func TestRejectionOfTheSuite(t *testing.T) {
	t.Parallel()
	query, err := export.ParseQuery(`.text | test("not valid"; "i")`)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		rejection *casefile.Rejection
		outcome   string
		err       error
		document  string
		want      bool
	}{
		"nothing said":  {nil, "completed", nil, `{}`, false},
		"state":         {&casefile.Rejection{States: []string{"failed", "completed"}}, "completed", nil, `{}`, true},
		"other state":   {&casefile.Rejection{States: []string{"failed"}}, "completed", nil, `{}`, false},
		"code":          {&casefile.Rejection{Codes: []int{-1, -32010}}, "refused", &a2aclient.Error{Code: -32010}, `{}`, true},
		"other code":    {&casefile.Rejection{Codes: []int{-32010}}, "refused", &a2aclient.Error{Code: -32000}, `{}`, false},
		"no answer":     {&casefile.Rejection{Codes: []int{-32010}}, "lost", errors.New("away"), `{}`, false},
		"words":         {&casefile.Rejection{That: &casefile.That{Query: query}}, "completed", nil, `{"text":"It is NOT VALID."}`, true},
		"other words":   {&casefile.Rejection{That: &casefile.That{Query: query}}, "completed", nil, `{"text":"fine"}`, false},
		"failing query": {&casefile.Rejection{That: &casefile.That{Query: query}}, "completed", nil, `{"text":null}`, false},
	} {
		document, err := ojson.Parse([]byte(test.document), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		e := &evaluation{result: &result{outcome: test.outcome, document: document, subject: Subject{Now: run.Snapshot{Err: test.err}}}, rejection: test.rejection}
		if got := e.showsRejection(); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// An error is never called accepted. What invalid input is expected to do is met by an error about the input, also by one that says that
// the message cannot be read; another error says nothing of it.
func TestRefusedInputIsNotAccepted(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		said    a2aclient.Error
		answer  Answer
		outcome Outcome
	}{
		"invalid params":    {a2aclient.Error{Code: -32602}, Rejected, OK},
		"parse error":       {a2aclient.Error{Code: -32700}, Refused, OK},
		"unknown method":    {a2aclient.Error{Code: -32601}, Refused, NotReached},
		"an error of ours":  {a2aclient.Error{Code: -32010}, Refused, NotReached},
		"HTTP 404":          {a2aclient.Error{HTTPStatus: 404}, Refused, NotReached},
		"HTTP 422":          {a2aclient.Error{HTTPStatus: 422}, Rejected, OK},
		"an internal error": {a2aclient.Error{Code: -32603}, Crashed, Failed},
	} {
		now := run.Snapshot{Phase: run.Errored, Err: &test.said}
		if got := Classify(&now, false); got != test.answer {
			t.Errorf("%s: %s, want %s", name, got, test.answer)
		}
		e := &evaluation{result: &result{outcome: "refused", subject: Subject{Now: now}}, expect: &casefile.Expect{}}
		if e.rejected(); len(e.lines) != 1 || e.lines[0].Outcome != test.outcome {
			t.Errorf("%s, where invalid input is to be rejected: %+v, want %s", name, e.lines, test.outcome)
		}
	}
}
