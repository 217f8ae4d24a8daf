package casefile

import (
	"errors"
	"fmt"
	"hash/maphash"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/fileschema"
	"a2aform/internal/safe"
	"a2aform/internal/tomlfile"
)

// Options are the values for a case file that come from outside of it.
type Options struct {
	Env      string            // the environment that cases run in; "" for none
	Vars     map[string]string // the variables of it; nil for no environment
	Defaults *Defaults         // nil for none
	// AllowFiles are directories whose files a case file may name, besides those of its repository.
	AllowFiles []string
	AnyFiles   bool // it may name any file, because the user wrote it
}

// File is a case file. It has one case, or one for each row of its table and each entry of its matrix. [File.Cases] makes
// them one by one, because a table can be larger than memory.
type File struct {
	Path  string
	Name  string
	Count int // of the cases, at least 1
	// Unused are the columns of its table that no case uses, in the order of the first row.
	Unused []string

	options Options
	base    *Case
	rows    rows // nil for no table
	matrix  []Entry
	same    *tomlfile.Node // the name of the golden file; nil for none

	needs    *tomlfile.Node // the key; nil for none
	captured []use          // placeholders of what other cases capture
}

// entries returns the entries of the matrix, or an empty one.
func (f *File) entries() []Entry {
	if f.matrix != nil {
		return f.matrix
	}
	return []Entry{{}}
}

// Cases iterates over the cases of a file in the order of its rows, and for each row in the order of the matrix. A row that can
// no longer be read is a case with a [Case.Problem].
func (f *File) Cases() iter.Seq[*Case] {
	return func(yield func(*Case) bool) {
		if f.rows == nil {
			f.eachEntry(nil, f.base, yield)
			return
		}
		n, names := 0, newNames()
		for w, err := range f.rows {
			n++
			c := *f.base
			c.Row, c.Cells = n, w
			if err != nil {
				c.Name, c.Problem = fmt.Sprintf("%s [%d]", c.Name, n), err
				yield(&c)
				return
			}
			c.Name = names.unique(c.Name, w.label(), n)
			if !f.eachEntry(w, c.with(w), yield) {
				return
			}
		}
	}
}

// eachEntry yields a case for each entry of the matrix.
func (f *File) eachEntry(w row, c *Case, yield func(*Case) bool) bool {
	for _, e := range f.entries() {
		filled := *c
		filled.Entry = e
		if label := e.label(); label != "" {
			filled.Name += " " + label
		}
		if !yield(filled.Fill(func(name string) (Cell, bool) {
			kind, key, _ := strings.Cut(name, ".")
			switch kind {
			case "row":
				return w.get(key)
			case "var":
				text, ok := f.options.Vars[key]
				return Cell{Text: text}, ok
			case "case":
				return Cell{Text: FileName(filled.Name)}, true
			}
			return Cell{}, false
		})) {
			return false
		}
	}
	return true
}

// with returns a copy of a case with the settings of a row: the columns set:FIELD, skip, expect.state and expect.value:PLACE.
func (c *Case) with(w row) *Case {
	changed := *c
	for _, cell := range w {
		if path, ok := strings.CutPrefix(cell.Name, "set:"); ok && cell.Text != "" {
			changed.Input.Set = append(slices.Clip(changed.Input.Set), Setting{path, cell.Text})
		}
		if place, ok := strings.CutPrefix(cell.Name, valueColumn); ok && cell.Text != "" {
			v := Value{At: place, Relation: Is, Operand: ojson.NewString("${row." + cell.Name + "}")} // takes the type of the cell
			changed.Expect.Values = append(slices.Clip(changed.Expect.Values), v)
		}
	}
	if skip, _ := w.get("skip"); skip.Text != "" {
		changed.Skip = skip.Text
	}
	if state, _ := w.get("expect.state"); state.Text != "" {
		changed.Expect.States = []string{state.Text}
	}
	return &changed
}

// checkRows reads all rows once, and counts them.
func (r *reader) checkRows(n *tomlfile.Node, f *File) (count int) {
	columns := r.columns()
	for w, err := range f.rows {
		if count++; err != nil {
			file := n.Get("file")
			r.Problemf(file, "file %s: %s", file.Text, err)
			return count
		}
		if count > maxRows {
			r.Problemf(n, "the table has more than 1,000,000 rows")
			return count
		}
		for _, name := range columns {
			if _, ok := w.get(name); !ok {
				r.Problemf(n, "row %d: there is no column %s; there are %s", count, name, w.names())
				return count
			}
		}
		if problem := w.columnProblem(columns); problem != "" {
			r.Problemf(n, "row %d: %s", count, problem)
			return count
		}
		if count == 1 {
			f.Unused = w.unused(columns)
		}
		if state, _ := w.get("expect.state"); state.Text != "" && !slices.Contains(fileschema.ExpectedStates, state.Text) {
			r.Problemf(n, "row %d: expect.state %s is not known: use %s", count, state.Text, strings.Join(fileschema.ExpectedStates, ", "))
			return count
		}
	}
	if count == 0 {
		r.Problemf(n, "the table has no rows")
	}
	return count
}

// valueColumn begins the name of a column whose cells are expected at a place of the verdict document.
const valueColumn = "expect.value:"

// names are the names of the columns, for a message.
func (w row) names() string {
	list := make([]string, len(w))
	for i, c := range w {
		list[i] = safe.Text(c.Name).Line(60).String()
	}
	return strings.Join(list, ", ")
}

// keysOfTable says which columns are keys.
const keysOfTable = "the keys of a table are set:FIELD, expect.state, expect.value:PLACE, name and skip"

// isKey reports whether a column is a key.
func isKey(name string) bool {
	field, sets := strings.CutPrefix(name, "set:")
	return sets && field != "" || strings.HasPrefix(name, valueColumn) || name == "expect.state" || name == "name" || name == "skip"
}

// IsField reports whether a column can be the name of a field: it neither is a key nor looks like one.
func IsField(name string) bool { return name != "" && !isKey(name) && !looksLikeKey(name) }

// unused are the columns that are no key, and that the file does not use.
func (w row) unused(used []string) (names []string) {
	for _, c := range w {
		if c.Name != "" && !isKey(c.Name) && !slices.Contains(used, c.Name) {
			names = append(names, c.Name)
		}
	}
	return names
}

// columnProblem says which column cannot be used, "" where all can: one that comes twice, or one that looks like a key and is none.
// Used are the columns that the file names.
func (w row) columnProblem(used []string) string {
	for i, c := range w {
		name := safe.Text(c.Name).Line(60).String()
		place, isValue := strings.CutPrefix(c.Name, valueColumn)
		switch {
		case c.Name == "" && c.Text != "":
			return fmt.Sprintf("column %d has no name", i+1)
		case slices.ContainsFunc(w[:i], func(before Cell) bool { return before.Name == c.Name && c.Name != "" }):
			return "the column " + name + " comes twice"
		case isValue && place != "" && !strings.HasPrefix(place, "/"):
			return "the column " + name + " has no place: a JSON Pointer into the verdict document, such as expect.value:/data/total"
		case !isKey(c.Name) && !slices.Contains(used, c.Name) && looksLikeKey(c.Name):
			return "the column " + name + " is no key: " + keysOfTable
		}
	}
	return ""
}

// looksLikeKey reports whether whoever wrote the name of a column meant a key: it is one but for spaces, letter case or a letter, or it
// is a place.
func looksLikeKey(name string) bool {
	plain := strings.ToLower(strings.TrimSpace(name))
	if isKey(plain) && plain != "name" && plain != "skip" || strings.Contains(plain, ":/") || strings.HasPrefix(plain, "/") {
		return true
	}
	word, rest := plain, ""
	if end := strings.IndexFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 {
		word, rest = plain[:end], plain[end:]
	}
	switch {
	case strings.HasPrefix(word, "expect"):
		return true
	case strings.HasPrefix(rest, "."):
		return word == "input" || strings.HasPrefix(word, "ex") && safe.Nearest(word, []string{"expect"}) != ""
	}
	return strings.HasPrefix(rest, ":") && safe.Nearest(word, []string{"expect", "set", "input"}) != ""
}

// names makes the names of rows unique. It keeps a hash of each name.
type names struct {
	seed maphash.Seed
	seen map[uint64]bool
}

func newNames() *names { return &names{maphash.MakeSeed(), map[uint64]bool{}} }

func (n *names) unique(name, label string, row int) string {
	full := name + " [" + label + "]"
	if hash := maphash.String(n.seed, full); n.seen[hash] {
		full = name + " [" + strconv.Itoa(row) + ": " + label + "]"
	} else {
		n.seen[hash] = true
	}
	return full
}

var errNoCase = errors.New("the file has no case")

// First is the first case of a file.
func (f *File) First() *Case {
	for c := range f.Cases() {
		return c
	}
	return &Case{Path: f.Path, Name: f.Name, Problem: errNoCase}
}
