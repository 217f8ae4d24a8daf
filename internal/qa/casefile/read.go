package casefile

import (
	"errors"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2/unstable"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
)

const (
	maxFile        = 1 << 20 // bytes of a case file
	maxRepeat      = 1000
	maxRetries     = 10
	defaultTimeout = time.Minute
	version        = 1
)

// Read reads a case file and the files that it names: one case, or one for each row of its table. There are none where there are
// problems.
func Read(path string) ([]*Case, []*Problem) {
	data, problem := readFile(path, maxFile, "a case file")
	if problem != nil {
		return nil, []*Problem{problem}
	}
	return Parse(path, data)
}

// Parse is [Read] for the text of a file, whose path other files are relative to.
func Parse(path string, data []byte) ([]*Case, []*Problem) {
	tree, problem := parseTree(data)
	if problem != nil {
		problem.Path = path
		return nil, []*Problem{problem}
	}
	r := &reader{path: path}
	cases := r.cases(tree)
	if len(r.problems) > 0 {
		slices.SortStableFunc(r.problems, func(a, b *Problem) int { return a.Line - b.Line })
		return nil, r.problems
	}
	return cases, nil
}

// cases are the case of a file, or those of its table.
func (r *reader) cases(n *node) []*Case {
	table := n.get("table")
	if table == nil {
		return []*Case{r.file(n)}
	}
	r.hasRows = true
	rows := r.rowsOf(table)
	c := r.file(n)
	if len(r.problems) > 0 {
		return nil
	}
	return r.expand(table, c, rows)
}

func (r *reader) file(n *node) *Case {
	c := &Case{
		Path: r.path, Name: strings.TrimSuffix(filepath.Base(r.path), filepath.Ext(r.path)),
		Timeout: defaultTimeout, Repeat: 1, PassRate: big.NewRat(1, 1),
	}
	fileVersion, before := 0, len(r.problems)
	r.table(n, "the file", fields{
		"version": r.whole(&fileVersion, "version", version, version),
		"name":    r.text(&c.Name, "name"), "why": r.text(&c.Why, "why"),
		"agent": r.text(&c.Agent, "agent"), "skill": r.text(&c.Skill, "skill"), "schema": r.text(&c.Schema, "schema"),
		"tags": r.texts(&c.Tags, "tags"), "timeout": r.duration(&c.Timeout, "timeout"),
		"repeat": r.whole(&c.Repeat, "repeat", 1, maxRepeat), "pass-rate": r.rate(&c.PassRate), "retries": r.whole(&c.Retries, "retries", 0, maxRetries),
		"skip":  r.text(&c.Skip, "skip"),
		"input": func(n *node) { r.input(n, c) }, "expect": func(n *node) { r.expect(n, &c.Expect) },
		"turn":  func(n *node) { r.turns(n, c) },
		"table": func(*node) {}, // read before
	})
	switch {
	case len(r.problems) > before: // told already
	case n.get("version") == nil:
		r.problemf(n, "version = %d is missing", version)
	case n.get("input") == nil:
		r.problemf(n, "[input] is missing: it says what is sent")
	case c.Name == "":
		r.problemf(n.get("name"), "name is empty; leave it out to use the name of the file")
	case n.get("skip") != nil && c.Skip == "":
		r.problemf(n.get("skip"), "skip says why the case is left out")
	}
	return c
}

func (r *reader) input(n *node, c *Case) {
	in, before := &c.Input, len(r.problems)
	r.table(n, "input", fields{
		"json": r.data(&in.Data), "json-file": r.dataFile(&in.Data), "text": r.placeless(&in.Text, "text"),
		"set": func(n *node) { r.settings(n, &in.Set) }, "files": r.texts(&in.Files, "files"),
		"invalid": r.truth(&in.Invalid, "invalid"), "parts": func(n *node) { r.parts(n, in) },
		"media-type": r.text(&in.MediaType, "media-type"),
	})
	for i, name := range in.Files {
		if !strings.HasPrefix(name, "https://") && !strings.HasPrefix(name, "http://") {
			in.Files[i] = r.relative(name)
		}
	}
	if n.kind == unstable.Table && len(r.problems) == before {
		r.checkInput(n, in)
	}
}

// checkInput refuses keys that do not go together.
func (r *reader) checkInput(n *node, in *Input) {
	given := countOf(n, "json", "json-file", "text")
	switch {
	case given > 1:
		r.problemf(n, "[input] has one of json, json-file and text")
	case given == 0 && len(in.Set) == 0:
		r.problemf(n, "[input] needs json, json-file or text, or a form that set fills in")
	case n.get("text") != nil && len(in.Set) > 0:
		r.problemf(n.get("set"), "set fills in a form; it does not go with text")
	case n.get("text") != nil && in.Text == "":
		r.problemf(n.get("text"), "text is empty")
	case in.MediaType != "" && in.Text != "":
		r.problemf(n.get("media-type"), "media-type is of data; it does not go with text")
	case in.Invalid && in.Text != "":
		r.problemf(n.get("invalid"), "invalid is of data that has a schema; it does not go with text")
	}
}

// parts reads more parts of the message, each an object in JSON.
func (r *reader) parts(n *node, in *Input) {
	var texts []string
	r.texts(&texts, "parts")(n)
	for i, text := range texts {
		r.noPlaceholder(n, text)
		v, err := ojson.Parse([]byte(text), ojson.DataLimits)
		switch {
		case err != nil:
			r.problemf(n, "part %d is not JSON: %s", i+1, err)
		case !v.Is(ojson.Object):
			r.problemf(n, `part %d is an object in JSON, such as {"text": "hello"}`, i+1)
		case strings.Contains(text, "${row."):
			r.problemf(n, "part %d: parts have no placeholders in this version of a2aform", i+1)
		default:
			in.Parts = append(in.Parts, v.Compact())
		}
	}
}

func countOf(n *node, names ...string) (count int) {
	for _, name := range names {
		if n.get(name) != nil {
			count++
		}
	}
	return count
}

// relative is a path that the file names, from the directory of the file.
func (r *reader) relative(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(r.path), filepath.FromSlash(path))
}

// settings reads { "path.of.a.field" = value }.
func (r *reader) settings(n *node, into *[]Setting) {
	if n.kind != unstable.Table {
		r.problemf(n, `set is a table of fields, such as { "items.0.amount" = 12 }`)
		return
	}
	for _, m := range flat(n, "") {
		v := value(m.value)
		if v == nil {
			r.problemf(m.value, "set %s: write it as text in quotes", m.name)
			continue
		}
		text := string(v.Compact())
		if v.Is(ojson.String) {
			text = v.Text()
		}
		r.noPlaceholder(m.value, text)
		*into = append(*into, Setting{m.name, text})
	}
}

// flat are the members of a table, those of the tables in it by dotted names.
func flat(n *node, prefix string) (list []member) {
	for _, m := range n.members {
		m.name = prefix + m.name
		if m.value.kind == unstable.Table && len(m.value.members) > 0 {
			list = append(list, flat(m.value, m.name+".")...)
			continue
		}
		list = append(list, m)
	}
	return list
}

// data reads JSON in a string.
func (r *reader) data(into *[]byte) func(*node) {
	return func(n *node) {
		if n.kind != unstable.String {
			r.problemf(n, "json is JSON in quotes, such as json = '''{\"a\": 1}'''")
			return
		}
		r.noPlaceholder(n, n.text)
		if _, err := ojson.Parse([]byte(n.text), ojson.DataLimits); err != nil {
			r.problemf(n, "json is not JSON: %s", err)
			return
		}
		*into = []byte(n.text)
	}
}

// dataFile reads the JSON of a file.
func (r *reader) dataFile(into *[]byte) func(*node) {
	return func(n *node) {
		var name string
		if r.text(&name, "json-file")(n); name == "" {
			return
		}
		data, problem := readFile(r.relative(name), limit.InputBytes.Int(), "the input of a case")
		if problem != nil {
			r.problemf(n, "json-file %s", problem)
			return
		}
		if _, err := ojson.Parse(data, ojson.DataLimits); err != nil {
			r.problemf(n, "json-file %s is not JSON: %s", name, err)
			return
		}
		*into = data
	}
}

// placeless reads a text that has no placeholder.
func (r *reader) placeless(into *string, name string) func(*node) {
	read := r.text(into, name)
	return func(n *node) {
		read(n)
		r.noPlaceholder(n, n.text)
	}
}

var (
	placeholder      = regexp.MustCompile(`\$\{(row\.|var\.|turn\.|(case|iteration|attempt|uuid|now)\})`)
	otherPlaceholder = regexp.MustCompile(`\$\{(var\.|turn\.|(case|iteration|attempt|uuid|now)\})`)
)

// noPlaceholder refuses what this version does not fill in, so that it is never sent as it stands.
func (r *reader) noPlaceholder(n *node, text string) {
	pattern := placeholder
	if r.hasRows {
		pattern = otherPlaceholder
	}
	if found := pattern.FindString(text); found != "" {
		if found == "${row." {
			r.problemf(n, "${row.…} needs a [table]")
			return
		}
		r.problemf(n, "placeholders such as %s… are not supported by this version of a2aform", strings.TrimSuffix(found, "}"))
	}
}

func (r *reader) turns(n *node, c *Case) {
	for _, item := range r.list(n, "turn") {
		turn, when, do, before := Turn{}, "input-required", "answer", len(r.problems)
		r.table(item, "turn", fields{
			"when": r.text(&when, "when"), "do": r.text(&do, "do"),
			"text": r.placeless(&turn.Text, "text"), "json": r.data(&turn.Data), "json-file": r.dataFile(&turn.Data),
		})
		switch {
		case len(r.problems) > before:
		case when != "input-required":
			r.problemf(item.get("when"), "when is input-required in this version of a2aform")
		case do != "answer":
			r.problemf(item.get("do"), "do is answer in this version of a2aform")
		case countOf(item, "text", "json", "json-file") != 1:
			r.problemf(item, "a turn has one of text, json and json-file")
		}
		if v, err := ojson.Parse(turn.Data, ojson.DataLimits); err == nil {
			turn.Data = v.Compact()
		}
		c.Turns = append(c.Turns, turn)
	}
}

// list are the tables of an array.
func (r *reader) list(n *node, name string) []*node {
	if n.kind != unstable.Array {
		r.problemf(n, "write each %s as a table: [[%s]]", name, name)
		return nil
	}
	return n.items
}

// readFile reads a regular file of at most maxBytes.
func readFile(path string, maxBytes int, what string) ([]byte, *Problem) {
	f, err := os.Open(path) //nolint:gosec // the user names the file, or a case that the user runs
	if err != nil {
		var failed *os.PathError
		if errors.As(err, &failed) {
			err = failed.Err
		}
		return nil, &Problem{Path: path, Text: "it cannot be read: " + err.Error()}
	}
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, &Problem{Path: path, Text: "it is not a file of data"}
	}
	data, err := io.ReadAll(io.LimitReader(f, int64(maxBytes)+1))
	switch {
	case err != nil:
		return nil, &Problem{Path: path, Text: "it cannot be read"}
	case len(data) > maxBytes:
		return nil, &Problem{Path: path, Text: what + " may have " + limit.Size(maxBytes).String()}
	}
	return data, nil
}
