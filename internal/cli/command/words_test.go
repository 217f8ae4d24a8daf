package command

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/render/export"
)

// Columns are aligned; on a narrow terminal the widest ones are cut, a JSON Pointer at its start.
func TestRowsFitATerminal(t *testing.T) {
	t.Parallel()
	for width, want := range map[int]string{
		80: "name  /a/long/pointer/to/a/value  done\nx     y\none cell alone spans all of the columns\n",
		34: "name  …ng/pointer/to/a/value  done\nx     y\none cell alone spans all of the columns\n",
		20: "name  …a/value  done\nx     y\none cell alone spans all of the columns\n",
		5:  "name  …a/value  done\nx     y\none cell alone spans all of the columns\n",
	} {
		var rows Rows
		rows.Add("name", "/a/long/pointer/to/a/value", "done")
		rows.Add("x", "y")
		rows.Add("left out", "")
		rows.cells = append(rows.cells, []string{"one cell alone spans all of the columns"})
		rows.Fit(width)
		var out strings.Builder
		if err := rows.Print(&out); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("in %d columns:\n%s\nwant\n%s", width, out.String(), want)
		}
	}
}

func TestOutputFormats(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		flag   OutputFlag
		format export.Format
		isOne  bool
		fault  string
	}{
		{OutputFlag{Value: "text"}, 0, false, ""},
		{OutputFlag{Value: "json", Exports: true}, 0, false, ""},
		{OutputFlag{Value: "csv", Exports: true}, export.CSV, true, ""},
		{OutputFlag{Value: "csv"}, 0, false, "-o csv is not known: use text or json"},
		{OutputFlag{Value: "CSV", Exports: true}, 0, false, "-o CSV is not known: use text, json, jsonl, csv, tsv, md or html"},
		{OutputFlag{Value: "", Exports: true}, 0, false, "-o  is not known"},
		{OutputFlag{Value: "json", Exports: true, protocol: true, Artifact: ArtifactFlag{Name: "a"}}, 0, false, "--artifact does not go with -o json"},
		{OutputFlag{Value: "md", Exports: true, protocol: true, Artifact: ArtifactFlag{Name: "a"}}, export.Markdown, true, ""},
	} {
		format, ok := tt.flag.Format()
		err := tt.flag.Check()
		if ok != tt.isOne || ok && format != tt.format || (err == nil) != (tt.fault == "") || err != nil && !strings.Contains(err.Error(), tt.fault) {
			t.Errorf("%+v: %v %t, %v", tt.flag, format, ok, err)
		}
	}
}

func TestArgumentsThatAskForJSON(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"": "", "-o json": "json", "--output json": "json", "--output=json": "json", "-ojson": "json", "-o=json": "json", "-o jsonl": "lines", "--output=jsonl": "lines", "-o text": "", "-o": "", "-o json -o text": "", "-- -o json": "", "send -o json -- x": "json", "--only json": "",
	} {
		isJSON, isLines := wantsJSON(strings.Fields(args))
		got := map[[2]bool]string{{true, false}: "json", {false, true}: "lines"}[[2]bool{isJSON, isLines}]
		if got != want {
			t.Errorf("%q asks for %q, want %q", args, got, want)
		}
	}
}

// An error for programs has the code of the a2a-cli specification, its exit code, and what kind it is.
func TestErrorsForPrograms(t *testing.T) {
	t.Parallel()
	refused := &a2aclient.Error{Code: -32602, Message: safe.Text("no"), HTTPStatus: 400}
	for _, tt := range []struct {
		err            error
		hadCredentials bool
		code, kind     string
		exit           int
	}{
		{Usagef("no"), false, "A2ACLI_ERR_USAGE", "usage", ExitUsage},
		{CheckFailed("no", nil), false, "A2AFORM_ERR_CHECK", "check", ExitCheck},
		{&a2aclient.TransportError{Status: 401}, true, "A2ACLI_ERR_AUTH_FAILED", "failure", ExitAuth},
		{&a2aclient.TransportError{Status: 401}, false, "A2ACLI_ERR_CREDENTIALS_MISSING", "failure", ExitAuth},
		{context.DeadlineExceeded, false, "A2ACLI_ERR_TIMEOUT", "failure", ExitTimeout},
		{&a2aclient.CardError{Layer: a2aclient.LayerCard}, false, "A2ACLI_ERR_CARD_INVALID", "failure", ExitFailure},
		{&a2aclient.CardError{Layer: a2aclient.LayerHTTP, Status: 404}, false, "A2ACLI_ERR_CARD_NOT_FOUND", "failure", ExitUnreachable},
		{&a2aclient.CardError{Layer: a2aclient.LayerFile}, false, "A2ACLI_ERR_CARD_NOT_FOUND", "failure", ExitUnreachable},
		{&a2aclient.CardError{Layer: a2aclient.LayerConnect}, false, "A2ACLI_ERR_UNREACHABLE", "failure", ExitUnreachable},
		{errors.New("no"), false, "A2ACLI_ERR_INTERNAL", "failure", ExitFailure},
		{refused, false, refused.Name(), "refused", ExitFailure},
	} {
		e := newEnvelope(tt.err, "do \x1bthat", tt.hadCredentials)
		if tt.code == "" {
			tt.code = "A2ACLI_ERR_INTERNAL"
		}
		if e.Code != tt.code || e.Kind != tt.kind || e.Exit != tt.exit || e.Hint == nil || *e.Hint != "do ␛that" {
			t.Errorf("%v: %s", tt.err, e.line())
		}
	}
	if e := newEnvelope(refused, "", false); e.A2ACode != -32602 || e.Status != 400 || e.Hint != nil || !strings.HasPrefix(e.line(), `{"error":{"code":"`) {
		t.Errorf("%s", e.line())
	}
	if e := newEnvelope(&a2aclient.Error{Reason: safe.Text("GONE")}, "", false); e.A2ACode != "GONE" {
		t.Errorf("%s", e.line())
	}
}

func TestHintsOfErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err  error
		args []string
		hint string
	}{
		{&a2aclient.CardError{Next: "look"}, nil, "look"}, {&a2aclient.TransportError{Next: "wait"}, nil, "wait"}, {&a2aclient.Error{Code: 1}, nil, "to see what was sent and answered, add --debug"}, {&a2aclient.Error{Code: 1}, []string{"--debug"}, ""}, {errors.New("no"), nil, ""},
	} {
		if text, hint := explain(&Streams{Args: tt.args}, tt.err); hint != tt.hint || text != tt.err.Error() {
			t.Errorf("%v: %q, %q", tt.err, text, hint)
		}
	}
}

// Data is a path where it begins no JSON and is a file, or looks like one.
func TestWhatIsAPath(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "data")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for arg, want := range map[string]bool{"": false, "{}": false, "[1].json": false, `"a.json`: false, "-1.json": false, "7.json": false, "true": false, "null": false, "none": false, "none.json": true, file: true} {
		if isPath(arg) != want {
			t.Errorf("%q is a path: %t", arg, !want)
		}
	}
	if got := FileFault(&fs.PathError{Op: "open", Path: "a\x1b", Err: fs.ErrNotExist}); got != "a␛: file does not exist" {
		t.Errorf("%q", got)
	}
	if got := FileFault(errors.New("no\nmore")); !strings.HasPrefix(got, "no") || strings.Contains(got, "\n") {
		t.Errorf("%q", got)
	}
}
