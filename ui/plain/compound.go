package plain

import (
	"fmt"
	"slices"
	"strings"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/safe"
)

// begin asks whether an object or a list is to be sent that need not be; false
// where it is not.
func (f filler) begin(x *formgen.Field) (bool, error) {
	if x.Parent() == nil || len(x.Unions()) > 0 {
		x.SetPresence(formgen.Set)
		return true, nil
	}
	if isDue(x) && !x.IsNullable() {
		f.printf("%s", f.title(x))
		x.SetPresence(formgen.Set)
		return true, nil
	}
	isWanted := x.Presence() == formgen.Set || isDue(x) && x.Presence() != formgen.Null
	for {
		answer, err := f.ask(f.title(x) + ": fill it in? " + offer(x, isWanted))
		if err != nil {
			return false, err
		}
		yes, ok := truth(answer)
		switch {
		case answer == "" && !isWanted, null(x, strings.ToLower(answer)):
			return false, nil
		case answer == "" || ok && yes:
			x.SetPresence(formgen.Set)
			return true, nil
		case ok && !isDue(x):
			x.SetPresence(formgen.Omitted)
			return false, nil
		}
		f.printf("  ✗ enter one of %s", offer(x, isWanted))
	}
}

// offer are the answers there are, that of an empty one in capitals.
func offer(x *formgen.Field, isWanted bool) string {
	answers := []string{"y"}
	if !isDue(x) {
		answers = append(answers, "n")
	}
	if x.IsNullable() {
		answers = append(answers, "null")
	}
	at := 0
	switch {
	case isWanted:
	case x.Presence() == formgen.Null:
		at = len(answers) - 1
	default:
		at = 1
	}
	answers[at] = strings.ToUpper(answers[at])
	return "[" + strings.Join(answers, "/") + "]"
}

// fillObject asks for the members, also the ones that the answers bring, and for the entries
// of a map.
func (f filler) fillObject(x *formgen.Field, depth int) error {
	if isThere, err := f.begin(x); err != nil || !isThere {
		return err
	}
	asked := map[string]bool{}
	for {
		next := slices.IndexFunc(x.Children(), func(c *formgen.Field) bool { return !asked[c.Name()] && !c.IsExtra() })
		if next < 0 {
			break
		}
		c := x.Children()[next]
		asked[c.Name()] = true
		if err := f.fill(c, depth+1); err != nil {
			return err
		}
	}
	for _, need := range words.Needs(x) {
		if !need.Met {
			f.printf("  ! %s", formgen.Capital(need.Text))
		}
	}
	if x.OffersKeys() {
		return f.fillEntries(x, depth)
	}
	return nil
}

// fillEntries asks for names and their values until a name is empty.
func (f filler) fillEntries(x *formgen.Field, depth int) error {
	for _, c := range slices.Clone(x.Children()) {
		if !c.IsExtra() {
			continue
		}
		if err := f.fill(c, depth+1); err != nil {
			return err
		}
	}
	for x.CanAddKey() {
		prompt := x.Path() + ": name of an entry to add, or name=value, empty for no more"
		if names := x.KeyChoices(); len(names) > 0 {
			prompt += " (" + shownNames(names) + ")"
		}
		name, err := f.ask(prompt)
		if err != nil || name == "" {
			return err
		}
		c, err := addEntry(x, name)
		if err != nil {
			f.printf("  ✗ %s", safe.Text(err.Error()).Line(200))
			continue
		}
		if c.IsTouched() { // the answer has its value, too
			if !f.printProblems(c) {
				x.Remove(slices.Index(x.Children(), c))
			}
			continue
		}
		if err := f.fill(c, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// addEntry adds an entry by its name, or by its name and its value, such as color=red. A name in quotes is a name alone.
func addEntry(x *formgen.Field, answer string) (*formgen.Field, error) {
	if name := unquoted(answer); name != answer {
		return x.AddKey(name)
	}
	return x.AddEntry(answer)
}

func shownNames(names []string) string {
	shown := make([]string, len(names))
	for i, n := range names {
		shown[i] = safe.Text(n).Line(80).String()
	}
	return strings.Join(shown, ", ")
}

// fillList asks for the items there are, then whether there is one more.
func (f filler) fillList(x *formgen.Field, depth int) error {
	isNew := x.Presence() != formgen.Set || !x.IsTouched()
	if isThere, err := f.begin(x); err != nil || !isThere {
		return err
	}
	if err := f.keepItems(x); err != nil {
		return err
	}
	if err := f.fillItems(x, 0, depth); err != nil {
		return err
	}
	minItems := x.Location().Bounds().Items.Least()
	if isNew {
		minItems = max(minItems, x.Location().Prefix())
	}
	if isNew && !isDue(x) {
		minItems = max(minItems, 1) // the user chose to fill it in
	}
	for x.CanAppend() {
		n := len(x.Children())
		more, err := f.yes(fmt.Sprintf("%s: add item %d", x.Path(), n+1), n < minItems)
		if err != nil {
			return err
		}
		if !more {
			break
		}
		x.Append() // of a list with fixed positions, all of them
		if err := f.fillItems(x, n, depth); err != nil {
			return err
		}
	}
	f.printProblems(x)
	return nil
}

// keepItems asks whether the items of a list that was filled in before stay.
func (f filler) keepItems(x *formgen.Field) error {
	n := len(x.Children())
	if n == 0 || !x.IsTouched() {
		return nil
	}
	keep, err := f.yes(fmt.Sprintf("%s: keep the %d there are", x.Path(), n), true)
	for err == nil && !keep && len(x.Children()) > 0 {
		x.Remove(len(x.Children()) - 1)
	}
	return err
}

// fillItems asks for the items from one on.
func (f filler) fillItems(x *formgen.Field, from, depth int) error {
	for i := from; i < len(x.Children()); i++ {
		if err := f.fill(x.Children()[i], depth+1); err != nil {
			return err
		}
	}
	return nil
}
