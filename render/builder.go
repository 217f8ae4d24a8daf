package render

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render/table"
	"a2aform/render/value"
)

// Document is the visible contents of some artifacts, in their order.
type Document struct {
	Sections []Section

	validated func() *Document // of an early document of a file; nil for others
}

// Section is one artifact: its heading and its blocks.
type Section struct {
	ID, Name, Description safe.Raw
	Blocks                []Block
	Parts                 []Part
	data                  []*value.Node
	err                   error
	isEarly               bool
}

// uuid matches an ID that says nothing to a person (RFC 9562).
var uuid = regexp.MustCompile(`(?i)^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// Heading is what the artifact is called: its name, else its ID, "Artifact" in place of a UUID.
func (s *Section) Heading() safe.Raw {
	switch {
	case !s.Name.IsEmpty():
		return s.Name
	case uuid.MatchString(s.ID.Exact()): //nolint:forbidigo // compared, not drawn
		return safe.Text("Artifact")
	}
	return s.ID
}

// Err says why data of the document cannot be read, nil where all can.
func (d *Document) Err() error {
	for i := range d.Sections {
		if err := d.Sections[i].err; err != nil {
			return err
		}
	}
	return nil
}

// IsEarly reports a document whose data is not all validated yet; see [Builder.Early].
func (d *Document) IsEarly() bool {
	return d != nil && slices.ContainsFunc(d.Sections, func(s Section) bool { return s.isEarly })
}

// Validated is the document of a file with all of its data validated.
func (d *Document) Validated() *Document {
	if !d.IsEarly() || d.validated == nil {
		return d
	}
	return d.validated()
}

// Trees are the roots of all data, each as it came.
func (d *Document) Trees() []*value.Node {
	var roots []*value.Node
	for i := range d.Sections {
		roots = append(roots, d.Sections[i].data...)
	}
	return roots
}

// Answer is the document without the thoughts of the agent and without metadata.
func (d *Document) Answer() *Document {
	isBeside := func(b Block) bool {
		a, ok := b.(*Aside)
		return ok && (a.Title.IsEmpty() || a.IsMetadata)
	}
	answer := &Document{}
	for _, s := range d.Sections {
		before := len(s.Blocks)
		s.Blocks = slices.DeleteFunc(slices.Clone(s.Blocks), isBeside)
		if len(s.Blocks) > 0 || before == 0 {
			answer.Sections = append(answer.Sections, s)
		}
	}
	return answer
}

// Blocks are the blocks of all sections.
func (d *Document) Blocks() []Block {
	var blocks []Block
	for _, s := range d.Sections {
		blocks = append(blocks, s.Blocks...)
	}
	return blocks
}

// Problems is how many ways the data breaks its schemas, as far as it was
// validated. See [Document.Unchecked] for the rest.
func (d *Document) Problems() int {
	n := 0
	for _, b := range d.Blocks() {
		if head := b.Head(); !head.Nested {
			n += len(head.Problems)
		}
	}
	return n
}

// Unchecked says, for each data that names a schema and could not be validated
// by it, why.
func (d *Document) Unchecked() (reasons []string) {
	for _, b := range d.Blocks() {
		head := b.Head()
		name := strconv.Quote(head.Schema.Line(0).String())
		switch {
		case head.Nested:
		case head.Source == value.Undeclared:
			reasons = append(reasons, "the output names the schema "+name+", which the card does not declare")
		case head.Source == value.Unusable:
			reasons = append(reasons, "the schema "+name+" of the output cannot be used")
		}
	}
	return reasons
}

// IsAsAsked reports whether some of the data was read by the schema that the user asked the agent
// to follow, though it may break it.
func (d *Document) IsAsAsked() bool {
	return slices.ContainsFunc(d.Blocks(), func(b Block) bool { return b.Head().Asked })
}

// IsTable reports that a table came and no fields beside it. It may have no rows.
func (d *Document) IsTable() bool {
	isTable := false
	for _, b := range d.Blocks() {
		switch b.(type) {
		case *table.Table:
			isTable = true
		case *Fields:
			return false
		}
	}
	return isTable
}

// Rows is how many rows the tables have that are in no other one.
func (d *Document) Rows() int {
	n := 0
	for _, b := range d.Blocks() {
		if g, ok := b.(*table.Table); ok && !g.Head().Nested {
			n += g.Rows()
		}
	}
	return n
}

// Load finds the rest of the rows of lists that are too large to be read at once;
// see [table.Table.Load].
func (d *Document) Load(ctx context.Context) {
	for _, b := range d.Blocks() {
		if g, ok := b.(*table.Table); ok {
			g.Load(ctx)
		}
	}
}

// New is the document of some artifacts. A nil resolver knows no schema. It
// decodes and validates, so it belongs in a command, not in a draw loop; see
// [Builder] for artifacts that grow.
func New(artifacts []Artifact, resolve Resolver) *Document {
	return NewBuilder(resolve).Document(artifacts)
}

// Builder makes documents of artifacts that grow: what it has read of a part it
// keeps, so that each new document costs only its new parts. It is for one
// goroutine at a time.
type Builder struct {
	resolve Resolver
	read    map[identity]*content
	isEarly bool // the document is early
	hasData bool // a file beside data is an attachment, often with the same rows
}

// NewBuilder is a builder over the schemas that resolve knows; nil for none.
func NewBuilder(resolve Resolver) *Builder {
	if resolve == nil {
		resolve = untagged
	}
	return &Builder{resolve: resolve, read: map[identity]*content{}}
}

// Document is the visible contents of the artifacts by now.
func (b *Builder) Document(artifacts []Artifact) *Document {
	b.isEarly = false
	return b.document(artifacts)
}

// Early is the document before large data of it is validated, so that it can be shown at once. Problems of that data are
// unknown, not absent: a document of [Builder.Document] must follow.
func (b *Builder) Early(artifacts []Artifact) *Document {
	b.isEarly = true
	return b.document(artifacts)
}

// Validations are what large data of the artifacts still needs. They may be done while the builder makes early documents;
// [Builder.Document] does those that are left.
func (b *Builder) Validations(artifacts []Artifact) (validations []func()) {
	b.isEarly = true
	for _, a := range artifacts {
		for _, p := range a.Parts {
			if p.Kind != DataPart {
				continue
			}
			if w := b.readOnce(p, b.read).pending; w != nil {
				validations = append(validations, func() { w.problems() })
			}
		}
	}
	return validations
}

func (b *Builder) document(artifacts []Artifact) *Document {
	kept := b.read
	b.read = make(map[identity]*content, len(kept))
	b.hasData = slices.ContainsFunc(artifacts, func(a Artifact) bool {
		return slices.ContainsFunc(a.Parts, func(p Part) bool { return p.Kind == DataPart })
	})
	d := &Document{Sections: make([]Section, len(artifacts))}
	for i, a := range artifacts {
		d.Sections[i] = b.section(a, kept)
	}
	return d
}

func (b *Builder) section(a Artifact, kept map[identity]*content) Section {
	s := Section{ID: a.ID, Name: a.Name, Description: a.Description, Parts: a.Parts}
	for i := 0; i < len(a.Parts); {
		if a.Parts[i].Kind != DataPart {
			s.add(b.other(a.Parts[i], kept))
			i++
			continue
		}
		group := b.group(a.Parts[i:], kept)
		s.add(groupBlocks(group))
		if v := group[0].value; len(group) == 1 && !a.Parts[i].Tag.IsEmpty() && v.Is(ojson.String) && looksLikeJSON(v.Text()) {
			text := v.Text()
			quoted := Part{Kind: TextPart, Text: safe.Text(text), Tag: a.Parts[i].Tag}
			s.add(b.table(quoted, text, "the data is a text that is a JSON document; here it is as a table", kept))
		}
		for _, c := range group {
			s.err = errors.Join(s.err, c.err)
			s.data = append(s.data, value.NewNode(c.data, c.loc))
			s.isEarly = s.isEarly || c.pending != nil
		}
		i += len(group)
	}
	return s
}

// add appends blocks, each notice only once.
func (s *Section) add(blocks []Block) {
	for _, b := range blocks {
		if n, ok := b.(*Notice); ok && slices.ContainsFunc(s.Blocks, n.equals) {
			continue
		}
		s.Blocks = append(s.Blocks, b)
	}
}

func (n *Notice) equals(b Block) bool {
	other, ok := b.(*Notice)
	return ok && *other == *n
}

// group reads the data parts from the first on that show as one table, all under one tag: lists, or objects
// that are a row each.
func (b *Builder) group(parts []Part, kept map[identity]*content) []*content {
	first := b.readOnce(parts[0], kept)
	group := []*content{first}
	for _, p := range parts[1:] {
		if p.Kind != DataPart || p.Tag != parts[0].Tag || !first.isList() && !first.isRow() {
			break
		}
		next := b.readOnce(p, kept)
		if !next.continues(first) {
			break
		}
		group = append(group, next)
	}
	return group
}

// other is a part that contains no data value.
func (b *Builder) other(p Part, kept map[identity]*content) []Block {
	switch p.Kind {
	case FilePart:
		blocks := []Block{&Attachment{p.File}}
		if b.hasData {
			return blocks
		}
		if found := b.fileTable(p.File, kept); found != nil {
			return append(blocks, found...)
		}
		return append(blocks, b.fileText(p.File, kept)...)
	case TextPart:
		return b.text(p, kept)
	case AsidePart:
		return []Block{&Aside{Title: p.Title, Body: NewProse(p.Text, safe.Raw{})}}
	case MetadataPart:
		return []Block{&Aside{Title: safe.Text("Metadata"), Body: &Prose{Text: p.Text}, IsMetadata: true, shown: p.Shown}}
	}
	notice := &Notice{Text: "this part is of no kind that is known here; it is shown as it came", Bad: true}
	return []Block{notice, &JSON{data: p.Data}}
}

// text is a text part: as a table where it is a JSON document, with its tables where it has some, and with that of a JSON document in a fenced
// block below it.
func (b *Builder) text(p Part, kept map[identity]*content) []Block {
	text := p.Text.Exact() //nolint:forbidigo // read as JSON; what is drawn goes through Block
	if blocks := b.asked(p, kept); blocks != nil {
		return blocks
	}
	if quoted, err := ojson.Parse([]byte(text), ojson.DataLimits); err == nil && quoted.Is(ojson.String) && looksLikeJSON(quoted.Text()) {
		text = quoted.Text() // it was written as JSON twice
	}
	if looksLikeJSON(text) {
		if blocks := b.table(p, text, "", kept); blocks != nil {
			return append(blocks, &Notice{Text: "the agent sent this as a text"})
		}
		if list, ok := listOfLines(text); ok {
			if blocks := b.table(p, list, "", kept); blocks != nil {
				return append(blocks, &Notice{Text: "the agent sent this as a text of JSON lines"})
			}
		}
	}
	if blocks := b.tables(p, kept); blocks != nil {
		return blocks
	}
	blocks := []Block{NewProse(p.Text, p.Tag)}
	if len(text) <= maxTextJSON && strings.Contains(text, "```") {
		if found := fenced.FindAllStringSubmatch(text, 2); len(found) == 1 && looksLikeJSON(found[0][1]) {
			return append(blocks, b.table(p, found[0][1], "the text has a JSON document in it; here that is as a table", kept)...)
		}
	}
	return blocks
}

// fenced is a fenced block of Markdown, with JSON or without a language.
var fenced = regexp.MustCompile("(?ms)^```(?:json)?[ \\t]*\\r?\\n(.*?)^```[ \\t]*\\r?$")

// table is the JSON document in a part, behind a notice if there is one; nil where it cannot be read.
func (b *Builder) table(p Part, text, notice string, kept map[identity]*content) []Block {
	p.Data = []byte(text)
	if repaired, found := ojson.WithNonNumbers(p.Data); found != nil {
		p.Data = repaired
	}
	c := b.readOnce(p, kept)
	if c.err != nil {
		return nil
	}
	blocks := groupBlocks([]*content{c})
	if notice == "" {
		return blocks
	}
	return append([]Block{&Notice{Text: notice}}, blocks...)
}

// maxTextJSON is up to how many bytes a text is looked at for JSON.
const maxTextJSON = 1 << 20

// looksLikeJSON reports whether a text is worth reading as an object or array.
func looksLikeJSON(text string) bool {
	text = strings.TrimSpace(text)
	if len(text) < 2 || len(text) > maxTextJSON {
		return false
	}
	ends := text[:1] + text[len(text)-1:]
	return ends == "{}" || ends == "[]"
}

// problemsOf is what is wrong with a value. Where it fits no branch of a union, but
// has a member that only the closest one declares, that branch shows what is
// wrong, at the member, as the value is shown by it.
func problemsOf(d *schema.Document, v *ojson.Value) []schema.Problem {
	problems := d.Validate(v)
	chosen, tried := schema.Chosen{}, 0
	for range maxRounds {
		before := len(chosen)
		for _, p := range problems {
			if tried < maxChosen && (p.Keyword == "anyOf" || p.Keyword == "oneOf") {
				tried++
				choose(chosen, d.Root(), v, p.Pointer)
			}
		}
		if len(chosen) == before {
			break
		}
		problems = d.ValidateAs(v, chosen)
	}
	return problems
}

// maxRounds is how often a value is validated again by the branches that were found.
const maxRounds = 3

// maxChosen bounds for how many unions of a value the branch is looked for, each
// of which means validating a part of it again.
const maxChosen = 64

// choose notes the branches on the way to a pointer and at it.
func choose(chosen schema.Chosen, loc schema.Location, v *ojson.Value, pointer string) {
	at := ""
	for _, token := range ojson.Tokens(pointer) {
		loc = loc.For(v)
		at = ojson.Pointer(at, token)
		if v.Is(ojson.Array) {
			i, err := strconv.Atoi(token)
			if err != nil {
				return
			}
			loc, v = loc.Item(i), v.Index(i)
		} else {
			loc, v = loc.Property(token), v.Get(token)
		}
	}
	resolved := loc.For(v)
	for _, u := range resolved.Unions() {
		if union, index, ok := u.At(at); ok && isDistinct(loc, u, v) {
			chosen[union] = index
		}
	}
}

// isDistinct reports whether a value has a member that the picked branch declares
// and no other.
func isDistinct(loc schema.Location, u schema.Variants, v *ojson.Value) bool {
	own := map[string]bool{}
	declared := func(branch int) []schema.Property {
		return loc.Resolve(schema.Picks{u.Key: branch}, v).Properties()
	}
	for _, p := range declared(u.Picked) {
		own[p.Name] = v.Get(p.Name).Exists()
	}
	for i := range u.Branches {
		if i == u.Picked {
			continue
		}
		for _, p := range declared(i) {
			delete(own, p.Name)
		}
	}
	for _, has := range own {
		if has {
			return true
		}
	}
	return false
}
