package casefile

import (
	"cmp"
	"math/big"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/tomlfile"
	"a2aform/internal/run"
	"a2aform/internal/schema"
)

const (
	maxFile        = 1 << 20 // bytes of a case file
	maxRepeat      = 1000
	defaultTimeout = time.Minute
	version        = 1
)

// reader turns the tree of a file into cases.
type reader struct {
	tomlfile.Reader
	options Options
	uses    []use
	roots   *roots
}

// Read reads a case file and the files that it names. There is none where there are problems.
func Read(path string, o Options) (*File, []*tomlfile.Problem) {
	data, problem := tomlfile.ReadFile(path, maxFile, "a case file")
	if problem != nil {
		return nil, []*tomlfile.Problem{problem}
	}
	return Parse(path, data, o)
}

// Parse is [Read] for the text of a file, whose path other files are relative to.
func Parse(path string, data []byte, o Options) (*File, []*tomlfile.Problem) {
	tree, problem := tomlfile.Parse(data)
	if problem != nil {
		problem.Path = path
		return nil, []*tomlfile.Problem{problem}
	}
	r := &reader{Reader: tomlfile.Reader{Path: path}, options: o, roots: newRoots(path, o.AllowFiles)}
	f := r.file(tree)
	if len(r.Problems) > 0 {
		slices.SortStableFunc(r.Problems, func(a, b *tomlfile.Problem) int { return a.Line - b.Line })
		return nil, r.Problems
	}
	return f, nil
}

// file reads a file, and each row of its table once.
func (r *reader) file(n *tomlfile.Node) *File {
	f := &File{Path: r.Path, Count: 1, options: r.options}
	f.base = r.readCase(n)
	f.Name = f.base.Name
	if matrix := n.Get("matrix"); matrix != nil {
		f.matrix = r.combinations(matrix)
	}
	if table := n.Get("table"); table != nil {
		f.rows = r.rowsOf(table)
		if len(r.Problems) == 0 {
			f.Count = r.checkRows(table, f)
		}
	}
	f.Count *= len(f.entries())
	f.same, f.needs = n.Get("expect").Get("same").Get("file"), n.Get("needs")
	for _, u := range r.uses {
		if strings.HasPrefix(u.name, "capture.") {
			f.captured = append(f.captured, u)
		}
	}
	r.checkUses(f)
	r.checkGolden(f)
	return f
}

func (r *reader) readCase(n *tomlfile.Node) *Case {
	c := &Case{
		Path: r.Path, Name: strings.TrimSuffix(filepath.Base(r.Path), filepath.Ext(r.Path)),
		Timeout: defaultTimeout, Repeat: 1, PassRate: big.NewRat(1, 1),
	}
	fileVersion, before := 0, len(r.Problems)
	r.Table(n, "the file", tomlfile.Fields{
		"version": r.Whole(&fileVersion, "version", version, version),
		"name":    r.Text(&c.Name, "name"), "why": r.Text(&c.Why, "why"),
		"agent": r.Text(&c.Agent, "agent"), "skill": r.Text(&c.Skill, "skill"), "schema": r.Text(&c.Schema, "schema"),
		"tags": r.Texts(&c.Tags, "tags"), "timeout": r.Duration(&c.Timeout, "timeout"),
		"repeat": r.Whole(&c.Repeat, "repeat", 1, maxRepeat), "pass-rate": r.rate(&c.PassRate),
		"needs": r.Texts(&c.Needs, "needs"), "capture": func(n *tomlfile.Node) { r.captures(n, c) },
		"skip":  r.Text(&c.Skip, "skip"),
		"input": func(n *tomlfile.Node) { r.input(n, c) }, "expect": func(n *tomlfile.Node) { r.expect(n, &c.Expect) },
		"turn":  func(n *tomlfile.Node) { r.turns(n, c) },
		"table": func(*tomlfile.Node) {}, "matrix": func(*tomlfile.Node) {}, // read by file
	})
	c.lines = linesOf(n)
	switch {
	case len(r.Problems) > before: // already reported
	case n.Get("version") == nil:
		r.Problemf(n, "version = %d is missing", version)
	case n.Get("input") == nil:
		r.Problemf(n, "[input] is missing: it says what is sent")
	case c.Name == "":
		r.Problemf(n.Get("name"), "name is empty; leave it out to use the name of the file")
	case n.Get("skip") != nil && c.Skip == "":
		r.Problemf(n.Get("skip"), "skip says why the case is left out")
	}
	if r.options.Defaults != nil {
		r.options.Defaults.apply(n, c)
	}
	return c
}

func (r *reader) input(n *tomlfile.Node, c *Case) {
	in, before := &c.Input, len(r.Problems)
	r.Table(n, "input", tomlfile.Fields{
		"json": r.data(&in.Data), "json-file": r.dataFile(&in.Data), "text": r.filled(&in.Text, "text"),
		"set": func(n *tomlfile.Node) { r.settings(n, &in.Set) }, "files": r.Texts(&in.Files, "files"),
		"invalid":        r.Truth(&in.Invalid, "invalid"),
		"answer-as":      r.Text(&in.AnswerAs, "answer-as"),
		"answer-in-text": r.Truth(&in.AnswerInText, "answer-in-text"), "skill-hint": r.Truth(&in.SkillHint, "skill-hint"),
	})
	if file, ok := strings.CutPrefix(in.AnswerAs, "@"); ok {
		ref := r.Relative(file)
		path, _ := schema.SplitRef(ref)
		name := strings.TrimPrefix(ref, path) // with its #
		path, _ = r.path(n.Get("answer-as"), "answer-as", strings.TrimSuffix(file, name))
		in.AnswerAs = "@" + path + name
	}
	if in.AnswerAs != "" && len(r.Problems) == before {
		if _, err := run.ParseAnswerAs(in.AnswerAs); err != nil {
			r.Problemf(n.Get("answer-as"), "answer-as: %s", err)
		}
	}
	for i, name := range in.Files {
		if !strings.HasPrefix(name, "https://") && !strings.HasPrefix(name, "http://") {
			in.Files[i], _ = r.path(n.Get("files"), "files", name)
		}
	}
	if n.Kind == tomlfile.Table && len(r.Problems) == before {
		r.checkInput(n, in)
		r.checkRepeated(n, in)
	}
}

// checkInput reports keys that do not go together.
func (r *reader) checkInput(n *tomlfile.Node, in *Input) {
	given := countOf(n, "json", "json-file", "text")
	switch {
	case given > 1:
		r.Problemf(n, "[input] has one of json, json-file and text")
	case given == 0 && len(in.Set) == 0:
		r.Problemf(n, "[input] needs json, json-file or text, or a form that set fills in")
	case n.Get("text") != nil && len(in.Set) > 0:
		r.Problemf(n.Get("set"), "set fills in a form; it does not go with text")
	case n.Get("text") != nil && in.Text == "":
		r.Problemf(n.Get("text"), "text is empty")
	case in.AnswerAs != "" && in.Text == "":
		r.Problemf(n.Get("answer-as"), "answer-as applies to text")
	case in.AnswerInText && in.AnswerAs == "":
		r.Problemf(n.Get("answer-in-text"), "answer-in-text needs answer-as, which says what the answer is to be")
	case in.Invalid && in.Text != "":
		r.Problemf(n.Get("invalid"), "invalid applies to data that has a schema, not to text")
	}
}

// checkRepeated reports members that the data has more than once, unless it is invalid on purpose: which one counts
// would be up to the agent.
func (r *reader) checkRepeated(n *tomlfile.Node, in *Input) {
	if in.Invalid || in.Data == nil {
		return
	}
	v, _ := ojson.Parse(in.Data, ojson.DataLimits) // was parsed before
	for _, path := range v.Repeated() {
		r.Problemf(cmp.Or(n.Get("json"), n.Get("json-file")), "%s is set more than once", path)
	}
}

func countOf(n *tomlfile.Node, names ...string) (count int) {
	for _, name := range names {
		if n.Get(name) != nil {
			count++
		}
	}
	return count
}

// settings reads { "path.of.a.field" = value }.
func (r *reader) settings(n *tomlfile.Node, into *[]Setting) {
	if n.Kind != tomlfile.Table {
		r.Problemf(n, `set is a table of fields, such as { "items.0.amount" = 12 }`)
		return
	}
	for _, m := range flat(n, "") {
		v := tomlfile.Value(m.Value)
		if v == nil {
			r.Problemf(m.Value, "set %s: write it as text in quotes", m.Name)
			continue
		}
		text := string(v.Compact())
		if v.Is(ojson.String) {
			text = v.Text()
		}
		r.placeholders(m.Value, text)
		*into = append(*into, Setting{m.Name, text})
	}
}

// flat are the members of a table, those of the tables in it by dotted names.
func flat(n *tomlfile.Node, prefix string) (list []tomlfile.Member) {
	for _, m := range n.Members {
		m.Name = prefix + m.Name
		if m.Value.Kind == tomlfile.Table && len(m.Value.Members) > 0 {
			list = append(list, flat(m.Value, m.Name+".")...)
			continue
		}
		list = append(list, m)
	}
	return list
}

// data reads JSON in a string.
func (r *reader) data(into *[]byte) func(*tomlfile.Node) {
	return func(n *tomlfile.Node) {
		if n.Kind != tomlfile.String {
			r.Problemf(n, "json is JSON in quotes, such as json = '''{\"a\": 1}'''")
			return
		}
		r.placeholders(n, n.Text)
		if _, err := ojson.Parse([]byte(n.Text), ojson.DataLimits); err != nil {
			r.Problemf(n, "json is not JSON: %s", err)
			return
		}
		*into = []byte(n.Text)
	}
}

// dataFile reads the JSON of a file.
func (r *reader) dataFile(into *[]byte) func(*tomlfile.Node) {
	return func(n *tomlfile.Node) {
		var name string
		if r.Text(&name, "json-file")(n); name == "" {
			return
		}
		path, ok := r.path(n, "json-file", name)
		if !ok {
			return
		}
		data, problem := tomlfile.ReadFile(path, limit.InputBytes.Int(), "the input of a case")
		if problem != nil {
			r.Problemf(n, "json-file %s", problem)
			return
		}
		if _, err := ojson.Parse(data, ojson.DataLimits); err != nil {
			r.Problemf(n, "json-file %s is not JSON: %s", name, err)
			return
		}
		r.placeholders(n, string(data))
		*into = data
	}
}
