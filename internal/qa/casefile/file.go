package casefile

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/maphash"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/fileschema"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
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

// hashed matches a name that ends as those do that [FileName] changed.
var hashed = regexp.MustCompile(`-[0-9a-f]{8}$`)

// FileName returns a name without an extension for a file about a case of that name. Letters of
// all scripts stay. A name that had to change ends with a short hash, so that different names
// have different files.
func FileName(name string) string {
	base := safe.FileName(safe.Text(name), "case", "")
	if base == name && !hashed.MatchString(name) {
		return base
	}
	sum := sha256.Sum256([]byte(name))
	return base + "-" + hex.EncodeToString(sum[:4])
}

// roots are the directories whose files a case file may name: a case file may come with a repository, and must not send or
// replace other files of the user.
type roots struct {
	repository string   // as people name it
	resolved   []string // without symbolic links: the repository and the directories of the user
	below      map[string]error
}

// newRoots returns the roots of a case file.
func newRoots(path string, allowed []string) *roots {
	r := &roots{repository: store.RepositoryOf(path), below: map[string]error{}}
	for _, dir := range append([]string{r.repository}, allowed...) {
		if target, err := store.Resolve(dir); err == nil {
			r.resolved = append(r.resolved, target)
		}
	}
	return r
}

// check says why a case file may not name a path; nil where it may. It remembers directories, because a table has many paths.
func (r *roots) check(path string) error {
	switch info, err := os.Lstat(path); {
	case err == nil && info.Mode()&fs.ModeSymlink != 0:
		return r.checkOne(path)
	case err == nil && !info.Mode().IsRegular():
		return runfile.ErrNotRegular
	}
	dir := filepath.Dir(path)
	err, known := r.below[dir]
	if !known {
		err = r.checkOne(dir)
		r.below[dir] = err
	}
	return err
}

func (r *roots) checkOne(path string) error {
	target, err := store.Resolve(path)
	if err != nil {
		return err
	}
	if info, err := os.Stat(target); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return runfile.ErrNotRegular
	}
	for _, root := range r.resolved {
		if store.IsBelow(root, target) {
			return nil
		}
	}
	return fmt.Errorf("it is not below %s, where the files of this case must be; allow its directory with --allow-files DIR", r.repository)
}

// path returns a path that the file names, from the directory of the file. One that the file may not name is a problem.
func (r *reader) path(n *tomlfile.Node, key, name string) (path string, ok bool) {
	path = filepath.Clean(r.Relative(name))
	if r.options.AnyFiles {
		return path, true
	}
	if err := r.roots.check(path); err != nil {
		r.Problemf(n, "%s %s: %s", key, name, err)
		return path, false
	}
	return path, true
}

// checkGolden reports the first case whose golden file the file may not name.
func (r *reader) checkGolden(f *File) {
	if f.same == nil || r.options.AnyFiles || len(r.Problems) > 0 {
		return
	}
	for c := range f.Cases() {
		if err := r.roots.check(c.Expect.Same.File); err != nil {
			r.Problemf(f.same, "file %s: %s", c.Expect.Same.File, err)
			return
		}
	}
}

// linesOf are the lines of the expectations of a case: by the key of each, for values by the key and the place, for queries by the
// key and the expression.
func linesOf(n *tomlfile.Node) map[string]int {
	lines := map[string]int{}
	expect := n.Get("expect")
	if expect == nil {
		return lines
	}
	for _, m := range expect.Members {
		lines[m.Name] = m.Line
		for _, item := range m.Value.Items {
			for _, name := range []string{"at", "jq"} {
				if place := item.Get(name); place != nil {
					lines[m.Name+" "+place.Text] = place.Line
				}
			}
		}
	}
	return lines
}

// LineOf is the line of an expectation in the file of the case: that of a key and, for values and queries, of a place or an expression.
// It is 1 where the file does not say what is expected, or is another one, such as that of a suite.
func (c *Case) LineOf(key, place string) int {
	for _, name := range []string{key + " " + place, key} {
		if line := c.lines[name]; line > 0 {
			return line
		}
	}
	return 1
}
