package conform

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/cli/lines"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/conform"
	"a2aform/internal/qa/finding"
	"a2aform/internal/safe"
)

// printer prints results to standard output.
type printer struct {
	streams *command.Streams
	format  string
	card    *a2aclient.Card
	root    *ojson.Value // of the card
	seen    int          // results so far
	err     error
}

// clearLine goes to the start of a terminal's line and clears it.
const clearLine = "\r\x1b[K"

// showsProgress says whether a line on the terminal tells how far the checks are.
func (p *printer) showsProgress() bool {
	return p.format == "text" && p.streams.OutTTY && !p.streams.IsDumb()
}

// see prints a result as it comes, as a line of JSON; of a text it prints only how far the checks are.
func (p *printer) see(r *conform.Result) {
	p.seen++
	if p.showsProgress() {
		text := fmt.Sprintf("Checking %s: %s (%d results so far)", r.ID, r.Title, p.seen)
		_, _ = fmt.Fprint(p.streams.Out, clearLine, ansi.Truncate(text, p.streams.Width()-1, "…"))
	}
	if p.format != "jsonl" {
		return
	}
	if p.root == nil {
		p.root, _ = ojson.Parse(p.card.Raw, ojson.CardLimits) // a card that was read
	}
	for _, f := range r.Findings(p.root) {
		line := struct {
			Event  string `json:"event"`
			Target string `json:"target"`
			finding.Finding
		}{"finding", p.card.Source, f}
		if err := p.encoder().Encode(line); p.err == nil {
			p.err = err
		}
	}
}

func (p *printer) encoder() *json.Encoder {
	e := json.NewEncoder(command.JSONWriter(p.streams))
	e.SetEscapeHTML(false)
	return e
}

// print prints the whole, and returns what went wrong with all that was printed.
func (p *printer) print(report *conform.Report, d *finding.Document) error {
	switch p.format {
	case "json":
		return d.Write(command.JSONWriter(p.streams), "json")
	case "jsonl":
		end := map[string]any{"event": "end", "target": d.Reports[0].Target, "version": d.Reports[0].Version, "held": d.Reports[0].Held, "messages": report.Messages}
		return errors.Join(p.err, p.encoder().Encode(end))
	}
	var b strings.Builder
	if p.showsProgress() {
		_, _ = fmt.Fprint(p.streams.Out, clearLine)
	}
	last := ""
	for i, r := range report.Results {
		if r.ID != last {
			fmt.Fprintf(&b, "%s  %s (%s)\n", r.ID, r.Title, r.Level)
			last = r.ID
		}
		if forms := sameAs(report.Results, i); forms != nil {
			writeResult(&b, r, strings.Join(forms, ", "))
		}
	}
	fmt.Fprintln(&b, report.Summary())
	_, err := lines.New(p.streams).Write([]byte(b.String()))
	return err
}

// sameAs are the forms of the results of a check that say the same, nil where an earlier one has said it.
func sameAs(results []*conform.Result, at int) []string {
	forms := []string{}
	for i, r := range results {
		if one := results[at]; r.ID != one.ID || r.Outcome != one.Outcome || r.What != one.What {
			continue
		}
		if i < at {
			return nil
		}
		if r.Form != "" {
			forms = append(forms, safe.Text(r.Form).Line(60).String())
		}
	}
	return forms
}

var signs = map[conform.Outcome]string{conform.Pass: "✓", conform.Fail: "✗", conform.Warn: "!", conform.Info: "·", conform.Undecided: "?"}

// indent is the width of the column with the outcome.
const indent = 14

func writeResult(b *strings.Builder, r *conform.Result, forms string) {
	what := safe.Text(r.What).Line(maxWhat).String()
	if forms != "" {
		what = forms + ": " + what
	}
	fmt.Fprintf(b, "  %s %-9s %s\n", signs[r.Outcome], r.Outcome, what)
	if remedy := r.Remedy(); remedy != "" {
		fmt.Fprintf(b, "%*s%s\n", indent, "", remedy)
	}
}

// maxWhat bounds what is said of one result, in characters.
const maxWhat = 600
