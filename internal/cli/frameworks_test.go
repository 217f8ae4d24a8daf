package cli_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const frameworksPage = "../../docs/reference/frameworks.md"

// framework is what a recorded agent says in its member "framework", and an item of frameworks.json of internal/peers.
type framework struct {
	Name, Version, Language, A2A string
	Package, Start               string            // of an agent that runs at night
	Shows                        map[string]string // by column, the check that proves that it works
	How                          map[string]string // by column, how it works, where that is not plain
	Not                          map[string]string // by column, why it does not, and what a user does
}

// frameworkColumns are the columns of the page.
var frameworkColumns = []string{"card", "stream", "table", "question", "error", "follow-up"}

// frameworkCells are the cells of rows by the first cells of a row, then by column.
type frameworkCells map[string]map[string]string

// add adds what a file says of a framework, and how it is known. What is said to work is one of the checks.
func (c frameworkCells) add(t *testing.T, file string, f *framework, how string, checks []string) {
	t.Helper()
	key := fmt.Sprintf("| %s | %s | %s | %s |", f.Language, f.Name, f.Version, f.A2A)
	if c[key] == nil {
		c[key] = map[string]string{}
	}
	row := c[key]
	if known := row["known from"]; !strings.Contains(known, how) {
		row["known from"] = strings.TrimPrefix(known+", "+how, ", ")
	}
	say := func(column, text string) {
		if !slices.Contains(frameworkColumns, column) || row[column] != "" && row[column] != text {
			t.Errorf("%s: the column %s is unknown, or said to be %q elsewhere", file, column, row[column])
		}
		row[column] = text
	}
	for column, check := range f.Shows {
		if !slices.Contains(checks, check) {
			t.Errorf("%s: it has no check %q, which is to prove %s", file, check, column)
		}
		text := "works"
		if how := f.How[column]; how != "" {
			text = how
		}
		say(column, text)
	}
	for column, why := range f.Not {
		say(column, why)
	}
}

// addPeers adds the agents that run at night. The checks are those of the map of internal/peers.
func (c frameworkCells) addPeers(t *testing.T) {
	t.Helper()
	const file = "../peers/frameworks/frameworks.json"
	rows, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	tests, err := os.ReadFile("../peers/frameworks_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var checks []string
	for _, found := range regexp.MustCompile(`(?m)^\t"([a-z-]+)": func`).FindAllStringSubmatch(string(tests), -1) {
		checks = append(checks, found[1])
	}
	var list []*framework
	if err := json.Unmarshal(rows, &list); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	for _, f := range list {
		c.add(t, file, f, "run", checks)
	}
}

// TestReferenceOfFrameworks compares the table of frameworks on the page with the recorded agents and those that run at night: what is said to
// work is a check of TestWire, or of TestFrameworks in internal/peers.
func TestReferenceOfFrameworks(t *testing.T) {
	files, err := filepath.Glob("../../testdata/wire/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	cells := frameworkCells{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var agent struct {
			Framework *framework
			Checks    []struct{ Name string }
		}
		if err := json.Unmarshal(data, &agent); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if agent.Framework != nil {
			var checks []string
			for _, c := range agent.Checks {
				checks = append(checks, c.Name)
			}
			cells.add(t, file, agent.Framework, "recording", checks)
		}
	}
	cells.addPeers(t)
	var rows []string
	for key, row := range cells {
		for _, column := range append(frameworkColumns, "known from") {
			text := row[column]
			if text == "" {
				text = "–"
			}
			key += " " + text + " |"
		}
		rows = append(rows, key)
	}
	slices.Sort(rows)
	head := "| language | framework | version | A2A | " + strings.Join(frameworkColumns, " | ") + " | known from |\n"
	table := head + strings.Repeat("|---", len(frameworkColumns)+5) + "|\n" + strings.Join(rows, "\n") + "\n"
	page, err := os.ReadFile(frameworksPage)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := strings.Index(string(page), "| language |"), strings.Index(string(page), "\n\nA dash")
	if begin < 0 || end < begin {
		t.Fatal("the page has no table before the line that begins with A dash")
	}
	if got := string(page)[begin : end+1]; got != table {
		if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
			page = []byte(string(page)[:begin] + table + string(page)[end+1:])
			if err := os.WriteFile(frameworksPage, page, 0o600); err != nil {
				t.Fatal(err)
			}
			return
		}
		t.Errorf("docs/reference/frameworks.md is outdated: write it with make docs; its table is to be\n%s", table)
	}
}

// TestReferenceOfPeers compares the SDKs of internal/peers that the page names, and the tests, with that module.
func TestReferenceOfPeers(t *testing.T) {
	page, err := os.ReadFile(frameworksPage)
	if err != nil {
		t.Fatal(err)
	}
	var peers []byte
	for _, pattern := range []string{"../peers/package.json", "../peers/go.mod", "../peers/*_test.go"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			peers = append(peers, data...)
		}
	}
	for _, want := range regexp.MustCompile(`(?m)"npm:(@a2a-js/sdk)@([^"]+)"|(github\.com/a2aproject/a2a-go/v2) v(\S+)$`).FindAllStringSubmatch(string(peers), -1) {
		if row := "| " + want[1] + want[3] + " | " + want[2] + want[4] + " |"; !strings.Contains(string(page), row) {
			t.Errorf("the page lacks the row %s", row)
		}
	}
	for _, name := range regexp.MustCompile(`Test[A-Z]\w+`).FindAllString(string(page), -1) {
		if !strings.Contains(string(peers), "func "+name+"(") {
			t.Errorf("the page names %s, which is no test of internal/peers", name)
		}
	}
}
