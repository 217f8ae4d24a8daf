package doctor

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"a2aform/a2aclient"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
)

// card is a card as it was received. Its schemas stay bytes: there may be thousands of them.
type card struct {
	data []byte
	root *ojson.Value // with the names of A2A, without the members that are read apart: "schemas", and those beyond the limits
	// misspelled are the members that the card gives another name.
	misspelled []a2aclient.Misspelling
	schemas    []namedSchema
	declared   *ojson.Value // the declaration of the object schemas extension, nil for none
	dialect    a2aclient.Dialect
	version    string // of the card's schema: 1.0, 0.3, 0.2; "" for the other dialects
}

// namedSchema is a schema of the card.
type namedSchema struct {
	name    string
	raw     []byte
	pointer string
	offset  int // in the card
}

var bom = []byte("\xef\xbb\xbf")

// read reads the card, and reports whether it is a JSON object.
func (c *checker) read() bool {
	c.apply("C01")
	switch {
	case bytes.HasPrefix(c.data, bom):
		c.put(found{rule: "C01", offset: 0, what: "the card begins with a byte order mark, which JSON does not allow"})
		c.data = append([]byte("   "), c.data[len(bom):]...) // positions stay
	case !utf8.Valid(c.data):
		c.put(found{rule: "C01", offset: invalidByte(c.data), what: "the card is not UTF-8"})
	}
	if !ojson.IsValid(c.data) {
		_, err := ojson.Parse(c.data, ojson.Limits{})
		f := found{rule: "C01", offset: 0, what: "the card is not JSON"}
		var syntax *ojson.SyntaxError
		if errors.As(err, &syntax) {
			f.offset, f.what = min(syntax.Offset, len(c.data)), "the card is not JSON: "+shown(syntax.Reason)
		} else if err == nil {
			f.what = "the card nests too deeply"
		}
		c.put(f)
		return false
	}
	c.apply("C03")
	start := len(c.data) - len(bytes.TrimLeft(c.data, " \t\r\n"))
	if c.data[start] != '{' {
		c.add("C03", "", "the card is JSON, but not an object")
		return false
	}
	c.duplicates()
	c.readMembers()
	c.detect()
	return true
}

func invalidByte(data []byte) int {
	at := 0
	for at < len(data) {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size < 2 {
			return at
		}
		at += size
	}
	return at
}

// readMembers reads the members of the root.
func (c *checker) readMembers() {
	var members []ojson.Member
	values := 0
	r := ojson.NewReader(c.data)
	for r.Enter('{'); r.Member(); {
		name := string(r.Key)
		if name == "schemas" && r.Peek() == '{' {
			c.schemas, c.names = nil, map[string]bool{}
			for r.Enter('{'); r.Member(); {
				name, at := string(r.Key), r.Start()
				c.names[name] = true
				c.schemas = append(c.schemas, namedSchema{name, r.Value(), ojson.Pointer("/schemas", name), at})
			}
			members = append(members, ojson.Member{Name: name, Value: ojson.NewObject()})
			continue
		}
		value := r.Value()
		if values += bytes.Count(value, []byte(",")); values > limit.CardValues.Int() {
			c.put(found{
				rule: "S24", level: "error", pointer: ojson.Pointer("", name), offset: -1,
				what: "the card has more than " + limit.CardValues.String() + " values outside its schemas: a2aform does not open it, and the members from " + quoted(name) + " on are not checked",
			})
			break
		}
		v, err := ojson.Parse(value, ojson.Limits{Depth: limit.DataDepth})
		if err != nil {
			c.put(found{rule: "S24", pointer: ojson.Pointer("", name), offset: -1, what: "the member " + quoted(name) + " is not checked: " + shown(err.Error())})
			continue
		}
		members = append(members, ojson.Member{Name: name, Value: v})
	}
	c.root, c.misspelled = a2aclient.CorrectNames(ojson.NewObject(members...))
}

// written returns a pointer of the root with the names that the card has.
func (c *card) written(pointer string) string {
	for _, m := range slices.Backward(c.misspelled) {
		if m.Ignored {
			continue
		}
		correct := ojson.Pointer(m.Pointer[:strings.LastIndexByte(m.Pointer, '/')], m.Meant)
		if rest, ok := strings.CutPrefix(pointer, correct); ok && (rest == "" || rest[0] == '/') {
			pointer = m.Pointer + rest
		}
	}
	return pointer
}

// detect says which dialect the rules are those of.
func (c *checker) detect() {
	c.dialect, _ = a2aclient.DetectDialect(c.root.Get, c.options.Source)
	if c.dialect == a2aclient.DialectV03 && !has(c.root, "protocolVersion") && !has(c.root, "url") {
		c.dialect = a2aclient.DialectV10 // it has nothing of 0.3
	}
	switch c.dialect {
	case a2aclient.DialectV10:
		c.version = "1.0"
	case a2aclient.DialectV03:
		c.version = "0.3"
	case a2aclient.DialectV02:
		c.version = "0.2"
	}
	for _, e := range c.root.Get("capabilities").Get("extensions").Items() {
		if isObjectSchemas(e.Get("uri").Text()) {
			c.declared = e
		}
	}
}

// has reports whether an object has a member that is not null.
func has(v *ojson.Value, name string) bool {
	member := v.Get(name)
	return member.Exists() && !member.Is(ojson.Null)
}

// duplicates reports the members that an object has twice, with both locations.
func (c *checker) duplicates() {
	if c.rules["C01"] == nil {
		return
	}
	d := duplicateFinder{report: func(pointer string, first, second int) {
		c.put(found{rule: "C01", pointer: pointer, offset: second, what: "the member is there twice, the first one at " + c.lineOf(first) + ": some readers use the first, others the last"})
	}}
	r := ojson.NewReader(c.data)
	d.walk(&r, func() string { return "" })
}

func (c *checker) lineOf(offset int) string { return lineColumn(c.data, offset) }
