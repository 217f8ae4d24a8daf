package value

import (
	"encoding/base64"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// Bytes are what an encoded text stands for (contentEncoding, or a format such
// as "byte" or "data-url"), and what they are, as far as that is known; not ok
// where the value is no such text.
func (c Cell) Bytes() (data []byte, media safe.Raw, ok bool) {
	if !c.isEncoded() {
		return nil, safe.Raw{}, false
	}
	text, encoding, named := c.payload()
	data, err := encoding.DecodeString(text)
	if err != nil {
		return nil, safe.Raw{}, false
	}
	return data, DetectMedia(named, data), true
}

// Base64 is the text that [Cell.Bytes] decodes, without what surrounds it.
func (c Cell) Base64() safe.Raw {
	text, _, _ := c.payload()
	return safe.Text(text)
}

func (c Cell) isEncoded() bool {
	return c.Format != nil && c.Format.encoding != "" && c.Value.Is(ojson.String) && c.Value.Text() != ""
}

// payload is the encoded text without what may surround it, how to decode
// it, and its declared media type.
func (c Cell) payload() (text string, encoding *base64.Encoding, media safe.Raw) {
	text, media = c.Value.Text(), c.Format.media
	switch c.Format.encoding {
	case "base64url":
		encoding = base64.RawURLEncoding
	case "data-url":
		head, body, _ := strings.Cut(text, ",")
		name, _, _ := strings.Cut(strings.TrimPrefix(head, "data:"), ";")
		if !strings.HasSuffix(head, ";base64") {
			plain, err := url.PathUnescape(body)
			if err != nil {
				plain = body
			}
			body = base64.RawStdEncoding.EncodeToString([]byte(plain))
		}
		text, media, encoding = body, safe.Text(name), base64.RawStdEncoding
	default:
		encoding = base64.RawStdEncoding
	}
	return strings.TrimRight(text, "=\r\n"), encoding, media
}

// encodedText say how many bytes an encoded text stands for and what they are,
// "" where it is none.
func (c Cell) encodedText() string {
	if !c.isEncoded() {
		return ""
	}
	data, media, ok := c.Bytes()
	if !ok {
		return ""
	}
	words := english.Plural(len(data), "byte", "")
	if !media.IsEmpty() {
		words += ", " + media.Line(0).String()
	}
	return words
}

// magic are the first bytes of kinds of files, from their specifications; "?"
// stands for any byte.
var magic = []struct{ begin, media string }{
	{"\x89PNG\r\n\x1a\n", "image/png"},
	{"\xff\xd8\xff", "image/jpeg"},
	{"GIF87a", "image/gif"},
	{"GIF89a", "image/gif"},
	{"RIFF????WEBP", "image/webp"},
	{"RIFF????WAVE", "audio/wav"},
	{"BM????\x00\x00\x00\x00", "image/bmp"},
	{"II*\x00", "image/tiff"},
	{"MM\x00*", "image/tiff"},
	{"%PDF-", "application/pdf"},
	{"PK\x03\x04", "application/zip"},
	{"\x1f\x8b", "application/gzip"},
	{"ID3", "audio/mpeg"},
	{"OggS", "audio/ogg"},
	{"????ftyp", "video/mp4"},
	{"\x1aE\xdf\xa3", "video/webm"},
}

// DetectMedia is what bytes are: what they are declared to be, else what their
// first bytes say; empty where neither says.
func DetectMedia(declared safe.Raw, data []byte) safe.Raw {
	if !declared.IsEmpty() {
		return declared
	}
	for _, m := range magic {
		if beginsWith(data, m.begin) {
			return safe.Text(m.media)
		}
	}
	if IsPlainText(data) {
		return safe.Text("text/plain")
	}
	return safe.Raw{}
}

func beginsWith(data []byte, begin string) bool {
	if len(data) < len(begin) {
		return false
	}
	for i := range len(begin) {
		if begin[i] != '?' && begin[i] != data[i] {
			return false
		}
	}
	return true
}

// IsPlainText reports bytes that are text to their end.
func IsPlainText(data []byte) bool {
	return len(data) > 0 && utf8.Valid(data) && strings.IndexFunc(string(data), IsControl) < 0
}

// IsControl reports a control character that is no tab and no line end.
func IsControl(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune("\t\r\n\f", r) }

// HasMagic reports whether all files of a media type begin alike.
func HasMagic(media string) bool {
	for _, m := range magic {
		if m.media == media {
			return true
		}
	}
	return false
}
