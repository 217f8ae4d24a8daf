package formgen

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Pasted is what a pasted text has for the fields of a form.
//
// Not stable, see the package comment.
type Pasted struct {
	values []pastedValue
	unused []string
}

// pastedValue is the value of one field.
type pastedValue struct {
	path    string // as in [SetText]
	name    string // as the text has it
	text    string
	isJSON  bool
	isLoose bool // no field that the schema declares is known to be meant
	isLeft  bool // it has no place for sure, whatever its path
	empties bool // it makes a list empty, before the values of its items
}

// Fields is how many fields it fills in.
func (p Pasted) Fields() (n int) {
	for _, v := range p.values {
		if !v.empties {
			n++
		}
	}
	return n
}

// Unused are the names of the values that no field takes, safe to show.
func (p Pasted) Unused() []string { return p.unused }

// The bounds of a text that is read for its fields.
const (
	maxPasted      = 64 << 10
	maxPastedPairs = 200
	maxPastedDepth = 4
)

// ReadPasted finds the values of two fields or more in a pasted text: a JSON object, a command with JSON or with lines of
// --set, lines of names and values, or a header and a row of a table. Names and titles are those of the form but for
// capitals and punctuation. A value that is not valid is one too: the form marks it. It is false for any other text.
func (f *Form) ReadPasted(text string) (p Pasted, ok bool) {
	text = strings.TrimSpace(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)) // terminals send \r
	if len(text) > maxPasted || f.root.Kind() != schema.Object {
		return p, false
	}
	for _, read := range []func(string) []pastedValue{f.pastedJSON, f.pastedCommand, f.pastedLines, f.pastedRow} {
		if values := read(text); countKnown(values) > 1 {
			if p = f.taken(values); countKnown(p.values) > 1 {
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
	p = f.taken(f.pastedJSON(strings.TrimSpace(text)))
	return p, countKnown(p.values) > 0
}

// FillInPasted fills in what was pasted, as one step.
func (f *Form) FillInPasted(p Pasted) {
	f.Together(func() {
		f.setPasted(p.values, func(pastedValue, *Field) {})
	})
	f.Leave()
}

// setPasted sets fields, says which could be set, and returns the values of those that could not.
func (f *Form) setPasted(values []pastedValue, wasSet func(pastedValue, *Field)) (left []pastedValue) {
	left = values
	for len(left) > 0 {
		var missing []pastedValue
		for _, v := range left {
			if x, err := v.setIn(f); err == nil {
				wasSet(v, x)
			} else {
				missing = append(missing, v) // another value may bring its field
			}
		}
		if len(missing) == len(left) {
			break
		}
		left = missing
	}
	return left
}

// setIn sets the field.
func (v pastedValue) setIn(f *Form) (*Field, error) {
	if v.isLeft {
		return nil, errNoPlace
	}
	x, err := fieldAt(f, v.path)
	switch {
	case err != nil:
		return nil, err
	case x.IsLocked():
		return nil, errLocked
	case v.isJSON:
		return x, x.SetJSON(v.text)
	}
	return x, x.setTyped(v.text)
}

// setTyped sets a field to a text as if it were typed. One that the field has no place for becomes its JSON, unless that would take
// the place of its fields.
func (f *Field) setTyped(text string) error {
	spelled := kinds[f.Kind()].spell(f, text)
	if DateFormat(f) != "" {
		spelled = ResolveDate(f, spelled, f.form.now())
	}
	if err := setField(f, spelled); err == nil || f.Kind() == schema.Object || f.Kind() == schema.Array {
		return err
	}
	return f.SetJSON(string(ojson.NewString(text).Compact()))
}

var (
	errLocked  = errors.New("it is not for the user to set")
	errNoPlace = errors.New("no field is meant")
)

// countKnown counts the values of fields that the schema declares.
func countKnown(values []pastedValue) (n int) {
	for _, v := range values {
		if !v.isLoose && !v.empties {
			n++
		}
	}
	return n
}

// taken are the values that the form takes, and what it does not take.
func (f *Form) taken(values []pastedValue) (p Pasted) {
	if len(values) == 0 || len(values) > maxPastedPairs {
		return p
	}
	scratch := New(f.doc)
	if v, _ := f.Value(); v != nil {
		scratch.Load(v)
	}
	seen := map[*Field]bool{}
	left := scratch.setPasted(values, func(v pastedValue, x *Field) {
		if x.presence == Omitted || seen[x] {
			p.unused = append(p.unused, shown(v.name))
		} else {
			p.values = append(p.values, v)
		}
		seen[x] = true
	})
	for _, v := range left {
		p.unused = append(p.unused, shown(v.name))
	}
	return p
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
	if v.Is(ojson.Object) {
		m := matcher{}
		m.object(f.doc.Root(), v, "", "", 0)
		best = slices.Concat(m.known, m.loose)
	}
	if suited, ok := SuitedFrom(f.doc, v, nil); ok && suited.InList {
		if values := flatten(suited.Value, "", nil); len(values) > countKnown(best) {
			best = values
		}
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
		if values := f.valuesIn(c, depth-1); countKnown(values) > countKnown(best) {
			best = values
		}
	}
	return best
}

// matcher finds the fields of the members of an object.
type matcher struct{ known, loose []pastedValue }

// object matches the members of an object at a location. Those that it does not declare may be of another shape of it, or be
// used for nothing.
func (m *matcher) object(at schema.Location, v *ojson.Value, pointer, name string, depth int) {
	used := map[string]bool{}
	for _, p := range at.Properties() {
		member, ok := memberFor(p, v)
		if !ok || used[member.Name] {
			continue
		}
		used[member.Name] = true
		m.value(p.Location, member.Value, ojson.Pointer(pointer, p.Name), name+member.Name, depth+1)
	}
	isMap := pointer != "" && at.IsMap() // at the root any object would be one
	for _, member := range v.Members() {
		if !used[member.Name] {
			m.add(pastedOf(ojson.Pointer(pointer, member.Name), name+member.Name, member.Value, !isMap))
		}
	}
}

// value matches the value of a field.
func (m *matcher) value(at schema.Location, v *ojson.Value, pointer, name string, depth int) {
	suits := (&Suited{}).suit
	switch {
	case v.Is(ojson.Object) && at.Kind() == schema.Object && v.Len() > 0 && depth <= maxPastedDepth:
		m.object(at, v, pointer, name+".", depth)
	case v.Is(ojson.Array) && at.Kind() == schema.Array && v.Index(0).Is(ojson.Object) && depth <= maxPastedDepth:
		m.add(pastedValue{path: pointer, name: name, text: "[]", isJSON: true, empties: true})
		for i, item := range v.Items() {
			m.value(at.Item(i), item, ojson.Pointer(pointer, strconv.Itoa(i)), name+"."+strconv.Itoa(i), depth+1)
		}
	case v.Is(ojson.Null) && len(at.Validate(v)) > 0:
	default:
		// A text goes the way of typed text, which reads dates in other notations.
		if suited := suits(at, v); suited != nil && (!at.Kind().IsString() || !suited.Is(ojson.String)) {
			m.add(pastedValue{path: pointer, name: name, text: string(suited.Compact()), isJSON: true})
		} else {
			m.add(pastedOf(pointer, name, v, false))
		}
	}
}

func (m *matcher) add(v pastedValue) {
	if v.isLoose {
		m.loose = append(m.loose, v)
	} else {
		m.known = append(m.known, v)
	}
}

// pastedOf is a member that may not be valid: a text as if it were typed.
func pastedOf(pointer, name string, v *ojson.Value, isLoose bool) pastedValue {
	if v.Is(ojson.String) {
		return pastedValue{path: pointer, name: name, text: v.Text(), isLoose: isLoose}
	}
	return pastedValue{path: pointer, name: name, text: string(v.Compact()), isJSON: true, isLoose: isLoose}
}

func flatten(v *ojson.Value, pointer string, values []pastedValue) []pastedValue {
	for _, m := range v.Members() {
		at := ojson.Pointer(pointer, m.Name)
		if m.Value.Is(ojson.Object) && m.Value.Len() > 0 {
			values = flatten(m.Value, at, values)
			continue
		}
		values = append(values, pastedValue{path: at, name: m.Name, text: string(m.Value.Compact()), isJSON: true})
	}
	return values
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

// pastedRow reads the titles and the first row of a table, with tabs between its cells. Other rows have no place.
func (f *Form) pastedRow(text string) []pastedValue {
	header, rest, _ := strings.Cut(text, "\n")
	row, others, _ := strings.Cut(rest, "\n")
	titles, cells := strings.Split(strings.TrimSuffix(header, "\r"), "\t"), strings.Split(strings.TrimSuffix(row, "\r"), "\t")
	var pairs [][2]string
	for i, title := range titles {
		if i < len(cells) && strings.TrimSpace(cells[i]) != "" {
			pairs = append(pairs, [2]string{strings.TrimSpace(title), strings.TrimSpace(cells[i])})
		}
	}
	values := f.named(pairs)
	n := 1
	for range strings.Lines(others) {
		n++
		values = append(values, pastedValue{name: "row " + strconv.Itoa(n), isLoose: true, isLeft: true})
	}
	return values
}
