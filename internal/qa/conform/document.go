package conform

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/doctor/locate"
	"a2aform/internal/qa/finding"
	"a2aform/internal/safe"
)

// levels are how bad it is to break a sentence of a level.
var levels = map[Level]finding.Level{Must: finding.Error, Should: finding.Warning, May: finding.Note}

// worst is how bad a result is, by how it ended.
var worst = map[Outcome]finding.Level{Fail: finding.Error, Warn: finding.Warning}

// Document is the report as other programs read it. Findings are of results that are no pass; a check without any holds. Where no
// check of a MUST could be decided, the undecided ones fail.
func (r *Report) Document(target string, card []byte, level Level) *finding.Document {
	d := &finding.Document{Tool: "conform", FailOn: finding.Warning}
	if level == Must {
		d.FailOn = finding.Error
	}
	report := finding.New(target)
	d.Reports = []*finding.Report{report}
	isVacuous := r.decided() == 0
	root, _ := ojson.Parse(card, ojson.CardLimits) // a card that was read
	var pointers []string
	for _, c := range Checks() {
		isChecked, isHeld := false, true
		for _, one := range r.Results {
			if one.ID != c.ID {
				continue
			}
			isChecked = true
			if one.Outcome == Pass {
				continue
			}
			isHeld = false
			for _, f := range one.Findings(root) {
				if isVacuous && one.Outcome == Undecided && one.Level == Must {
					f.Level = finding.Error
				}
				report.Findings, pointers = append(report.Findings, f), append(pointers, f.Pointer)
			}
		}
		if isChecked {
			d.Rules = append(d.Rules, finding.Rule{ID: c.ID, Level: levels[c.Level], Text: c.Title + " (" + string(c.Level) + ").", Source: c.source(), Why: strings.TrimRight(c.Sentence, ".,:"), Fix: c.Fix})
			if isHeld {
				report.Held = append(report.Held, c.ID)
			}
		}
	}
	positions := locate.Pointers(card, pointers)
	for i := range report.Findings {
		f := &report.Findings[i]
		f.Line, f.Column = positions[f.Pointer].Line, positions[f.Pointer].Column
	}
	return d
}

// source is where the sentence of a check is written.
func (c *Check) source() string {
	if section, ok := strings.CutPrefix(c.ID, "OS"); ok {
		section, _, _ = strings.Cut(section, ".")
		return "object-schemas v1, §" + section
	}
	return "A2A guide to extensions"
}

// Findings are the findings of a result: those of the card where it is about the card, else one at its skill.
func (r *Result) Findings(card *ojson.Value) []finding.Finding {
	one := finding.Finding{Rule: r.ID, Level: finding.Note, Result: string(r.Outcome), What: safe.Text(r.What).Line(maxWhat).String(), Why: r.Sentence}
	if level, ok := worst[r.Outcome]; ok {
		one.Level = level
	}
	if one.Fix = strings.TrimPrefix(r.Remedy(), "fix: "); one.Fix == "" {
		one.Fix = "nothing to do"
	}
	if len(r.Evidence) > 0 {
		one.Evidence, _ = json.Marshal(r.Evidence) // plain structs
	}
	if r.Form != "" {
		one.What = safe.Text(r.Form).Line(60).String() + ": " + one.What
		id, _, _ := strings.Cut(r.Form, " ")
		skills := card.Get("skills").Items()
		if i := slices.IndexFunc(skills, func(s *ojson.Value) bool { return s.Get("id").Text() == r.Form || s.Get("id").Text() == id }); i >= 0 {
			one.Pointer = "/skills/" + strconv.Itoa(i)
		}
	}
	if r.Found == nil {
		return []finding.Finding{one}
	}
	list := slices.Clone(r.Found)
	for i := range list {
		f := &list[i]
		f.What = f.Rule + " " + f.What
		f.Rule, f.Result, f.Why = one.Rule, one.Result, one.Why
		if r.Level != Must && f.Level == finding.Error {
			f.Level = one.Level
		}
	}
	return list
}

// maxWhat bounds what a finding says, in characters.
const maxWhat = 2000
