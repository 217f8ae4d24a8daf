package agent_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// Each key of the card works where agent and skills take turns, and where they are side by
// side.
func TestCardKeys(t *testing.T) {
	t.Parallel()
	for _, w := range []int{80, 120} {
		t.Run(fmt.Sprint(w), func(t *testing.T) {
			t.Parallel()
			d := apptest.Start(t, apptest.CardWithWarnings(t), w, 32).WaitFor("Look at a picture", "chat · files", "Sign-in", "Press a to sign in")
			d.Press("tab").WaitFor("! required, but not supported here", "○ not used", "● typed forms: on")
			d.Press("end").WaitFor("Card URL").Press("home", "tab").WaitFor("▌ The skill")
			d.Press("down").WaitFor("▌ Look at a picture", "1  What is this?").Press("k").WaitFor("▌ The skill").Press("end").WaitFor("▌ A very long name").Press("home")

			d.Press("/").Type("VISION").WaitFor("1 of 3", "▌ Look at a picture").WaitGone("The skill ").Press("enter", "esc").WaitFor("▌ Look at a picture", "The skill ")
			d.Press("/").Type("nothing").WaitFor("0 of 3").Press("enter", "enter").WaitFor("No skill is in sight").Press("esc").WaitFor("The skill ")
			d.Press("/", "esc").WaitFor("▌").Press("home")

			d.Command("note").WaitFor("› Notes for its maker", "X04", "a2aform doctor --explain").Press("esc").WaitFor("Skills")
			d.Command("raw card").WaitFor(`"name"`).Press("/").Type("signat").WaitFor("/ signat", "  1 line", `"signatures"`).Press("enter").WaitFor("1 of 1 line")
			d.Press("ctrl+o").Type("previous match").Press("enter").WaitFor("1 of 1 line").Press("n").WaitFor("1 of 1 line").Press("esc").WaitGone("/ signat")
			d.Press("/").Type("zzz").Press("enter").WaitFor("No line holds it").Press("N").WaitFor("No line holds it").Press("esc", "esc").WaitFor("Skills")
			d.Command("save the agent").WaitFor("Save ", " as").Press("enter").WaitFor("Type a name first").Type("odd").Press("enter").WaitFor("Saved as odd")
			d.Press("a").WaitFor("Which credentials?").Press("esc")
			d.Command("traffic").WaitFor("› Traffic").Press("esc").WaitFor("Skills")
			d.Press("f1").WaitFor("opens as a form").Press("esc")
		})
	}
}

func TestCardOfThousandSkills(t *testing.T) {
	t.Parallel()
	c := apptest.OneForm(apptest.WordSchema)
	var skills []string
	for i := range 1000 {
		skills = append(skills, fmt.Sprintf(`{"id":"s%d","name":"Skill %d","description":"Does %d things","tags":["t%d"],"inputModes":["application/json;schema=in"]}`, i, i, i, i%10))
	}
	c.Skills = strings.Join(skills, ",")
	d := apptest.Start(t, apptest.Agent(t, c, apptest.Says(`"result":{}`)), 80, 24).WaitFor("Skills", "1001")
	d.Press("pgdown", "end").WaitFor("▌ Scripted").Press("up", "pgup").WaitFor("▌ Skill 99")
	d.Press("/").Type("t7 12").WaitFor("1 of 1001").WaitFor("▌ Skill 127").Press("ctrl+u").Type("t7").WaitFor("100 of 1001").Press("enter", "enter").WaitFor("Word *")
	d.Press("esc").WaitFor("100 of 1001").Press("!").WaitFor("› Notes for its maker", "O06")
}

// The agent itself has a row where it takes what no skill takes: a chat beside a chat would be the same one.
func TestAgentItselfHasARow(t *testing.T) {
	t.Parallel()
	const chat, form = `{"id":"c","name":"Chatter","description":"","tags":[],"inputModes":["text/plain"]}`, `{"id":"f","name":"A form","description":"","tags":[],"inputModes":["application/json;schema=in"]}`
	for _, c := range []struct{ skills, want, gone string }{
		{form, "Scripted  chat", ""},
		{form + "," + chat, "Chatter  chat", "Scripted  chat"},
		{"", "Scripted  chat", ""},
	} {
		card := apptest.OneForm(apptest.WordSchema)
		card.Skills = c.skills
		d := apptest.Start(t, apptest.Agent(t, card, apptest.Says(`"result":{}`)), 80, 24).WaitFor("Skills", c.want)
		if c.gone != "" {
			d.WaitGone(c.gone)
		}
	}
}

// A card with all kinds of texts.
func TestGoldenCard(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		d := apptest.Start(t, "", w, h).WaitFor("Open an agent")
		d.Paste(apptest.CardWithWarnings(t)).Press("enter").WaitFor("Skills")
		golden(d.WaitFor("its maker"), "card-odd")
		d.Press("/").Type("vis").WaitFor("1 of 3")
		golden(d, "card-filter")
	})
}

// The card opens at the skill that was run last, wherever that is in the list.
func TestCardOpensAtTheSkillThatWasRunLast(t *testing.T) {
	t.Parallel()
	s := apptest.NewSession(t)
	d, end := s.Form(apptest.Trip)
	d.Press("f3").WaitFor("1  Lisbon").Press("1").WaitFor("6 of 6 required").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ Done")
	end("")
	uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: s.Ref, Store: s.Keep}), 80, 24).WaitFor("▌ Trip Planner", "Last run").
		Press("l").WaitFor(", recorded", "rows").Press("esc").WaitFor("Skills")
}

// The pane about the agent has keys of its own, and one of them leads back.
func TestPaneOfTheAgentNamesTheWayBack(t *testing.T) {
	t.Parallel()
	d := apptest.OpenDemo(t, apptest.Quick, 80, 24).Press("tab").WaitFor("tab Skills").WaitGone("enter ")
	d.Press("enter").WaitFor("tab Skills").Press("tab").WaitFor("enter Fill in")
}

// The card shows what was last run of the skill at the cursor, and opens it.
func TestCardOpensTheLastRun(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {100, 30}, {60, 12}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			t.Parallel()
			d := apptest.OpenDemo(t, apptest.Quick, size[0], size[1]).Press("l").WaitFor("This skill has no run yet")
			apptest.OpenForm(d).Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ completed")
			d.Press("esc").WaitFor("2 of 2 required").Press("esc").WaitFor("Skills")
			if size[1] > 20 {
				d.WaitFor("Last run", "l  ✓ Lion, Tiger · done", "just now").Press("down").WaitGone("Last run").Press("up").WaitFor("Last run")
			} else {
				d.WaitFor("Last run")
			}
			d.Press("l").WaitFor("› Run", "Tiger", "0.65").Press("esc").WaitFor("Skills")
		})
	}
}

// Beside the skills is what the one at the cursor gave last; a skill without a run has nothing there.
func TestCardShowsTheLastResult(t *testing.T) {
	t.Parallel()
	d := apptest.StartWith(t, kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: apptest.Home(t), Demo: apptest.NoDemo}, 120, 40).WaitFor("Fight Comparison").WaitGone("Last result")
	apptest.OpenForm(d).WaitFor("A *").Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("Send  enter").Press("enter").WaitFor("✓ completed")
	d.Press("esc").WaitFor("A *").Press("esc").WaitFor("Last run", "╭ Last result", "Winner       Tiger")
	d.Press("down").WaitFor("╭ Trip Planner").WaitGone("Last result").Press("up").WaitFor("╭ Last result")
	d.Resize(80, 24).WaitGone("Last result")
}
