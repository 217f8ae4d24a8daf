package present

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/present"
	"a2aform/ui/kit"
)

// caption is what the slide of a step says on top: what the script says, else what is on it.
func (s *Stage) caption(i int) string {
	step := &s.opts.Show.Steps[i]
	if text := line(step.Caption); text != "" {
		return text
	}
	if step.Show == present.Agent {
		return "What " + kit.Line(s.opts.Show.Card.Name) + " can do"
	}
	scene := s.opts.Show.Scenes[step.Scene]
	agent := kit.Line(scene.Plan.Agent.Card().Name)
	switch step.Show {
	case present.Form:
		return "We ask " + agent + ": " + s.asked(scene, maxAsked)
	case present.Review:
		return "What is sent to " + agent
	case present.Answer:
		return agent + " asks, and we answer: " + answerText(step)
	case present.Task:
		doing, with := " works", " on "
		if slices.ContainsFunc(s.opts.Show.Steps[:i], func(t present.Step) bool { return t.Show == present.Answer && t.Scene == step.Scene }) {
			doing, with = " goes on", " with "
		}
		if skill := scene.Plan.Skill; skill != nil {
			doing += with + kit.Line(skill.Name)
		}
		return agent + doing
	case present.Compare:
		return s.asked(s.opts.Show.Scenes[step.Scene-1], maxCompared) + " → " + s.asked(scene, maxCompared)
	}
	if p := s.acts[step.Scene]; p != nil && p.isOver && p.document != nil {
		if chart := p.chart(); chart != nil && step.Show == present.Chart {
			return chart.Name(chart.Table)
		}
		if found := present.OnlyTable(p.document); found != nil && found.Rows() != 1 { // one is drawn as what it has
			return english.Plural(found.Rows(), "row", "rows") + " from " + agent
		}
	}
	return "The answer of " + agent
}

// The most that captions say of what was asked, in cells.
const (
	maxAsked    = 48
	maxCompared = 24 // of each of two scenes
)

// asked is what a scene asks for in short, else whom: the leading values that fit.
func (s *Stage) asked(scene *present.Scene, width int) string {
	text := kit.Line(scene.Plan.Asked())
	for text != "" && ansi.StringWidth(text) > width {
		i := strings.LastIndex(text, ", ")
		if i < 0 {
			return ansi.Truncate(text, width, "…")
		}
		text = text[:i]
	}
	return cmp.Or(text, s.sceneName(scene))
}
