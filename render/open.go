package render

import (
	"bytes"
	"encoding/json"
	"errors"
	"path"
	"slices"
	"strings"
	"sync"

	"a2aform/internal/jsonindex"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render/table"
	"a2aform/render/value"
)

// OpenFile is the document of a file by its name, as [Open] has it. Of comma- or tab-separated values these are their rows, and of other
// text that is no JSON the text with the tables in it. Such files are read as a whole: it fails for one of more than 8 MiB. The document
// is an early one, which is followed by the one of [Document.Validated].
func OpenFile(name string, data []byte, s Schema) (*Document, error) {
	isRows, isJSON := isSeparated(name), isNamedJSON(name) || beginsJSON(data)
	switch {
	case !isRows && isJSON:
		return openEarly(data, s), nil
	case len(data) > maxFileRows:
		return nil, errors.New("it is no JSON, and other files are read up to 8 MiB; write it as JSON lines to open it")
	}
	if isRows {
		if rows := (File{Name: safe.Text(name)}).rows(data); rows.Exists() {
			return openEarly(rows.Compact(), s), nil
		}
	}
	text := safe.Text(string(bytes.TrimPrefix(data, []byte("\uFEFF"))))
	return New([]Artifact{{Parts: []Part{{Kind: TextPart, Text: text}}}}, func(safe.Raw) Schema { return s }), nil
}

// isSeparated reports the name of a file with comma- or tab-separated values.
func isSeparated(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".csv" || ext == ".tsv"
}

// isNamedJSON reports the name of a file with JSON.
func isNamedJSON(name string) bool {
	return slices.Contains([]string{".json", ".jsonl", ".ndjson"}, strings.ToLower(path.Ext(name)))
}

// beginsJSON reports that a text begins with an object, a list or a quotation mark, or that its first line is a JSON value. An empty
// text does, as a value is missing in it.
func beginsJSON(data []byte) bool {
	data = bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\uFEFF")), " \t\r\n")
	line, _, _ := bytes.Cut(data, []byte("\n"))
	return len(data) == 0 || strings.IndexByte(`{["`, data[0]) >= 0 || json.Valid(line)
}

// Open is the document of a file's text: one JSON value, or values on lines of
// their own (JSON Lines), each of which may be what the schema says, or all of
// them together. Of a large list only the beginning is read; [table.Table.Load] finds
// the rest. The text must not change. A byte-order mark before it is no part of
// it (RFC 8259 §8.1).
func Open(data []byte, s Schema) *Document { return openEarly(data, s).Validated() }

func openEarly(data []byte, s Schema) *Document {
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	c := &content{schema: s, data: data}
	c.resolveSchema()
	index := jsonindex.New(data)
	if !isOpenedAsList(index) {
		b := NewBuilder(func(safe.Raw) Schema { return s })
		artifacts := []Artifact{{Parts: []Part{{Kind: DataPart, Data: data}}}}
		d := b.Early(artifacts)
		d.validated = sync.OnceValue(func() *Document { return b.Document(artifacts) })
		return d
	}
	c.index, c.listKey = index, index.ListKey()
	var section Section
	section.add(c.notices())
	section.add([]Block{c.openedGrid()})
	section.Parts = []Part{{Kind: DataPart, Data: data}}
	if index.Shape() != jsonindex.Lines {
		section.data = []*value.Node{value.NewNode(data, c.loc)}
	}
	return &Document{Sections: []Section{section}}
}

// isOpenedAsList reports whether a text is rows that are read as they are
// looked at. A small list is read and validated as a whole.
func isOpenedAsList(x *jsonindex.Index) bool {
	switch x.Shape() {
	case jsonindex.Lines:
		return true
	case jsonindex.Array:
		return len(x.Data()) > validateLimit
	}
	return false
}

// openedGrid is the table of a list that is being read.
func (c *content) openedGrid() *table.Table {
	head := c.head()
	if c.index.Shape() == jsonindex.Lines && !isListKind(c.loc.Kind()) {
		g := table.NewLines(head, c.loc)
		g.AddIndexed(c.index, func(int) schema.Location { return c.loc }, c.loc)
		return g.Finish()
	}
	g, _ := listBlock([]*content{c}).(*table.Table)
	return g
}

// listed is the location of the list: of the text, or of its one member.
func (c *content) listed() schema.Location {
	if c.listKey == "" {
		return c.loc
	}
	return c.loc.Property(c.listKey)
}

func isListKind(k schema.Kind) bool { return k == schema.Array || k == schema.MultiEnum }
