package formgen

import (
	"slices"
	"strings"
	"unicode"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Pasted is what a pasted text has for the fields of a form.
//
// Not stable, see the package comment.
type Pasted struct{ values []pastedValue }

// pastedValue is the value of one field.
type pastedValue struct {
	pointer, text string
	isJSON        bool
}

// Fields is how many fields it fills in.
func (p Pasted) Fields() int { return len(p.values) }

// The bounds of a text that is read for its fields.
const (
	maxPasted      = 64 << 10
	maxPastedPairs = 200
	maxPastedDepth = 4
)

// ReadPasted finds the values of two fields or more in a pasted text: a JSON object, a command with JSON or with lines of
// --set, lines of names and values, or a header and a row of a table. Names and titles are those of the form but for
// capitals and punctuation, and only what is valid counts. It is false for any other text.
func (f *Form) ReadPasted(text string) (p Pasted, ok bool) {
	text = strings.TrimSpace(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)) // terminals send \r
	if len(text) > maxPasted || f.root.Kind() != schema.Object {
		return p, false
	}
	for _, read := range []func(string) []pastedValue{f.pastedJSON, f.pastedCommand, f.pastedLines, f.pastedRow} {
		if values := read(text); len(values) > 1 {
			if p.values = f.taken(values); len(p.values) > 1 {
				return p, true
			}
		}
	}
	return Pasted{}, false
}

// ReadObject finds the values of fields in a JSON object that a program made for the form; one is enough.
func (f *Form) ReadObject(text string) (p Pasted, ok bool) {
	if f.root.Kind() != schema.Object {
		return p, false
	}
	p.values = f.taken(f.pastedJSON(strings.TrimSpace(text)))
	return p, len(p.values) > 0
}

// FillInPasted fills in what was pasted, as one step.
func (f *Form) FillInPasted(p Pasted) {
	f.Together(func() { f.setPasted(p.values) })
}

// setPasted sets fields, and returns those that could be set.
func (f *Form) setPasted(values []pastedValue) (set []pastedValue) {
	left := values
	for len(left) > 0 {
		var missing []pastedValue
		for _, v := range left {
			if v.setIn(f) == nil {
				set = append(set, v)
			} else {
				missing = append(missing, v) // another value may bring its field
			}
		}
		if len(missing) == len(left) {
			break
		}
		left = missing
	}
	return set
}

func (v pastedValue) setIn(f *Form) error {
	if v.isJSON {
		return SetJSON(f, v.pointer, v.text)
	}
	x, err := fieldAt(f, v.pointer)
	if err != nil {
		return err
	}
	return setField(x, kinds[x.Kind()].spell(x, v.text))
}

// taken are the values that the form takes.
func (f *Form) taken(values []pastedValue) (fit []pastedValue) {
	if len(values) == 0 || len(values) > maxPastedPairs {
		return nil
	}
	scratch := New(f.doc)
	if v, _ := f.Value(); v != nil {
		scratch.Load(v)
	}
	for _, v := range scratch.setPasted(values) {
		x := scratch.At(v.pointer)
		isSet := slices.ContainsFunc(fit, func(other pastedValue) bool { return other.pointer == v.pointer })
		if x != nil && !isSet && x.presence != Omitted && !x.IsLocked() && len(x.problems) == 0 && !x.hasDraft() {
			fit = append(fit, v)
		}
	}
	return fit
}

// pastedJSON reads an object, also inside of another, such as that of a request.
func (f *Form) pastedJSON(text string) []pastedValue {
	if !strings.HasPrefix(text, "{") {
		return nil
	}
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		return nil
	}
	return f.valuesIn(v, maxPastedDepth+2)
}

// valuesIn are the values of the object in v of which most suits the form.
func (f *Form) valuesIn(v *ojson.Value, depth int) (best []pastedValue) {
	if suited, ok := SuitedFrom(f.doc, v, nil); ok {
		flatten(suited.Value, "", &best)
	}
	if depth == 0 {
		return best
	}
	inner := v.Items()
	for _, m := range v.Members() {
		inner = append(inner, m.Value)
	}
	for _, c := range inner {
		if !c.Is(ojson.Object) && !c.Is(ojson.Array) {
			continue
		}
		if values := f.valuesIn(c, depth-1); len(values) > len(best) {
			best = values
		}
	}
	return best
}

func flatten(v *ojson.Value, pointer string, values *[]pastedValue) {
	for _, m := range v.Members() {
		at := ojson.Pointer(pointer, m.Name)
		if m.Value.Is(ojson.Object) && m.Value.Len() > 0 {
			flatten(m.Value, at, values)
			continue
		}
		*values = append(*values, pastedValue{at, string(m.Value.Compact()), true})
	}
}

// pastedCommand reads the data and the --set of a command for a shell.
func (f *Form) pastedCommand(text string) (values []pastedValue) {
	words := shellWords(text)
	var pairs [][2]string
	for i := 0; i < len(words); i++ {
		flag, value, hasValue := strings.Cut(words[i], "=")
		if !strings.HasPrefix(flag, "-") {
			continue
		}
		if !hasValue {
			if i+1 == len(words) {
				break
			}
			i++
			value = words[i]
		}
		switch flag {
		case "-d", "--data", "--data-raw", "--data-binary", "--json":
			values = append(values, f.pastedJSON(strings.TrimSpace(value))...)
		case "--set", "-F", "--form", "--data-urlencode":
			if name, v, ok := strings.Cut(value, "="); ok {
				pairs = append(pairs, [2]string{name, v})
			}
		default:
			if !hasValue && (flag != "-H" && flag != "-X" && flag != "--header" && flag != "--request" || strings.HasPrefix(value, "-")) {
				i-- // it may be a flag of its own
			}
		}
	}
	return append(values, f.named(pairs)...)
}

// shellWords splits a command at blanks, with quotes and with lines that go on.
func shellWords(text string) (words []string) {
	var word strings.Builder
	var quote rune
	isOpen, isEscaped := false, false
	for _, r := range text {
		switch {
		case isEscaped:
			isEscaped = false
			if r != '\n' {
				word.WriteRune(r)
			}
		case r == '\\' && quote != '\'':
			isEscaped = true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, isOpen = r, true
		case unicode.IsSpace(r):
			if isOpen || word.Len() > 0 {
				words = append(words, word.String())
			}
			word.Reset()
			isOpen = false
		default:
			word.WriteRune(r)
		}
	}
	if isOpen || word.Len() > 0 {
		words = append(words, word.String())
	}
	return words
}

// pastedLines reads lines of a name and a value, such as "name: value" or "name = value".
func (f *Form) pastedLines(text string) []pastedValue {
	var pairs [][2]string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		i := strings.IndexAny(line, ":=\t")
		if i <= 0 {
			continue
		}
		name := strings.Trim(line[:i], " -*•\"'")
		value := strings.Trim(strings.TrimLeft(line[i:], ":=\t "), " ")
		if name != "" && value != "" {
			pairs = append(pairs, [2]string{name, unquoted(strings.TrimSuffix(value, ","))})
		}
	}
	return f.named(pairs)
}

func unquoted(text string) string {
	if len(text) > 1 && (text[0] == '"' || text[0] == '\'') && text[len(text)-1] == text[0] {
		return text[1 : len(text)-1]
	}
	return text
}

// pastedRow reads the titles and the first row of a table, with tabs between its cells.
func (f *Form) pastedRow(text string) []pastedValue {
	header, rest, _ := strings.Cut(text, "\n")
	row, _, _ := strings.Cut(rest, "\n")
	titles, cells := strings.Split(strings.TrimSuffix(header, "\r"), "\t"), strings.Split(strings.TrimSuffix(row, "\r"), "\t")
	var pairs [][2]string
	for i, title := range titles {
		if i < len(cells) && strings.TrimSpace(cells[i]) != "" {
			pairs = append(pairs, [2]string{strings.TrimSpace(title), strings.TrimSpace(cells[i])})
		}
	}
	return f.named(pairs)
}

// named are the values of the fields that have such names; a name that several fields have is that of the outermost.
func (f *Form) named(pairs [][2]string) (values []pastedValue) {
	if len(pairs) == 0 || len(pairs) > maxPastedPairs {
		return nil
	}
	var targets []target
	findTargets(f.root, &targets)
	for _, pair := range pairs {
		best := -1
		for i, at := range targets {
			if at.isCalled(pair[0]) && (best < 0 || at.depth < targets[best].depth) {
				best = i
			}
		}
		if best >= 0 {
			values = append(values, pastedValue{targets[best].pointer, pair[1], false})
		}
	}
	return values
}

// target is a field that is there, or would be.
type target struct {
	pointer, path, name, label string
	depth                      int
}

func (p target) isCalled(name string) bool {
	return isSameName(name, p.name) || isSameName(name, p.label) || isSameName(name, p.pointer) || isSameName(name, p.path)
}

func findTargets(x *Field, targets *[]target) {
	for _, c := range x.Children() {
		depth := strings.Count(c.Pointer(), "/")
		switch {
		case x.Kind() == schema.Array:
		case len(c.Children()) > 0:
			findTargets(c, targets)
		case c.Kind() == schema.Object:
			declaredTargets(c.loc, c.Pointer(), c.Path(), depth, targets)
		default:
			*targets = append(*targets, target{c.Pointer(), c.Path(), c.name, c.Label(), depth})
		}
	}
}

// declaredTargets are the targets in an object that is left out.
func declaredTargets(at schema.Location, pointer, path string, depth int, targets *[]target) {
	if depth > maxPastedDepth {
		return
	}
	for _, p := range at.Properties() {
		c := target{ojson.Pointer(pointer, p.Name), path + " " + propertyLabel(p), p.Name, propertyLabel(p), depth + 1}
		if p.Location.Kind() == schema.Object {
			declaredTargets(p.Location, c.pointer, c.path, c.depth, targets)
			continue
		}
		*targets = append(*targets, c)
	}
}
