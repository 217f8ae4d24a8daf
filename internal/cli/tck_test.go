package cli_test

import (
	"bufio"
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// tckEnv names a directory with a copy of the A2A TCK, a Python program that tests agents; "make tck" sets it on.
const tckEnv = "A2A_TCK"

// The demo agent fails no test of the TCK but those of testdata/tck, each with its reason.
func TestTCK(t *testing.T) {
	dir := os.Getenv(tckEnv)
	if dir == "" {
		t.Skip(tckEnv + " names no copy of the TCK")
	}
	serve := call(t, "demo", "--serve")
	out, err := serve.StdoutPipe()
	if err == nil {
		err = serve.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = serve.Process.Signal(os.Interrupt)
		_ = serve.Wait()
	})
	lines := bufio.NewScanner(out)
	lines.Scan()
	report := filepath.Join(dir, "reports", "junitreport.xml")
	if err := os.Remove(report); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	run := exec.CommandContext(ctx, tckPython(dir), "run_tck.py", "--sut-host", strings.TrimSuffix(lines.Text(), "/.well-known/agent-card.json"))
	run.Dir = dir
	log, runErr := run.CombinedOutput() // it fails where a test does
	data, err := os.ReadFile(report)
	if err != nil {
		t.Fatalf("the TCK wrote no report: %v\n%s\nIts packages must be there: uv venv && uv pip install -e . in its directory, or PYTHON names another python", runErr, log)
	}
	got, err := parseTCK(data)
	if err != nil {
		t.Fatal(err)
	}
	expected, err := os.ReadFile(filepath.Join("..", "..", "testdata", "tck", "expected-failures.txt"))
	if err != nil {
		t.Fatal(err)
	}
	text, ok := got.compare(string(expected))
	fmt.Print(text)
	if !ok {
		t.Error("the TCK and testdata/tck/expected-failures.txt disagree")
	}
}

// tckPython is the program of PYTHON, that of the environment in the copy, or python3.
func tckPython(dir string) string {
	own := filepath.Join(dir, ".venv", "bin", "python")
	if _, err := os.Stat(own); err != nil {
		own = "python3"
	}
	return cmp.Or(os.Getenv("PYTHON"), own)
}

// tckResult are the tests of a run of the TCK by their names.
type tckResult struct {
	passed  []string
	failed  map[string]string // with the message
	skipped map[string]int    // how many, by the reason
}

// parseTCK reads the report that pytest writes in the format of JUnit. A test that pytest expects to fail because its
// requirement is no must counts as failed.
func parseTCK(data []byte) (tckResult, error) {
	type outcome struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
	}
	var report struct {
		Cases []struct {
			Class   string   `xml:"classname,attr"`
			Name    string   `xml:"name,attr"`
			Failure *outcome `xml:"failure"`
			Error   *outcome `xml:"error"`
			Skipped *outcome `xml:"skipped"`
		} `xml:"testsuite>testcase"`
	}
	if err := xml.Unmarshal(data, &report); err != nil {
		return tckResult{}, fmt.Errorf("the report of the TCK: %w", err)
	}
	r := tckResult{failed: map[string]string{}, skipped: map[string]int{}}
	for _, c := range report.Cases {
		name := strings.TrimPrefix(c.Class, "tests.compatibility.") + "." + c.Name
		failure := cmp.Or(c.Failure, c.Error)
		if c.Skipped != nil && c.Skipped.Type == "pytest.xfail" {
			failure = c.Skipped
		}
		switch {
		case failure != nil:
			line, _, _ := strings.Cut(failure.Message, "\n")
			r.failed[name] = line
		case c.Skipped != nil:
			r.skipped[c.Skipped.Message]++
		default:
			r.passed = append(r.passed, name)
		}
	}
	if len(report.Cases) == 0 {
		return r, fmt.Errorf("the report of the TCK has no test")
	}
	return r, nil
}

// compare says how the tests ended beside what a list expects to fail, and whether they agree. A line of the list is a name,
// a reason if it is indented, or a comment. An expected failure that was skipped is neither.
func (r tckResult) compare(list string) (text string, ok bool) {
	expected := map[string]bool{}
	for line := range strings.Lines(list) {
		if name := strings.TrimRight(line, "\n"); name != "" && name[0] != '#' && name[0] != '\t' {
			expected[name] = true
		}
	}
	var out strings.Builder
	asExpected := 0
	for _, name := range slices.Sorted(maps.Keys(r.failed)) {
		if expected[name] {
			asExpected++
		} else {
			fmt.Fprintf(&out, "failed unexpectedly: %s\n    %s\n", name, r.failed[name])
		}
	}
	noLonger := 0
	for _, name := range r.passed {
		if expected[name] {
			noLonger++
			fmt.Fprintf(&out, "no longer failing: %s\n", name)
		}
	}
	skipped := 0
	reasons := slices.SortedFunc(maps.Keys(r.skipped), func(a, b string) int { return cmp.Or(r.skipped[b]-r.skipped[a], strings.Compare(a, b)) })
	for _, reason := range reasons {
		skipped += r.skipped[reason]
		fmt.Fprintf(&out, "skipped %3d: %s\n", r.skipped[reason], reason)
	}
	unexpected := len(r.failed) - asExpected
	fmt.Fprintf(&out, "%d passed, %d failed as expected, %d failed unexpectedly, %d no longer failing, %d skipped\n", len(r.passed), asExpected, unexpected, noLonger, skipped)
	return out.String(), unexpected+noLonger == 0
}

// The comparison tells each kind of outcome apart, in a report as pytest writes it.
func TestTCKReportIsCompared(t *testing.T) {
	t.Parallel()
	const report = `<?xml version="1.0" encoding="utf-8"?><testsuites><testsuite name="pytest" errors="1" failures="2" skipped="3" tests="8" time="4.321" hostname="vm">
<testcase classname="tests.compatibility.agent_card.test_agent_card.TestAgentCardDiscovery" name="test_agent_card_retrievable" time="0.037" />
<testcase classname="tests.compatibility.agent_card.test_agent_card.TestAgentCardStructure" name="test_agent_card_validates_against_schema" time="0.008"><failure message="AssertionError: CARD-STRUCT-001 [AgentCard contains required fields]: $: 'schemas'&#10;assert False">tests/compatibility/agent_card/test_agent_card.py:121</failure></testcase>
<testcase classname="tests.compatibility.core_operations.test_requirements" name="test_must_requirement[CORE-GET-002-jsonrpc]" time="0.01"><failure message="AssertionError: CORE-GET-002&#10;more">log</failure></testcase>
<testcase classname="tests.compatibility.core_operations.test_requirements" name="test_should_requirement[STREAM-ORDER-001-jsonrpc]" time="0.01"><skipped type="pytest.xfail" message="SHOULD: STREAM-ORDER-001" /></testcase>
<testcase classname="tests.compatibility.core_operations.test_data_model.TestTimestampFormat" name="test_timestamps_are_iso8601_utc" time="0.01"><error message="failed on setup">log</error></testcase>
<testcase classname="tests.compatibility.core_operations.test_requirements" name="test_must_requirement[CORE-SEND-001-jsonrpc]" time="0.01" />
<testcase classname="tests.compatibility.core_operations.test_requirements" name="test_must_requirement[CORE-SEND-001-grpc]" time="0.01"><skipped type="pytest.skip" message="Transport 'grpc' not configured">tests/x.py:1</skipped></testcase>
<testcase classname="tests.compatibility.core_operations.test_requirements" name="test_must_requirement[CORE-SEND-002-grpc]" time="0.01"><skipped type="pytest.skip" message="Transport 'grpc' not configured">tests/x.py:1</skipped></testcase>
</testsuite></testsuites>`
	got, err := parseTCK([]byte(report))
	if err != nil {
		t.Fatal(err)
	}
	const list = "# a comment\n\nagent_card.test_agent_card.TestAgentCardStructure.test_agent_card_validates_against_schema\n\tThe reason.\n" +
		"core_operations.test_requirements.test_must_requirement[CORE-SEND-001-jsonrpc]\n\tIt passes now.\n" +
		"core_operations.test_requirements.test_must_requirement[CORE-SEND-001-grpc]\n\tIt was skipped.\n"
	const want = `failed unexpectedly: core_operations.test_data_model.TestTimestampFormat.test_timestamps_are_iso8601_utc
    failed on setup
failed unexpectedly: core_operations.test_requirements.test_must_requirement[CORE-GET-002-jsonrpc]
    AssertionError: CORE-GET-002
failed unexpectedly: core_operations.test_requirements.test_should_requirement[STREAM-ORDER-001-jsonrpc]
    SHOULD: STREAM-ORDER-001
no longer failing: core_operations.test_requirements.test_must_requirement[CORE-SEND-001-jsonrpc]
skipped   2: Transport 'grpc' not configured
2 passed, 1 failed as expected, 3 failed unexpectedly, 1 no longer failing, 2 skipped
`
	if text, ok := got.compare(list); text != want || ok {
		t.Errorf("%t\n%s\nwant\n%s", ok, text, want)
	}
	const passes = `<testsuites><testsuite><testcase classname="tests.compatibility.a" name="b" /></testsuite></testsuites>`
	if got, err := parseTCK([]byte(passes)); err != nil || len(got.passed) != 1 {
		t.Errorf("%v, %v", got, err)
	} else if text, ok := got.compare(list); !ok {
		t.Error(text)
	}
	for _, broken := range []string{"", "<html>", "<testsuites></testsuites>"} {
		if _, err := parseTCK([]byte(broken)); err == nil {
			t.Errorf("%q is a report", broken)
		}
	}
}
