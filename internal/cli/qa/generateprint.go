package qa

import (
	"encoding/json"
	"fmt"
	"strconv"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/gen"
	"a2aform/internal/qa/report"
	"a2aform/internal/safe"
)

// generatedValue is a value in JSON, and how the agent took it where it was sent.
type generatedValue struct {
	Name       string            `json:"name"`
	Pointer    string            `json:"pointer"`
	Keyword    string            `json:"keyword,omitempty"`
	Kind       gen.Kind          `json:"kind"`
	Value      json.RawMessage   `json:"value,omitempty"` // at the pointer; none where it is left out
	JSON       json.RawMessage   `json:"json"`            // the whole value
	Also       []string          `json:"also,omitempty"`  // what it breaks besides
	Expected   string            `json:"expected"`
	Answered   check.Answer      `json:"answered,omitempty"`
	Verdict    check.Verdict     `json:"verdict,omitempty"`
	Seen       string            `json:"seen,omitempty"`
	MS         int64             `json:"ms,omitempty"`
	Run        string            `json:"run,omitempty"`
	Violations []check.Violation `json:"violations,omitempty"`
	Repairs    []string          `json:"repairs,omitempty"`
}

func generatedValueOf(row *gen.Row) generatedValue {
	v := generatedValue{
		Name: row.Name, Pointer: row.Pointer, Keyword: row.Keyword, Kind: row.Kind, JSON: row.JSON(), Also: row.Also, Expected: row.Expected(),
		Answered: row.Answer, Verdict: row.Verdict, Seen: row.Seen, MS: row.Took.Milliseconds(), Run: row.Run, Violations: row.Violations, Repairs: row.Repairs,
	}
	if row.Value != nil {
		v.Value = row.Value.Compact()
	}
	return v
}

// print prints the values, and how the agent took them where they were sent.
func (o *generateOptions) print(s *command.Streams, pack *gen.Pack, rows []gen.Row) error {
	list := make([]generatedValue, 0, len(rows))
	for i := range rows {
		list = append(list, generatedValueOf(&rows[i]))
	}
	if o.format == "json" {
		return command.PrintJSON(s, struct {
			Skill          string           `json:"skill"`
			Schema         string           `json:"schema,omitempty"`
			Seed           uint64           `json:"seed"`
			RefusesNothing bool             `json:"refusesNothing,omitempty"`
			Values         []generatedValue `json:"values"`
		}{pack.Skill, pack.Schema, o.make.Seed, gen.RefusesNothing(rows), list})
	}
	if err := o.printTable(s, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintln(command.NewLines(s), o.summary(rows))
	return err
}

const (
	maxPointer = 60 // bytes of a pointer in the table
	maxChange  = 60
	maxShown   = 16 // of a value
	maxSeen    = 200
)

func (o *generateOptions) printTable(s *command.Streams, rows []gen.Row) error {
	var table command.Rows
	head := []string{"pointer", "change", "value", "expected"}
	if o.run {
		head = append([]string{" "}, append(head, "answered", "ms")...)
	}
	table.Add(head...)
	refuses, invalid := gen.RefusesNothing(rows), 0
	for i := range rows {
		row := &rows[i]
		if refuses && row.Kind == gen.Invalid {
			invalid++
			continue
		}
		table.Add(o.cells(row)...)
		if text := seen(row); o.run && row.Verdict != check.Pass && text != "" {
			table.Add("    " + text)
		}
		for _, v := range row.Violations {
			table.Add("    violates " + v.ID + "  " + safe.Text(v.What).Line(maxSeen).String())
		}
		for _, text := range row.Repairs {
			table.Add("    repaired  " + safe.Text(text).Line(maxSeen).String())
		}
	}
	if refuses {
		table.Add(report.Mark(check.Fail), "(whole)", "rejects nothing", strconv.Itoa(invalid)+" invalid values", "rejected", "all accepted", "")
	}
	if s.OutTTY {
		table.Fit(s.Width())
	}
	return table.Print(command.NewLines(s))
}

func (o *generateOptions) cells(row *gen.Row) []string {
	pointer, change, value := row.Pointer, row.Change, "left out"
	if pointer == "" {
		pointer = "(whole)"
	}
	if row.Keyword == "" {
		change = row.Name
	}
	if row.Value != nil {
		value = string(row.Value.Compact())
	}
	cells := []string{safe.Text(pointer).Line(maxPointer).String(), safe.Text(change).Line(maxChange).String(), safe.Text(value).Line(maxShown).String(), row.Expected()}
	if !o.run {
		return cells
	}
	return append(append([]string{report.Mark(row.Verdict)}, cells...), string(row.Answer), strconv.FormatInt(row.Took.Milliseconds(), 10))
}

// seen is what the agent said to a value that it did not take as expected.
func seen(row *gen.Row) string {
	text := safe.Text(row.Seen).Line(maxSeen).String()
	if row.Run != "" {
		text += "  run " + line(row.Run)
	}
	return text
}

// summary counts the values in one line.
func (o *generateOptions) summary(rows []gen.Row) string {
	kinds, verdicts := map[gen.Kind]int{}, map[check.Verdict]int{}
	for i := range rows {
		kinds[rows[i].Kind]++
		verdicts[rows[i].Verdict]++
	}
	text := fmt.Sprintf("%s · %d valid · %d invalid · %d disputed", report.Counted(len(rows), "value", "values"), kinds[gen.Valid], kinds[gen.Invalid], kinds[gen.Disputed])
	if !o.run {
		return text + " · nothing was sent: --run sends them, --to writes cases"
	}
	return text + fmt.Sprintf(" · %d as expected · %d not · %d unknown", verdicts[check.Pass], verdicts[check.Fail], verdicts[check.Error])
}
