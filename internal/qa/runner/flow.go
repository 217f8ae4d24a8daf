package runner

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/store/runfile"
)

// Flow makes a case of each run of a thread, the first one first. The cases are called by name and their numbers. Each needs the one
// before it, which captures those values of its output that filled in the form.
func Flow(thread []runfile.Info, name string) (cases []*casefile.Case, err error) {
	var before *DraftSource
	for i, info := range thread {
		source, err := OpenSource(info.Path)
		if err != nil {
			return nil, fmt.Errorf("run %s: %w", info.ID.Line(60), err)
		}
		c, err := source.Case()
		if err != nil {
			return nil, fmt.Errorf("run %s: %w", info.ID.Line(60), err)
		}
		c.Name, c.Agent = fmt.Sprintf("%s %d", name, i+1), raw(info.Source)
		if i > 0 {
			c.Needs = []string{cases[i-1].Name}
			if info.FedBy != nil && c.Input.Data != nil {
				connect(cases[i-1], c, check.Document(check.Subject{Now: *before.Now}).Get("data"), info.FedBy)
			}
		}
		cases, before = append(cases, c), source
	}
	return cases, nil
}

// WriteFlow makes cases of a thread as [Flow] does, and writes each into a new file: PATH-1.toml is the first. A path without a directory
// is a name for files among the cases of the repository that dir is in. It returns the paths of those that it wrote.
func WriteFlow(thread []runfile.Info, dir, path string) (written []string, err error) {
	path = strings.TrimSuffix(path, ".toml")
	cases, err := Flow(thread, filepath.Base(path))
	if err != nil {
		return nil, err
	}
	if path == filepath.Base(path) {
		if dir, err = CasesDir(dir); err != nil {
			return nil, err
		}
		path = filepath.Join(dir, path)
	}
	for i, c := range cases {
		to := fmt.Sprintf("%s-%d.toml", path, i+1)
		if err := writeCase(to, c); err != nil {
			return written, err
		}
		written = append(written, to)
	}
	return written, nil
}

// connect has a case send what the one before it captures of its output.
func connect(from, to *casefile.Case, output *ojson.Value, fed *runfile.FedBy) {
	sent, err := ojson.Parse(to.Input.Data, ojson.DataLimits)
	if err != nil {
		return
	}
	f := flow{rows: rowsOf(output, fed)}
	f.put = func(m ojson.Member, row int, jq, _ string) *ojson.Value {
		name := plain(m.Name)
		if row > 0 {
			name += fmt.Sprintf("_%d", row+1)
		}
		if !slices.ContainsFunc(from.Captures, func(c casefile.Capture) bool { return c.Name == name }) {
			from.Captures = append(from.Captures, casefile.Capture{Name: name, JQ: jq})
		}
		return ojson.NewString("${capture." + name + "}")
	}
	if data := f.replace(sent, 0).Compact(); !bytes.Equal(data, sent.Compact()) {
		to.Input.Data = data
	}
}

// Refill returns the data of a form that an output filled in, with what another output has at the same places. What came from no output
// stays, and so does what the other one has no value for.
func Refill(data []byte, fed *runfile.FedBy, was, is *ojson.Value) []byte {
	sent, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil {
		return data
	}
	now := rowsOf(is, fed)
	f := flow{rows: rowsOf(was, fed)}
	f.put = func(m ojson.Member, row int, _, from string) *ojson.Value {
		if row >= len(now) {
			return m.Value
		}
		for _, has := range now[row].value.Members() {
			if has.Name == from && !has.Value.Is(ojson.Null) {
				return has.Value
			}
		}
		return m.Value
	}
	return f.replace(sent, 0).Compact()
}

// rowsOf are the objects of an output that filled in a form.
func rowsOf(output *ojson.Value, fed *runfile.FedBy) (rows []source) {
	tokens := ojson.Tokens(raw(fed.Pointer))
	part := output.At(raw(fed.Pointer))
	if !part.Exists() {
		return nil
	}
	path := ".data"
	for i, t := range tokens {
		path += step(output.At(pointerTo(tokens[:i])), t)
	}
	switch {
	case part.Is(ojson.Array) && len(fed.Rows) > 0:
		for _, row := range fed.Rows {
			rows = append(rows, source{path: fmt.Sprintf("%s[%d]", path, row-1), value: part.Index(row - 1)})
		}
	case part.Is(ojson.Object):
		rows = []source{{path: path, value: part}}
	case len(tokens) > 0: // a single value goes by its name
		rows = []source{{path, ojson.NewObject(ojson.Member{Name: tokens[len(tokens)-1], Value: part}), true}}
	}
	return rows
}

// flow replaces the values of an input that are from an output.
type flow struct {
	rows []source
	// put returns what takes the place of a member of the input, which is that of a row at a path in jq and has a name there.
	put func(m ojson.Member, row int, jq, name string) *ojson.Value
}

// source is an object of the output, and the jq path to it.
type source struct {
	path     string
	value    *ojson.Value
	isSingle bool // its only value is at the path itself
}

// replace puts other values in place of those of the row at an index. The items of a list are of the rows, one each.
func (f *flow) replace(v *ojson.Value, row int) *ojson.Value {
	switch {
	case v.Is(ojson.Object):
		var members []ojson.Member
		for _, m := range v.Members() {
			switch {
			case m.Value.Is(ojson.Object), m.Value.Is(ojson.Array) && m.Value.Len() == len(f.rows):
				m.Value = f.replace(m.Value, row)
			default:
				m.Value = f.replaced(m, row)
			}
			members = append(members, m)
		}
		return ojson.NewObject(members...)
	case v.Is(ojson.Array):
		var items []*ojson.Value
		for i, item := range v.Items() {
			if item.Is(ojson.Object) {
				item = f.replace(item, i)
			}
			items = append(items, item)
		}
		return ojson.NewArray(items...)
	}
	return v
}

// replaced is what takes the place of a member that the row has, too, with the same value; else its value.
func (f *flow) replaced(m ojson.Member, row int) *ojson.Value {
	if row >= len(f.rows) || m.Value.Is(ojson.Null) || m.Value.Is(ojson.Array) {
		return m.Value
	}
	r := f.rows[row]
	for _, has := range r.value.Members() {
		if plain(has.Name) == "" || plain(has.Name) != plain(m.Name) || !bytes.Equal(has.Value.Compact(), m.Value.Compact()) {
			continue
		}
		jq := r.path
		if !r.isSingle {
			jq += step(r.value, has.Name)
		}
		return f.put(m, row, jq, has.Name)
	}
	return m.Value
}

// plain is a name by which fields and columns are compared.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

func pointerTo(tokens []string) (pointer string) {
	for _, t := range tokens {
		pointer = ojson.Pointer(pointer, t)
	}
	return pointer
}

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// step is the way from a value into one of its members or items, in jq.
func step(v *ojson.Value, token string) string {
	switch {
	case v.Is(ojson.Array):
		return "[" + token + "]"
	case identifier.MatchString(token):
		return "." + token
	}
	return "[" + string(ojson.NewString(token).Compact()) + "]"
}
