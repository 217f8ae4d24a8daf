package finding

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/safe"
)

// Document is what a command found, to be written as a report.
type Document struct {
	Tool    string // the command
	Reports []*Report
	Rules   []Rule // the ones that could be checked
	FailOn  Level  // findings of this level fail; "" for none
	Quiet   bool   // text leaves out findings that do not fail
}

// Formats are the formats of reports.
var Formats = []string{"junit", "sarif", "html", "json", "jsonl", "csv", "md"}

// Write writes the document in one of [Formats].
func (d *Document) Write(w io.Writer, format string) error {
	switch format {
	case "junit":
		return d.writeJUnit(w)
	case "sarif":
		return d.writeSARIF(w)
	case "html":
		return d.writeHTML(w)
	case "json":
		return d.writeJSON(w)
	case "jsonl":
		return d.writeLines(w)
	case "csv":
		return d.writeCSV(w)
	case "md":
		return d.writeMarkdown(w)
	}
	return fmt.Errorf("there is no format %s", safe.Text(format).Line(40))
}

// rule is the description of a rule.
func (d *Document) rule(id string) Rule {
	if i := slices.IndexFunc(d.Rules, func(r Rule) bool { return r.ID == id }); i >= 0 {
		return d.Rules[i]
	}
	return Rule{ID: id}
}

// fails reports whether a finding of a level fails.
func (d *Document) fails(level Level) bool { return d.FailOn != "" && level.AtLeast(d.FailOn) }

// Failed returns how many findings fail.
func (d *Document) Failed() (n int) {
	for _, r := range d.Reports {
		for i := range r.Findings {
			if d.fails(r.Findings[i].Level) {
				n++
			}
		}
	}
	return n
}

// writeJSON writes one report as an object, several as an array of them.
func (d *Document) writeJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if len(d.Reports) == 1 {
		return e.Encode(d.Reports[0])
	}
	return e.Encode(d.Reports)
}

// writeLines writes a finding a line, and a line for each target.
func (d *Document) writeLines(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, r := range d.Reports {
		for i := range r.Findings {
			line := struct {
				Event  string `json:"event"`
				Target string `json:"target"`
				*Finding
			}{"finding", r.Target, &r.Findings[i]}
			if err := e.Encode(line); err != nil {
				return err
			}
		}
		end := struct {
			Event    string         `json:"event"`
			Target   string         `json:"target"`
			Version  string         `json:"version"`
			Errors   int            `json:"errors"`
			Warnings int            `json:"warnings"`
			Notes    int            `json:"notes"`
			Held     []string       `json:"held"`
			Omitted  map[string]int `json:"omitted,omitempty"`
		}{"end", r.Target, r.Version, r.Count(Error), r.Count(Warning), r.Count(Note), r.Held, r.Omitted}
		if err := e.Encode(end); err != nil {
			return err
		}
	}
	return nil
}

func (d *Document) writeCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	_ = c.Write([]string{"target", "rule", "level", "at", "line", "column", "what", "why", "fix", "result"}) // Error is asked below
	for _, r := range d.Reports {
		for _, f := range r.Findings {
			_ = c.Write([]string{cell(r.Target), f.Rule, string(f.Level), cell(f.Pointer), strconv.Itoa(f.Line), strconv.Itoa(f.Column), cell(f.What), f.Why, cell(f.Fix), f.Result})
		}
	}
	c.Flush()
	return c.Error()
}

// cell is text that no spreadsheet takes for a formula.
func cell(text string) string {
	text = line(text)
	if text != "" && strings.ContainsRune("=+-@", rune(text[0])) {
		return "'" + text
	}
	return text
}

// line is text on one line without characters that are not seen.
func line(text string) string { return safe.Text(text).Line(safe.TextLimit()).String() }

// maxMarkdown is up to how many bytes a comment on a pull request may have.
const maxMarkdown = 60 << 10

func (d *Document) writeMarkdown(w io.Writer) error {
	var sb strings.Builder
	for _, r := range d.Reports {
		fmt.Fprintf(&sb, "### %s: %s\n\n%s\n\n", d.Tool, escape(line(r.Target)), Summary(r))
		if len(r.Findings) > 0 {
			sb.WriteString("| rule | place | what | fix |\n|---|---|---|---|\n")
		}
		for i, f := range r.Findings {
			row := fmt.Sprintf("| %s %s | %s %s | %s | %s |\n", f.Level.Sign(), f.Rule, position(f), escape(line(f.Pointer)), escape(f.says()), escape(f.Fix))
			if sb.Len()+len(row) > maxMarkdown {
				fmt.Fprintf(&sb, "\nand %d more\n", len(r.Findings)-i)
				break
			}
			sb.WriteString(row)
		}
		sb.WriteString("\n")
	}
	_, err := io.WriteString(w, sb.String())
	return err
}

var escaper = strings.NewReplacer("|", `\|`, "<", "&lt;", "`", "'", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`)

func escape(text string) string { return escaper.Replace(text) }

func position(f Finding) string {
	if f.Line == 0 {
		return ""
	}
	return fmt.Sprintf("%d:%d", f.Line, f.Column)
}
