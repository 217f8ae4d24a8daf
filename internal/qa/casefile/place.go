package casefile

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/store"
	"a2aform/internal/tomlfile"
)

// maxFiles bounds how many case files are read at once.
const maxFiles = 10_000

const dirName = "cases"

// DefaultDir is where the cases of a repository are.
var DefaultDir = filepath.Join(store.LocalDir, dirName)

// FindDir returns the [DefaultDir] of a directory, as [store.FindLocal] finds it; "" where there is none.
func FindDir(dir string) (string, error) { return store.FindLocal(dir, dirName) }

// Find returns the case files of paths, in order: a file itself, and all files of a directory that end in
// .toml, at any depth.
func Find(paths []string) (files []string, problems []*tomlfile.Problem) {
	seen := map[string]bool{}
	for _, path := range paths {
		found, err := under(path)
		if err != nil {
			var failed *fs.PathError
			if errors.As(err, &failed) {
				err = failed.Err
			}
			text := "it cannot be read: " + err.Error()
			if strings.Contains(path, "://") {
				text = "this is an address, not a file"
			}
			problems = append(problems, &tomlfile.Problem{Path: path, Text: text})
			continue
		}
		for _, file := range found {
			if !seen[file] {
				files = append(files, file)
			}
			seen[file] = true
		}
		if len(files) > maxFiles {
			return nil, append(problems, &tomlfile.Problem{Path: path, Text: "there are more than 10,000 case files; name fewer"})
		}
	}
	return files, problems
}

func under(path string) (files []string, err error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []string{filepath.Clean(path)}, err
	}
	err = filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != path && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case !entry.IsDir() && filepath.Ext(file) == ".toml" && len(files) <= maxFiles:
			if entry.Type()&fs.ModeSymlink != 0 {
				if err := store.CheckPath(filepath.Join(path, filepath.Base(file)), file); err != nil {
					return fmt.Errorf("%s: %w", file, err)
				}
			}
			files = append(files, file)
		}
		return nil
	})
	return files, err
}

// ReadAll reads case files, and returns the problems of all of them. It is a problem if two files have the same name, or two
// cases the same golden file. A file comes after those whose cases it needs.
func ReadAll(paths []string, o Options) (files []*File, problems []*tomlfile.Problem) {
	names := map[string]string{}
	for _, path := range paths {
		f, wrong := Read(path, o)
		if problems = append(problems, wrong...); f == nil {
			continue
		}
		if other, ok := names[f.Name]; ok {
			problems = append(problems, &tomlfile.Problem{Path: path, Line: 1, Column: 1, Text: "the case " + f.Name + " has the same name as that of " + other})
		}
		names[f.Name] = path
		files = append(files, f)
	}
	files, wrong := inOrder(files)
	return files, slices.Concat(problems, wrong, checkGoldenFiles(files))
}

// All iterates over the cases of files.
func All(files []*File) iter.Seq[*Case] {
	return func(yield func(*Case) bool) {
		for _, f := range files {
			for c := range f.Cases() {
				if !yield(c) {
					return
				}
			}
		}
	}
}

// placeholder matches ${NAME} with a known NAME. Anything else is text.
var placeholder = regexp.MustCompile(`\$\{(row\.[^}]+|var\.[^}]+|capture\.[^}]+|turn\.[1-9][0-9]*\.[^}]+|case|iteration|uuid|now)\}`)

// Cell is the value of a placeholder, most often of a row's column.
type Cell struct {
	Name string
	Text string
	JSON *ojson.Value // nil for text, which takes the type of its field
}

// Values are the values of placeholders by their names; false for one that stays as it is.
type Values func(name string) (Cell, bool)

// use is a placeholder of a file.
type use struct {
	at   *tomlfile.Node
	name string
}

// placeholders records the placeholders of a text.
func (r *reader) placeholders(n *tomlfile.Node, text string) {
	for _, found := range placeholder.FindAllStringSubmatch(text, -1) {
		r.uses = append(r.uses, use{n, found[1]})
	}
}

// columns returns the columns that the file uses.
func (r *reader) columns() (names []string) {
	for _, u := range r.uses {
		if name, ok := strings.CutPrefix(u.name, "row."); ok && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// checkUses reports placeholders without a value.
func (r *reader) checkUses(f *File) {
	for _, u := range r.uses {
		kind, name, _ := strings.Cut(u.name, ".")
		switch kind {
		case "row":
			if f.rows == nil {
				r.Problemf(u.at, "${%s} needs a [table]", u.name)
			}
		case "var":
			r.checkVar(f, u, name)
		}
	}
}

func (r *reader) checkVar(f *File, u use, name string) {
	if f.options.Vars == nil {
		r.Problemf(u.at, "${%s} needs an environment: name one with --env", u.name)
		return
	}
	if _, ok := f.options.Vars[name]; !ok {
		r.Problemf(u.at, "there is no variable %s in the environment %s", name, f.options.Env)
	}
}

// HasPlaceholders reports whether the input has placeholders, whose values differ for each attempt.
func (c *Case) HasPlaceholders() bool {
	has := placeholder.Match(c.Input.Data) || placeholder.MatchString(c.Input.Text)
	return has || slices.ContainsFunc(c.Input.Set, func(s Setting) bool { return placeholder.MatchString(s.Value) })
}

// Fill returns a copy of a case with values in place of its placeholders.
func (c *Case) Fill(values Values) *Case {
	f := filler{values: values}
	filled := *c
	in := &filled.Input
	in.Data = f.data(in.Data, true)
	in.Text = f.text(in.Text)
	in.Set = f.set(in.Set)
	filled.Turns = slices.Clone(c.Turns)
	for i := range filled.Turns {
		filled.Turns[i] = c.Turns[i].Fill(values)
		if e := filled.Turns[i].Expect; e != nil {
			filled.Turns[i].Expect = f.expect(*e)
		}
	}
	filled.Expect = *f.expect(c.Expect)
	return &filled
}

// Fill returns a turn with values in place of the placeholders in what it sends.
func (t Turn) Fill(values Values) Turn {
	f := filler{values: values}
	t.Text, t.Data = f.text(t.Text), f.data(t.Data, t.Do == Message)
	t.Set = f.set(t.Set)
	return t
}

// filler fills in the placeholders of a case.
type filler struct {
	values   Values
	settings []Setting // of fields; each value takes the type of its field
}

// set fills in settings. Those that come from the data come first, because set is over the data.
func (f *filler) set(list []Setting) []Setting {
	all := f.settings
	f.settings = nil
	for _, s := range list {
		all = append(all, Setting{s.Path, f.text(s.Value)})
	}
	return all
}

func (f *filler) expect(e Expect) *Expect {
	if e.Same != nil {
		same := *e.Same
		same.File = f.text(same.File)
		if same.File != e.Same.File {
			same.File = filepath.Clean(same.File) // a value may have separators
		}
		e.Same = &same
	}
	e.Values = slices.Clone(e.Values)
	for i, v := range e.Values {
		if !v.Operand.Is(ojson.String) || !placeholder.MatchString(v.Operand.Text()) {
			continue
		}
		e.Values[i].IsText = true
		e.Values[i].Operand = ojson.NewString(f.text(v.Operand.Text()))
		if c, ok := f.alone(v.Operand.Text()); ok && c.JSON != nil {
			e.Values[i].IsText, e.Values[i].Operand = false, c.JSON
		}
	}
	return &e
}

// text fills in the placeholders of a text.
func (f *filler) text(text string) string {
	return placeholder.ReplaceAllStringFunc(text, func(found string) string {
		if c, ok := f.values(found[2 : len(found)-1]); ok {
			return c.Text
		}
		return found
	})
}

// alone returns the value of a text that consists of one placeholder.
func (f *filler) alone(text string) (Cell, bool) {
	if found := placeholder.FindString(text); found == "" || found != text {
		return Cell{}, false
	}
	return f.values(text[2 : len(text)-1])
}

// data fills in JSON, which is returned as it is where nothing changes.
func (f *filler) data(data []byte, isForm bool) []byte {
	if !placeholder.Match(data) {
		return data
	}
	v, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil { // it was read before
		return data
	}
	return f.json(v, "", isForm).Compact()
}

// json fills in the texts of a value. A text that is a placeholder alone becomes a value of the type that its cell has; one of
// CSV has none, so that of a form is set as `set` does, with the type of its field.
func (f *filler) json(v *ojson.Value, at string, isForm bool) *ojson.Value {
	switch v.Kind() {
	case ojson.Array:
		items := make([]*ojson.Value, 0, v.Len())
		for i, item := range v.Items() {
			items = append(items, f.json(item, ojson.Pointer(at, strconv.Itoa(i)), isForm))
		}
		return ojson.NewArray(items...)
	case ojson.Object:
		members := make([]ojson.Member, 0, v.Len())
		for _, m := range v.Members() {
			members = append(members, ojson.Member{Name: m.Name, Value: f.json(m.Value, ojson.Pointer(at, m.Name), isForm)})
		}
		return ojson.NewObject(members...)
	case ojson.String:
		text := v.Text()
		if !placeholder.MatchString(text) {
			return v
		}
		if c, ok := f.alone(text); ok {
			if c.JSON != nil {
				return c.JSON
			}
			if isForm {
				f.settings = append(f.settings, Setting{at, c.Text})
			}
		}
		return ojson.NewString(f.text(text))
	}
	return v
}
