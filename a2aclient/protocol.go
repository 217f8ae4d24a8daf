package a2aclient

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
)

// versionHeader names the version that is spoken (A2A 1.0 §3.6.1). Names of
// headers have no case; net/http writes them in its own.
const versionHeader = "A2A-Version"

// operation is what is asked of an agent.
type operation uint8

const (
	opSend operation = iota
	opStream
	opSubscribe
	opGet
	opCancel
	opList
	opExtendedCard
	opSetPush
	opGetPush
	opListPush
	opDeletePush
	operations = iota
)

// streams reports whether the answer is a stream of events.
func (op operation) streams() bool { return op == opStream || op == opSubscribe }

// protocol describes one version of A2A over one binding.
type protocol struct {
	dialect Dialect
	version string // header A2A-Version; "" for none, which means 0.3 (A2A 1.0 §3.6.2)

	methods [operations]string // JSON-RPC; "" for what the version does not have
	rest    *rest              // HTTP+JSON, nil for the others
	grpc    bool               // the methods of JSON-RPC, without its envelope
	notice  string             // our words: what this binding cannot carry
	lacks   string             // the same in short

	extensions string // header

	kinds         bool   // messages and parts carry "kind"
	parts         string // member of a message that contains its parts
	roleUser      string //
	nonBlocking   string // member of the configuration that makes a send return at once; "" where there is no configuration
	mediaType     bool   // parts have a member mediaType
	objectsOnly   bool   // data must be an object
	wrappedData   bool   // data is wrapped in an object of its own, and parts have no metadata
	partType      bool   // parts have a member mimeType
	contextBeside bool   // the context is a sibling of the message, not a member
	workshop      bool   // error codes mean what seed 001 says
	sessions      bool   // sessions in place of tasks (seed 003)
}

// protocolV03 is versions 0.2 and 0.3, which differ in nothing that we send.
var protocolV03 = &protocol{
	dialect: DialectV03,
	methods: [...]string{
		opSend: "message/send", opStream: "message/stream", opSubscribe: "tasks/resubscribe",
		opGet: "tasks/get", opCancel: "tasks/cancel", opExtendedCard: "agent/getAuthenticatedExtendedCard",
		opSetPush: "tasks/pushNotificationConfig/set", opGetPush: "tasks/pushNotificationConfig/get",
		opListPush: "tasks/pushNotificationConfig/list", opDeletePush: "tasks/pushNotificationConfig/delete",
	},
	extensions: "X-A2A-Extensions",
	kinds:      true, parts: "parts", roleUser: "user", objectsOnly: true,
	nonBlocking: `"blocking":false`,
}

// protocolWorkshop is the dialect of seed 001: the methods of 0.3, the context
// next to the message, the media type at the part, and error codes of its own.
var protocolWorkshop = func() *protocol {
	w := *protocolV03
	w.dialect, w.methods[opList], w.methods[opExtendedCard] = DialectWorkshop, "tasks/list", ""
	clear(w.methods[opSetPush:])
	w.objectsOnly, w.nonBlocking, w.partType, w.contextBeside, w.workshop = false, "", true, true, true
	return &w
}()

// protocolV10 is version 1.0.
var protocolV10 = &protocol{
	dialect: DialectV10, version: "1.0",
	methods: [...]string{
		opSend: "SendMessage", opStream: "SendStreamingMessage", opSubscribe: "SubscribeToTask",
		opGet: "GetTask", opCancel: "CancelTask", opList: "ListTasks", opExtendedCard: "GetExtendedAgentCard",
		opSetPush: "CreateTaskPushNotificationConfig", opGetPush: "GetTaskPushNotificationConfig",
		opListPush: "ListTaskPushNotificationConfigs", opDeletePush: "DeleteTaskPushNotificationConfig",
	},
	extensions: "A2A-Extensions",
	parts:      "parts", roleUser: "ROLE_USER", mediaType: true,
	nonBlocking: `"returnImmediately":true`,
}

// restV10 is version 1.0 over HTTP+JSON (§11).
var restV10 = func() *protocol {
	w := *protocolV10
	w.rest = &rest{card: "/extendedAgentCard", mediaType: "application/a2a+json"}
	return &w
}()

// restV03 is version 0.3 over HTTP+JSON: its bodies are the JSON of the
// protocol buffers, not that of JSON-RPC (0.3 §3.2.3), and a part of theirs has
// no metadata.
var restV03 = func() *protocol {
	w := *protocolV03
	w.rest = &rest{prefix: "/v1", card: "/card", mediaType: "application/json"}
	clear(w.methods[opSetPush:])
	w.kinds, w.parts, w.roleUser, w.wrappedData = false, "content", "ROLE_USER", true
	w.notice = "this binding of A2A 0.3 cannot carry the schema's name: the agent gets untagged data"
	w.lacks = "it cannot carry the name of a schema"
	return &w
}()

// grpcV10 is version 1.0 over gRPC (§10).
var grpcV10 = func() *protocol {
	w := *protocolV10
	w.grpc, w.notice, w.lacks = true, "gRPC keeps 15 to 17 digits of a number: longer ones are rounded", "it rounds long numbers"
	return &w
}()

// protocolFor returns the protocol of a binding in a version, nil if the version is not
// known.
func protocolFor(binding Binding, version string) *protocol {
	v := minorVersion(version)
	isV10 := v == "1" || strings.HasPrefix(v, "1.")
	switch {
	case binding == BindingGRPC && isV10:
		return grpcV10
	case binding == BindingHTTPJSON && isV10:
		return restV10
	case binding == BindingHTTPJSON && v == "0.3":
		return restV03
	case binding == BindingHTTPJSON, binding == BindingGRPC:
		return nil
	case isV10:
		return protocolV10
	case v == "0.2" || v == "0.3":
		return protocolV03
	}
	return nil
}

// hasEnvelope reports that requests are in the envelope of JSON-RPC.
func (p *protocol) hasEnvelope() bool { return p.rest == nil && !p.grpc }

// minorVersion is "0.3" for "v0.3.1": a patch changes nothing on the wire.
func minorVersion(version string) string {
	parts := strings.SplitN(strings.TrimPrefix(strings.TrimSpace(version), "v"), ".", 3)
	return strings.Join(parts[:min(len(parts), 2)], ".")
}

// rest is how a version looks over HTTP+JSON: a path and a method for each
// operation in place of an envelope.
type rest struct {
	prefix    string // before every path
	card      string // path of the extended card
	mediaType string // of bodies
}

// splitQuery is the address of an agent without its last slash, and its query with the "?", ""
// for none: paths go before it.
func splitQuery(address safe.Raw) (base, query string) {
	base = address.Exact()
	if i := strings.IndexByte(base, '?'); i >= 0 {
		base, query = base[:i], base[i:]
	}
	return strings.TrimSuffix(base, "/"), query
}

// withQuery adds a parameter to an address that may have some.
func withQuery(address, parameter string) string {
	if strings.Contains(address, "?") {
		return address + "&" + parameter
	}
	return address + "?" + parameter
}

// withPath adds a step to the path of an address that may have a query.
func withPath(address, step string) string {
	base, query := splitQuery(safe.Text(address))
	return base + "/" + url.PathEscape(step) + query
}

// address is where an operation is asked for, and how (A2A 1.0 §11.3, 0.3
// §3.5.3). Subscribing is a GET, as in the protocol's definition (a2a.proto);
// the servers that were tried take both.
func (r *rest) address(i Interface, op operation, taskID string) (verb, address string) {
	base, query := splitQuery(i.URL)
	if r.prefix != "" {
		base = strings.TrimSuffix(base, r.prefix) + r.prefix
	} else if !i.Tenant.IsEmpty() {
		base += "/" + url.PathEscape(i.Tenant.Exact())
	}
	verb, address = r.path(base, op, taskID)
	return verb, address + query
}

// path is where an operation is below the base of an interface.
func (r *rest) path(base string, op operation, taskID string) (verb, address string) {
	task := base + "/tasks/" + url.PathEscape(taskID)
	switch op {
	case opStream:
		return http.MethodPost, base + "/message:stream"
	case opSubscribe:
		return http.MethodGet, task + ":subscribe"
	case opGet:
		return http.MethodGet, task
	case opList:
		return http.MethodGet, base + "/tasks"
	case opExtendedCard:
		return http.MethodGet, base + r.card
	case opCancel:
		return http.MethodPost, task + ":cancel"
	case opSetPush:
		return http.MethodPost, task + "/pushNotificationConfigs"
	case opGetPush, opListPush:
		return http.MethodGet, task + "/pushNotificationConfigs"
	case opDeletePush:
		return http.MethodDelete, task + "/pushNotificationConfigs"
	}
	return http.MethodPost, base + "/message:send"
}

// WithVersionLearned calls learned with the version of A2A that an agent turned out to speak in place of that on its card. It is
// called from the goroutine of a run.
func WithVersionLearned(learned func(version string)) Option {
	return func(o *options) { o.versionLearned = learned }
}

// spoken is the agent in the version of A2A that it turned out to speak: a itself, unless a message was refused in that of the card.
func (a *Agent) spoken() *Agent {
	version := a.learned.version.Load()
	if version == nil || *version == a.opts.version {
		return a
	}
	return cmp.Or(a.inVersion(*version), a)
}

// otherVersion is the version of A2A beside that of the agent in which its methods have other names, "" where there is none.
func (p *protocol) otherVersion() string {
	switch p {
	case protocolV03:
		return "1.0"
	case protocolV10:
		return "0.3"
	}
	return ""
}

// inVersion is the agent in another version of A2A, at the interface that the card lists for it, else at the same one; nil where
// that is at another origin, or has no JSON-RPC.
func (a *Agent) inVersion(version string) *Agent {
	other, err := a.Redial(a.card, WithVersion(version))
	if err != nil || other.protocol != protocolFor(BindingJSONRPC, version) {
		return nil
	}
	here, err := auth.NewCredentialSet(a.iface.URL)
	if err != nil {
		return nil
	}
	if there, err := auth.NewCredentialSet(other.iface.URL); err != nil || there.Origin() != here.Origin() {
		return nil
	}
	other.learned = a.learned
	return other
}

// isUnknownMethod reports that the agent does not know the method of a message, so that it executed nothing.
func isUnknownMethod(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == CodeMethodNotFound
}

// resend sends the message once more where err, the agent's first answer, says that it does not know the method: without
// streaming if the method was that of a stream, then in the other version of A2A.
func (f *follower) resend(err error, isStream bool) error {
	if isStream && f.refusesStream(err) {
		err = f.sendBlocking(err)
	}
	if isUnknownMethod(err) {
		return f.sendInOtherVersion(err)
	}
	return err
}

// sendInOtherVersion sends the message under the same id in the other version of A2A, unless the user chose one or the message
// has parts that are encoded already. Where that works, the agent keeps it in mind.
func (f *follower) sendInOtherVersion(cause error) error {
	first := f.agent
	version := first.protocol.otherVersion()
	if version == "" || first.opts.version != "" || len(f.request.Parts) > 0 {
		return cause
	}
	other := first.inVersion(version)
	if other == nil {
		return cause
	}
	request := *f.request
	c, err := other.sendCall(&request)
	if err != nil {
		return cause
	}
	text := fmt.Sprintf("The agent does not know the methods of A2A %s, which its card names. It did nothing yet, so the message is sent again as A2A %s.", cmp.Or(first.protocol.version, "0.3"), version)
	if !f.notice(a2a.Notice{Kind: a2a.NoticeOtherVersion, Err: cause, Text: text}) {
		return cause
	}
	f.agent, f.polling = other, !c.stream
	if err = f.openFirst(c); c.stream && f.refusesStream(err) {
		err = f.sendBlocking(err)
	}
	if isUnknownMethod(err) {
		f.agent = first
		var refused *Error
		if errors.As(cause, &refused) {
			refused.tried = version
		}
		return cause
	}
	first.learned.version.Store(&version)
	if err == nil && first.opts.versionLearned != nil {
		first.opts.versionLearned(version)
	}
	return err
}
