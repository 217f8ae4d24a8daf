package agent_test

import (
	"testing"

	"a2aform/ui/apptest"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

func TestSkillFlagOpensForm(t *testing.T) {
	t.Parallel()
	server := apptest.DemoAgent(t, apptest.Quick)
	open := func(skill string) *uitest.Driver {
		return uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: server.URL, Store: apptest.Home(t), Skill: skill}), 80, 24)
	}
	open("trip-planner").WaitFor("Demo Agent › Trip Planner", "2 of 5 required").Press("esc").WaitFor("▌ Trip Planner", "Skills").
		Press("up", "enter").WaitFor("Fight Comparison")
	open("trip planner").WaitFor("Demo Agent › Trip Planner", "2 of 5 required")
	open("nope\x1b[31m").WaitFor("The agent has no skill nope", "Skills")
	open("trip").WaitFor("The agent has no skill trip; did you mean trip-planner?", "Skills")
}
