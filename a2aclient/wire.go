package a2aclient

import "strings"

// versionHeader names the version that is spoken (A2A 1.0 §3.6.1). Names of
// headers have no case; net/http writes them in its own.
const versionHeader = "A2A-Version"

// wire is how one version of the protocol looks over JSON-RPC. The transport
// itself is the same for all of them.
type wire struct {
	dialect Dialect
	version string // header A2A-Version; "" for none, which means 0.3 (A2A 1.0 §3.6.2)

	send, stream, subscribe, get, cancel string // methods
	extensions                           string // header

	kinds       bool   // messages and parts carry "kind"
	roleUser    string //
	unblocking  string // configuration that makes a send return at once
	mediaType   bool   // parts have a member mediaType
	objectsOnly bool   // data must be an object
}

// wireV03 is versions 0.2 and 0.3, which differ in nothing that we send.
var wireV03 = &wire{
	dialect: DialectV03,
	send:    "message/send", stream: "message/stream", subscribe: "tasks/resubscribe",
	get: "tasks/get", cancel: "tasks/cancel",
	extensions: "X-A2A-Extensions",
	kinds:      true, roleUser: "user", objectsOnly: true,
	unblocking: `{"blocking":false}`,
}

// wireV10 is version 1.0.
var wireV10 = &wire{
	dialect: DialectV10, version: "1.0",
	send: "SendMessage", stream: "SendStreamingMessage", subscribe: "SubscribeToTask",
	get: "GetTask", cancel: "CancelTask",
	extensions: "A2A-Extensions",
	roleUser:   "ROLE_USER", mediaType: true,
	unblocking: `{"returnImmediately":true}`,
}

// wireFor is how an interface of that version is spoken to, nil where we do
// not know the version.
func wireFor(version string) *wire {
	switch v := minorVersion(version); {
	case v == "1" || strings.HasPrefix(v, "1."):
		return wireV10
	case v == "0.2" || v == "0.3":
		return wireV03
	}
	return nil
}

// minorVersion is "0.3" for "v0.3.1": a patch changes nothing on the wire.
func minorVersion(version string) string {
	parts := strings.SplitN(strings.TrimPrefix(strings.TrimSpace(version), "v"), ".", 3)
	return strings.Join(parts[:min(len(parts), 2)], ".")
}
