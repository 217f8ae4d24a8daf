package a2aclient

import (
	"bytes"
	_ "embed"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

var (
	//go:embed cardschema-v1.json
	v1 []byte
	//go:embed cardschema-v03.json
	cardSchemaV03 []byte
	//go:embed cardschema-v02.json
	v02 []byte
	//go:embed cardschema-workshop.json
	cardSchemaWorkshop []byte // of seed 001
	//go:embed cardschema-sessions.json
	cardSchemaSessions []byte // of seed 003
)

// CardProblem is a way in which a card breaks the schema of its version.
type CardProblem struct {
	Pointer safe.Raw // where, as a JSON Pointer; empty for the card itself
	Keyword string   // of the schema, such as "type"
	Message string   // our words
}

// ValidateCard lists what is wrong with a card of a version: 1.0, 0.3, 0.2, or one of the older dialects. The error says that
// there is no schema for the version, or that the card is not JSON.
func ValidateCard(card []byte, version string) ([]CardProblem, error) {
	doc, err := loadCardSchema(version)
	if err != nil {
		return nil, err
	}
	v, err := ojson.Parse(card, ojson.CardLimits)
	if err != nil {
		return nil, fmt.Errorf("the card cannot be read: %w", err)
	}
	return cardProblems(doc, v), nil
}

// ValidateCardValue is [ValidateCard] of a card that was read.
func ValidateCardValue(card *ojson.Value, version string) ([]CardProblem, error) {
	doc, err := loadCardSchema(version)
	if err != nil {
		return nil, err
	}
	return cardProblems(doc, card), nil
}

// CardMembers returns the names of the members that a version gives an object of the card: that
// whose schema is at the pointer of the schema of cards, such as "" or "/$defs/skill".
func CardMembers(version, pointer string) (names []string) {
	doc, err := loadCardSchema(version)
	if err != nil {
		return nil
	}
	for _, m := range doc.Raw().At(pointer).Get("properties").Members() {
		names = append(names, m.Name)
	}
	return names
}

func loadCardSchema(version string) (*schema.Document, error) {
	if known, ok := cardSchemas.Load(version); ok {
		return known.(*schema.Document), nil
	}
	doc, err := readCardSchema(version)
	if err != nil {
		return nil, err
	}
	known, _ := cardSchemas.LoadOrStore(version, doc)
	return known.(*schema.Document), nil
}

// cardSchemas are the schemas by version, each compiled once.
var cardSchemas sync.Map

func readCardSchema(version string) (*schema.Document, error) {
	raw, ok := map[string][]byte{
		"1.0": v1, "0.3": cardSchemaV03, "0.2": v02, string(DialectWorkshop): cardSchemaWorkshop, string(DialectSessions): cardSchemaSessions,
	}[version]
	if !ok {
		return nil, fmt.Errorf("there is no schema for cards of %s, only for A2A 1.0, 0.3 and 0.2, workshop and sessions", version)
	}
	doc, err := schema.Load(raw)
	if err != nil {
		return nil, fmt.Errorf("read our schema: %w", err)
	}
	return doc, nil
}

func cardProblems(doc *schema.Document, card *ojson.Value) (list []CardProblem) {
	for _, p := range doc.Validate(card) {
		list = append(list, CardProblem{safe.Text(p.Pointer), p.Keyword, p.Message()})
	}
	return list
}

// Misspelling is a member of a card under another name than that of A2A, such as
// protocol_version, which is read as the member that is meant.
type Misspelling struct {
	Pointer string // of the member, under the name that the card gives it
	Meant   string // the name in A2A
	Ignored bool   // another member with another value is read under that name
}

// objectNames are the members of the objects of a card, in any version of A2A.
type objectNames struct{ card, provider, capabilities, extension, skill, iface []string }

var namesOf = sync.OnceValue(func() objectNames {
	return objectNames{
		card:         namesAt(""),
		provider:     namesAt("/properties/provider"),
		capabilities: namesAt("/$defs/capabilities"),
		extension:    namesAt("/$defs/capabilities/properties/extensions/items"),
		skill:        namesAt("/$defs/skill"),
		iface:        append(namesAt("/properties/supportedInterfaces/items"), namesAt("/properties/additionalInterfaces/items")...),
	}
})

// namesAt are the members that the schemas of cards have at a pointer, the newest version first.
func namesAt(pointer string) (names []string) {
	for _, version := range []string{"1.0", "0.3", "0.2"} {
		names = append(names, CardMembers(version, pointer)...)
	}
	return names
}

// addressNames are the names that cards give to the url of the agent, and interfaceNames those that they give to its interfaces.
var (
	addressNames   = []string{"endpoint", "serviceEndpoint", "serviceUrl", "baseUrl", "endpointUrl"}
	interfaceNames = []string{"interfaces", "endpoints"}
)

// bindingNames are the names that cards of A2A 1.0 give to protocolBinding.
var bindingNames = []string{"transport", "protocol", "binding"}

// CorrectNames returns the root of a card with the members renamed whose name is that of a
// member of A2A in another spelling: in snake_case, in other capitals, in the singular. A member
// is never renamed to one that is there, so of two spellings the first one counts. Where nothing is renamed, the root is returned itself.
func CorrectNames(root *ojson.Value) (*ojson.Value, []Misspelling) {
	c, known := &corrector{}, namesOf()
	root = c.names(root, "", known.card)
	for _, other := range addressNames {
		if root.Get(other).Is(ojson.String) {
			root = c.rename(root, "", other, "url")
		}
	}
	for _, other := range interfaceNames {
		if items := root.Get(other).Items(); len(items) > 0 && items[0].Get("url").Is(ojson.String) {
			root = c.rename(root, "", other, "supportedInterfaces")
		}
	}
	root = c.member(root, "", "provider", func(v *ojson.Value, at string) *ojson.Value { return c.names(v, at, known.provider) })
	root = c.member(root, "", "capabilities", func(v *ojson.Value, at string) *ojson.Value {
		v = c.names(v, at, known.capabilities)
		return c.member(v, at, "extensions", c.each(func(v *ojson.Value, at string) *ojson.Value { return c.names(v, at, known.extension) }))
	})
	root = c.member(root, "", "skills", c.each(func(v *ojson.Value, at string) *ojson.Value { return c.names(v, at, known.skill) }))
	root = c.member(root, "", "additionalInterfaces", c.each(func(v *ojson.Value, at string) *ojson.Value { return c.names(v, at, known.iface) }))
	root = c.member(root, "", "supportedInterfaces", c.each(func(v *ojson.Value, at string) *ojson.Value {
		v = c.names(v, at, known.iface)
		for _, other := range bindingNames {
			v = c.rename(v, at, other, "protocolBinding")
		}
		return v
	}))
	return root, c.found
}

type corrector struct{ found []Misspelling }

// names renames the members of an object that have almost one of the names.
func (c *corrector) names(v *ojson.Value, at string, names []string) *ojson.Value {
	for _, m := range v.Members() {
		if slices.Contains(names, m.Name) {
			continue
		}
		if i := slices.IndexFunc(names, func(name string) bool { return normalKey(name) == normalKey(m.Name) }); i >= 0 {
			if other := v.Get(names[i]); other.Exists() && !other.Is(ojson.Null) && string(other.Compact()) != string(m.Value.Compact()) {
				c.found = append(c.found, Misspelling{ojson.Pointer(at, m.Name), names[i], true})
			}
			v = c.rename(v, at, m.Name, names[i])
		}
	}
	return v
}

// rename gives a member of an object another name, if it is there and the other one is not.
func (c *corrector) rename(v *ojson.Value, at, from, to string) *ojson.Value {
	if !v.Get(from).Exists() || v.Get(to).Exists() && !v.Get(to).Is(ojson.Null) {
		return v
	}
	c.found = append(c.found, Misspelling{Pointer: ojson.Pointer(at, from), Meant: to})
	var members []ojson.Member
	for _, m := range v.Members() {
		if m.Name == from {
			m.Name = to
		} else if m.Name == to {
			continue // null
		}
		members = append(members, m)
	}
	return ojson.NewObject(members...)
}

type correction func(v *ojson.Value, at string) *ojson.Value

// member replaces a member of an object by what correct makes of it.
func (c *corrector) member(v *ojson.Value, at, name string, correct correction) *ojson.Value {
	before := v.Get(name)
	after := correct(before, ojson.Pointer(at, name))
	if after == before {
		return v
	}
	members := slices.Clone(v.Members())
	for i := range members {
		if members[i].Name == name {
			members[i].Value = after
		}
	}
	return ojson.NewObject(members...)
}

// each corrects the items of a list.
func (c *corrector) each(correct correction) correction {
	return func(v *ojson.Value, at string) *ojson.Value {
		var items []*ojson.Value
		for i, before := range v.Items() {
			after := correct(before, fmt.Sprintf("%s/%d", at, i))
			if after != before && items == nil {
				items = slices.Clone(v.Items())
			}
			if items != nil {
				items[i] = after
			}
		}
		if items == nil {
			return v
		}
		return ojson.NewArray(items...)
	}
}

// normalKey returns a name without the differences between snake_case, kebab-case,
// capitals and the singular.
func normalKey(name string) string {
	return strings.TrimSuffix(separators.Replace(strings.ToLower(name)), "s")
}

// separators are what names and bindings are spelled with or without.
var separators = strings.NewReplacer("-", "", "_", "", "+", "", " ", "")

// maxLinks is how many addresses of one text are looked at.
const maxLinks = 20

var linkPattern = regexp.MustCompile(`(?i)https?://[^\s<>"'“”]+`)

// TextWarnings says which web addresses in a text can be taken for others, see
// [URLWarnings]. Each warning is given once. It is nil for most texts.
func TextWarnings(text string) (all []string) {
	if !strings.Contains(text, "://") {
		return nil
	}
	for _, link := range linkPattern.FindAllString(text, maxLinks) {
		u, err := url.Parse(strings.TrimRight(link, ".,;:!?)]}*_"))
		if err != nil {
			continue
		}
		for _, w := range URLWarnings(u) {
			if !slices.Contains(all, w) {
				all = append(all, w)
			}
		}
	}
	return all
}

// URLWarnings says what makes an address look like another one: a
// user's name before the host, and a host with other letters than ASCII, which is
// given in Punycode too (RFC 3492), as it goes over the network.
func URLWarnings(u *url.URL) (all []string) {
	host := u.Hostname()
	if u.User != nil {
		all = append(all, fmt.Sprintf("The part before the @ is a user's name. The address leads to %s.", safe.Text(host).Line(200)))
	}
	isASCII := !strings.ContainsFunc(host, func(r rune) bool { return r > unicode.MaxASCII })
	switch {
	case isASCII && strings.Contains(strings.ToLower(host), "xn--"):
		all = append(all, fmt.Sprintf("The host %s has letters beyond a to z, which may look like others.", safe.Text(host).Line(200)))
	case isASCII:
	default:
		all = append(all, hostWarning(host))
	}
	return all
}

func hostWarning(host string) string {
	shown := safe.Text(host).Line(200)
	if strings.ContainsFunc(host, isReplaced) {
		return fmt.Sprintf("The host “%s” has characters that browsers replace by others, so it may lead to another host than it seems.", shown)
	}
	ascii, err := asciiHost(host)
	if err != nil {
		return fmt.Sprintf("The host “%s” is no valid name.", shown)
	}
	if mix := mixedScripts(host); mix != "" {
		return fmt.Sprintf("The host “%s” is really %s. It mixes %s to look like another host.", shown, safe.Text(ascii).Line(300), mix)
	}
	return fmt.Sprintf("The host “%s” is really %s. It has letters beyond a to z, which may look like others.", shown, safe.Text(ascii).Line(300))
}

// compatibility are the forms of letters that exist for old character sets and
// formulas, and the marks that combine with Latin ones.
var compatibility = &unicode.RangeTable{
	R16: []unicode.Range16{{0xaa, 0xaa, 1}, {0xba, 0xba, 1}, {0x300, 0x36f, 1}, {0x2070, 0x214f, 1}, {0x3131, 0x318e, 1}, {0xfb00, 0xffff, 1}},
	R32: []unicode.Range32{{0x1d400, 0x1d7ff, 1}},
}

// isReplaced reports a character of a host that browsers map to others, or refuse
// (UTS #46).
func isReplaced(r rune) bool {
	return r > unicode.MaxASCII && (unicode.Is(compatibility, r) || !unicode.In(r, unicode.Letter, unicode.Mark, unicode.Nd))
}

// asciiHost is a host as net/http asks for it: with other letters than ASCII in
// Punycode. It reads the head of a request that is never sent. The package
// golang.org/x/net/idna would make the program 135 KB larger.
func asciiHost(host string) (string, error) {
	host = strings.ToLower(host)
	var b bytes.Buffer
	req := http.Request{Method: http.MethodGet, URL: &url.URL{Scheme: "https", Host: host, Path: "/"}, Host: host}
	if err := req.Write(&b); err != nil {
		return "", fmt.Errorf("encode the host: %w", err)
	}
	_, rest, _ := strings.Cut(b.String(), "\r\nHost: ")
	ascii, _, _ := strings.Cut(rest, "\r\n")
	if ascii == "" || strings.ContainsFunc(ascii, func(r rune) bool { return r > unicode.MaxASCII }) {
		return "", fmt.Errorf("%q has no form in ASCII", host)
	}
	return ascii, nil
}

// mixedScripts names the alphabets with similar letters that one label of a host
// mixes, "" for none.
func mixedScripts(host string) string {
	for label := range strings.SplitSeq(host, ".") {
		var has []string
		for _, script := range []struct {
			name  string
			table *unicode.RangeTable
		}{{"Latin", unicode.Latin}, {"Greek", unicode.Greek}, {"Cyrillic", unicode.Cyrillic}, {"Armenian", unicode.Armenian}, {"Cherokee", unicode.Cherokee}} {
			if strings.ContainsFunc(label, func(r rune) bool { return unicode.Is(script.table, r) }) {
				has = append(has, script.name)
			}
		}
		if len(has) > 1 {
			return strings.Join(has, " and ") + " letters"
		}
	}
	return ""
}
