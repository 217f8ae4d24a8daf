package plain

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/limit"
)

func reading(t *testing.T, input string) (*terminal, *bytes.Buffer) {
	var out bytes.Buffer
	return &terminal{ctx: t.Context(), in: bufio.NewReaderSize(strings.NewReader(input), 16), out: &out, isPiped: true}, &out
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 1000)
	term, out := reading(t, "one\r\n  two  \n\n"+long+"\n\xff\nno end")
	for _, want := range []string{"one", "  two  ", "", long, "no end"} {
		if got, err := term.askExactly("?"); got != want || err != nil {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
	if !strings.Contains(out.String(), "✗ not valid UTF-8") {
		t.Errorf("%s", out)
	}
	var end *EndError
	if _, err := term.ask("Last"); !errors.As(err, &end) || end.At != "Last" {
		t.Errorf("%v", err)
	}
	term, _ = reading(t, strings.Repeat("x", limit.AnswerBytes.Int()+1))
	if _, err := term.ask("?"); !IsInput(err) || !strings.Contains(err.Error(), "more than 16 MiB") {
		t.Errorf("%v", err)
	}
	term, _ = reading(t, strings.Repeat("\n", limit.Answers.Int()+1))
	var err error
	for err == nil {
		_, err = term.ask("?")
	}
	if !IsInput(err) || !strings.Contains(err.Error(), "endless") {
		t.Errorf("%v", err)
	}
}

func TestSecretsAreNotEchoed(t *testing.T) {
	term, out := reading(t, "hunter2\nshown\n")
	if got, err := term.askSecret("Password"); got != "hunter2" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := term.ask("Name"); err != nil || out.String() != "Password: \nName: shown\n" {
		t.Errorf("%v, %q", err, out)
	}
	term.secret = func(context.Context) (string, error) { return "unseen", nil }
	if got, err := term.askSecret("Password"); got != "unseen" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

func TestPick(t *testing.T) {
	choices := labeled([]string{"Duel", "2", "Team", "team"})
	for answer, want := range map[string]int{"1": 0, "4": 3, "5": -1, "0": -1, "-1": -1, "": -1, "duel": 0, "team": -1, "2": 1, "2 ": -1} {
		if got := pick(answer, choices); got != want {
			t.Errorf("%q: %d, want %d", answer, got, want)
		}
	}
	if got, ok := pickSeveral(" 3 ,1,3,duel", choices); !ok || !slices.Equal(got, []int{2, 0}) {
		t.Errorf("%v %v", got, ok)
	}
	if _, ok := pickSeveral("1,,2", choices); ok {
		t.Error("nothing between two commas is a choice")
	}
}

func TestUnquoted(t *testing.T) {
	for answer, want := range map[string]string{
		`""`: "", ` "a\nb" `: "a\nb", `"null"`: "null", `null`: "null", `say "hi"`: `say "hi"`, `"open`: `"open`, `"a" "b"`: `"a" "b"`, "  x ": "  x ",
	} {
		if got := unquoted(answer); got != want {
			t.Errorf("%q: %q, want %q", answer, got, want)
		}
	}
}

// A prompt is wrapped between words, so that the answer has a place behind it; without a terminal it is one line.
func TestPromptsAreWrapped(t *testing.T) {
	for width, want := range map[int]string{0: "Where the parcel is to be delivered, such as a door: x\n", 30: "Where the parcel is to be\ndelivered, such as a door: x\n"} {
		term, out := reading(t, "x\n")
		term.width = width
		if _, err := term.ask("Where the parcel is to be delivered, such as a door"); err != nil || out.String() != want {
			t.Errorf("%d: %v, %q", width, err, out)
		}
	}
}
