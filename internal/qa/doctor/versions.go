package doctor

import (
	"cmp"
	"iter"
	"net/url"
	"regexp"
	"strings"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
)

// checkDialect applies the rules of the card's dialect.
func (c *checker) checkDialect() {
	switch c.dialect {
	case a2aclient.DialectV10:
		c.checkInterfaces()
	case a2aclient.DialectV03, a2aclient.DialectV02:
		c.checkAddress()
	}
}

// bindings are the names of A2A 1.0 for bindings, by the letters of other spellings.
var bindings = map[string]string{
	"jsonrpc": "JSONRPC", "jsonrpc20": "JSONRPC", "jsonrpc2": "JSONRPC", "grpc": "GRPC",
	"httpjson": "HTTP+JSON", "http": "HTTP+JSON", "rest": "HTTP+JSON", "httprest": "HTTP+JSON", "httpplusjson": "HTTP+JSON",
}

var notLetter = regexp.MustCompile(`[^a-z0-9]`)

var versionForm = regexp.MustCompile(`^\d+\.\d+$`)

func (c *checker) checkInterfaces() {
	c.apply("V01", "V02", "V03", "V04")
	list := c.root.Get("supportedInterfaces")
	switch {
	case !has(c.root, "supportedInterfaces"):
		c.add("V01", "", "the card has no \"supportedInterfaces\"")
	case list.Is(ojson.Array) && list.Len() == 0:
		c.add("V01", "/supportedInterfaces", "the card lists no interface")
	}
	for i, item := range list.Items() {
		at := pointerTo("/supportedInterfaces", i)
		c.need("V02", at, item, "url", "protocolBinding", "protocolVersion")
		binding, version := item.Get("protocolBinding").Text(), item.Get("protocolVersion").Text()
		if meant := bindings[notLetter.ReplaceAllString(strings.ToLower(binding), "")]; meant != "" && meant != binding {
			c.addFix("V03", at+"/protocolBinding", `"protocolBinding": "`+meant+`"`, "binding %s: clients look for %s", quoted(binding), meant)
		}
		if version != "" && !versionForm.MatchString(version) {
			c.add("V04", at+"/protocolVersion", "the protocol version %s is not MAJOR.MINOR", quoted(version))
		}
	}
	c.checkRequirements("V08", "securityRequirements")
}

// checkRequirements reports requirements for schemes that are not declared.
func (c *checker) checkRequirements(id, member string) {
	schemes := c.root.Get("securitySchemes")
	check := func(list *ojson.Value, at string) {
		if list.Len() > 0 {
			c.apply(id)
		}
		for i, item := range list.Items() {
			at := pointerTo(at, i)
			if inner := item.Get("schemes"); inner.Is(ojson.Object) {
				item, at = inner, at+"/schemes"
			}
			for _, m := range item.Members() {
				if !schemes.Get(m.Name).Exists() {
					c.add(id, ojson.Pointer(at, m.Name), "the scheme %s is required, and not among \"securitySchemes\"", quoted(m.Name))
				}
			}
		}
	}
	check(c.root.Get(member), "/"+member)
	for i, skill := range c.skills() {
		check(skill.Get(member), pointerTo("/skills", i)+"/"+member)
	}
}

// checkAddress applies the rules of A2A 0.3 and 0.2.
func (c *checker) checkAddress() {
	c.apply("V31")
	address := c.root.Get("url")
	switch u, err := url.Parse(address.Text()); {
	case !has(c.root, "url"):
		c.add("V31", "", "the card has no \"url\"")
	case address.Is(ojson.String) && (err != nil || !u.IsAbs() || u.Host == ""):
		c.add("V31", "/url", "the url %s is not absolute", quoted(address.Text()))
	}
	transport := c.root.Get("preferredTransport").Text()
	if c.dialect == a2aclient.DialectV03 {
		c.apply("V32")
		if transport == "" {
			c.add("V32", "", "the card has no \"preferredTransport\"")
		}
	}
	c.checkTransports(address.Text(), cmp.Or(transport, "JSONRPC"))
	c.checkRequirements("V36", "security")
}

// checkTransports checks what is spoken at the addresses of a card before 1.0.
func (c *checker) checkTransports(address, transport string) {
	transports := map[string]string{address: transport}
	for i, item := range c.root.Get("additionalInterfaces").Items() {
		c.apply("V33")
		c.need("V31", pointerTo("/additionalInterfaces", i), item, "url")
		at, name := item.Get("url").Text(), item.Get("transport").Text()
		if other, twice := transports[at]; twice && other != name && at != "" {
			c.add("V33", pointerTo("/additionalInterfaces", i), "the address %s is both %s and %s", quoted(at), shown(other), shown(name))
		}
		transports[at] = name
	}
}

// mode is an input or output mode of the card.
type mode struct {
	text    string
	pointer string
	parsed  a2a.MediaType
	isInput bool
	skill   int // -1 for a default of the card
}

// modes are those of the card, in its order.
func (c *checker) modes() iter.Seq[mode] {
	return func(yield func(mode) bool) {
		list := func(v *ojson.Value, at string, isInput bool, skill int) bool {
			for i, item := range v.Items() {
				if item.Is(ojson.String) && !yield(mode{item.Text(), pointerTo(at, i), a2a.ParseMediaType(item.Text()), isInput, skill}) {
					return false
				}
			}
			return true
		}
		if !list(c.root.Get("defaultInputModes"), "/defaultInputModes", true, -1) || !list(c.root.Get("defaultOutputModes"), "/defaultOutputModes", false, -1) {
			return
		}
		for i, skill := range c.skills() {
			at := pointerTo("/skills", i)
			if !list(skill.Get("inputModes"), at+"/inputModes", true, i) || !list(skill.Get("outputModes"), at+"/outputModes", false, i) {
				return
			}
		}
	}
}

// inputsOf are the input modes that apply to a skill: its own, else those of the card.
func (c *checker) inputsOf(i int, skill *ojson.Value) (modes []mode) {
	at, v := pointerTo("/skills", i)+"/inputModes", skill.Get("inputModes")
	if v.Len() == 0 {
		at, v = "/defaultInputModes", c.root.Get("defaultInputModes")
	}
	for j, item := range v.Items() {
		if item.Is(ojson.String) {
			modes = append(modes, mode{text: item.Text(), pointer: pointerTo(at, j), parsed: a2a.ParseMediaType(item.Text())})
		}
	}
	return modes
}
