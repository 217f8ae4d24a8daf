package casefile

import (
	"cmp"
	"math/big"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/fileschema"
	"a2aform/internal/run"
	"a2aform/internal/schema"
	"a2aform/internal/store"
	"a2aform/internal/tomlfile"
)

const (
	maxFile        = 1 << 20 // bytes of a case file
	defaultTimeout = time.Minute
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
	data, problem := store.ReadText(path, maxFile, "a case file")
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
	var from fileschema.Case
	if !fileschema.CaseFormat.Decode(&r.Reader, n, &from) {
		return nil
	}
	f := &File{Path: r.Path, Count: 1, options: r.options}
	f.base = r.readCase(n, &from)
	f.Name = f.base.Name
	f.matrix = r.combinations(n.Get("matrix"))
	if table := n.Get("table"); table != nil {
		f.rows = r.rowsOf(table, from.Table)
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

func (r *reader) readCase(n *tomlfile.Node, from *fileschema.Case) *Case {
	c := &Case{
		Path: r.Path, Name: cmp.Or(from.Name, strings.TrimSuffix(filepath.Base(r.Path), filepath.Ext(r.Path))),
		Why: from.Why, Agent: from.Agent, Skill: from.Skill, Schema: from.Schema, Tags: from.Tags, Needs: from.Needs, Skip: from.Skip,
		Timeout: cmp.Or(time.Duration(from.Timeout), defaultTimeout), Repeat: cmp.Or(from.Repeat, 1), PassRate: big.NewRat(1, 1),
		Expect: r.expect(n.Get("expect"), from.Expect), lines: linesOf(n),
	}
	if rate := n.Get("pass-rate"); rate != nil {
		c.PassRate = tomlfile.Number(rate)
	}
	r.captures(n.Get("capture"), c)
	r.input(n.Get("input"), &from.Input, c)
	r.turns(n.Get("turn"), from.Turns, c)
	if r.options.Defaults != nil {
		r.options.Defaults.apply(n, c)
	}
	return c
}

func (r *reader) input(n *tomlfile.Node, from *fileschema.Input, c *Case) {
	in, before := &c.Input, len(r.Problems)
	*in = Input{
		Data: r.content(n, from.JSON, from.JSONFile), Text: from.Text, Set: r.settings(n.Get("set")), Files: from.Files,
		Invalid: from.Invalid, AnswerAs: from.AnswerAs, AnswerInText: from.InText, SkillHint: from.SkillHint,
	}
	r.placeholders(n.Get("text"), in.Text)
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
	if len(r.Problems) == before {
		r.checkInput(n, in)
		r.checkRepeated(n, in)
	}
}

// checkInput reports keys that do not go together.
func (r *reader) checkInput(n *tomlfile.Node, in *Input) {
	content := given(n, "json", "json-file", "text")
	switch {
	case content > 1:
		r.Problemf(n, "[input] has one of json, json-file and text")
	case content == 0 && len(in.Set) == 0:
		r.Problemf(n, "[input] needs json, json-file or text, or a form that set fills in")
	case n.Get("text") != nil && len(in.Set) > 0:
		r.Problemf(n.Get("set"), "set fills in a form; it does not go with text")
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

func given(n *tomlfile.Node, names ...string) (count int) {
	for _, name := range names {
		if n.Get(name) != nil {
			count++
		}
	}
	return count
}

// settings reads { "path.of.a.field" = value }.
func (r *reader) settings(n *tomlfile.Node) (list []Setting) {
	for _, m := range flat(n, "") {
		v := tomlfile.Value(m.Value)
		text := string(v.Compact())
		if v.Is(ojson.String) {
			text = v.Text()
		}
		r.placeholders(m.Value, text)
		list = append(list, Setting{m.Name, text})
	}
	return list
}

// flat are the members of a table, those of the tables in it by dotted names.
func flat(n *tomlfile.Node, prefix string) (list []tomlfile.Member) {
	if n == nil {
		return nil
	}
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

// content is the JSON of the keys json and json-file, nil for none.
func (r *reader) content(n *tomlfile.Node, text, file string) []byte {
	if at := n.Get("json"); at != nil {
		return r.data(at, text)
	}
	if at := n.Get("json-file"); at != nil {
		return r.dataFile(at, file)
	}
	return nil
}

func (r *reader) data(n *tomlfile.Node, text string) []byte {
	r.placeholders(n, text)
	if _, err := ojson.Parse([]byte(text), ojson.DataLimits); err != nil {
		r.Problemf(n, "json is not JSON: %s", err)
		return nil
	}
	return []byte(text)
}

// dataFile reads the JSON of a file.
func (r *reader) dataFile(n *tomlfile.Node, name string) []byte {
	path, ok := r.path(n, "json-file", name)
	if !ok {
		return nil
	}
	data, problem := store.ReadText(path, limit.InputBytes.Int(), "the input of a case")
	if problem != nil {
		r.Problemf(n, "json-file %s", problem)
		return nil
	}
	if _, err := ojson.Parse(data, ojson.DataLimits); err != nil {
		r.Problemf(n, "json-file %s is not JSON: %s", name, err)
		return nil
	}
	r.placeholders(n, string(data))
	return data
}

func (r *reader) turns(n *tomlfile.Node, from []fileschema.Turn, c *Case) {
	for i := range from {
		r.checkEarlier(n.Items[i], i)
		c.Turns = append(c.Turns, r.turn(n.Items[i], &from[i]))
	}
}

func (r *reader) turn(n *tomlfile.Node, from *fileschema.Turn) Turn {
	before := len(r.Problems)
	t := Turn{
		When: cmp.Or(string(from.When), "input-required"), Do: cmp.Or(Action(from.Do), Answer),
		Text: from.Text, Data: r.content(n, from.JSON, from.JSONFile), Set: r.settings(n.Get("set")),
	}
	r.placeholders(n.Get("text"), t.Text)
	if from.Expect != nil {
		expect := r.expect(n.Get("expect"), from.Expect)
		t.Expect = &expect
		r.checkTurnExpect(n.Get("expect"))
	}
	if len(r.Problems) == before {
		r.checkContent(n, &t)
	}
	if v, err := ojson.Parse(t.Data, ojson.DataLimits); err == nil {
		t.Data = v.Compact()
	}
	return t
}

// checkContent reports keys that do not go with the action of a turn.
func (r *reader) checkContent(n *tomlfile.Node, t *Turn) {
	content, isForm := given(n, "text", "json", "json-file"), t.Set != nil
	switch t.Do {
	case Answer:
		if content != 1 || isForm {
			r.Problemf(n, "an answer has one of text, json and json-file")
		}
	case Message:
		if content > 1 || content == 0 && !isForm {
			r.Problemf(n, "a message has one of text, json and json-file, or a form that set fills in")
		}
	case Cancel:
		if content > 0 || isForm {
			r.Problemf(n, "%s sends nothing: it has no text, json, json-file and set", t.Do)
		}
	}
}

// checkTurnExpect reports expectations that apply only to the end of a run.
func (r *reader) checkTurnExpect(n *tomlfile.Node) {
	for _, name := range []string{"settled", "same", "run"} {
		if at := n.Get(name); at != nil {
			r.Problemf(at, "move %s to [expect]: it describes the end of the run", name)
		}
	}
}

// checkEarlier reports each ${turn.N.…} that is not one of the n earlier turns.
func (r *reader) checkEarlier(item *tomlfile.Node, n int) {
	before := len(r.uses)
	defer func() { r.uses = r.uses[:before] }()
	for _, m := range item.Members {
		r.placeholders(m.Value, textOf(m.Value))
	}
	for _, u := range r.uses[before:] {
		rest, ok := strings.CutPrefix(u.name, "turn.")
		number, _, _ := strings.Cut(rest, ".")
		if i, err := strconv.Atoi(number); ok && (err != nil || i > n) {
			r.Problemf(u.at, "${%s}: this is turn %d, so only turns before it have an answer", u.name, n+1)
		}
	}
}

// textOf is all text of a value.
func textOf(n *tomlfile.Node) string {
	var list []string
	for _, m := range n.Members {
		list = append(list, textOf(m.Value))
	}
	for _, item := range n.Items {
		list = append(list, textOf(item))
	}
	return strings.Join(slices.Concat([]string{n.Text}, list), "\n")
}
