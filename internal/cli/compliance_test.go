package cli_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The report on the a2a-cli specification is docs/reference/compliance.yaml. A requirement is
// met where a test names it in its comment, and no row below says otherwise.

const complianceFile = "../../docs/reference/compliance.yaml"

// deviation is a requirement that is not met, or not in full: what a2aform does, and why it refuses the rest on purpose.
type deviation struct{ status, note, refused string }

var deviations = map[string]deviation{
	"A2ACLI_VER_001": {
		"partial", "The version is in every request, and the card says which one is used. A2A 0.2 and 0.3 are spoken without an opt-in where the card lists them first or offers nothing newer.",
		"most agents in use speak nothing newer than 0.3, and a tool that cannot open them helps nobody",
	},
	"A2ACLI_DEFAULT_001": {
		"partial", "See default_001_breakdown: the version may be below 1.0, and there is no --verbose.",
		"the version for the reason of VER_001; --verbose would be a third level beside the concise text and -o json, which has everything",
	},
	"A2ACLI_INTERACT_005": {
		"partial", "No command replays the last identifiers, and there is no --continue. The history of the user's own runs keeps task and context; send records only with --record.",
		"a run that a person sent in the screens must be found, followed and compared after the program ended",
	},
	"A2ACLI_CONFIG_001": {
		"partial", "The configuration has no session state, files are 0600, config show reads it. The history, which can be turned off, keeps task identifiers.",
		"for the reason of INTERACT_005: without them a task that still works cannot be followed again",
	},
	"A2ACLI_AUTH_001": {
		"partial", "Secrets are read from variables (--bearer env:NAME, A2ACLI_BEARER) and the keyring, never from the value of a flag.",
		"other users of the machine can read the value of a flag, and it stays in the shell's history",
	},
	"A2ACLI_AUTH_002": {
		"partial", "Each credential flag has a variable. A flag has the name of a variable, never the secret, so there is no exposure to document.",
		"for the reason of AUTH_001",
	},
	"A2ACLI_CONFORM_001": {"fail", "There is no conformance command: the A2A TCK is a tool of its own, and doctor --live checks an agent by rules of ours.", ""},
}

// defaults are the rows of DEFAULT_001.
const defaults = `default_001_breakdown:
  transport_server_preference_order: {shipped: yes, overridable: yes, note: null}
  task_completion_wait_by_default: {shipped: yes, overridable: yes, note: null}
  output_human_readable_text: {shipped: yes, overridable: yes, note: null}
  detail_level_concise: {shipped: yes, overridable: no, note: "There is no --verbose: -o json has everything."}
  protocol_version_highest_mutual: {shipped: no, overridable: yes, note: "A2A 0.2 and 0.3 are spoken where a card lists them first or offers nothing newer."}
  transport_security_tls_on: {shipped: yes, overridable: yes, note: "--insecure warns."}
`

// errorCodes are the codes of appendix D; all of them are emitted.
var errorCodes = []string{"USAGE", "CARD_NOT_FOUND", "CARD_INVALID", "UNREACHABLE", "CREDENTIALS_MISSING", "AUTH_FAILED", "TIMEOUT", "INTERNAL"}

func TestComplianceReportIsCurrent(t *testing.T) {
	t.Parallel()
	want := complianceReport(t)
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(complianceFile, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(complianceFile)
	if err != nil || string(got) != want {
		t.Errorf("%v: docs/reference/compliance.yaml is outdated: write it with make docs", err)
	}
}

func complianceReport(t *testing.T) string {
	t.Helper()
	proofs := proofsByID(t)
	var rows strings.Builder
	var refused []string
	tiers := map[string]map[string]int{"1": {}, "2": {}, "3": {}}
	for _, r := range requirements(t) {
		id, tier := r[0], r[1]
		d, deviates := deviations[id]
		if !deviates {
			d.status = "pass"
			if len(proofs[id]) == 0 {
				t.Errorf("no test proves %s: %s", id, r[4])
			}
		}
		if tier == "1" && deviates {
			if d.refused == "" {
				t.Errorf("%s is not met, and nothing says why", id)
			}
			refused = append(refused, fmt.Sprintf("#   %s: %s.\n", strings.TrimPrefix(id, "A2ACLI_"), d.refused))
			d.note += " Refused: " + d.refused + "."
		}
		tiers[tier][d.status]++
		fmt.Fprintf(&rows, "  %s:\n    tier: %s\n    area: %s\n    spec: %q\n    requirement: \"%s\"\n    status: %s\n    note: %s\n    evidence: %s\n",
			id, tier, r[2], r[3], r[4], d.status, quoted(d.note), quoted(strings.Join(proofs[id], ", ")))
		delete(proofs, id)
	}
	for id := range proofs {
		t.Errorf("a test proves %s, which the specification does not have", id)
	}
	var out strings.Builder
	out.WriteString(`# What a2aform does of the a2a-cli specification, in the form of its appendix A. Written by
# "make docs" from the comments of tests: a row is "pass" where a test proves it.
#
# No tier is claimed. Of tier 1, these are refused on purpose:
`)
	out.WriteString(strings.Join(refused, ""))
	out.WriteString(`
report:
  tool: a2aform
  tool_version: "see a2aform version"
  language: Go
  repository: null
  maintainer: the authors of a2aform
  report_date: "of the commit that holds this file"
  spec_version: "0.2"
  spec_revision: 2026-08-17
  a2a_versions: ["1.0", "0.3", "0.2"]
  agent_tested: "the demo agent inside a2aform, scripted agents of the tests, agents on the Go and JavaScript SDKs (internal/peers)"
  agent_tck_conformant: no # the demo agent fails the tests of testdata/tck/expected-failures.txt; most others do not apply to it
  transports_covered: [HTTP+JSON, JSON-RPC, gRPC]
  tier_claimed: none

summary:
`)
	isSatisfied := true // tiers are cumulative
	for _, tier := range []string{"1", "2", "3"} {
		n := tiers[tier]
		total := 0
		for _, k := range n {
			total += k
		}
		isSatisfied = isSatisfied && n["pass"]+n["na"] == total
		fmt.Fprintf(&out, "  tier_%s: {total: %d, pass: %d, partial: %d, fail: %d, not_measured: 0, na: %d, satisfied: %t}\n",
			tier, total, n["pass"], n["partial"], n["fail"], n["na"], isSatisfied)
	}
	out.WriteString("\nrequirements:\n" + rows.String() + "\n" + defaults + "\nerror_codes:\n")
	for _, code := range errorCodes {
		fmt.Fprintf(&out, "  A2ACLI_ERR_%s: {emitted: yes, note: null}\n", code)
	}
	out.WriteString("\nattestation:\n  reported_by: the authors of a2aform\n  date: \"of the commit that holds this file\"\n" +
		"  statement: \"No tier is claimed, because requirements of tier 1 are refused. The rows reflect the tests that they name.\"\n")
	return out.String()
}

func quoted(text string) string {
	if text == "" {
		return "null"
	}
	return strconv.Quote(text)
}

// requirements are the rows of the registry: identifier, tier, area, section, text.
func requirements(t *testing.T) (rows [][]string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "third_party", "a2a-cli", "requirements.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return rows
}

var requirementID = regexp.MustCompile(`A2ACLI_[A-Z]+(?:_[A-Z]+)*_\d{3}`)

// proofsByID are the tests of each requirement: those whose comment names it, and
// the parts of scripts whose comment begins with it.
func proofsByID(t *testing.T) map[string][]string {
	t.Helper()
	proofs := map[string]map[string]bool{}
	add := func(text, where string) {
		for _, id := range requirementID.FindAllString(text, -1) {
			if proofs[id] == nil {
				proofs[id] = map[string]bool{}
			}
			proofs[id][where] = true
		}
	}
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules" || d.Name() == "third_party"):
			return fs.SkipDir
		case strings.HasSuffix(path, ".txtar"):
			return scriptProofs(path, add)
		case strings.HasSuffix(path, "_test.go") && d.Name() != "compliance_test.go":
			return testProofs(path, add)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	sorted := map[string][]string{}
	for id, where := range proofs {
		sorted[id] = slices.Sorted(maps.Keys(where))
	}
	return sorted
}

func scriptProofs(path string, add func(text, where string)) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	name := strings.TrimSuffix(filepath.Base(path), ".txtar")
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "# A2ACLI_") {
			add(line, "internal/cli TestScripts/"+name)
		}
	}
	return nil
}

func testProofs(path string, add func(text, where string)) error {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	where, err := filepath.Rel(filepath.Join("..", ".."), filepath.Dir(path))
	if err != nil {
		return err
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Doc != nil && strings.HasPrefix(f.Name.Name, "Test") {
			add(f.Doc.Text(), filepath.ToSlash(where)+" "+f.Name.Name)
		}
	}
	return nil
}
