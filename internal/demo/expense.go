package demo

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"a2aform/internal/demo/server"
)

const defaultCostCentre = "General"

// report adds the expenses up and asks for approval.
func (r *run) report(e expenseReport) {
	things := "items"
	if len(e.Items) == 1 {
		things = "item"
	}
	r.Say(fmt.Sprintf("Adding up %d %s…", len(e.Items), things))
	r.ask(e.approval(), func(r *run, m server.Message) { r.decide(e, m) })
}

func (e expenseReport) approval() string {
	return fmt.Sprintf("Approve a total of %s %s? Answer yes or no, or name the cost centre to book it on.", e.total(), e.Currency)
}

// decide goes on with the answer to the question: yes, no, or a cost centre, as text or as untagged data.
func (r *run) decide(e expenseReport, m server.Message) {
	a := answerIn(m)
	switch {
	case a.refused:
		r.Reject("Not approved, so nothing was booked. Send the report again when it is right.")
	case a.costCentre == "":
		r.ask("That was no answer I understand. "+e.approval(), func(r *run, m server.Message) { r.decide(e, m) })
	default:
		r.Say(fmt.Sprintf("Booking %s %s on %s…", e.total(), e.Currency, a.costCentre))
		r.Add(server.Event{Artifact: &server.Artifact{
			ID: "expense-summary", Name: "Expense summary",
			Parts: []server.Part{server.TaggedPart(schemaSummary, e.summary(a.costCentre))},
		}, LastChunk: true})
		r.Complete("Approved and booked.")
	}
}

type approval struct {
	refused    bool
	costCentre string
}

// answerIn reads text (yes, no, anything else is a cost centre) or data {"approved": bool, "costCentre": string}.
func answerIn(m server.Message) approval {
	for _, p := range m.Parts {
		if p.Text != nil {
			return answerText(*p.Text)
		}
		var d struct {
			Approved   *bool  `json:"approved"`
			CostCentre string `json:"costCentre"`
		}
		if p.Data == nil || json.Unmarshal(p.Data, &d) != nil {
			continue
		}
		if d.Approved != nil && !*d.Approved {
			return approval{refused: true}
		}
		if d.CostCentre == "" && d.Approved != nil {
			d.CostCentre = defaultCostCentre
		}
		return approval{costCentre: cut(d.CostCentre)}
	}
	return approval{}
}

func answerText(text string) approval {
	text = strings.TrimSpace(text)
	switch strings.ToLower(strings.TrimRight(text, ".! ")) {
	case "no", "n", "nope", "reject", "false":
		return approval{refused: true}
	case "yes", "y", "ok", "okay", "approve", "approved", "true":
		return approval{costCentre: defaultCostCentre}
	}
	return approval{costCentre: cut(text)}
}

// cut keeps a cost centre short enough for a cell.
func cut(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return s
}

func (e expenseReport) total() jsonDecimal {
	sum := e.PerDiem.times(int64(e.Days))
	for _, item := range e.Items {
		sum = sum.plus(item.Amount)
	}
	return sum
}

func (e expenseReport) summary(costCentre string) expenseSummary {
	s := expenseSummary{
		Report: e.Title, Currency: e.Currency, Total: e.total(), CostCentre: costCentre,
		Note: e.Note, Payout: e.payout(), Lines: []expenseLine{},
	}
	billable := jsonDecimal{}
	for _, i := range e.Items {
		s.Lines = append(s.Lines, expenseLine(i))
		if i.Billable {
			billable = billable.plus(i.Amount)
		}
	}
	s.Billable = billable.share(s.Total)
	return s
}

// payout is two weeks after the last expense: the calendar of the report, never today's.
func (e expenseReport) payout() string {
	last := slices.MaxFunc(e.Items, func(a, b expenseItem) int { return strings.Compare(a.Date, b.Date) })
	day, err := time.Parse(time.DateOnly, last.Date)
	if err != nil {
		return last.Date
	}
	return day.AddDate(0, 0, 14).Format(time.DateOnly)
}
