package doctor_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/qa/doctor"
	"a2aform/internal/version"
	"a2aform/ui/uitest"
)

// cardFiles are cards in testdata: published ones, those of recorded agents, and those in examples.
func cardFiles(t *testing.T) (names []string, cards [][]byte) {
	t.Helper()
	for _, pattern := range []string{"third_party/cards/*.json", "wire/*.json", "public/*.txtar"} {
		files, _ := filepath.Glob(filepath.Join("../../../testdata", filepath.FromSlash(pattern)))
		if len(files) == 0 {
			t.Fatalf("no cards like %s", pattern)
		}
		for _, path := range files {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			name := filepath.Base(path)
			var agent struct{ Card json.RawMessage }
			switch {
			case filepath.Ext(path) == ".txtar":
				for _, file := range strings.Split(string(data), "\n-- ")[1:] {
					inside, text, _ := strings.Cut(file, " --\n")
					if strings.HasSuffix(inside, ".json") {
						names, cards = append(names, name+" "+inside), append(cards, []byte(text))
					}
				}
				continue
			case json.Unmarshal(data, &agent) == nil && agent.Card != nil:
				data = bytes.ReplaceAll(agent.Card, []byte("{URL}"), []byte("http://localhost:1"))
			}
			names, cards = append(names, name), append(cards, data)
		}
	}
	return names, cards
}

// TestReportsOfCards compares the reports of the cards in testdata, in each format, with golden files.
func TestReportsOfCards(t *testing.T) {
	t.Parallel()
	names, cards := cardFiles(t)
	d := doctor.Document{Tool: "a2aform doctor", FailOn: doctor.Error}
	for _, r := range doctor.AllRules() {
		if !r.Live {
			d.Rules = append(d.Rules, doctor.ReportRule{ID: r.ID, Level: r.Level, Text: r.Text, Source: r.Source, Why: r.Why, Fix: r.Fix})
		}
	}
	for i, card := range cards {
		r := doctor.Check(card, doctor.Options{Source: "https://example.com/.well-known/agent-card.json"})
		r.Target = names[i]
		d.Reports = append(d.Reports, r)
	}
	for _, format := range append([]string{"text", "json"}, doctor.Formats...) {
		var b bytes.Buffer
		some, write := d, func() error { return d.WriteText(&b) }
		if format != "text" {
			some.Reports = d.Reports[:12]
			write = func() error { return some.Write(&b, format) }
		}
		if err := write(); err != nil {
			t.Fatal(err)
		}
		uitest.Text(t, "cards-"+format, strings.ReplaceAll(b.String(), version.Version(), "VERSION"))
	}
}

// TestOpenedCards compares what a person who opens the cards in testdata is told with a golden file.
func TestOpenedCards(t *testing.T) {
	t.Parallel()
	names, cards := cardFiles(t)
	var b strings.Builder
	for i, data := range cards {
		card, err := a2aclient.Parse(data, "https://example.com/.well-known/agent-card.json")
		if err != nil {
			continue
		}
		fmt.Fprintf(&b, "== %s\n%s\n", names[i], strings.Join(doctor.OpenedLines(card, card.Warnings), "\n"))
		report := doctor.CheckOpened(card, "", true)
		all := doctor.OpenedFindings(report, card.Warnings)
		fmt.Fprintf(&b, "%s; %d findings\n", doctor.SummaryOf(report), len(all))
	}
	uitest.Text(t, "opened", b.String())
}
