package doctor

import (
	"fmt"
	"mime"
	"slices"
	"strconv"
	"strings"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

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
