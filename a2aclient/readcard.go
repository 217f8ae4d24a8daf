package a2aclient

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"a2aform/a2aclient/auth"
	"a2aform/a2aclient/grpc"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// cardReader turns one card of any dialect into a [Card].
type cardReader struct {
	*Card
	root *ojson.Value // without "schemas", with the names of A2A
	form *Input       // that an extension declares for the agent; nil for none
}

// warn adds a warning; untrusted text in args must be made safe before.
func (c *Card) warn(format string, args ...any) {
	if w := fmt.Sprintf(format, args...); !slices.Contains(c.Warnings, w) {
		c.Warnings = append(c.Warnings, w)
	}
}

// readCard reads a card leniently: what is missing or unusual is a warning, and
// only a document that is no card at all is refused. Ref of the error is left to the caller.
func readCard(data []byte, source string) (*Card, *CardError) {
	data = bytes.TrimPrefix(data, []byte(ojson.ByteOrderMark)) // what is kept of it must be JSON
	r := newCardReader(data, source)
	problem, isCut := r.open(data), false
	if problem != nil {
		if data, isCut = ojson.WithoutDepth(data, cardLimits.Depth.Int()); isCut {
			r = newCardReader(data, source)
			problem = r.open(data)
		}
	}
	if problem != nil {
		inner, where := unwrapped(data)
		if r = newCardReader(inner, source); inner == nil || r.open(inner) != nil {
			return nil, problem
		}
		r.warn("the card is in the member %s of the document; it is read from there", where)
	}
	if isCut {
		r.warn("the card is nested more than %s levels deep; what lies deeper is kept as text", cardLimits.Depth)
	}
	r.Dialect, r.Evidence = DetectDialect(r.root.Get, source)
	r.identity()
	r.interfaces()
	r.capabilities()
	r.forms()
	r.security()
	r.auth()
	return r.Card, nil
}

func newCardReader(data []byte, source string) *cardReader {
	return &cardReader{Card: &Card{Source: source, Raw: data, byName: map[string]int{}}}
}

// cardWrappers are the members that registries and methods of JSON-RPC have around a card.
var cardWrappers = []string{"agentcard", "card", "agent", "result", "data", "manifest"}

// unwrapped is the only object under a name of cardWrappers in a document that is no card, and in that again, with its place;
// nil for none.
func unwrapped(data []byte) (inner []byte, where string) {
	for range 3 {
		var found []byte
		name, count := "", 0
		s := ojson.NewReader(data)
		for s.Enter('{'); s.Member(); {
			key := string(s.Key)
			value := s.Value()
			if slices.Contains(cardWrappers, normalKey(key)) && ojson.IsObject(value) {
				found, name, count = value, key, count+1
			}
		}
		if !s.Ended() || count != 1 {
			break
		}
		data, inner = found, found
		where = strings.TrimPrefix(where+"."+safe.Text(name).Line(40).String(), ".")
	}
	return inner, where
}

// open splits the document. Schemas stay bytes: there may be thousands of
// them, and they are read when they are used.
func (r *cardReader) open(data []byte) *CardError {
	if firstByte(data) != '{' {
		if !ojson.IsValid(data) {
			return notJSON(data, r.Source)
		}
		return &CardError{Layer: LayerCard, What: "it is JSON, but not an object", Next: "check the address"}
	}
	var members []ojson.Member
	values := 0
	s := ojson.NewReader(data)
	s.Enter('{')
	for s.Member() {
		name := string(s.Key)
		if name == "schemas" {
			r.schemas(&s)
			continue
		}
		text := s.Value()
		if s.Bad {
			break
		}
		if values += atMostValues(text); values > limit.CardValues.Int() {
			return tooManyCard(limit.CardValues, "values outside its schemas")
		}
		v, err := ojson.Parse(text, cardLimits)
		if err != nil {
			return &CardError{Layer: LayerCard, What: fmt.Sprintf("its member %s cannot be read: %s", safe.Text(name).Line(0), err), Next: "fix the card", Err: err}
		}
		if problem := ambiguous(name, v, members); problem != nil {
			return problem
		}
		members = append(members, ojson.Member{Name: name, Value: v})
	}
	r.root, _ = CorrectNames(ojson.NewObject(members...))
	switch {
	case !s.Ended():
		return notJSON(data, r.Source)
	case len(r.byName) >= limit.CardSchemas.Int():
		return tooManyCard(limit.CardSchemas, "schemas")
	case r.root.Get("skills").Len() > limit.CardSkills.Int():
		return tooManyCard(limit.CardSkills, "skills")
	}
	return r.missing()
}

// ambiguous refuses a card that has twice what says where messages go: they could go to another
// address than the one that somebody else reads in the same card. Of other members the last counts.
func ambiguous(name string, v *ojson.Value, before []ojson.Member) *CardError {
	if !slices.Contains([]string{"url", "preferredTransport", "api", "supportedInterfaces", "additionalInterfaces"}, name) {
		return nil
	}
	twice := ""
	if slices.ContainsFunc(before, func(m ojson.Member) bool { return m.Name == name }) {
		twice = name
	}
	if strings.HasSuffix(name, "Interfaces") {
		for i, item := range v.Items() {
			seen := map[string]bool{}
			for _, m := range item.Members() {
				if seen[m.Name] {
					twice = fmt.Sprintf("%s[%d].%s", name, i, m.Name)
				}
				seen[m.Name] = true
			}
		}
	}
	if twice == "" {
		return nil
	}
	return &CardError{Layer: LayerCard, What: "its member " + safe.Text(twice).Line(64).String() + " is there twice, and nobody can tell which one counts", Next: "remove one of the two from the card"}
}

// atMostValues is at least how many values there are in a JSON text.
func atMostValues(text []byte) int {
	n := 1
	for _, c := range []byte(",[{") {
		n += bytes.Count(text, []byte{c})
	}
	return n
}

// tooManyCard refuses a card whose size in memory would be many times that of
// its text.
func tooManyCard(exceeded limit.Bound, what string) *CardError {
	return &CardError{Layer: LayerCard, What: "it has more than " + exceeded.String() + " " + what, Next: "ask its owner for a smaller card" + limit.Hint(exceeded)}
}

// cardLimits do not bound numbers: a huge one in a schema matters only when that schema is
// used, and is checked there.
var cardLimits = ojson.Limits{Bytes: ojson.CardLimits.Bytes, Depth: ojson.CardLimits.Depth}

// notJSON says where a document is not JSON. It quotes what a host answered, and nothing of a file: a repository may name one, or
// link to it, that holds secrets of the user.
func notJSON(data []byte, source string) *CardError {
	_, err := ojson.Parse(data, ojson.Limits{})
	what := "it is not JSON"
	var syntax *ojson.SyntaxError
	if errors.As(err, &syntax) {
		what += ": " + safe.Text(syntax.Error()).Line(0).String()
	}
	if strings.HasPrefix(source, "https://") || strings.HasPrefix(source, "http://") {
		what += ", near " + snippet(data[min(offsetOf(syntax), len(data)):])
	}
	return &CardError{Layer: LayerContent, What: what, Next: "fix the file, or check the address", Err: err}
}

// missing says why a JSON object is no card. A name alone is not enough, nor is
// an endpoint without a name: agents answer a wrong path with errors in JSON.
func (r *cardReader) missing() *CardError {
	reach := r.has("url") || r.has("supportedInterfaces") || r.root.Get("api").Get("url").Exists()
	offers := r.has("skills") || r.has("capabilities")
	if reach && (offers || r.has("name")) || r.has("skills") && (r.has("name") || len(r.Schemas) > 0) {
		return nil
	}
	var lacks []string
	for _, m := range []struct {
		there bool
		name  string
	}{{r.has("name"), "name"}, {reach, "url or supportedInterfaces"}, {offers, "skills or capabilities"}} {
		if !m.there {
			lacks = append(lacks, m.name)
		}
	}
	what, next := "it is JSON, but not an agent card: it has no "+strings.Join(lacks, ", no "), "check the path of the address"
	if at := schemaIn(r.root, "", 0); at != "" {
		next = "it has a JSON Schema: a2aform fill --schema FILE#" + safe.Text(at).Line(80).String() + " shows its form, and --input-schema attaches it to an agent"
	}
	if r.has("jsonrpc") || r.has("error") {
		what = "it is an error in JSON, not an agent card: " + snippet(r.Raw)
	}
	return &CardError{Layer: LayerCard, What: what, Next: next}
}

// maxSchemaDepth is how deep a document that is no card is searched for a schema.
const maxSchemaDepth = 6

// schemaIn returns the pointer of the first schema with fields in a value, "" for none.
func schemaIn(v *ojson.Value, at string, depth int) string {
	if depth > 0 && v.Get("properties").Len() > 0 && v.Get("properties").Is(ojson.Object) {
		return at
	}
	if depth == maxSchemaDepth {
		return ""
	}
	for i, item := range v.Items() {
		if found := schemaIn(item, fmt.Sprintf("%s/%d", at, i), depth+1); found != "" {
			return found
		}
	}
	for _, m := range v.Members() {
		if found := schemaIn(m.Value, ojson.Pointer(at, m.Name), depth+1); found != "" {
			return found
		}
	}
	return ""
}

func (r *cardReader) has(name string) bool {
	v := r.root.Get(name)
	return v.Exists() && v.Kind() != ojson.Null
}

func (r *cardReader) schemas(s *ojson.Reader) {
	if !s.Enter('{') {
		return
	}
	for s.Member() {
		value := s.Value()
		if len(r.byName) < limit.CardSchemas.Int() {
			r.addSchema(string(s.Key), value, "the card's schemas")
		}
	}
}

// maxFact bounds what the card keeps of facts in any shape, in bytes.
const maxFact = 400

func (r *cardReader) identity() {
	r.Name, r.Description, r.Version = raw(r.root.Get("name")), raw(r.root.Get("description")), raw(r.root.Get("version"))
	r.Documentation = raw(r.root.Get("documentationUrl"))
	if v := r.root.Get("protocolVersion").Text(); strings.HasPrefix(v, "0.0") || strings.HasPrefix(v, "0.1") {
		r.warn("the agent speaks a form of A2A older than 0.2 (%s), which a2aform does not speak; it is spoken to as A2A 0.3", safe.Text(v).Line(20))
	}
	r.Contact, r.Pricing = safe.Text(r.root.Get("contact").Leading(maxFact)), safe.Text(r.root.Get("pricing").Leading(maxFact))
	provider := r.root.Get("provider")
	r.ProviderURL = raw(provider.Get("url"))
	r.Provider = raw(provider.Get("organization"))
	if r.Provider.IsEmpty() {
		r.Provider = raw(provider.Get("name")) // seed 001
	}
	if r.Provider.IsEmpty() {
		r.Provider = raw(r.root.Get("contact").Get("name")) // seed 003
	}
}

// raw is a string of the card, empty for anything else.
func raw(v *ojson.Value) safe.Raw {
	if !v.Is(ojson.String) && !v.Is(ojson.Number) {
		return safe.Raw{}
	}
	return safe.Text(v.Text())
}

func raws(v *ojson.Value) []safe.Raw {
	var list []safe.Raw
	for _, item := range v.Items() {
		if s := raw(item); !s.IsEmpty() {
			list = append(list, s)
		} else if k := item.Kind(); k == ojson.Object || k == ojson.Array {
			list = append(list, safe.Text(string(item.Compact()))) // an example given as JSON, not as JSON text
		}
	}
	return list
}

// interfaces lists the addresses: those of 1.0, those up to 0.3, that of 003.
func (r *cardReader) interfaces() {
	for _, i := range r.root.Get("supportedInterfaces").Items() {
		binding := i.Get("protocolBinding").Text()
		if binding == "" {
			binding = string(BindingJSONRPC)
			r.warn("the interface %s does not say which protocol binding it has; it is used as JSONRPC", safe.Text(i.Get("url").Text()).Line(200))
		}
		r.add(i.Get("url").Text(), binding, i.Get("protocolVersion").Text(), i.Get("tenant").Text())
	}
	version := r.root.Get("protocolVersion").Text()
	if r.has("url") {
		binding := r.root.Get("preferredTransport").Text()
		if binding == "" {
			binding = string(BindingJSONRPC) // the default (0.2.6 and 0.3.0, a2a.json)
		}
		r.add(r.root.Get("url").Text(), binding, version, "")
	}
	for _, i := range r.root.Get("additionalInterfaces").Items() {
		r.add(i.Get("url").Text(), i.Get("transport").Text(), version, "")
	}
	if u := r.root.Get("api").Get("url"); u.Exists() && r.Dialect == DialectSessions {
		r.add(u.Text(), string(BindingSessions), r.root.Get("api").Get("version").Text(), "")
	}
	if len(r.Interfaces) == 0 {
		r.addOrigin()
	}
	r.noticeDocumentation()
}

// addOrigin makes an interface of the place that the card is from, where the card names none.
func (r *cardReader) addOrigin() {
	base, err := url.Parse(r.Source)
	if err != nil || !isHTTP(base) || strings.TrimSpace(r.root.Get("url").Text()) != "" || r.root.Get("supportedInterfaces").Len()+r.root.Get("additionalInterfaces").Len() > 0 || r.Dialect == DialectSessions {
		return
	}
	r.add(base.Scheme+"://"+base.Host+"/", string(BindingJSONRPC), r.root.Get("protocolVersion").Text(), "")
	r.isAtOrigin = true
	note := fmt.Sprintf("the card has no address; messages go to %s, where the card is from", safe.Text(base.Scheme+"://"+base.Host+"/").Line(200))
	r.warn("%s", note)
	for i := range r.Interfaces {
		r.Interfaces[i].Note = note
	}
}

// noticeDocumentation warns of a card whose address is that of its documentation: documentation
// sites publish cards of themselves.
func (r *cardReader) noticeDocumentation() {
	for _, i := range r.Interfaces {
		u, err := url.Parse(i.URL.Exact())
		if err != nil {
			continue
		}
		if strings.HasPrefix(u.Hostname(), "docs.") || strings.TrimSuffix(i.URL.Exact(), "/") == strings.TrimSuffix(r.Documentation.Exact(), "/") {
			r.warn("the address %s is that of documentation: there may be no agent behind this card", i.URL.Line(200))
		}
	}
}

func (r *cardReader) add(address, binding, version, tenant string) {
	if address = strings.TrimSpace(address); address == "" {
		return
	}
	if normalBinding(binding) == BindingGRPC {
		address = grpc.Address(address)
	}
	u, note, err := ResolveAddress(address, r.Source)
	switch {
	case err != nil:
		r.warn("the address %s is not a URL and was skipped", safe.Text(address).Line(200))
		return
	case !u.IsAbs():
		r.warn("the address %s is relative, but a card file has no base URL", safe.Text(address).Line(200))
	case !isHTTP(u) && isWeb(r.Source):
		r.warn("the address %s is not http or https, so it is not used", safe.Text(u.String()).Line(200))
	case note != "":
		r.warn("%s", note)
	}
	i := Interface{URL: safe.Text(address), Binding: normalBinding(binding), Version: safe.Text(version), Tenant: safe.Text(tenant), Note: note}
	if note != "" || isWeb(r.Source) {
		i.URL = safe.Text(u.String())
	}
	if u.User != nil {
		r.warn("the card's address at %s contains a user name or password that every reader of the card can use", safe.Text(u.Host).Line(200))
	}
	same := func(o Interface) bool {
		return o.URL == i.URL && o.Binding == i.Binding && o.Tenant == i.Tenant && minorVersion(o.Version.Exact()) == minorVersion(i.Version.Exact())
	}
	if !slices.ContainsFunc(r.Interfaces, same) {
		r.Interfaces = append(r.Interfaces, i)
	}
}

// ResolveAddress returns the URL that an address of a card means, where source says from where the card is: relative to a URL, with
// the scheme of this machine or of the card's host where the address begins with that host, and at that host in place of 0.0.0.0
// and [::], which are no hosts to send to. The note says in our words what was added or changed, "" for nothing.
func ResolveAddress(address, source string) (u *url.URL, note string, err error) {
	address = strings.TrimSpace(address)
	var base *url.URL // nil for a card of a file, whose path may look like an address
	if isWeb(source) {
		base, _ = url.Parse(source)
	}
	whole := withScheme(address, base)
	if u, err = url.Parse(cmp.Or(whole, address)); err != nil {
		return nil, "", err
	}
	if base != nil {
		u = base.ResolveReference(u)
	}
	isAnyHost := base != nil && isUnspecified(u) && !isUnspecified(base)
	if isAnyHost {
		u.Host = strings.TrimSuffix(net.JoinHostPort(base.Hostname(), u.Port()), ":")
	}
	shown, to := safe.Text(address).Line(200), safe.Text(u.String()).Line(200)
	switch {
	case isAnyHost:
		note = fmt.Sprintf("the address %s means any address of the agent's machine, and none to send to; messages go to %s, at the host of the card", shown, to)
	case whole != "":
		note = fmt.Sprintf("the address %s has no scheme; messages go to %s", shown, to)
	}
	return u, note, nil
}

// withScheme is an address that begins with a host in place of a scheme, with the scheme that is meant: where the host is this
// machine, or that of base, from where the card is. It is "" for any other address; base may be nil.
func withScheme(address string, base *url.URL) string {
	host, _, _ := strings.Cut(address, "/")
	if host == "" || strings.Contains(address, "://") {
		return ""
	}
	u, err := url.Parse("//" + host)
	switch {
	case err != nil || u.Hostname() == "" || u.User != nil:
		return ""
	case base != nil && strings.EqualFold(u.Hostname(), base.Hostname()):
		return base.Scheme + "://" + address
	case auth.IsLoopback(u.Hostname()), isUnspecified(u):
		return "http://" + address
	}
	return ""
}

// isWeb reports whether a card is from an http URL.
func isWeb(source string) bool {
	u, err := url.Parse(source)
	return err == nil && isHTTP(u)
}

// isUnspecified reports the host 0.0.0.0 or [::], which servers listen on.
func isUnspecified(u *url.URL) bool {
	ip, err := netip.ParseAddr(u.Hostname())
	return err == nil && ip.IsUnspecified()
}

func isHTTP(u *url.URL) bool {
	return u.Host != "" && (strings.EqualFold(u.Scheme, "http") || strings.EqualFold(u.Scheme, "https"))
}

func normalBinding(s string) Binding {
	switch separators.Replace(strings.ToUpper(s)) {
	case "JSONRPC", "JSONRPC2.0", "JSONRPC20":
		return BindingJSONRPC
	case "HTTPJSON", "REST":
		return BindingHTTPJSON
	case "GRPC":
		return BindingGRPC
	}
	return Binding(s)
}

func offsetOf(err *ojson.SyntaxError) int {
	if err == nil {
		return 0
	}
	return err.Offset
}
