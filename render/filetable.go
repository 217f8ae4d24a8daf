package render

import (
	"bytes"
	"encoding/csv"
	"io"
	"path"
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/render/value"
)

// fileTable is the table in a file of comma-separated values (RFC 4180), JSON or JSON lines; nil for other files, and for one that
// cannot be read so.
func (b *Builder) fileTable(f File, kept map[identity]*content) []Block {
	if readerOf(f) == nil || f.Size < 0 || f.Size > maxTextJSON {
		return nil
	}
	id := identity{size: -1, text: f.Base64, tag: f.MediaType}
	c, known := kept[id]
	if !known {
		if data, err := f.Bytes(); err == nil {
			c = b.readRows(f.rows(data))
		}
	}
	if b.read[id] = c; c == nil {
		return nil
	}
	return groupBlocks([]*content{c})
}

// fileText is the text in a small file of text or Markdown, with its tables; nil for other files.
func (b *Builder) fileText(f File, kept map[identity]*content) []Block {
	kind := kindOf(f)
	if f.Size < 0 || f.Size > maxTextJSON || !slices.Contains([]string{"text/plain", ".txt", "text/markdown", "text/x-markdown", ".md", ".markdown"}, kind) {
		return nil
	}
	data, err := f.Bytes()
	if err != nil {
		return nil
	}
	text, err := io.ReadAll(ojson.NewTextReader(bytes.NewReader(data)))
	if err != nil || !value.IsPlainText(text) {
		return nil
	}
	tag := safe.Text("text/plain")
	if strings.HasSuffix(kind, "markdown") || kind == ".md" {
		tag = safe.Text("text/markdown")
	}
	return b.text(Part{Kind: TextPart, Text: safe.Text(string(text)), Tag: tag}, kept)
}

// readRows is the content of rows, nil for none.
func (b *Builder) readRows(rows *ojson.Value) *content {
	if !rows.Exists() {
		return nil
	}
	c := b.readPart(Part{Kind: DataPart, Data: rows.Compact()})
	c.validate(false)
	return c
}

// maxFileRows is up to how many bytes a file is read as rows when it is opened; a larger one is shown as its text.
const maxFileRows = 8 << 20

// rows are the data of the file, whose bytes these are; nil where it has none.
func (f File) rows(data []byte) *ojson.Value {
	read := readerOf(f)
	if read == nil || len(data) > maxFileRows {
		return nil
	}
	text, err := io.ReadAll(ojson.NewTextReader(bytes.NewReader(data)))
	if err != nil {
		return nil
	}
	return read(text)
}

// kindOf is the media type of a file, or how its name ends where that says more.
func kindOf(f File) string {
	kind, end := mediaType(f.MediaType), strings.ToLower(path.Ext(lastElement(f.Name)))
	if kind == "" || kind == "application/octet-stream" || kind == "text/plain" && end != "" {
		return end
	}
	return kind
}

// readerOf is what reads a file of that media type, else of a name that ends so; nil for any other.
func readerOf(f File) func(text []byte) *ojson.Value {
	switch kindOf(f) {
	case "text/csv", ".csv":
		return rowsOfCSV
	case "text/tab-separated-values", ".tsv":
		return func(text []byte) *ojson.Value { return rowsSeparatedBy('\t', text) }
	case "application/json", ".json":
		return listOf
	case "application/ndjson", "application/jsonl", "application/jsonlines", ".ndjson", ".jsonl":
		return func(text []byte) *ojson.Value {
			list, _ := listOfLines(string(text))
			return listOf([]byte(list))
		}
	}
	return nil
}

// listOf is a JSON array or object, also one with NaN in place of a number; nil for other text.
func listOf(text []byte) *ojson.Value {
	if repaired, found := ojson.WithNonNumbers(text); found != nil {
		text = repaired
	}
	v, err := ojson.Parse(text, ojson.DataLimits)
	if err != nil || !v.Is(ojson.Array) && !v.Is(ojson.Object) {
		return nil
	}
	return v
}

// rowsOfCSV are the rows of comma-separated values, or of such separated by semicolons, as spreadsheets write them where the comma is
// a decimal point.
func rowsOfCSV(text []byte) *ojson.Value {
	head, _, _ := bytes.Cut(text, []byte("\n"))
	if bytes.Count(head, []byte(";")) > bytes.Count(head, []byte(",")) {
		return rowsSeparatedBy(';', text)
	}
	return rowsSeparatedBy(',', text)
}

// rowsSeparatedBy are the records below the first one, which has the names of the columns; nil where they are no table.
func rowsSeparatedBy(comma rune, text []byte) *ojson.Value {
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.LazyQuotes = comma, true
	records, err := r.ReadAll() // each has as many fields as the first
	if err != nil || len(records) < 2 {
		return nil
	}
	return rowsOf(records[0], records[1:])
}
