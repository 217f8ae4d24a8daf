package a2aclient

import (
	"fmt"
	"slices"
	"strings"

	"a2aform/a2aclient/auth"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// detectDialect says which dialect the card is written in, and by what that was
// seen.
func (r *cardReader) detectDialect() {
	version := r.root["protocolVersion"].Text()
	by := func(d Dialect, format string, args ...any) {
		r.Dialect, r.Evidence = d, fmt.Sprintf(format, args...)
	}
	switch {
	case r.root["capabilities"].Is(ojson.Array):
		by(DialectSessions, "capabilities is a list")
	case r.root["api"].Get("type").Text() == "a2a":
		by(DialectSessions, "api.type is a2a")
	case r.root["supportedInterfaces"].Is(ojson.Array):
		by(DialectV10, "supportedInterfaces")
	case strings.HasPrefix(version, "1"):
		by(DialectV10, "protocolVersion %s", safe.Text(version).Line(20))
	case strings.HasPrefix(version, "0.2"):
		by(DialectV02, "protocolVersion %s", safe.Text(version).Line(20))
	case version != "":
		by(DialectV03, "protocolVersion %s", safe.Text(version).Line(20))
	case r.workshopEvidence() != "":
		by(DialectWorkshop, "%s without protocolVersion", r.workshopEvidence())
	case strings.HasSuffix(r.Source, "/.well-known/agent.json"):
		by(DialectV02, "found at agent.json without protocolVersion")
	default:
		by(DialectV03, "url without protocolVersion")
	}
}

// workshopEvidence is what only a card of seed 001 has, "" where there is nothing.
// A card with default modes is one of A2A, where skills with schemas of their
// own are a private addition.
func (r *cardReader) workshopEvidence() string {
	if r.has("defaultInputModes") || r.has("defaultOutputModes") || r.has("preferredTransport") {
		return ""
	}
	for _, skill := range r.root["skills"].Items() {
		if skill.Get("inputSchema").Exists() || skill.Get("outputSchema").Exists() {
			return "skills with an inputSchema"
		}
	}
	if r.root["capabilities"].Get("stateManagement").Exists() {
		return "capabilities.stateManagement"
	}
	if r.root["authentication"].Get("type").Exists() {
		return "authentication.type"
	}
	return ""
}

// objectSchemas is in the URI of the extension of seed 000, whichever mirror
// or branch of its repository the card names.
const objectSchemas = "facultyai/a2a-extension-object-schemas"

func (r *cardReader) capabilities() {
	caps := r.root["capabilities"]
	r.Streaming = caps.Get("streaming").Bool()
	r.PushNotifications = caps.Get("pushNotifications").Bool()
	r.Signatures = r.root["signatures"].Len()
	r.HasExtended = caps.Get("extendedAgentCard").Bool() || r.root["supportsAuthenticatedExtendedCard"].Bool() // 1.0, else 0.x
	for _, item := range caps.Get("extensions").Items() {
		uri := item.Get("uri").Text()
		if uri == "" {
			r.warn("an extension without a URI was skipped")
			continue
		}
		e := Extension{
			URI: safe.Text(uri), Description: raw(item.Get("description")),
			Required: item.Get("required").Bool(), Known: strings.Contains(strings.ToLower(uri), objectSchemas),
		}
		if params := item.Get("params"); !e.Known && params.Len() > 0 {
			e.Params = safe.Text(params.Leading(maxFact))
		}
		r.declared = r.declared || e.Known
		r.Extensions = append(r.Extensions, e)
		if e.Required && !e.Known {
			r.warn("the agent requires the extension %s, which a2aform does not know: it may refuse messages", e.URI.Line(200))
		}
		r.schemasInParams(item.Get("params").Get("schemas"))
	}
	if len(r.Schemas) > 0 && !r.declared {
		r.warn("the card has schemas but does not declare the object schemas extension: they are used anyway")
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
		kind := r.root[name].Get("type").Text()
		if _, known := r.Scheme(safe.Text(name)); !known && kind != "" && kind != "none" {
			notes = append(notes, kind)
		}
		if text := r.root[name].Get("instructions").Text(); text != "" {
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
