package render

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/render/value"
)

// File is a file that came with a part or that a part points to. Nobody opens
// it here.
type File struct {
	Name, MediaType, URL safe.Raw
	Size                 int64    // bytes after decoding; negative where it is not known, as its base64 is broken or no bytes came
	Base64               safe.Raw // the bytes as they came; empty where none did. See [File.Bytes]
	Note                 string   // how they came, where that is unusual; in our words
}

// NewFile is a file whose bytes came as base64 text, or not at all.
func NewFile(name, media, address, encoded safe.Raw) File {
	f := File{Name: name, MediaType: media, URL: address, Base64: encoded, Size: -1}
	f.readDataURL()
	if f.HasBytes() {
		f.Size = decodedSize(withoutPadding(f.encoded()))
	}
	return f
}

// readDataURL takes the bytes out of a data: URL (RFC 2397), which some agents send as the bytes and others as the address.
func (f *File) readDataURL() {
	text, isURL := f.encoded(), false
	if text == "" {
		text, isURL = f.URL.Exact(), true //nolint:forbidigo // decoded, never drawn
	}
	if len(text) < len("data:") || !strings.EqualFold(text[:len("data:")], "data:") {
		return
	}
	head, body, ok := strings.Cut(text[len("data:"):], ",")
	if !ok {
		return
	}
	media, isBase64 := strings.CutSuffix(head, ";base64")
	if !isBase64 {
		plain, err := url.PathUnescape(body)
		if err != nil {
			return
		}
		body = base64.StdEncoding.EncodeToString([]byte(plain))
	} else if plain, err := url.PathUnescape(body); err == nil {
		body = plain
	}
	if f.MediaType.IsEmpty() {
		f.MediaType = safe.Text(media)
	}
	f.Base64, f.Note = safe.Text(body), "it came as a data: URL"
	if isURL {
		f.URL = safe.Raw{}
	}
}

// decodedSize is how many bytes base64 text contains, without decoding it; negative
// where that would fail.
func decodedSize(text string) int64 {
	var std, url, breaks int
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\n' || c == '\r':
			breaks++
		case c == '+' || c == '/':
			std++
		case c == '-' || c == '_':
			url++
		case !isBase64(c):
			return -1
		}
	}
	digits := len(text) - breaks
	if digits%4 == 1 || std > 0 && url > 0 {
		return -1
	}
	return int64(base64.RawStdEncoding.DecodedLen(digits))
}

// IsBroken reports bytes that came and cannot be read. [File.Bytes] says why.
func (f File) IsBroken() bool { return f.HasBytes() && f.Size < 0 }

// HasBytes reports whether the file itself came, not only its address.
func (f File) HasBytes() bool { return !f.Base64.IsEmpty() }

func (f File) encoded() string { return f.Base64.Exact() } //nolint:forbidigo // decoded, never drawn

func withoutPadding(text string) string { return strings.TrimRight(text, "=\r\n") }

// Bytes decodes the file: base64 of the standard or the URL alphabet, with or
// without padding, RFC 4648. It takes a while for a large one. The error is for
// people and says where the text is broken.
func (f File) Bytes() ([]byte, error) {
	text := f.encoded()
	if text == "" {
		return nil, errors.New("the file's bytes did not come")
	}
	encoding := base64.RawStdEncoding
	if strings.ContainsAny(text, "-_") {
		encoding = base64.RawURLEncoding
	}
	kept := withoutPadding(text)
	data, err := encoding.DecodeString(kept)
	var at base64.CorruptInputError
	switch {
	case err == nil:
		return data, nil
	case !errors.As(err, &at), int(at) >= len(kept), int(at) == len(kept)-1 && isBase64(kept[at]):
		return nil, fmt.Errorf("the file cannot be read: its base64 ends too early, after %s", english.Plural(len(text), "character", ""))
	}
	return nil, fmt.Errorf("the file cannot be read: its base64 is broken at character %s of %s (%q)",
		value.Grouped(int(at)+1), value.Grouped(len(text)), safe.Text(kept[at:at+1]).Line(0))
}

func isBase64(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("+/-_", c) >= 0
}

// SafeName is a name to save the file by: its own, or that of where it was
// found, without any path, see [safe.FileName]. Where it does not say how it
// ends, its media type does.
func (f File) SafeName(otherwise safe.Raw) string {
	name := lastElement(f.Name)
	if name == "" {
		name = lastElement(otherwise)
	}
	extension := path.Ext(name)
	if len(extension) < 2 || len(extension) > longestExtension {
		return safe.FileName(safe.Text(name), "file", extensions[mediaType(f.MediaType)])
	}
	name = strings.TrimSuffix(name, extension)
	return safe.FileName(safe.Text(name), "file", "."+safe.FileName(safe.Text(extension), "bin", ""))
}

// longestExtension bounds what counts as how a name ends, in bytes.
const longestExtension = 10

// lastElement is a name without the directories that precede it.
func lastElement(name safe.Raw) string {
	text := name.Exact() //nolint:forbidigo // made safe by FileName
	return strings.TrimSpace(text[strings.LastIndexAny(text, `/\`)+1:])
}

// extensions are how files of a media type end.
var extensions = map[string]string{
	"application/gzip": ".gz", "application/json": ".json", "application/pdf": ".pdf", "application/zip": ".zip",
	"application/xml": ".xml", "audio/mpeg": ".mp3", "audio/ogg": ".ogg", "audio/wav": ".wav", "image/bmp": ".bmp",
	"image/gif": ".gif", "image/jpeg": ".jpg", "image/png": ".png", "image/svg+xml": ".svg", "image/tiff": ".tiff",
	"image/webp": ".webp", "text/csv": ".csv", "text/html": ".html", "text/markdown": ".md", "text/plain": ".txt",
	"video/mp4": ".mp4", "video/webm": ".webm",
}

// mediaType is a media type without its parameters, by its usual name.
func mediaType(declared safe.Raw) string {
	text, _, _ := strings.Cut(declared.Exact(), ";") //nolint:forbidigo // compared, never drawn
	kind, name, _ := strings.Cut(strings.ToLower(strings.TrimSpace(text)), "/")
	name = strings.TrimPrefix(name, "x-")
	switch name {
	case "jpg", "pjpeg":
		name = "jpeg"
	case "mp3":
		name = "mpeg"
	case "wave", "vnd.wave":
		name = "wav"
	case "ms-bmp":
		name = "bmp"
	case "":
		return kind
	}
	return kind + "/" + name
}

// isDocumentOf are the families of media types whose files may well begin as
// those of the one do.
var isDocumentOf = map[string][]string{
	"application/gzip": {"application/", "image/svg"},
	"application/zip":  {"application/", "model/"},
	"audio/ogg":        {"application/", "audio/", "video/"},
	"image/tiff":       {"image/"},
	"text/plain":       {"application/", "image/svg", "message/", "model/", "multipart/", "text/"},
	"video/mp4":        {"audio/", "image/", "video/"},
	"video/webm":       {"audio/", "video/"},
}

// Looks is what the file's bytes look like, where that is not what they are
// declared to be; "" where it is, or where nothing is declared or known.
func (f File) Looks(data []byte) string {
	declared, found := mediaType(f.MediaType), mediaType(value.DetectMedia(safe.Raw{}, data))
	switch {
	case declared == "" || declared == "application/octet-stream" || declared == found || len(data) == 0:
		return ""
	case value.HasMagic(declared), found != "" && !isIn(declared, isDocumentOf[found]):
		return orUnknown(found)
	case found == "" && isTextual(declared) && bytes.IndexByte(data, 0) >= 0:
		return orUnknown(found)
	}
	return ""
}

func orUnknown(media string) string {
	if media == "" {
		return "something else"
	}
	return media
}

func isIn(media string, families []string) bool {
	return slices.ContainsFunc(families, func(family string) bool { return strings.HasPrefix(media, family) })
}

func isTextual(media string) bool { return strings.HasPrefix(media, "text/") || isJSON(media) }

func isJSON(media string) bool {
	switch media {
	case "application/json", "application/jsonl", "application/json-lines", "application/jsonlines", "application/ndjson", "text/json":
		return true
	}
	return strings.HasSuffix(media, "+json")
}

// IsImage reports whether the bytes are a picture that can be shown in the
// terminal, whatever they are declared to be.
func IsImage(data []byte) bool {
	return slices.Contains([]string{"image/png", "image/jpeg", "image/gif"}, mediaType(value.DetectMedia(safe.Raw{}, data)))
}

// Document is the readable contents of the file, whose bytes these are: JSON and
// comma-separated values as data, Markdown and other text as such; nil for what is no text. It decodes, so
// it belongs in a command.
func (f File) Document(data []byte) *Document {
	declared, found := mediaType(f.MediaType), mediaType(value.DetectMedia(safe.Raw{}, data))
	extension := strings.ToLower(path.Ext(lastElement(f.Name)))
	switch {
	case found != "" && found != "text/plain":
		return nil
	case isJSON(declared), slices.Contains([]string{".json", ".jsonl", ".ndjson", ".geojson"}, extension):
		return Open(data, Schema{})
	case found == "" && (!isTextual(declared) || bytes.IndexByte(data, 0) >= 0):
		return nil
	}
	if rows := f.rows(data); rows.Exists() {
		return New([]Artifact{{Parts: []Part{{Kind: DataPart, Data: rows.Compact()}}}}, nil)
	}
	tag := declared
	if extension == ".md" && (tag == "" || tag == "text/plain") {
		tag = "text/markdown"
	}
	d := New([]Artifact{{Parts: []Part{{Kind: TextPart, Tag: safe.Text(tag), Text: safe.Text(string(data))}}}}, nil)
	if !utf8.Valid(data) {
		notice := &Notice{Text: "the text is not UTF-8: what cannot be read is shown as \ufffd", Bad: true}
		d.Sections[0].Blocks = slices.Insert(d.Sections[0].Blocks, 0, Block(notice))
	}
	return d
}

// Files are the files among the parts, in their order.
func (d *Document) Files() []File {
	var files []File
	for _, b := range d.Blocks() {
		if a, ok := b.(*Attachment); ok {
			files = append(files, a.File)
		}
	}
	return files
}

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
