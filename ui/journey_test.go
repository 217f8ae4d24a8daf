package ui_test

import (
	"testing"

	"a2aform/ui/apptest"
)

// The main job: card, skill, an invalid value and its correction, review,
// submit, the streamed status, and the table.
func TestFromCardToTable(t *testing.T) {
	t.Parallel()
	d := apptest.OpenDemo(t, apptest.Quick, 80, 24)
	d.WaitFor("2 fields", "Asks for   ", "Gives       Fight response")
	d.Press("tab").WaitFor("A2A 1.0 (detected from supportedInterfaces)").Press("tab").WaitFor("Skills")

	d.Press("enter").WaitFor("Determines who would win", "0 of 2 required")
	d.Type("Lion").WaitFor("1 of 2 required")
	d.Press("ctrl+s").WaitFor("▌ ○ B *", "✗ Required", "✗ 1 problem", "Not sent: B is required.")

	// The form has gone to the field that is missing.
	d.Type("Tiger").WaitFor("2 of 2 required").WaitGone("✗")
	d.Press("ctrl+s").WaitFor("› Review", "A  Lion", "B  Tiger", "Send to Demo Agent on this machine").Press("v").WaitFor(`"a": "Lion",`, `"b": "Tiger"`)
	d.Command("request").WaitFor("data tagged application/json;schema=fightComparison", "POST http://127.0.0.1:", "A2a-Extensions: https://")
	d.Press("pgdown").WaitFor("User-Agent: a2aform", `"method":"SendStreamingMessage"`, `"data":{"a":"Lion","b":"Tiger"}`)

	d.Press("esc").WaitGone("› Request").Press("enter").WaitFor("✓ completed", "Winner       Tiger", "Probability  0.65  ━")
	d.Press("tab").WaitFor("▌Demo Agent", "Weighing Lion against Tiger…", "Asking the referee…").Press("tab")
	d.Press("enter").WaitFor("Nothing here opens")
	d.Press("v").WaitFor(`"winner": "Tiger"`, `"probability": 0.65`)
	d.Press("esc").WaitFor("Winner       Tiger")

	// The way back leads over the task to the form, as it was left.
	d.Press("esc").WaitFor("2 of 2 required", "Lion", "Tiger")
	d.Press("esc").WaitFor("Skills")
}

func TestTripFromPreset(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Trip, apptest.Quick, 80, 24)
	d.Press("f3").WaitFor("Blank form", "1  Lisbon", "3  Bergen")
	d.Press("1").WaitFor("6 of 6 required", "Ada Lovelace", "Companions  1/6 items", "Example 1 loaded")

	// A day that does not exist is wrong, though the schema only hints at its format.
	d.Press("tab", "ctrl+u").Type("2026-02-30").Press("tab").WaitFor("✗ February 2026 has 28 days")
	d.Press("shift+tab", "ctrl+u").Type("2026-02-27").WaitGone("✗")

	// A bound is a rule: its message, and the way to it by f6.
	d.Press("tab", "ctrl+u").Type("15").Press("tab").WaitFor("✗ At most 14", "✗ 1 problem")
	d.Press("f6", "ctrl+u").Type("3").WaitGone("✗")

	// A second companion, in the list.
	for range 8 {
		d.Press("tab")
	}
	d.Press("enter").WaitFor("○ 2", "▌     ○ Name *")
	d.Type("Grace").Press("tab").Type("200").Press("tab").WaitFor("✗ At most 120", "Grace")
	d.Press("shift+tab", "backspace", "backspace").Type("1").WaitGone("✗")
	d.Press("esc").WaitFor("2             Grace, 21", "2/6 items")

	d.Press("ctrl+s").WaitFor("› Review").Press("v").WaitFor(`"start": "2026-02-27"`)
	d.Press("enter").WaitFor("✓ Done", "› Itinerary", "12 rows · 2 more columns →", "Dinner at a long ta…", "27 Feb – 2 Mar 2026   Total Cost 1,506.00", "2026-02-27", "Date", "Activity")
	d.Press("z", "tab").WaitFor("Looking at a map of Lisbon", "Day 1 of 4 is planned")
	d.Press("enter").WaitFor("› Itinerary", "12 rows").Press("end").WaitFor("Note")
}

func TestPlainTextSkill(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Chitchat, apptest.Quick, 80, 24)
	d.WaitFor("A text message to Small Talk", "Hello there!")
	d.Press("ctrl+s").WaitFor("Write something first")
	d.Type("Tell me a joke").Press("ctrl+s").WaitFor("you  ", "Tell me a joke", "✓ answered", "A form walks into a bar.")
	d.Press("tab", "enter").WaitFor("› Run", "✓ Answered").Press("esc").WaitFor("Tell me a joke")
}

func TestAgentHasFormOfItsOwn(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Feedback, apptest.Quick, 80, 24)
	d.WaitFor("feedback", "Rating", "Would you recommend it?")
}
