package plain

import (
	"slices"
	"strconv"
	"strings"
)

// choice is one of several things, with a note.
type choice struct{ label, note string }

func labeled(labels []string) []choice {
	list := make([]choice, len(labels))
	for i, l := range labels {
		list[i] = choice{label: l}
	}
	return list
}

// list writes choices with their numbers.
func (t *terminal) list(choices []choice) {
	for i, c := range choices {
		text := "  " + strconv.Itoa(i+1) + ". " + c.label
		if c.note != "" {
			text += " – " + c.note
		}
		t.printf("%s", text)
	}
}

// choose asks for one of some choices. Read returns which one an answer means, -1 for none.
func (t *terminal) choose(prompt string, count int, read func(answer string) int) (int, error) {
	for {
		answer, err := t.ask(prompt + ", 1 to " + strconv.Itoa(count))
		if err != nil {
			return -1, err
		}
		if i := read(answer); i >= 0 {
			return i, nil
		}
		t.printf("  ✗ enter a number from 1 to %d, or a name", count)
	}
}

// pick is the choice of a number, or of a label where that is one alone; -1 for
// none.
func pick(answer string, choices []choice) int {
	if n, err := strconv.Atoi(answer); err == nil && n >= 1 && n <= len(choices) {
		return n - 1
	}
	same := func(c choice) bool { return answer != "" && strings.EqualFold(c.label, answer) }
	i := slices.IndexFunc(choices, same)
	if i < 0 || slices.ContainsFunc(choices[i+1:], same) {
		return -1
	}
	return i
}

// pickSeveral are the choices of an answer such as "1, 3"; ok is false where one
// is none.
func pickSeveral(answer string, choices []choice) (picked []int, ok bool) {
	for _, word := range strings.Split(answer, ",") {
		i := pick(strings.TrimSpace(word), choices)
		if i < 0 {
			return nil, false
		}
		if !slices.Contains(picked, i) {
			picked = append(picked, i)
		}
	}
	return picked, true
}
