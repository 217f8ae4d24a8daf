package render

import (
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// Block is one thing of an artifact to look at: [*Fields], [*Grid], [*Prose],
// [*Attachment], [*JSON] or [*Notice].
type Block interface {
	// Head is what the block says of itself.
	Head() Head
	draw(c *canvas)
}

// Source says where the labels and the order of a block come from.
type Source uint8

// The sources of a block.
const (
	NoSchema   Source = iota // not data, or data whose tag names no schema: inferred
	Declared                 // the schema that the tag names
	Undeclared               // the tag names a schema that the card does not declare: inferred
	Unusable                 // the schema cannot be read or compiled: inferred
)

// Head is what a block says of itself.
type Head struct {
	Title       string           // safe to show; "" for none
	Variant     string           // the branch that a value of several shapes has; safe to show, "" for none
	Schema      safe.Raw         // the name in the tag; empty for none
	Source      Source           // where labels and order come from
	Problems    []schema.Problem // all that breaks the schema; pointers as seen from the block's value
	Unvalidated bool             // too large to be validated at once: rows are validated as they are shown
	Partly      bool             // not all of the schema can be checked
	Nested      bool             // part of the block before it, whose head says the rest
	Data        bool             // the block shows a data part

	Description safe.Raw // of the value, by its schema
}

// IsValid reports whether a declared schema was checked and holds, as far as it
// can be checked (Partly).
func (h Head) IsValid() bool {
	return h.Source == Declared && len(h.Problems) == 0 && !h.Unvalidated
}

// Prose is running text: a text part, or a text of a cell that was opened. What
// is beyond [limit.ProseBytes] is not drawn.
type Prose struct {
	Text   safe.Raw
	markup markup
}

// markup says how a text is written.
type markup uint8

const (
	noMarkup     markup = iota
	markdownText        // declared to be Markdown
	markdownLike        // plainly Markdown, though it is not declared as such: its lines stay lines
)

// exact is the whole text.
func (p *Prose) exact() string { return p.Text.Exact() } //nolint:forbidigo // read; what is drawn goes through internal/safe

// Head is what the block says of itself.
func (p *Prose) Head() Head { return Head{} }

// Attachment is a file part.
type Attachment struct{ File File }

// Head is what the block says of itself.
func (a *Attachment) Head() Head { return Head{} }

// JSON is data that cannot be shown by its shape, as indented JSON, or as it
// came where it is not even that.
type JSON struct {
	head Head
	data []byte
}

// Head is what the block says of itself.
func (j *JSON) Head() Head { return j.head }

// Notice is something that the reader must know about the blocks around it.
type Notice struct {
	Text string // our words, safe to show
	Bad  bool   // something is wrong, not only worth knowing
}

// Head is what the block says of itself.
func (n *Notice) Head() Head { return Head{} }
