package a2aclient

import (
	"fmt"
	"slices"
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/auth"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// DetectDialect says which dialect the card is written in, and by what that was seen: by the
// members of its root, and where it was read.
func DetectDialect(member func(name string) *ojson.Value, source string) (d Dialect, evidence string) {
	version := member("protocolVersion").Text()
	by := func(d Dialect, format string, args ...any) (Dialect, string) { return d, fmt.Sprintf(format, args...) }
	workshop := workshopEvidence(member)
	switch {
	case member("capabilities").Is(ojson.Array) && !hasMembersOfA2A(member) && hasTypes(member("capabilities")):
		return by(DialectSessions, "capabilities is a list")
	case member("api").Get("type").Text() == "a2a":
		return by(DialectSessions, "api.type is a2a")
	case member("supportedInterfaces").Is(ojson.Array):
		return by(DialectV10, "supportedInterfaces")
	case strings.HasPrefix(version, "1"):
		return by(DialectV10, "protocolVersion %s", safe.Text(version).Line(20))
	case strings.HasPrefix(version, "0.2"):
		return by(DialectV02, "protocolVersion %s", safe.Text(version).Line(20))
	case version != "":
		return by(DialectV03, "protocolVersion %s", safe.Text(version).Line(20))
	case workshop != "":
		return by(DialectWorkshop, "%s without protocolVersion", workshop)
	case strings.HasSuffix(source, "/.well-known/agent.json"):
		return by(DialectV02, "found at agent.json without protocolVersion")
	}
	if url := member("url"); !url.Exists() || url.Is(ojson.Null) {
		return by(DialectV03, "no protocolVersion and no url")
	}
	return by(DialectV03, "url without protocolVersion")
}

// hasMembersOfA2A reports a card with members that no card of seed 003 has. Many cards of A2A
// list words or objects in capabilities, which is an object there.
func hasMembersOfA2A(member func(name string) *ojson.Value) bool {
	return slices.ContainsFunc([]string{"skills", "supportedInterfaces", "protocolVersion", "preferredTransport", "defaultInputModes"}, func(name string) bool {
		v := member(name)
		return v.Exists() && !v.Is(ojson.Null)
	})
}

// hasTypes reports capabilities as cards of seed 003 have them; other lists are of words, of sentences or of skills.
func hasTypes(list *ojson.Value) bool {
	return list.Len() == 0 || slices.ContainsFunc(list.Items(), func(v *ojson.Value) bool { return v.Get("type").Is(ojson.String) })
}

// workshopEvidence is what only a card of seed 001 has, "" where there is nothing.
// A card with default modes is one of A2A, where skills with schemas of their
// own are a private addition.
func workshopEvidence(member func(name string) *ojson.Value) string {
	for _, name := range []string{"defaultInputModes", "defaultOutputModes", "preferredTransport"} {
		if v := member(name); v.Exists() && !v.Is(ojson.Null) {
			return ""
		}
	}
	for _, skill := range member("skills").Items() {
		if skill.Get("inputSchema").Exists() || skill.Get("outputSchema").Exists() {
			return "skills with an inputSchema"
		}
	}
	if member("capabilities").Get("stateManagement").Exists() {
		return "capabilities.stateManagement"
	}
	if member("authentication").Get("type").Exists() {
		return "authentication.type"
	}
	return ""
}

// objectSchemas is in the URI of the extension of seed 000, whichever mirror
// or branch of its repository the card names.
const objectSchemas = "facultyai/a2a-extension-object-schemas"

func (r *cardReader) capabilities() {
	caps := r.root.Get("capabilities")
	listed := func(name string) bool {
		return slices.ContainsFunc(caps.Items(), func(v *ojson.Value) bool { return v.Is(ojson.String) && v.Text() == name })
	}
	r.Streaming = caps.Get("streaming").Bool() || listed("streaming")
	r.PushNotifications = caps.Get("pushNotifications").Bool() || listed("pushNotifications")
	r.StateManagement = caps.Get("stateManagement").Bool()
	r.Signatures = r.root.Get("signatures").Len()
	r.HasExtended = caps.Get("extendedAgentCard").Bool() || r.root.Get("supportsAuthenticatedExtendedCard").Bool() // 1.0, else 0.x
	for _, item := range caps.Get("extensions").Items() {
		uri := item.Get("uri").Text()
		if uri == "" {
			continue
		}
		e := Extension{
			URI: safe.Text(uri), Description: raw(item.Get("description")),
			Required: item.Get("required").Bool(), Known: strings.Contains(strings.ToLower(uri), objectSchemas), IsForm: a2a.IsFormExtension(uri),
		}
		if _, version := a2a.SplitVersion(uri); e.Known && version != "" && a2a.MajorVersion(version) != "1" {
			r.warn("the extension of object schemas has version %s here (%s); it is used as version 1, which a2aform knows", safe.Text(version).Line(20), e.URI.Line(200))
		}
		e.Known = e.Known || e.IsForm
		params := item.Get("params")
		if e.HasSchemas = params.Get("schemas").Len()+params.Get("skills").Len() > 0; !e.Known && !e.HasSchemas && params.Len() > 0 {
			e.Params = safe.Text(params.Leading(maxFact))
		}
		r.Extensions = append(r.Extensions, e)
		if strings.Contains(strings.ToLower(uri), "x402") {
			r.warn("the agent may want to be paid (extension %s); a2aform does not pay", e.URI.Line(200))
		}
		r.schemasInParams(item.Get("params").Get("schemas"))
	}
}

// schemasInParams reads schemas that a card keeps in an extension's params,
// where the specification recommends static data to be.
func (r *cardReader) schemasInParams(v *ojson.Value) {
	for _, m := range v.Members() {
		if _, ok := r.Schema(m.Name); !ok {
			r.addSchema(m.Name, m.Value.Compact(), "the extension's params")
		}
	}
}

// auth puts what the card says about credentials into one line.
func (r *cardReader) auth() {
	var notes []string
	if asked := r.Asked(r.Requirements); asked != "" {
		notes = append(notes, asked)
	}
	if others := strings.Join(r.optionalSchemes(), ", "); others != "" && len(r.Requirements) > 0 {
		notes = append(notes, "also takes "+others)
	} else if others != "" {
		notes = append(notes, others+", not required for every call")
	}
	for _, name := range []string{"authentication", "auth"} { // seeds 001 and 003
		kind := r.root.Get(name).Get("type").Text()
		if _, known := r.Scheme(safe.Text(name)); known {
			continue // its instructions are the description of the scheme
		}
		if kind != "" && kind != "none" {
			notes = append(notes, kind)
		}
		if text := r.root.Get(name).Get("instructions").Text(); text != "" {
			notes = append(notes, text)
		}
	}
	r.AuthNote = safe.Text(strings.Join(notes, "; "))
}

// optionalSchemes are the schemes that the card itself does not require, in words.
func (r *cardReader) optionalSchemes() (words []string) {
	for _, s := range r.Schemes {
		isAsked := slices.ContainsFunc(r.Requirements, func(needs auth.Requirement) bool {
			return slices.ContainsFunc(needs, func(n auth.Need) bool { return n.Scheme == s.Name })
		})
		if !isAsked {
			words = append(words, s.Label())
		}
	}
	return words
}
