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
	tokens := ojson.Tokens(raw(fed.Pointer))
	part := output.At(raw(fed.Pointer))
	if err != nil || !part.Exists() {
		return
	}
	f := flow{from: from}
	path := ".data"
	for i, t := range tokens {
		path += step(output.At(pointerTo(tokens[:i])), t)
	}
	switch {
	case part.Is(ojson.Array) && len(fed.Rows) > 0:
		for _, row := range fed.Rows {
			f.rows = append(f.rows, source{fmt.Sprintf("%s[%d]", path, row-1), part.Index(row - 1)})
		}
	case part.Is(ojson.Object):
		f.rows = []source{{path, part}}
	case len(tokens) > 0: // a single value goes by its name
		f.single = true
		f.rows = []source{{path, ojson.NewObject(ojson.Member{Name: tokens[len(tokens)-1], Value: part})}}
	}
	if data := f.replace(sent, 0).Compact(); !bytes.Equal(data, sent.Compact()) {
		to.Input.Data = data
	}
}

// flow replaces the values of an input that are from an output.
type flow struct {
	from   *casefile.Case
	rows   []source
	single bool // the only value is at the path itself
}

// source is an object of the output, and the jq path to it.
type source struct {
	path  string
	value *ojson.Value
}

// replace puts captured values in place of those of the row at an index. The items of a list are of the rows, one each.
func (f *flow) replace(v *ojson.Value, row int) *ojson.Value {
	switch {
	case v.Is(ojson.Object):
		var members []ojson.Member
		for _, m := range v.Members() {
			switch {
			case m.Value.Is(ojson.Object), m.Value.Is(ojson.Array) && m.Value.Len() == len(f.rows):
				m.Value = f.replace(m.Value, row)
			default:
				m.Value = f.captured(m, row)
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

// captured is the placeholder of a member that the row has, too, with the same value; else its value.
func (f *flow) captured(m ojson.Member, row int) *ojson.Value {
	if row >= len(f.rows) || m.Value.Is(ojson.Null) || m.Value.Is(ojson.Array) {
		return m.Value
	}
	r := f.rows[row]
	for _, has := range r.value.Members() {
		if plain(has.Name) == "" || plain(has.Name) != plain(m.Name) || !bytes.Equal(has.Value.Compact(), m.Value.Compact()) {
			continue
		}
		jq := r.path
		if !f.single {
			jq += step(r.value, has.Name)
		}
		name := plain(m.Name)
		if row > 0 {
			name += fmt.Sprintf("_%d", row+1)
		}
		if !slices.ContainsFunc(f.from.Captures, func(c casefile.Capture) bool { return c.Name == name }) {
			f.from.Captures = append(f.from.Captures, casefile.Capture{Name: name, JQ: jq})
		}
		return ojson.NewString("${capture." + name + "}")
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
