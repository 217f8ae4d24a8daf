package a2aclient

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/auth"
	"a2aform/a2aclient/grpc"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// Agent is one interface of a card, ready to be spoken to. It may be used by
// several goroutines at once.
type Agent struct {
	card     *Card
	iface    Interface
	choice   string
	protocol *protocol
	opts     options
	learned  *learned
}

// learned is what an agent's answers have shown of it beyond its card. Agents of one interface share it.
type learned struct {
	noStream  atomic.Bool // the agent refused to stream, and took a message without
	streams   atomic.Bool // several events came on one stream
	redirects redirects
	version   atomic.Pointer[string] // of A2A, which the agent turned out to speak; nil for that of its interface
}

// Card is the card that the agent was dialed from.
func (a *Agent) Card() *Card { return a.card }

// Interface is the address that is spoken to.
func (a *Agent) Interface() Interface { return a.spoken().iface }

// OtherServer returns the origins of the card and of the address that is spoken to, safe to show, and whether they are of two servers. It is
// false for a card that was read from a file.
func (a *Agent) OtherServer() (card, agent string, differ bool) {
	source, err := url.Parse(a.card.Source)
	if err != nil || auth.Origin(source) == "" {
		return "", "", false
	}
	target, err := url.Parse(a.iface.URL.Exact())
	if err != nil || auth.Origin(target) == "" || auth.IsSameServer(source, target) {
		return "", "", false
	}
	return safe.Text(auth.Origin(source)).Line(200).String(), safe.Text(auth.Origin(target)).Line(200).String(), true
}

// OtherEndpoint returns the origins of the card and of the address that [WithEndpoint] gave, safe to show, and whether messages go
// to another origin than any that the card is from or names. It is false where the card names none.
func (a *Agent) OtherEndpoint() (card, endpoint string, differ bool) {
	target, err := url.Parse(a.opts.endpoint)
	if a.opts.endpoint == "" || err != nil {
		return "", "", false
	}
	known := []string{a.card.Source}
	for _, i := range a.card.Interfaces {
		known = append(known, i.URL.Exact())
	}
	for _, address := range known {
		u, err := url.Parse(address)
		if err != nil || auth.Origin(u) == "" {
			continue
		}
		if auth.IsSameServer(u, target) {
			return "", "", false
		}
		card = cmp.Or(card, auth.Origin(u))
	}
	return safe.Text(card).Line(200).String(), safe.Text(auth.Origin(target)).Line(200).String(), card != ""
}

// Choice says in our words why this interface was chosen.
func (a *Agent) Choice() string { return a.choice }

// Credentials returns what requests carry to identify the user, nil for nothing.
func (a *Agent) Credentials() *auth.CredentialSet { return a.opts.credentials }

// HasCredentials reports whether the agent is shown who asks: by a secret, or a
// certificate.
func (a *Agent) HasCredentials() bool { return !a.opts.credentials.IsEmpty() || a.opts.identity != nil }

// Metadata is what goes with every message for extensions.
func (a *Agent) Metadata() []Metadata { return a.opts.metadata }

// Notice says in our words what the binding cannot carry, "" where it carries
// all.
func (a *Agent) Notice() string { return a.protocol.notice }

// DataNotice says in our words what the binding cannot carry of data, nil for none.
func (a *Agent) DataNotice(data []byte) string {
	switch {
	case data == nil:
		return ""
	case a.protocol.grpc:
		return grpc.RoundingNotice(data)
	}
	return a.protocol.notice
}

// Streams reports whether the card says that the agent streams, and the agent has
// not refused to.
func (a *Agent) Streams() bool { return a.card.Streaming && !a.learned.noStream.Load() }

// Close drops idle connections. Runs that go on are not touched.
func (a *Agent) Close() { a.opts.closeIdle() }

// NumberWarning says in our words what becomes of the numbers of a value over the binding;
// nil where all arrive as they are.
func (a *Agent) NumberWarning() func(*ojson.Value) string {
	if a == nil || !a.protocol.grpc {
		return nil
	}
	return grpc.RoundingWarning
}

// DialError says why none of a card's interfaces can be spoken to.
type DialError struct {
	Dialect Dialect
	What    string // our words, safe to show
	Next    string // our words: what to do
}

// Error is one line: what is missing, and what to do next.
func (e *DialError) Error() string { return "cannot talk to this agent: " + e.What + next(e.Next) }

// Dial chooses the interface to speak to; nothing is sent yet. The first one in
// the card's order that we speak is taken (A2A 1.0 §8.3.2); up to 0.3 the
// agent's preference for another binding is passed over too, as JSON-RPC alone
// can carry the schema tag there, and so is gRPC, which rounds long numbers. The error is a [*DialError].
func (c *Card) Dial(o ...Option) (*Agent, error) { return c.dial(newOptions(o)) }

// Redial is an agent of another card of the same owner, or of the same card with
// other options besides those it was dialed with. It shares their connections.
func (a *Agent) Redial(c *Card, o ...Option) (*Agent, error) {
	opts := a.opts
	for _, set := range o {
		set(&opts)
	}
	next, err := c.dial(opts)
	if err == nil && next.iface == a.iface {
		next.learned = a.learned
	}
	return next, err
}

func (c *Card) dial(opts options) (*Agent, error) {
	c = c.withSchemas(opts.inputs, opts.outputs)
	for _, uri := range opts.extensions {
		if !headerSafe(uri) {
			return nil, &DialError{c.Dialect, "the extension " + safe.Text(uri).Line(200).String() + " cannot be named in a header", "write its URI as the card has it"}
		}
	}
	if err := c.checkBinding(opts.binding); err != nil {
		return nil, err
	}
	if opts.version != "" {
		if a, _ := c.choose(opts, true); a != nil {
			return a, nil
		}
	}
	a, passed := c.choose(opts, false)
	if a != nil {
		if opts.version != "" {
			a.choice += "; the card lists none for " + safe.Text(opts.version).Line(80).String() + ", which you asked for"
		}
		return a, nil
	}
	if len(passed) == 0 {
		return nil, &DialError{c.Dialect, "its card has no address", "name one with --endpoint URL, or ask its owner for a card with an interface"}
	}
	if address := c.mcpAddress(); address != "" {
		return nil, &DialError{c.Dialect, "its card names an MCP server, " + address + ", and a2aform speaks A2A", "use a client for MCP"}
	}
	return nil, &DialError{
		c.Dialect, "it has no interface that a2aform supports: " + strings.Join(passed, ", "),
		"a2aform supports A2A 0.2, 0.3 and 1.0 over JSON-RPC, 0.3 and 1.0 over HTTP+JSON, and 1.0 over gRPC: ask its owner for such an address",
	}
}

// mcpAddress is the address of the MCP server that the card names, safe to show; "" for none.
func (c *Card) mcpAddress() string {
	for _, i := range c.Interfaces {
		if strings.HasPrefix(strings.ToUpper(string(i.Binding)), "MCP") {
			return i.URL.Line(200).String()
		}
	}
	return ""
}

// checkBinding is the error that no interface of the card has the binding that is
// wanted; nil where one has it, or any will do.
func (c *Card) checkBinding(wanted Binding) error {
	var others []string
	for _, i := range c.Interfaces {
		if i.Binding == wanted {
			return nil
		}
		if shown := safe.Text(string(i.Binding)).Line(80).String(); !slices.Contains(others, shown) {
			others = append(others, shown)
		}
	}
	if wanted == "" || len(others) == 0 {
		return nil
	}
	return &DialError{c.Dialect, "the card has no " + string(wanted) + " interface, only " + strings.Join(others, ", "), "name one of those as the transport"}
}

// choose is an agent for the first interface that we speak, and what was passed
// over before it; nil where there is none. Where it is to be listed, only those
// count that the card itself has for the version that the user wants.
func (c *Card) choose(opts options, listed bool) (second *Agent, passed []string) {
	for _, i := range c.interfacesFor(opts) {
		w, why := c.protocolOf(opts, i, listed)
		if w == nil {
			passed = append(passed, why)
			continue
		}
		a := &Agent{card: c, iface: opts.override(i), choice: c.choiceText(opts, passed), protocol: w, opts: opts, learned: &learned{}}
		if w.grpc {
			a.opts.transport = grpc.New(opts.transport, limit.ReplyBytes.Int())
		}
		if w.notice == "" {
			return a, nil
		}
		passed = append(passed, string(i.Binding)+" "+w.version+" ("+w.lacks+")")
		if second == nil {
			second = a
		}
	}
	return second, passed
}

// interfacesFor are the interfaces of the card. One whose card has none is used at the address that the user gave.
func (c *Card) interfacesFor(opts options) []Interface {
	if len(c.Interfaces) > 0 || opts.endpoint == "" {
		return c.Interfaces
	}
	return []Interface{{Binding: cmp.Or(opts.binding, BindingJSONRPC)}}
}

// protocolOf is how an interface is spoken to as the user wants, or why it is not.
func (c *Card) protocolOf(opts options, i Interface, listed bool) (*protocol, string) {
	w, why := c.supportedProtocol(opts.override(i))
	switch {
	case w == nil:
		return nil, why
	case opts.binding != "" && i.Binding != opts.binding:
		return nil, safe.Text(string(i.Binding)).Line(80).String() + " (not the requested binding)"
	case listed && protocolFor(i.Binding, opts.version) != protocolFor(i.Binding, c.version(i)):
		return nil, i.name() + " (not the requested version)"
	}
	return w, ""
}

// override is an interface with what the user wants in place of what the card says. A
// version is put there too where the card lists none for it: agents speak more than
// they say.
func (o options) override(i Interface) Interface {
	if o.version != "" {
		i.Version = safe.Text(o.version)
	}
	if o.tenant != "" {
		i.Tenant = safe.Text(o.tenant)
	}
	if o.endpoint != "" {
		i.URL, i.Note = safe.Text(o.endpoint), ""
		if i.Binding == BindingGRPC {
			i.URL = safe.Text(grpc.Address(o.endpoint))
		}
	}
	return i
}

func (c *Card) choiceText(opts options, passed []string) string {
	switch {
	case opts.endpoint != "":
		return "the address that you gave"
	case c.isAtOrigin:
		return "where the card was read from, as it has no address"
	case len(passed) == 0:
		return "the card's preferred interface"
	}
	return "the first interface that a2aform supports; skipped: " + strings.Join(passed, ", ")
}

// name is an interface's binding and version, as far as the card says them.
func (i Interface) name() string {
	return safe.Text(strings.TrimSpace(string(i.Binding) + " " + i.Version.Exact())).Line(80).String()
}

// version is the version of an interface; where the card does not say, its own shape does.
func (c *Card) version(i Interface) string {
	switch {
	case !i.Version.IsEmpty():
		return i.Version.Exact()
	case c.Dialect == DialectV10:
		return "1.0"
	}
	return "0.3"
}

// supportedProtocol is how an interface is spoken to, or why it is not.
func (c *Card) supportedProtocol(i Interface) (*protocol, string) {
	name := i.name()
	switch i.Binding {
	case BindingJSONRPC, BindingHTTPJSON, BindingGRPC, BindingSessions:
	default:
		return nil, name + " (unknown binding)"
	}
	u, err := url.Parse(i.URL.Exact())
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, name + " (its address is not an http URL)"
	}
	w := protocolFor(i.Binding, c.version(i))
	switch {
	case i.Binding == BindingSessions:
		w = protocolSessions
	case c.Dialect == DialectWorkshop && i.Binding == BindingJSONRPC:
		w = protocolWorkshop
	}
	if w == nil {
		return nil, name + " (unknown version)"
	}
	return w, ""
}

// extensionHeaders are the spellings in which agents say which extensions they
// activated (seed 002; A2A 1.0 §3.6).
var extensionHeaders = []string{"A2A-Extensions", "X-A2A-Extensions"}

// activated are the extensions that an answer names, in either spelling.
func activated(h http.Header) (uris []string) {
	for _, name := range extensionHeaders {
		for _, value := range h.Values(name) {
			for uri := range strings.SplitSeq(value, ",") {
				if uri = strings.TrimSpace(uri); uri != "" && !slices.Contains(uris, uri) {
					uris = append(uris, uri)
				}
			}
		}
	}
	return uris
}

// noticeExtensions adds a notice of the extensions that the agent says it activated. It
// also names those of the user's extensions that the agent does not mention, which shows
// nothing: many agents never mention them.
func (f *follower) noticeExtensions(uris []string) bool {
	var words []string
	for _, asked := range f.agent.opts.extensions {
		shown := safe.Text(asked).Line(200).String()
		name, _ := a2a.SplitVersion(asked)
		other := slices.IndexFunc(uris, func(uri string) bool { of, version := a2a.SplitVersion(uri); return of == name && version != "" })
		switch {
		case slices.Contains(uris, asked):
			words = append(words, "the agent activated the extension "+shown)
		case other >= 0:
			words = append(words, "the agent activated the extension "+shown+" in another version: "+safe.Text(uris[other]).Line(200).String())
		default:
			words = append(words, "the agent does not say that it activated the extension "+shown)
		}
	}
	if len(uris) == 0 && len(words) == 0 {
		return true
	}
	n := a2a.Notice{Kind: a2a.NoticeExtensions, Text: strings.Join(words, "; ")}
	for _, uri := range uris {
		n.Extensions = append(n.Extensions, safe.Text(uri))
	}
	return f.notice(n)
}

// Complying is the agent with all activated that it requires, known or not.
func (a *Agent) Complying() (*Agent, error) {
	var uris []string
	for _, uri := range a.Missing() {
		uris = append(uris, uri.Exact())
	}
	return a.Redial(a.card, WithExtensions(uris...))
}
