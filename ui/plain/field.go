package plain

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// filler asks for the fields of a form.
type filler struct{ *terminal }

// maxDepth is how deep objects and lists are asked for by their fields; below it
// they are JSON, so that a schema without an end has one.
const maxDepth = 32

// fill asks for a field and all that it contains, and asks again while the answer is
// wrong. An empty answer keeps the present value.
func (f filler) fill(x *formgen.Field, depth int) error {
	if x.IsLocked() {
		f.printf("%s: set by the agent", x.Path())
		return nil
	}
	if help := words.Help(x).String(); help != "" && x.Parent() != nil {
		f.printf("%s", strings.Join(strings.Fields(help), " "))
	}
	f.printExamples(x)
	if isThere, err := f.fillShape(x); err != nil || !isThere {
		return err
	}
	if depth > maxDepth && (x.Kind() == schema.Object || x.Kind() == schema.Array) {
		if err := x.AsJSON(true); err != nil {
			return err
		}
	}
	switch x.Kind() {
	case schema.Object:
		return f.fillObject(x, depth)
	case schema.Array:
		return f.fillList(x, depth)
	case schema.Enum:
		return f.fillChoice(x)
	case schema.MultiEnum:
		return f.fillSeveral(x)
	case schema.Const, schema.Null:
		return f.fillFixed(x)
	}
	return f.fillText(x)
}

// printExamples prints the first examples of a field that is answered on one line. Choices are all listed.
func (f filler) printExamples(x *formgen.Field) {
	examples := x.Location().Examples()
	switch x.Kind() {
	case schema.Object, schema.Array, schema.Enum, schema.MultiEnum, schema.Const, schema.Null:
		return
	}
	if len(examples) == 0 || x.IsSecret() {
		return
	}
	const maximum = 3
	var texts []string
	for _, v := range examples[:min(len(examples), maximum)] {
		texts = append(texts, formgen.Summary(v))
	}
	f.printf("Example: %s", strings.Join(texts, ", "))
}

// fillShape asks for the shapes of a field that has several; false where there is
// nothing more to ask.
func (f filler) fillShape(x *formgen.Field) (goOn bool, err error) {
	for i := 0; i < len(x.Unions()); i++ {
		u := x.Unions()[i]
		choices := labeled(u.Branches)
		for b := range choices {
			choices[b].note = u.Notes[b]
		}
		prompt := fmt.Sprintf("%s, which one, 1 to %d", x.Path(), len(choices))
		isChosen := x.Presence() == formgen.Set && u.Chosen >= 0
		if isChosen {
			prompt += " [" + u.Branches[u.Chosen] + "]"
		}
		f.printf("%s", f.title(x))
		f.list(choices)
		if words.IsFree(formgen.Row{Kind: formgen.Variant, Field: x, Union: i}) {
			prompt += ", or Enter for none"
		}
		if goOn, err := f.fillBranch(x, i, prompt, choices, isChosen); err != nil || !goOn {
			return false, err
		}
	}
	return true, nil
}

// fillBranch asks for one of the shapes; false where the field is left out, or
// null.
func (f filler) fillBranch(x *formgen.Field, i int, prompt string, choices []choice, isChosen bool) (goOn bool, err error) {
	for {
		answer, err := f.ask(prompt)
		switch branch := pick(answer, choices); {
		case err != nil:
			return false, err
		case branch >= 0:
			x.ChooseBranch(i, branch)
			return true, nil
		case answer == "" && (isChosen || words.IsFree(formgen.Row{Kind: formgen.Variant, Field: x, Union: i})):
			return true, nil
		case answer == "" && i == 0 && !isDue(x):
			return false, nil
		case null(x, answer):
			return false, nil
		}
		f.printf("  ✗ enter a number from 1 to %d, or a name", len(choices))
	}
}

// isDue reports a field that has to have a value.
func isDue(x *formgen.Field) bool {
	return x.IsRequired() || x.IsItem() || x.IsExtra() || x.Parent() == nil
}

// title returns a field's name with its type, its bounds and its present value.
func (f filler) title(x *formgen.Field) string {
	parts := []string{}
	if hint := words.Hint(x); hint != "" {
		parts = append(parts, hint)
	}
	if x.IsBinary() {
		parts = append(parts, "@FILE takes a file")
	}
	if isDue(x) {
		parts = append(parts, cmp.Or(words.WhyRequired(x), "required"))
	} else {
		parts = append(parts, "optional")
	}
	text := x.Path() + " (" + strings.Join(parts, ", ") + ")"
	switch fallback := x.Location().Default(); {
	case x.Kind() == schema.Object || x.Kind() == schema.Array:
	case isFilled(x):
		text += " [" + words.Summary(x) + "]"
	case isDue(x) && fallback.Exists() && x.Kind() != schema.MultiEnum: // an empty answer takes it
		text += " [" + formgen.Summary(fallback) + "]"
	}
	return text
}

// isFilled reports a field with a value that can stay.
func isFilled(x *formgen.Field) bool {
	if x.Presence() == formgen.Null {
		return true
	}
	if x.Presence() != formgen.Set || len(x.OwnProblems()) > 0 {
		return false
	}
	switch kind := x.Kind(); {
	case kind == schema.Boolean:
		_, ok := x.Bool()
		return ok
	case kind == schema.Enum:
		return x.Chosen() >= 0
	case kind == schema.MultiEnum, kind.IsString():
		return x.IsTouched()
	}
	return x.Text() != "" || len(x.Children()) > 0
}

// empty does what an empty answer says; false where it says nothing and is to be
// asked again.
func (f filler) empty(x *formgen.Field) bool {
	switch {
	case isFilled(x):
	case !isDue(x):
		x.SetPresence(formgen.Omitted)
	case x.Location().Default().Exists():
		x.UseDefault()
	case x.Kind().IsString() && mayBeEmpty(x):
		f.printf(`  ✗ Required. "" is empty text.`)
		return false
	default:
		f.printf("  ✗ Required")
		return false
	}
	return true
}

func mayBeEmpty(x *formgen.Field) bool {
	b := x.Location().Bounds()
	return b.Length.Least() == 0 && b.Pattern.IsEmpty() && x.Location().Format().IsEmpty()
}

// null does what the answer null says where that is a value.
func null(x *formgen.Field, answer string) bool {
	if answer != "null" || !x.IsNullable() {
		return false
	}
	x.SetPresence(formgen.Null)
	return true
}

// fillText asks for a text, a number, yes or no, or JSON on one line.
func (f filler) fillText(x *formgen.Field) error {
	for {
		answer, err := f.answer(x)
		if err != nil {
			return err
		}
		if strings.TrimSpace(answer) == "" {
			if f.empty(x) {
				return nil
			}
			continue
		}
		if null(x, strings.TrimSpace(answer)) {
			return nil
		}
		if problem := take(x, answer); problem != "" {
			f.printf("  ✗ %s", problem)
			continue
		}
		if day := formgen.Weekday(x); day != "" || formgen.DateFormat(x) != "" && x.Text() != unquoted(answer) {
			f.printf("  = %s %s", words.Summary(x), day)
		}
		switch {
		case !f.printProblems(x):
		case !isInvalidDate(x):
			return nil
		default:
			f.printf("    enter another one; Enter keeps it as it is")
		}
	}
}

// isInvalidDate reports a text in a field of dates that is none. Schemas seldom enforce formats,
// so it can be sent.
func isInvalidDate(x *formgen.Field) bool {
	return formgen.DateFormat(x) != "" && slices.ContainsFunc(x.Warnings(), func(p schema.Problem) bool { return p.Keyword == "format" })
}

func (f filler) answer(x *formgen.Field) (string, error) {
	if x.IsSecret() {
		return f.askSecret(f.title(x))
	}
	return f.askExactly(f.title(x))
}

// take gives an answer to a field; the problem is why it cannot be taken.
func take(x *formgen.Field, answer string) (problem string) {
	bare := strings.TrimSpace(answer)
	switch {
	case x.Kind() == schema.Boolean:
		yes, ok := truth(bare)
		if !ok {
			return "answer y or n"
		}
		x.SetBool(yes)
	case x.IsBinary() && strings.HasPrefix(bare, "@"):
		return takeFile(x, bare[1:])
	case x.Kind().IsString():
		x.SetText(formgen.ResolveDate(x, unquoted(answer), x.Form().Now()))
	default:
		x.SetText(bare)
	}
	return ""
}

// unquoted is a text that was written as JSON: "" is an empty one, "a\nb" has two
// lines. Any other answer is the text itself.
func unquoted(answer string) string {
	var text string
	if bare := strings.TrimSpace(answer); strings.HasPrefix(bare, `"`) && json.Unmarshal([]byte(bare), &text) == nil {
		return text
	}
	return answer
}

// takeFile puts a file into a field for bytes.
func takeFile(x *formgen.Field, path string) (problem string) {
	data, problem := readFile(path, limit.FieldFile)
	if problem == "" {
		x.SetBytes(data)
	}
	return problem
}

// readFile reads a file that the user named.
func readFile(path string, most interface {
	fmt.Stringer
	Int() int
},
) (data []byte, problem string) {
	info, err := os.Stat(path) //nolint:gosec // the user named it
	switch {
	case err == nil && !info.Mode().IsRegular():
		return nil, "not a file"
	case err == nil && int(info.Size()) > most.Int():
		return nil, fmt.Sprintf("the file has more than %s", most)
	}
	if err == nil {
		data, err = os.ReadFile(path) //nolint:gosec // the user named it
	}
	if err != nil {
		var fault *os.PathError
		if errors.As(err, &fault) {
			err = fault.Err
		}
		return nil, "the file cannot be read: " + safe.Text(err.Error()).Line(200).String()
	}
	return data, ""
}

// printProblems says what is wrong with a field by itself; true for nothing.
func (f filler) printProblems(x *formgen.Field) bool {
	for _, p := range x.OwnProblems() {
		f.printf("  ✗ %s", words.Sentence(x, p))
	}
	for _, p := range x.Warnings() {
		f.printf("  ! %s", words.Sentence(x, p))
	}
	return len(x.OwnProblems()) == 0
}

// fillChoice asks for one of the values.
func (f filler) fillChoice(x *formgen.Field) error {
	choices := choicesOf(x)
	f.printf("%s", f.title(x))
	f.list(choices)
	for {
		answer, err := f.ask(fmt.Sprintf("%s, 1 to %d", x.Path(), len(choices)))
		switch i := pick(answer, choices); {
		case err != nil:
			return err
		case i >= 0:
			x.Choose(i)
			return nil
		case answer == "":
			if f.empty(x) {
				return nil
			}
		case null(x, answer):
			return nil
		default:
			f.printf("  ✗ enter a number from 1 to %d, or a name", len(choices))
		}
	}
}

func choicesOf(x *formgen.Field) []choice {
	list, labels := make([]choice, len(x.Choices())), formgen.ChoiceLabels(x.Choices())
	for i, c := range x.Choices() {
		list[i] = choice{labels[i], c.Note.Line(200).String()}
		if strings.TrimSpace(list[i].label) == "" {
			list[i].label = strconv.Quote(list[i].label)
		}
	}
	return list
}

// fillSeveral asks for any of the values, by numbers with commas between them.
func (f filler) fillSeveral(x *formgen.Field) error {
	choices := choicesOf(x)
	f.printf("%s", f.title(x))
	f.list(choices)
	for {
		answer, err := f.ask(x.Path() + ", numbers separated by commas")
		if err != nil {
			return err
		}
		if answer == "" && x.Value().Len() == 0 && isDue(x) {
			x.SetPresence(formgen.Set) // none of them
			if f.printProblems(x) {
				return nil
			}
			continue
		}
		if answer == "" && f.empty(x) || null(x, answer) {
			return nil
		}
		picked, ok := pickSeveral(answer, choices)
		if !ok {
			f.printf("  ✗ enter numbers from 1 to %d or names, such as 1, 2", len(choices))
			continue
		}
		x.ChooseSeveral(picked)
		if f.printProblems(x) {
			return nil
		}
	}
}

// fillFixed sends the one value there is, where it is wanted.
func (f filler) fillFixed(x *formgen.Field) error {
	send := formgen.Set
	if x.Kind() == schema.Null {
		send = formgen.Null
	}
	if isDue(x) {
		x.SetPresence(send)
		f.printf("%s: %s", x.Path(), words.Summary(x))
		return nil
	}
	yes, err := f.yes(x.Path()+" ("+words.Hint(x)+", optional): send it", x.Presence() == send)
	switch {
	case err != nil:
		return err
	case yes:
		x.SetPresence(send)
	default:
		x.SetPresence(formgen.Omitted)
	}
	return nil
}

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
