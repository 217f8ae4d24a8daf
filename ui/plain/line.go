package plain

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
)

// EndError says that the input ended where an answer was wanted.
type EndError struct{ At string }

func (e *EndError) Error() string { return "input ended before: " + e.At }

// InputError says that the answers cannot be used.
type InputError struct{ text string }

func (e *InputError) Error() string { return e.text }

// terminal is what is read and written. The first failure of a write stays.
type terminal struct {
	ctx      context.Context
	in       *bufio.Reader
	out      io.Writer
	isPiped  bool // answers do not show by themselves
	hasMarks bool // see [Options.HasMarks]
	width    int  // at which lines are wrapped between words; 0 for never
	secret   func(context.Context) (string, error)
	answers  int
	before   func() // each prompt; nil for nothing
	err      error
}

// printf writes a line: untrusted text in it must be safe to show.
func (t *terminal) printf(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	if t.width > 0 {
		line = ansi.Wordwrap(line, t.width, "")
	}
	t.write(line + "\n")
}

func (t *terminal) write(text string) {
	if t.err == nil {
		_, t.err = io.WriteString(t.out, text)
	}
}

// The marks of OSC 133, FinalTerm's semantic prompts.
const (
	promptMark = "\x1b]133;A\x1b\\"
	answerMark = "\x1b]133;B\x1b\\"
	outputMark = "\x1b]133;C\x1b\\"
)

func (t *terminal) mark(mark string) {
	if t.hasMarks {
		t.write(mark)
	}
}

// prompt asks for an answer.
func (t *terminal) prompt(text string) {
	t.mark(promptMark)
	if t.width > 0 {
		text = ansi.Wordwrap(text, max(t.width-len(": "), 1), "")
	}
	t.write(text + ": ")
	t.mark(answerMark)
}

// ask writes a prompt and reads an answer, without the blanks around it. An
// answer that is no text is asked for again.
func (t *terminal) ask(prompt string) (string, error) {
	answer, err := t.askExactly(prompt)
	return strings.TrimSpace(answer), err
}

func (t *terminal) askExactly(prompt string) (string, error) {
	for {
		t.prompt(prompt)
		answer, err := t.next(t.line)
		t.mark(outputMark)
		if err != nil {
			return "", t.ended(prompt, err)
		}
		if t.isPiped {
			t.write(safe.Text(answer).Line(safe.CellLimit()).String() + "\n")
		}
		if utf8.ValidString(answer) {
			return answer, nil
		}
		t.printf("  ✗ not valid UTF-8")
	}
}

// askSecret is askExactly without showing what is typed.
func (t *terminal) askSecret(prompt string) (string, error) {
	if t.secret == nil {
		t.prompt(prompt)
		answer, err := t.next(t.line)
		t.mark(outputMark)
		t.write("\n")
		return strings.ToValidUTF8(answer, "\uFFFD"), t.ended(prompt, err)
	}
	t.prompt(prompt + " (not shown)")
	answer, err := "", t.turn()
	if err == nil {
		answer, err = t.secret(t.ctx)
	}
	t.mark(outputMark)
	t.write("\n")
	return answer, t.ended(prompt, err)
}

// ended names the prompt at which the input ended.
func (t *terminal) ended(prompt string, err error) error {
	if errors.Is(err, io.EOF) {
		t.write("\n")
		return &EndError{prompt}
	}
	return err
}

// next reads by read, unless the program ends or nothing can be written any
// more. What still waits for input then ends with the process.
func (t *terminal) next(read func() (string, error)) (string, error) {
	if err := t.turn(); err != nil {
		return "", err
	}
	type reading struct {
		text string
		err  error
	}
	done := make(chan reading, 1)
	safego.Go(func() {
		text, err := read()
		done <- reading{text, err}
	})
	select {
	case <-t.ctx.Done():
		t.write("\n")
		return "", t.ctx.Err()
	case r := <-done:
		return r.text, r.err
	}
}

// turn begins an answer, unless there can be no more.
func (t *terminal) turn() error {
	if t.err != nil {
		return t.err
	}
	if t.before != nil {
		t.before()
	}
	if err := t.ctx.Err(); err != nil {
		return err
	}
	if t.answers++; t.answers > limit.Answers.Int() {
		return &InputError{fmt.Sprintf("more than %s answers were read; the input looks endless", limit.Answers)}
	}
	return nil
}

// line is the next line without its end. A last line without one counts.
func (t *terminal) line() (string, error) {
	var line []byte
	for {
		part, err := t.in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > limit.AnswerBytes.Int():
			return "", &InputError{fmt.Sprintf("a line has more than %s", limit.AnswerBytes)}
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && len(line) == 0:
			return "", err
		}
		return strings.TrimRight(string(line), "\r\n"), nil
	}
}

// yes asks a question; an empty answer is what otherwise says.
func (t *terminal) yes(question string, otherwise bool) (bool, error) {
	offer := " [y/N]"
	if otherwise {
		offer = " [Y/n]"
	}
	for {
		answer, err := t.ask(question + offer)
		if err != nil {
			return false, err
		}
		if answer == "" {
			return otherwise, nil
		}
		if yes, ok := truth(answer); ok {
			return yes, nil
		}
		t.printf("  ✗ enter y or n")
	}
}

func truth(answer string) (yes, ok bool) {
	switch strings.ToLower(answer) {
	case "y", "yes", "true", "1":
		return true, true
	case "n", "no", "false", "0":
		return false, true
	}
	return false, false
}
