package render

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"a2aform/internal/jsonindex"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render/table"
	"a2aform/render/value"
)

const (
	// validateLimit is up to how many bytes a list is decoded and validated as a whole;
	// of a larger one each row is when it is shown.
	validateLimit = 1 << 20

	// earlyLimit is up to how many bytes data is validated before it is shown at all.
	earlyLimit = 64 << 10
)

// content is what one data part contains, read once.
type content struct {
	schema      Schema
	source      value.Source
	loc         schema.Location
	value       *ojson.Value // nil for a large list and for what cannot be read
	data        []byte
	index       *jsonindex.Index // of a large list
	listKey     string           // the one member of an object that is nothing but a list
	marks       value.Problems
	pending     *validation // of what is still to be validated; nil for the rest
	unvalidated bool        // too large for that; large lists are validated row by row
	inText      bool        // it is a table in a text
	reshaped    string      // how its rows came in another shape; "" where they did not
	err         error       // why it cannot be read; safe to show
}

// identity says whether a part was read before: the same bytes in memory under
// the same tag. The content contains the bytes, so their address is not used again.
type identity struct {
	first *byte
	size  int
	text  safe.Raw
	tag   safe.Raw
}

func (b *Builder) readOnce(p Part, kept map[identity]*content) *content {
	id := identity{size: len(p.Data), tag: p.Tag, text: p.Text}
	if p.Kind == DataPart && len(p.Data) > 0 {
		id.first = &p.Data[0]
	}
	c, ok := kept[id]
	if !ok {
		c = b.readPart(p)
	}
	c.validate(b.isEarly && p.Kind == DataPart)
	b.read[id] = c
	return c
}

func (b *Builder) readPart(p Part) *content {
	c := &content{schema: b.resolve.Of(p), data: p.Data}
	c.resolveSchema()
	if c.readLarge() {
		return c
	}
	c.value, c.err = ojson.Parse(p.Data, ojson.DataLimits)
	if c.err != nil {
		return c
	}
	c.reshaped = p.Told
	if c.source == value.NoSchema {
		rows, how := asRows(c.value)
		c.value, c.reshaped = rows, cmp.Or(how, p.Told)
	}
	if c.unvalidated = len(p.Data) > limit.ValidateBytes.Int(); !c.unvalidated && c.source == value.Declared {
		c.pending = newValidation(c.schema.Document, c.value)
	}
	c.findListKey()
	return c
}

// validate takes what the validation finds. For an early document one that takes long is not waited for.
func (c *content) validate(isEarly bool) {
	if c.pending != nil && (!isEarly || len(c.data) <= earlyLimit || c.pending.isDone.Load()) {
		c.marks, c.pending = c.pending.problems(), nil
	}
}

// validation is that of a value by its schema. Any goroutine may do it, while others read the value.
type validation struct {
	problems func() value.Problems // validates once
	isDone   atomic.Bool
}

func newValidation(d *schema.Document, v *ojson.Value) *validation {
	w := &validation{}
	w.problems = sync.OnceValue(func() value.Problems {
		problems := value.NewProblems(problemsOf(d, v))
		w.isDone.Store(true)
		return problems
	})
	return w
}

// findListKey finds the one member of an object that is nothing but a list.
func (c *content) findListKey() {
	if c.value.Is(ojson.Object) && c.value.Len() == 1 {
		if m := c.value.Members()[0]; m.Value.Is(ojson.Array) && !value.AllScalar(m.Value.Items()) {
			c.listKey = m.Name
		}
	}
}

// resolveSchema finds by which schema the part is shown, if by any.
func (c *content) resolveSchema() {
	switch {
	case c.schema.Document == nil && c.schema.Name.IsEmpty():
		c.source = value.NoSchema
	case c.schema.Document == nil && c.schema.Reason == "":
		c.source = value.Undeclared
	case c.schema.Document == nil:
		c.source = value.Unusable
	default:
		c.source = value.Declared
		if err := c.schema.Document.Compile(); err != nil {
			c.source, c.schema.Reason = value.Unusable, err.Error()
		}
		c.loc = c.schema.Document.Root()
	}
}

// readLarge finds the rows of a list that is too large to be decoded at once;
// not ok for anything else.
func (c *content) readLarge() (ok bool) {
	if len(c.data) <= validateLimit || len(c.data) > limit.DataBytes.Int() {
		return false
	}
	index := jsonindex.New(c.data)
	if index.Shape() != jsonindex.Array {
		return false
	}
	if index.Build(context.Background()); !index.IsJSON() {
		_, c.err = ojson.Parse(c.data, ojson.DataLimits)
		return true
	}
	if index.HasRest() {
		return false
	}
	c.index, c.listKey = index, index.ListKey()
	return true
}

// isList reports whether the part is rows: an array, or an object that is
// nothing but a list of objects, as protocols send it whose data parts must be
// objects (A2A 0.3, seed 000 §2).
func (c *content) isList() bool {
	return c.err == nil && (c.index != nil || c.value.Is(ojson.Array) || c.listKey != "")
}

// isRow reports whether the part is an object of values alone, as a row of a table is.
func (c *content) isRow() bool {
	return c.err == nil && c.value.Is(ojson.Object) && c.value.Len() > 1 && !table.IsMap(c.value, c.loc) &&
		!slices.ContainsFunc(c.value.Members(), func(m ojson.Member) bool { return m.Value.Is(ojson.Object) || m.Value.Is(ojson.Array) })
}

// continues reports whether the part belongs into the table that begins with first: another list, or a row whose
// members have the same names.
func (c *content) continues(first *content) bool {
	if first.isList() {
		return c.isList() && c.listKey == first.listKey
	}
	return !c.isList() && c.isRow() && c.value.Len() == first.value.Len() &&
		!slices.ContainsFunc(c.value.Members(), func(m ojson.Member) bool { return !first.value.Get(m.Name).Exists() })
}

// addTo appends the rows of a list, or a row, to a grid.
func (c *content) addTo(g *table.Table) {
	switch {
	case !c.isList():
		g.AddRow(c.value, c.marks)
	case c.index != nil:
		g.AddIndexed(c.index, c.listed().Item, c.loc)
	case c.listKey != "":
		g.AddMember(c.value, c.loc, c.listKey, c.marks)
	default:
		g.AddItems(c.value.Items(), c.marks)
	}
}

func (c *content) head() value.Head {
	return value.Head{
		Title: c.loc.Title().Line(0).String(), Description: c.loc.Description(), Schema: c.schema.Name, Source: c.source,
		Problems: c.marks, Unvalidated: c.unvalidated, Pending: c.pending != nil, Data: true, Asked: c.schema.Asked != nil, InText: c.inText, IsOurs: c.schema.IsOurs,
		Partly: c.source == value.Declared && len(c.schema.Document.Notices()) > 0,
	}
}

// groupBlocks show parts that belong together, what must be known first.
func groupBlocks(group []*content) []Block {
	first := group[0]
	blocks := first.notices()
	switch {
	case first.err != nil:
		var over *ojson.LimitError
		text := "this data cannot be read: "
		if errors.As(first.err, &over) && over.IsNumber() {
			text = "this data is shown as it came and was not checked: "
		}
		notice := &Notice{Text: text + first.err.Error(), Bad: true}
		return append(blocks, notice, &JSON{first.head(), first.data})
	case first.isList():
		return append(blocks, listBlock(group))
	case len(group) > 1:
		return append(blocks, rowsBlock(group))
	}
	return append(blocks, valueBlocks(first.value, first.loc, first.marks, first.head())...)
}

func listBlock(group []*content) Block {
	first := group[0]
	head, loc := first.head(), first.loc
	head.Problems, head.Unvalidated = nil, false
	if first.listKey != "" {
		loc = first.listed()
		head.Title = value.Label(loc.Title(), first.listKey).String()
	}
	head.Pending = isPending(group)
	g := table.New(head, loc)
	for _, c := range group {
		c.addTo(g)
	}
	return g.Finish()
}

// rowsBlock is the table of parts that are a row each.
func rowsBlock(group []*content) Block {
	head := group[0].head()
	head.Problems, head.Unvalidated, head.Pending = nil, false, isPending(group)
	g := table.NewLines(head, group[0].loc)
	for _, c := range group {
		c.addTo(g)
	}
	return g.Finish()
}

func isPending(group []*content) bool {
	return slices.ContainsFunc(group, func(c *content) bool { return c.pending != nil })
}

// valueBlocks show any value by its shape.
func valueBlocks(v *ojson.Value, loc schema.Location, m value.Problems, head value.Head) []Block {
	loc, head.Variant = value.Resolve(loc, v)
	switch {
	case table.IsMap(v, loc):
		head.Problems = nil
		return []Block{table.NewMap(head, loc, v, m).Finish()}
	case v.Is(ojson.Object):
		return objectBlocks(v, loc, m, head)
	case v.Is(ojson.Array):
		head.Problems = nil
		g := table.New(head, loc)
		g.AddItems(v.Items(), m)
		return []Block{g.Finish()}
	}
	return scalarBlocks(v, loc, m, head)
}

// notices are what a reader must know of the schema.
func (c *content) notices() []Block {
	name := c.schema.Name.Line(0).String()
	switch c.source {
	case value.Undeclared:
		return []Block{&Notice{Text: "the card declares no schema " + strconv.Quote(name) + "; names and order are those of the data, and nothing is checked", Bad: true}}
	case value.Unusable:
		return []Block{&Notice{Text: "the schema " + strconv.Quote(name) + " cannot be used: " + c.schema.Reason + "; nothing is checked", Bad: true}}
	case value.NoSchema:
		if c.reshaped != "" {
			return []Block{&Notice{Text: c.reshaped}}
		}
		return nil
	}
	var blocks []Block
	if c.reshaped != "" {
		blocks = append(blocks, &Notice{Text: c.reshaped})
	}
	for _, n := range c.schema.Document.Notices() {
		blocks = append(blocks, &Notice{Text: n.Text})
	}
	return blocks
}

// Artifact is one result or message: a heading and its parts in order.
type Artifact struct {
	ID, Name, Description safe.Raw
	Parts                 []Part
}

// PartKind says which fields of a [Part] count.
type PartKind uint8

// The kinds of parts. UnknownPart is shown as the JSON it came in.
const (
	TextPart PartKind = iota
	DataPart
	FilePart
	UnknownPart
	AsidePart    // a thought or a call of a tool, which is no part of the answer
	MetadataPart // what the agent said of the part or the artifact before it, a member in each line
)

// Part is one piece of an artifact.
type Part struct {
	Kind PartKind
	Tag  safe.Raw // media type, with the schema's name where it has one
	Text safe.Raw // TextPart, AsidePart, MetadataPart
	// Title says what an AsidePart is, such as the call of a tool; empty for a thought.
	Title safe.Raw
	Shown int // MetadataPart: how many of its lines show before it is opened
	// Data is the value of a DataPart, or all that came of an UnknownPart,
	// exactly as received. It must not change afterwards.
	Data []byte
	// Told says in our words how the data came, where it is not what was sent; "" otherwise.
	Told string
	// Schema is the JSON Schema that the agent sent with the data, nil for none.
	Schema []byte
	File   File // FilePart
}

// Schema is what the tag of a part stands for.
type Schema struct {
	Name     safe.Raw         // as the tag names it; empty where the tag names no schema
	Document *schema.Document // nil where the card declares no schema of that name, or none that can be read
	Reason   string           // why Document is nil, in our words; "" means that it is not declared
	Assumed  bool             // no tag names it: it is the only one that the data can follow
	IsOurs   bool             // the program made the data itself, so that nothing is to be said of a schema
	// Asked is the JSON Schema that the user asked the agent to follow, in place of Document; nil
	// for none. The data may have it inside another object.
	Asked []byte
}

// Resolver finds the schema of a tag, see [Part]. A tag that names none has the
// zero Schema.
type Resolver func(tag safe.Raw) Schema

// Of finds the schema of a part: the one that its tag names, else the one that came with it.
func (r Resolver) Of(p Part) Schema {
	s := r(p.Tag)
	if s.Asked != nil {
		s.fit(p.Data)
	}
	if p.Schema == nil || s.Asked != nil || s.Document != nil && !s.Assumed {
		return s
	}
	if s.Name.IsEmpty() || s.Assumed {
		s = Schema{Name: safe.Text("sent with the data")}
	}
	doc, err := schema.Load(p.Schema)
	if err != nil {
		s.Reason = err.Error()
		return s
	}
	s.Document = doc
	return s
}

// untagged resolves nothing.
func untagged(safe.Raw) Schema { return Schema{} }
