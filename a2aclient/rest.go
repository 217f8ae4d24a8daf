package a2aclient

import (
	"net/http"
	"net/url"
	"strings"
)

// rest is how a version looks over HTTP+JSON: a path and a method for each
// operation in place of an envelope.
type rest struct {
	prefix    string // before every path
	card      string // path of the extended card
	mediaType string // of bodies
}

// address is where an operation is asked for, and how (A2A 1.0 §11.3, 0.3
// §3.5.3). Subscribing is a GET, as in the protocol's definition (a2a.proto);
// the servers that were tried take both.
func (r *rest) address(i Interface, op operation, taskID string) (verb, address string) {
	base := strings.TrimSuffix(i.URL.Exact(), "/")
	if r.prefix != "" {
		base = strings.TrimSuffix(base, r.prefix) + r.prefix
	} else if !i.Tenant.IsEmpty() {
		base += "/" + url.PathEscape(i.Tenant.Exact())
	}
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
	}
	return http.MethodPost, base + "/message:send"
}
