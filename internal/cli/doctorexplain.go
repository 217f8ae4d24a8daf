package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/doctor"
)

// explainRule prints what a rule demands, and its examples.
func (o *doctorOptions) explainRule(s *command.Streams, args []string) error {
	if len(args) > 0 {
		return command.Usagef("--explain needs no agent")
	}
	r := doctor.FindRule(o.explain)
	if r == nil {
		return command.Usagef("--explain: %s", doctor.UnknownRule(o.explain))
	}
	if o.format != "text" {
		return command.PrintJSON(s, explanationOf(r))
	}
	var sb strings.Builder
	fmt.Fprintf(&sb, "%s  %s  (%s)\n\n", r.ID, r.Text, r.Level)
	if len(r.Dialects) > 0 {
		fmt.Fprintf(&sb, "cards:  %s\n", strings.Join(r.Dialects, ", "))
	}
	fmt.Fprintf(&sb, "source: %s\nwhy:    %s\nfix:    %s\n", r.Source, r.Why, r.Fix)
	if r.Live {
		sb.WriteString("\nThis rule is checked with --live.\n")
	} else {
		fmt.Fprintf(&sb, "\nA card that breaks it%s has:\n\n%s\nA card that keeps it has:\n\n%s", from(r), indent(r.TripsPart()), indent(r.HoldsPart()))
		if len(r.Entails) > 0 {
			fmt.Fprintf(&sb, "\nThe first card also breaks %s.\n", strings.Join(r.Entails, ", "))
		}
		sb.WriteString("\nWith -o json, both cards are printed whole.\n")
	}
	_, err := command.NewLines(s).Write([]byte(sb.String()))
	return err
}

// from says where a card is that breaks its rule by that alone.
func from(r *doctor.Rule) string {
	if r.From == "" {
		return ""
	}
	return ", at " + r.From + ","
}

func indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ") + "\n"
}

// explanation is a rule with its examples.
type explanation struct {
	doctor.ReportRule
	Dialects []string      `json:"cards,omitempty"`
	Live     bool          `json:"live,omitempty"`
	From     string        `json:"from,omitempty"`
	Trips    exampleOfRule `json:"breaks,omitempty"`
	Holds    exampleOfRule `json:"holds,omitempty"`
	Entails  []string      `json:"alsoBreaks,omitempty"`
}

// exampleOfRule is a card: as JSON, or as text where it is none.
type exampleOfRule any

func explanationOf(r *doctor.Rule) explanation {
	e := explanation{ReportRule: r.Report(), Dialects: r.Dialects, Live: r.Live, From: r.From, Entails: r.Entails}
	if !r.Live {
		e.Trips, e.Holds = asJSON(r.TripsCard()), asJSON(r.HoldsCard())
	}
	return e
}

func asJSON(card []byte) exampleOfRule {
	if _, err := ojson.Parse(card, ojson.Limits{}); err != nil {
		return string(card)
	}
	return json.RawMessage(card)
}
