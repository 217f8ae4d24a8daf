package carddiff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// maxWitness is how much of a witness is on a line, in bytes.
const maxWitness = 400

// Lines are the changes for people, safe to show: the agent as a whole, each skill, and how many there are.
func (r *Report) Lines() (lines []string) {
	last := safe.Raw{}
	for i, c := range r.Changes {
		if c.Skill != last {
			if i > 0 {
				lines = append(lines, "")
			}
			lines = append(lines, line(c.Skill))
			last = c.Skill
		}
		lines = append(lines, c.lines()...)
	}
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	return append(lines, r.summary())
}

// summary counts the changes.
func (r *Report) summary() string {
	if len(r.Changes) == 0 {
		return "nothing changed"
	}
	n := r.Breaking()
	text := fmt.Sprintf("%d breaking · %s", n, english.Plural(len(r.Changes)-n, "other change", "other changes"))
	if n := r.Unproven(); n > 0 {
		text += fmt.Sprintf(", %d without a proof", n)
	}
	return text
}

// mark is the sign of a change.
func (c *Change) mark() string {
	switch {
	case c.Breaking:
		return "✗"
	case c.Kind == Unproven:
		return "?"
	case c.Kind == Added:
		return "+"
	case c.Kind == Removed:
		return "-"
	}
	return "~"
}

// words are the change on one line, safe to show.
func (c *Change) words() string {
	text := string(c.Part)
	if c.Part != CardPart || c.Name.IsEmpty() {
		text += " "
	} else {
		text = ""
	}
	if c.Part == Input || c.Part == Output {
		text += kindWord(c.Kind)
		if !c.Name.IsEmpty() {
			text += " (" + line(c.Name) + ")"
		}
	} else {
		if !c.Name.IsEmpty() {
			text += line(c.Name) + " "
		}
		text += kindWord(c.Kind)
	}
	switch {
	case c.Witness != nil:
		return text + ": " + problemWords(c.Witness.Problems)
	case c.Kind == Unproven && c.Tries > 0:
		return text + fmt.Sprintf(": no counterexample in %d tries", c.Tries)
	case c.Text != "":
		return text + ": " + c.Text
	}
	return text
}

func kindWord(k Kind) string {
	if k == Unproven {
		return "schema changed"
	}
	return string(k)
}

// problemWords are the problems of a witness.
func problemWords(list []schema.Problem) string {
	var words []string
	for _, p := range list {
		at := "the value"
		if p.Pointer != "" {
			at = safe.Text(p.Pointer).Line(0).String()
		}
		words = append(words, at+" "+p.Message())
	}
	return strings.Join(words, "; ")
}

// lines are the change, and below it its witness as JSON and as the form shows it.
func (c *Change) lines() []string {
	lines := []string{"  " + c.mark() + " " + c.words()}
	if w := c.Witness; w != nil {
		lines = append(lines, c.label()+safe.Text(string(w.Value.Compact())).Line(maxWitness).String())
		if !w.Label.IsEmpty() {
			lines = append(lines, "    in the form  "+line(w.Label)+": "+line(w.Shown))
		}
	}
	if c.Text != "" && (c.Witness != nil || c.Tries > 0) {
		lines = append(lines, "    not checked  "+c.Text)
	}
	return lines
}

// label says which of the two schemas accepts the witness.
func (c *Change) label() string {
	if c.Kind == Narrowed {
		return "    was valid    "
	}
	return "    valid now    "
}

// wordKeywords are the keywords that only describe.
var wordKeywords = []string{"title", "description", "examples", "example", "$comment", "default", "deprecated"}

// namedSchemas are the keywords whose members are schemas under names of their own, which may be those of keywords.
var namedSchemas = []string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"}

// withoutWords is a schema without the keywords that only describe.
func withoutWords(v *ojson.Value) *ojson.Value {
	switch v.Kind() {
	case ojson.Object:
		var members []ojson.Member
		for _, m := range v.Members() {
			switch {
			case slices.Contains(wordKeywords, m.Name):
				continue
			case m.Name == "const" || m.Name == "enum":
			case slices.Contains(namedSchemas, m.Name) && m.Value.Is(ojson.Object):
				var named []ojson.Member
				for _, n := range m.Value.Members() {
					named = append(named, ojson.Member{Name: n.Name, Value: withoutWords(n.Value)})
				}
				m.Value = ojson.NewObject(named...)
			default:
				m.Value = withoutWords(m.Value)
			}
			members = append(members, m)
		}
		return ojson.NewObject(members...)
	case ojson.Array:
		items := slices.Clone(v.Items())
		for i := range items {
			items[i] = withoutWords(items[i])
		}
		return ojson.NewArray(items...)
	}
	return v
}

// asForm is the value at a place as the form of a schema shows it: the labels on the way, and the value.
func asForm(doc *schema.Document, v *ojson.Value, pointer string) (label, shown safe.Raw) {
	form := formgen.New(doc)
	form.Load(v)
	var labels []string
	at := ""
	for _, token := range ojson.Tokens(pointer) {
		at = ojson.Pointer(at, token)
		name := token
		if field := form.At(at); field != nil {
			name = field.Label()
		}
		labels = append(labels, name)
	}
	text := "not sent"
	if there := v.At(pointer); there.Exists() {
		text = formgen.Summary(there)
	}
	return safe.Text(strings.Join(labels, " › ")), safe.Text(text)
}
