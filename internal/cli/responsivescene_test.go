//go:build unix

package cli_test

import (
	"fmt"
	"strings"

	"a2aform/ui/uitest"
)

func scenes() []scene {
	megabyte := strings.Repeat("x", 1<<20)
	return []scene{
		{
			name: "flood of states", open: sent, press: following, asks: true,
			bomb: bomb{wordForm, withoutEnd(func(n int) string { return says(fmt.Sprintf("step %d", n)) })},
		},
		{
			name: "flood of long words", open: sent, press: following, asks: true,
			bomb: bomb{wordForm, withoutEnd(func(n int) string { return says(fmt.Sprintf("step %d ", n) + strings.Repeat("é wörd ", 250)) })},
		},
		{
			name: "flood of pieces", open: sent, press: enteringTable, asks: true,
			bomb: bomb{wordForm, withoutEnd(func(n int) string { return brings("a", fmt.Sprintf(`[{"n":%d}]`, n), true) })},
		},
		{
			name: "flood of artifacts of 1 MB", open: sent, press: following, asks: true,
			bomb: bomb{wordForm, withoutEnd(func(n int) string {
				return brings("a", fmt.Sprintf(`{"n":%d,"text":%q}`, n, megabyte), false)
			})},
		},
		{
			name: "traffic of a flood", open: sent, press: openTraffic, asks: true,
			bomb: bomb{wordForm, withoutEnd(func(n int) string { return says(fmt.Sprintf("step %d", n)) })},
		},
		{
			name: "typing to a flood", press: typing, asks: true,
			open: func(d *uitest.Driver) {
				d.WaitFor("A text message").Type("hello").WaitFor("hello").Press("enter").WaitFor("step")
			},
			bomb: bomb{"", withoutEnd(func(n int) string { return says(fmt.Sprintf("step %d", n)) })},
		},
		{
			name: "typing to 200 pieces a second", press: typing, asks: true,
			open: func(d *uitest.Driver) {
				d.WaitFor("A text message").Type("hello").WaitFor("hello").Press("enter").WaitFor("Harbors")
			},
			bomb: bomb{"", inPieces(200)},
		},
		{
			name: "form of 5,000 fields", open: shown("Field 0"), press: fields, asks: true,
			bomb: bomb{input: object(5000, "")},
		},
		{
			name: "schema of 3.9 MiB", open: shown("Field 0"), press: fields, asks: true,
			bomb: bomb{input: object(15_000, megabyte[:200])},
		},
		{
			name: "option of 1 MB", open: shown("Choice"), press: choosing, asks: true,
			bomb: bomb{input: `{"type":"object","properties":{"a":{"type":"string","title":"Choice","enum":["one","` + megabyte + `","two"]}}}`},
		},
		{
			name: "table of 100,000 rows", open: openTable, press: rows, noise: "s",
			bomb: bomb{wordForm, once(brings("a", "["+many(100_000, func(i int) string { return fmt.Sprintf(`{"n":%d,"name":"row %d"}`, i, i) })+"]", false))},
		},
	}
}

// sent fills in the form of one word and sends it.
func sent(d *uitest.Driver) {
	d.WaitFor("Word").Type("x").WaitFor("1 of 1 required").Press("ctrl+s").WaitFor("› Review", "[ Send  enter ]").Press("enter").WaitFor("Working")
}

const followMark = "⇣ follow"

// following stops and begins to follow what comes.
func following(i int) (string, func(string) bool) {
	if i%2 == 0 {
		return "up", func(screen string) bool { return !strings.Contains(screen, followMark) }
	}
	return "f", func(screen string) bool { return strings.Contains(screen, followMark) }
}

// enteringTable goes into the table that grows, and out of it.
func enteringTable(i int) (string, func(string) bool) {
	if i%2 == 0 {
		return "enter", func(screen string) bool { return strings.Contains(screen, "enter Open row") }
	}
	return "esc", func(screen string) bool { return strings.Contains(screen, "enter Open table") }
}

// object is the schema of a form of n fields.
func object(n int, about string) string {
	return `{"type":"object","properties":{` + many(n, func(i int) string {
		return fmt.Sprintf(`"f%d":{"type":"string","title":"Field %d","description":%q}`, i, i, about)
	}) + `}}`
}

func shown(text string) func(*uitest.Driver) {
	return func(d *uitest.Driver) { d.WaitFor(text) }
}

func openTable(d *uitest.Driver) {
	sent(d)
	d.WaitFor("✓ Done", "enter Open row", "12 rows")
}

// has reports a line that begins so and has what somewhere behind.
func has(screen, start, what string) bool {
	_, rest, ok := strings.Cut(screen, start)
	line, _, _ := strings.Cut(rest, "\n")
	return ok && strings.Contains(line, what)
}

// fields types a letter into each field.
func fields(i int) (string, func(string) bool) {
	here := fmt.Sprintf("▌ ● Field %d ", i/2)
	if i%2 == 0 {
		return "x", func(screen string) bool { return has(screen, here, "x") }
	}
	next := fmt.Sprintf("▌ ○ Field %d ", i/2+1)
	return "tab", func(screen string) bool { return strings.Contains(screen, next) }
}

// choosing goes to and fro between the choices.
func choosing(i int) (string, func(string) bool) {
	key := "left"
	if i == 0 || i%4 == 1 || i%4 == 2 {
		key = "right"
	}
	text := []string{"← one", "← xxx", "← two", "← xxx"}[i%4]
	return key, func(screen string) bool { return strings.Contains(screen, text) }
}

// openTraffic opens and leaves the traffic.
func openTraffic(i int) (string, func(string) bool) {
	if i%2 == 0 {
		return "w", func(screen string) bool { return strings.Contains(screen, "› Traffic") }
	}
	return "esc", func(screen string) bool { return !strings.Contains(screen, "› Traffic") }
}

// rows goes to and fro between two cells, whose names are in the foot.
func rows(i int) (string, func(string) bool) {
	if i%2 == 0 {
		return "right", func(screen string) bool { return strings.Contains(screen, "\n name  row") }
	}
	return "left", func(screen string) bool { return strings.Contains(screen, "\n n  ") }
}

// typing types a letter and takes it back.
func typing(i int) (string, func(string) bool) {
	if i%2 == 0 {
		return "Q", func(screen string) bool { return strings.Contains(screen, "Q") }
	}
	return "backspace", func(screen string) bool { return !strings.Contains(screen, "Q") }
}
