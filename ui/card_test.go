package ui_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// cardWithWarnings returns a card with many kinds of skills and warnings.
func cardWithWarnings(t *testing.T) string {
	t.Helper()
	c := oneForm(`{"type":"str","nullable":true,"properties":{"a":{"$ref":"#/nowhere"},"b":{"type":"string","pattern":"(?<bad"}}}`)
	c.name, c.description = "旅行 \x1b[31mAgent\u202e 👨‍👩‍👧‍👦", strings.Repeat("Ein langer Text, den niemand ganz lesen will. ", 40)
	c.skills += `,{"id":"files","name":"Look at a picture","description":"שלום עולם, tells what is on it","tags":["vision","画像"],"inputModes":["image/png","text/plain"],"examples":["What is this?","これは何ですか"]},
		{"id":"chat","name":"` + strings.Repeat("A very long name ", 9) + `","description":"","tags":[],"inputModes":["text/plain"]}`
	mux := http.NewServeMux()
	url := serveMux(t, mux)
	text := c.at(url)
	text = strings.Replace(text, `"extensions":[`, `"extensions":[{"uri":"https://extensions.example/required/v1","required":true},{"uri":"https://extensions.example/off/v1"},`, 1)
	text = strings.Replace(text, `"version":"1"`, `"version":"1","provider":{"organization":"Example 株式会社"},"signatures":[{}],"documentationUrl":"https://docs.example",
		"securitySchemes":{"tok":{"httpAuthSecurityScheme":{"scheme":"bearer"}},"key":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}}},"securityRequirements":[{"schemes":{"tok":{}}}]`, 1)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, text) })
	return url
}

// Each key of the card works where agent and skills take turns, and where they are side by
// side.
func TestCardKeys(t *testing.T) {
	t.Parallel()
	for _, w := range []int{80, 120} {
		t.Run(fmt.Sprint(w), func(t *testing.T) {
			t.Parallel()
			d := start(t, cardWithWarnings(t), w, 32).WaitFor("Look at a picture", "chat · files", "Sign-in", "Press a to sign in")
			d.Press("tab").WaitFor("! required, but not supported here", "○ not used", "● typed forms: on")
			d.Press("end").WaitFor("Card URL").Press("home", "tab").WaitFor("▌ The skill")
			d.Press("down").WaitFor("▌ Look at a picture", "1  What is this?").Press("k").WaitFor("▌ The skill").Press("end", "up").WaitFor("▌ A very long name").Press("home")

			d.Press("/").Type("VISION").WaitFor("1 of 4", "▌ Look at a picture").WaitGone("The skill ").Press("enter", "esc").WaitFor("▌ Look at a picture", "The skill ")
			d.Press("/").Type("nothing").WaitFor("0 of 4").Press("enter", "enter").WaitFor("No skill is in sight").Press("esc").WaitFor("The skill ")
			d.Press("/", "esc").WaitFor("▌").Press("home")

			d.Press("!").WaitFor("› Doctor", "X04", "a2aform doctor --explain").Press("esc").WaitFor("Skills")
			d.Command("raw card").WaitFor(`"name"`).Press("/").Type("signat").WaitFor("/ signat", "  1 line", `"signatures"`).Press("enter").WaitFor("1 of 1 line")
			d.Press("ctrl+o").Type("previous match").Press("enter").WaitFor("1 of 1 line").Press("n").WaitFor("1 of 1 line").Press("esc").WaitGone("/ signat")
			d.Press("/").Type("zzz").Press("enter").WaitFor("No line holds it").Press("N").WaitFor("No line holds it").Press("esc", "esc").WaitFor("Skills")
			d.Press("ctrl+s").WaitFor("Save ", " as").Type("odd").Press("enter").WaitFor("Saved as odd")
			d.Press("a").WaitFor("Which credentials?").Press("esc")
			d.Command("traffic").WaitFor("› Traffic").Press("esc").WaitFor("Skills")
			d.Press("f1").WaitFor("opens as a form").Press("esc")
		})
	}
}

func TestCardOfThousandSkills(t *testing.T) {
	t.Parallel()
	c := oneForm(wordSchema)
	var skills []string
	for i := range 1000 {
		skills = append(skills, fmt.Sprintf(`{"id":"s%d","name":"Skill %d","description":"Does %d things","tags":["t%d"],"inputModes":["application/json;schema=in"]}`, i, i, i, i%10))
	}
	c.skills = strings.Join(skills, ",")
	d := start(t, agent(t, c, says(`"result":{}`)), 80, 24).WaitFor("Skills", "1001")
	d.Press("pgdown", "end").WaitFor("▌ Scripted").Press("up", "pgup").WaitFor("▌ Skill 99")
	d.Press("/").Type("t7 12").WaitFor("1 of 1001").WaitFor("▌ Skill 127").Press("ctrl+u").Type("t7").WaitFor("100 of 1001").Press("enter", "enter").WaitFor("Word *")
	d.Press("esc").WaitFor("100 of 1001").Press("!").WaitFor("› Doctor", "O06")
}

// A card with all kinds of texts.
func TestGoldenCard(t *testing.T) {
	eachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		d := start(t, "", w, h).WaitFor("Open an agent")
		d.Paste(cardWithWarnings(t)).Press("enter").WaitFor("Skills")
		golden(d.WaitFor("✗"), "card-odd")
		d.Press("/").Type("vis").WaitFor("1 of 4")
		golden(d, "card-filter")
	})
}

// The card opens at the skill that was run last, wherever that is in the list.
func TestCardOpensAtTheSkillThatWasRunLast(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	d, end := s.form(trip)
	d.Press("f3").WaitFor("1  Lisbon").Press("1").WaitFor("6 of 6 required").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ Done")
	end("")
	uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: s.ref, Store: s.keep}), 80, 24).WaitFor("▌ Trip Planner", "Last run")
}

// The pane about the agent has keys of its own, and one of them leads back.
func TestPaneOfTheAgentNamesTheWayBack(t *testing.T) {
	t.Parallel()
	d := openDemo(t, quick, 80, 24).Press("tab").WaitFor("tab Skills").WaitGone("enter ")
	d.Press("enter").WaitFor("tab Skills").Press("tab").WaitFor("enter Fill in")
}

// The card shows what was last run of the skill at the cursor, and sends it once more after a
// review.
func TestCardRunsAgain(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {100, 30}, {60, 12}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			t.Parallel()
			d := openDemo(t, quick, size[0], size[1]).Press("r").WaitFor("This skill has no run yet").WaitGone("Run again")
			openForm(d).Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ completed")
			d.Press("esc").WaitFor("2 of 2 required").Press("esc").WaitFor("Skills")
			if size[1] > 20 {
				d.WaitFor("Last run", "r  ✓ Lion, Tiger · done", "just now").Press("down").WaitGone("Last run").Press("up").WaitFor("Last run")
			} else {
				d.WaitFor("Run again")
			}
			d.Press("r").WaitFor("› Review", "The same as in the run of", "A   Lion").Press("esc").WaitFor("Skills")
		})
	}
}

// Beside the skills is what the one at the cursor gave last; a skill without a run has nothing there.
func TestCardShowsTheLastResult(t *testing.T) {
	t.Parallel()
	d := startWith(t, kit.Options{Ref: demoAgent(t, quick).URL, Store: home(t), Demo: noDemo}, 120, 40).WaitFor("Fight Comparison").WaitGone("Last result")
	openForm(d).WaitFor("A *").Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("enter Send").Press("enter").WaitFor("✓ completed")
	d.Press("esc").WaitFor("A *").Press("esc").WaitFor("Last run", "╭ Last result", "Winner       Tiger")
	d.Press("down").WaitFor("╭ Trip Planner").WaitGone("Last result").Press("up").WaitFor("╭ Last result")
	d.Resize(80, 24).WaitGone("Last result")
}
