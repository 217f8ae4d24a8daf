package doctor

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"a2aform/a2aclient"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
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

// duplicateFinder finds members that an object has twice, without decoding values.
type duplicateFinder struct {
	report func(pointer string, first, second int)
	depth  int
}

// walk looks through the next value. Its pointer is asked for only where there is something to report.
func (d *duplicateFinder) walk(r *ojson.Reader, pointer func() string) {
	if d.depth > limit.DataDepth.Int() {
		r.Value()
		return
	}
	d.depth++
	defer func() { d.depth-- }()
	switch r.Peek() {
	case '{':
		members := map[string]int{} // the offset of each
		for r.Enter('{'); r.Member(); {
			name, at := string(r.Key), r.Start()
			if before, twice := members[name]; twice {
				d.report(ojson.Pointer(pointer(), name), before, at)
			}
			members[name] = at
			d.walk(r, func() string { return ojson.Pointer(pointer(), name) })
		}
	case '[':
		r.Enter('[')
		for i := 0; r.Item(); i++ {
			d.walk(r, func() string { return ojson.Pointer(pointer(), strconv.Itoa(i)) })
		}
	default:
		r.Value()
	}
}

// lineColumn names a location of a text.
func lineColumn(text []byte, offset int) string {
	at := locateOffsets(text, []int{offset})[offset]
	return fmt.Sprintf("line %d, column %d", at.Line, at.Column)
}

// checkCommon applies the rules for cards of any version.
func (c *checker) checkCommon() {
	if c.isA2A() {
		c.apply("C02", "C04", "C06", "C08", "C09")
		c.need("C02", "", c.root, "name", "description", "version", "capabilities")
		c.checkModes()
		c.checkNames()
		c.checkTypes()
	} else {
		c.checkDialectSchema()
	}
	if c.dialect != a2aclient.DialectSessions {
		c.checkSkills()
	}
}

// need reports members that an object must have.
func (c *checker) need(id, pointer string, object *ojson.Value, names ...string) {
	for _, name := range names {
		switch v := object.Get(name); {
		case !has(object, name):
			c.add(id, pointer, "%s has no %s", c.called(pointer, object), quoted(name))
		case v.Is(ojson.String) && strings.TrimSpace(v.Text()) == "":
			c.add(id, ojson.Pointer(pointer, name), "%s is empty", quoted(name))
		}
	}
}

// called names an object of the card.
func (c *checker) called(pointer string, object *ojson.Value) string {
	switch {
	case pointer == "":
		return "the card"
	case strings.HasPrefix(pointer, "/skills/"):
		if id := object.Get("id").Text(); id != "" {
			return "the skill " + quoted(id)
		}
		return "the skill " + pointer[len("/skills/"):]
	}
	return shown(strings.TrimPrefix(pointer, "/"))
}

// checkTypes validates the card by the schema of its version. What is missing is reported by the
// rules for each member.
func (c *checker) checkTypes() {
	problems, err := a2aclient.ValidateCardValue(c.root, c.version)
	if err != nil {
		return
	}
	for _, p := range problems {
		pointer := p.Pointer.Exact()
		if v := c.root.At(pointer); v != nil && p.Keyword != "required" && p.Keyword != "minItems" && !v.Is(ojson.Null) {
			c.add("C03", pointer, "%s %s; a2aform ignores what it cannot read of it", shown(strings.ReplaceAll(strings.TrimPrefix(pointer, "/"), "/", ".")), p.Message)
		}
	}
}

// checkDialectSchema validates a card of an older dialect by the schema that its specification has for cards.
func (c *checker) checkDialectSchema() {
	problems, err := a2aclient.ValidateCardValue(c.root, string(c.dialect))
	if err != nil {
		return
	}
	c.apply("C12")
	for _, p := range problems {
		pointer, name := p.Pointer.Exact(), "the card"
		at := pointer
		if pointer != "" {
			name = shown(strings.ReplaceAll(strings.TrimPrefix(pointer, "/"), "/", "."))
		}
		for c.root.At(at) == nil && at != "" { // it is missing
			at = at[:strings.LastIndexByte(at, '/')]
		}
		c.add("C12", at, "%s %s", name, p.Message)
	}
}

func (c *checker) checkSkills() {
	c.apply("C05")
	if c.isA2A() {
		if !has(c.root, "skills") {
			c.add("C04", "", "the card has no \"skills\"")
		} else if skills := c.root.Get("skills"); skills.Is(ojson.Array) && skills.Len() == 0 {
			c.add("C04", "/skills", "the card lists no skills")
		}
	}
	first := map[string]int{}
	for i, skill := range c.skills() {
		at := pointerTo("/skills", i)
		if !skill.Is(ojson.Object) {
			continue // C03
		}
		if c.isA2A() {
			c.need("C04", at, skill, "id", "name", "description")
			if skill.Get("tags").Len() == 0 {
				c.add("C08", at, "%s has no tags", c.called(at, skill))
			}
		}
		id := skill.Get("id").Text()
		if before, twice := first[id]; twice && id != "" {
			c.add("C05", at+"/id", "the skills %d and %d both have the id %s", before, i, quoted(id))
		} else {
			first[id] = i
		}
	}
}

func (c *checker) skills() []*ojson.Value { return c.root.Get("skills").Items() }

func pointerTo(list string, i int) string { return list + "/" + strconv.Itoa(i) }

// checkModes checks the modes of the card and of its skills.
func (c *checker) checkModes() {
	for _, name := range []string{"defaultInputModes", "defaultOutputModes"} {
		if c.root.Get(name).Len() == 0 && (!has(c.root, name) || c.root.Get(name).Is(ojson.Array)) {
			at := ""
			if has(c.root, name) {
				at = "/" + name
			}
			c.add("C06", at, "%s lists no modes", quoted(name))
		}
	}
	var wrong []string
	first, times := map[string]string{}, map[string]int{}
	for m := range c.modes() {
		c.apply("C07")
		if kind, _, err := mime.ParseMediaType(m.text); !strings.Contains(m.text, "/") || err != nil && !m.parsed.HasSchema || err == nil && !strings.Contains(kind, "/") {
			if times[m.text]++; times[m.text] == 1 {
				wrong, first[m.text] = append(wrong, m.text), m.pointer
			}
		}
	}
	for _, text := range wrong {
		what := fmt.Sprintf("the mode %s is not a media type", quoted(text))
		if n := times[text]; n > 1 {
			what += fmt.Sprintf(", here and in %d more places", n-1)
		}
		c.addFix("C07", first[text], suggestedMode(text), "%s", what)
	}
}

// suggestedMode is the media type that is probably meant, "" where none is known.
func suggestedMode(text string) string {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "text", "txt", "string":
		return `write "text/plain"`
	case "json", "data", "object":
		return `write "application/json"`
	case "markdown", "md":
		return `write "text/markdown"`
	case "file":
		return `write the media type of the files, or "*/*"`
	}
	return ""
}

// knownAt are the objects of a card whose members are known, by their schema in that of the card.
func (c *checker) knownAt() map[string][]*located {
	list := func(pointer string) (all []*located) {
		for i, item := range c.root.At(pointer).Items() {
			all = append(all, &located{item, pointerTo(pointer, i)})
		}
		return all
	}
	capabilities := c.root.Get("capabilities")
	return map[string][]*located{
		"":                                       {{c.root, ""}},
		"/properties/provider":                   {{c.root.Get("provider"), "/provider"}},
		"/$defs/capabilities":                    {{capabilities, "/capabilities"}},
		"/$defs/skill":                           list("/skills"),
		"/properties/supportedInterfaces/items":  list("/supportedInterfaces"),
		"/properties/additionalInterfaces/items": list("/additionalInterfaces"),
		"/$defs/capabilities/properties/extensions/items": list("/capabilities/extensions"),
	}
}

// located is a value of the card.
type located struct {
	value   *ojson.Value
	pointer string
}

// checkNames reports members whose names are almost those of known ones.
func (c *checker) checkNames() {
	for _, m := range c.misspelled {
		tokens := ojson.Tokens(m.Pointer)
		name := tokens[len(tokens)-1]
		if m.Ignored {
			c.addFix("C09", m.Pointer, "remove one of them", "unknown member %s, which a2aform ignores: it reads another member as %s", quoted(name), quoted(m.Meant))
			continue
		}
		c.addFix("C09", m.Pointer, "write "+quoted(m.Meant), "unknown member %s, which a2aform reads as %s; other clients do not", quoted(name), quoted(m.Meant))
	}
	for schema, objects := range c.knownAt() {
		known := a2aclient.CardMembers(c.version, schema)
		if schema == "" {
			known = append(known, "schemas")
		}
		for _, o := range objects {
			for _, m := range o.value.Members() {
				if slices.Contains(known, m.Name) || slices.Contains(otherVersions, m.Name) || strings.HasPrefix(m.Name, "$") {
					continue
				}
				if near := safe.Nearest(m.Name, known); near != "" && !o.value.Get(near).Exists() {
					c.addFix("C09", ojson.Pointer(o.pointer, m.Name), "write "+quoted(near), "unknown member %s; did you mean %s?", quoted(m.Name), quoted(near))
				}
			}
		}
	}
}

// otherVersions are members of cards of other versions of A2A, which some cards have beside their own for older clients.
var otherVersions = []string{
	"additionalInterfaces", "preferredTransport", "url", "protocolVersion", "security", "supportsAuthenticatedExtendedCard", "stateTransitionHistory",
	"supportedInterfaces", "securityRequirements", "extendedAgentCard",
}

// uriVersion is a version in a URI: v1, 1.2 or 2026-01-01 as a step of its path, or a step with one at its end.
var uriVersion = regexp.MustCompile(`(?i)(^|[/:@#_.=-])v?\d+([.-]\d+)*([-.]?(alpha|beta|rc)\d*)?/?($|[/#?])`)

// checkExtensions applies the rules about extensions.
func (c *checker) checkExtensions() {
	extensions := c.root.At("/capabilities/extensions")
	if extensions.Len() == 0 {
		return
	}
	c.apply("X01", "X04", "X05")
	for i, e := range extensions.Items() {
		at := pointerTo("/capabilities/extensions", i)
		uri := e.Get("uri").Text()
		u, err := url.Parse(uri)
		if !e.Get("uri").Is(ojson.String) || err != nil || !u.IsAbs() {
			if e.Get("uri").Exists() {
				at += "/uri"
			}
			c.add("X01", at, "the extension %s has no absolute URI", quoted(uri))
			continue
		}
		if !uriVersion.MatchString(u.Opaque + u.Path + "?" + u.RawQuery + "#" + u.Fragment) { // a host can be an IP address
			c.add("X05", at+"/uri", "the URI %s has no version", quoted(uri))
		}
		if e.Get("required").Bool() && !isObjectSchemas(uri) {
			c.add("X04", at+"/required", "the extension %s is required, and clients do not know it", quoted(uri))
		}
	}
}
