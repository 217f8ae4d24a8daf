package a2aclient

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"syscall"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/grpc"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// Layer is where opening a card or calling an agent failed.
type Layer string

// The layers, from the outside in.
const (
	LayerRef     Layer = "address"         // what the user typed names no agent
	LayerFile    Layer = "file"            // it cannot be read
	LayerName    Layer = "name resolution" // no such host
	LayerConnect Layer = "connection"      // refused, unreachable, cut
	LayerTLS     Layer = "TLS"             // certificate, or no TLS at all
	LayerTimeout Layer = "time-out"        // no answer in time
	LayerHTTP    Layer = "HTTP"            // status other than 2xx, or a redirect that is not followed
	LayerContent Layer = "content"         // HTML, or not JSON, or too large
	LayerCard    Layer = "card"            // JSON, but not an agent card
	LayerReply   Layer = "reply"           // JSON, but not an A2A answer
)

// CardError says why no card was read, at which layer, and what to do next.
type CardError struct {
	Ref    string // as the user typed it
	Layer  Layer
	Status int    // HTTP status, 0 where it did not come to that
	What   string // our words, safe to show
	Next   string // our words: what to do
	Err    error  // the cause, nil for none
}

// TransportError says that a call did not come to an A2A answer, at which layer, and
// what to do next.
type TransportError struct {
	Layer  Layer
	Method string // of the protocol, such as "SendMessage"
	Status int    // HTTP status, 0 where it did not come to that
	What   string // our words, safe to show
	Next   string // our words: what to do
	// Sent reports that bytes of the request had left, so that the agent may
	// have acted on it.
	Sent bool
	Err  error // the cause, nil for none
}

// Error is an error that the agent itself answered: by JSON-RPC, or by an HTTP
// status.
type Error struct {
	HTTPStatus int // 200 and the like where JSON-RPC alone carries the error
	Code       int // of JSON-RPC; 0 where the agent gave none
	// Reason is a word for machines from the details, such as TASK_NOT_FOUND.
	Reason, Message safe.Raw
	Challenge       safe.Raw // header WWW-Authenticate
	RetryAfter      safe.Raw // header Retry-After
	Data            json.RawMessage
	Violations      []Violation // the values that the agent refused, from Data
	Method          string      // of the protocol, such as "SendMessage"

	payment  string   // what the agent wants to be paid, safe to show; "" where it does not say
	tried    string   // the other version of A2A whose method the agent does not know either; "" for none
	other    string   // the version of A2A to try, "" for none
	versions []string // of the protocol that the card offers besides the one that was used

	isEvent  bool // it came as an event of a stream: the agent streams
	noTask   bool // an answer without a code says that there is no such task
	workshop bool // Code means what seed 001 says
	grpc     bool // Code and HTTPStatus are those of the other bindings
}

// WantsCredentials reports an agent that refused because it does not know who
// asks, or does not allow it.
func (e *Error) WantsCredentials() bool {
	return e.HTTPStatus == http.StatusUnauthorized || e.HTTPStatus == http.StatusForbidden ||
		e.Code == codeUnauthenticated || e.Code == codeForbidden || e.workshop && e.Code == workshopUnauthorized
}

// IsCrash reports that the agent's server failed, rather than refuse what it was asked: an
// internal error, or a status of HTTP from 500 on other than 503, which asks to come later.
func (e *Error) IsCrash() bool {
	return e.Code == CodeInternal || e.HTTPStatus >= http.StatusInternalServerError && e.HTTPStatus != http.StatusServiceUnavailable
}

// Name is the name of the error in A2A, such as TaskNotFoundError; "" for one that A2A does
// not name.
func (e *Error) Name() string {
	if e.workshop { // the codes mean other things there
		if e.Code == workshopTaskNotFound {
			return a2a.ErrorName(CodeTaskNotFound, "")
		}
		return ""
	}
	if e.noTask {
		return a2a.ErrorName(CodeTaskNotFound, "")
	}
	return a2a.ErrorName(e.Code, e.Reason.Exact())
}

// isUnknownTask reports that the agent does not know the task.
func (e *Error) isUnknownTask() bool { return e.Name() == a2a.ErrorName(CodeTaskNotFound, "") }

// ErrUnsettled is what [errors.Is] finds when a run ended before the agent said
// that the task is settled or paused. The error is an [*UnsettledError].
var ErrUnsettled = errors.New("the task has not finished")

// UnsettledError says that the task's outcome is not known here. The task may
// well go on at the agent.
type UnsettledError struct {
	TaskID, ContextID safe.Raw  // empty where the agent never named a task
	Last              a2a.State // "" where none was seen
	What              string    // our words, safe to show
	Err               error     // the cause, nil for none
	IsUnknown         bool      // the agent says that there is no such task
	Check             string    // the command that shows the task, where the caller knows its words
}

// Codes of JSON-RPC errors (A2A 1.0 §5.4).
const (
	CodeTaskNotFound       = -32001
	CodeNotCancelable      = -32002
	CodePushUnsupported    = -32003
	CodeUnsupported        = -32004
	CodeContentType        = -32005
	CodeInvalidReply       = -32006
	CodeNoExtendedCard     = -32007
	CodeExtensionRequired  = -32008
	CodeVersionUnsupported = -32009
	CodeMethodNotFound     = -32601
	CodeInvalidParams      = -32602
	CodeInternal           = -32603
)

// Codes that the Go SDK made up for want of any in A2A.
const (
	codeUnauthenticated = -31401
	codeForbidden       = -31403
)

// The codes of seed 001, which mean other things in A2A.
const (
	workshopTaskNotFound    = -32000
	workshopContextNotFound = -32001
	workshopRateLimited     = -32002
	workshopUnauthorized    = -32003
)

// fault is a failure below HTTP, said in our words.
type fault struct {
	layer      Layer
	what, next string
}

// classify says at which layer a request to u failed.
func classify(err error, u *url.URL) fault {
	host := safe.Text(u.Host).Line(0).String()
	var refused net.Error
	var op *net.OpError
	var unsent *unsentError
	if f := connectFault(err, u); f.what != "" {
		return f
	}
	if what, next := grpc.Explain(err); what != "" {
		return fault{LayerContent, host + " " + what, next}
	}
	switch {
	case errors.Is(err, context.Canceled):
		return fault{LayerConnect, "stopped", ""}
	case errors.Is(err, ErrOffline):
		return fault{LayerConnect, "nothing is sent: this view only inspects the agent", "open the agent itself"}
	case errors.Is(err, errInsecureHTTP):
		return fault{
			LayerTLS, host + " uses plain HTTP, which is not encrypted. Nothing was sent",
			"write https://, or start with --insecure-http if you trust the network",
		}
	case isTLS(err):
		return tlsFault(err, u)
	case errors.As(err, &op) && op.Op == "dial" && op.Timeout(), errors.As(err, &unsent) && isTimeout(err):
		return fault{LayerTimeout, "could not connect to " + host + " in time", "check the address and the network"}
	case isTimeout(err):
		return timeoutFault(err, host)
	case errors.As(err, &refused) && refused.Timeout():
		return fault{LayerTimeout, host + " did not answer in time", "check the address and the network"}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE),
		strings.Contains(err.Error(), "server closed idle connection"): // net/http has no error for it
		return fault{LayerConnect, host + " cut the connection before its answer was complete", "try again, or check the agent's log"}
	}
	return unknownFault(err, host)
}

// connectFault says why there is no way to u, the zero fault where it is something
// else.
func connectFault(err error, u *url.URL) (f fault) {
	host := safe.Text(u.Host).Line(0).String()
	var dns *net.DNSError
	switch {
	case isOfProxy(err):
		return proxyFault(err, u)
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return fault{LayerConnect, "this process cannot open more files or connections", "close other programs, or raise the limit (ulimit -n)"}
	case errors.As(err, &dns):
		return fault{
			LayerName, fmt.Sprintf("host %s not found", safe.Text(u.Hostname()).Line(0)),
			"check the spelling and the network",
		}
	case errors.Is(err, syscall.ECONNREFUSED):
		return fault{LayerConnect, "nothing is listening at " + host, "start the agent, or check the port"}
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return fault{LayerConnect, host + " cannot be reached", "check the network"}
	}
	return fault{}
}

// isTimeout reports that we have waited long enough.
func isTimeout(err error) bool {
	return errors.Is(err, errHeaderTimeout) || errors.Is(err, errIdleTimeout) || errors.Is(err, errBodyTimeout) || errors.Is(err, context.DeadlineExceeded)
}

// timeoutFault is the fault of an answer that did not come in time.
func timeoutFault(err error, host string) fault {
	if errors.Is(err, errBodyTimeout) {
		return fault{LayerTimeout, host + " did not finish its answer within " + limit.ReplyTime.String(), "check the agent's log"}
	}
	return fault{LayerTimeout, host + " accepted the request but did not answer in time", "try again, or check the agent's log"}
}

// protocolFaults returns the errors of net/http that mean an answer is not valid HTTP, for
// which it has no types. Their texts are matched but never shown: they quote the answer,
// which may repeat a secret.
func protocolFaults() []protocolFault {
	return []protocolFault{
		{"malformed HTTP ", "does not answer in HTTP", "check the port; if it speaks TLS, write https://"},
		{"response headers exceeded", "sends headers of more than " + limit.HeaderBytes.String(), "check the agent's log"},
		{"malformed MIME header", "sends a header that cannot be read", "check the agent's log"},
		{"Content-Length", "sends a length that cannot be read", "check the agent's log"},
		{"transfer encoding", "sends a body in an unknown encoding", "check the agent's log, or at the proxy's before it"},
		{"trailer", "sends a trailer that cannot be read", "check the agent's log"},
		{"gzip: ", "sends a body that cannot be decompressed", "check the agent's log, or at the proxy's before it"},
		{"chunk", "sends a body that cannot be read: its chunks are broken", "check the agent's log, or at the proxy's before it"},
	}
}

type protocolFault struct{ said, what, next string }

func unknownFault(err error, host string) fault {
	said := err.Error()
	for _, f := range protocolFaults() {
		if strings.Contains(said, f.said) {
			return fault{LayerHTTP, host + " " + f.what, f.next}
		}
	}
	var unsent *unsentError
	if errors.As(err, &unsent) {
		return fault{LayerConnect, "could not connect to " + host + " came about", "check the address, the network, and the proxy if there is one"}
	}
	return fault{LayerConnect, "the exchange with " + host + " broke off", "try again, or check the agent's log"}
}

func isTLS(err error) bool {
	var (
		verify  *tls.CertificateVerificationError
		record  tls.RecordHeaderError
		alert   tls.AlertError
		name    x509.HostnameError
		unknown x509.UnknownAuthorityError
		invalid x509.CertificateInvalidError
	)
	return errors.Is(err, http.ErrSchemeMismatch) || errors.As(err, &verify) || errors.As(err, &record) ||
		errors.As(err, &alert) || errors.As(err, &name) || errors.As(err, &unknown) || errors.As(err, &invalid) ||
		strings.Contains(err.Error(), "remote error: tls:") || strings.Contains(err.Error(), "tls: ")
}

func tlsFault(err error, u *url.URL) fault {
	var record tls.RecordHeaderError
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var verify *tls.CertificateVerificationError
	var op *net.OpError
	host := safe.Text(u.Host).Line(0).String()
	switch {
	case errors.Is(err, http.ErrSchemeMismatch), errors.As(err, &record):
		return fault{LayerTLS, host + " does not speak TLS", "if plain HTTP is what you want, write http://" + host}
	case errors.As(err, &unknown):
		return fault{LayerTLS, "the certificate of " + host + " is signed by an unknown authority", "install its authority on this machine"}
	case errors.As(err, &name):
		return fault{LayerTLS, "the certificate of " + host + " is for another name", "use the name that the certificate is for"}
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return fault{LayerTLS, "the certificate of " + host + " has expired or is not valid yet", "renew it, or check this machine's clock"}
	case errors.As(err, &verify):
		return fault{LayerTLS, "the certificate of " + host + " cannot be trusted", "check the agent's certificate"}
	case strings.Contains(err.Error(), "protocol version"):
		return fault{LayerTLS, "no TLS connection to " + host + ": no TLS version in common", "the agent needs TLS 1.2 or 1.3"}
	case errors.As(err, &op) && op.Op == "remote error": // the alert's name in the standard, nothing that the host worded
		alert := strings.TrimPrefix(op.Err.Error(), "tls: ")
		return fault{LayerTLS, "no TLS connection to " + host + ": it closed the handshake with the alert “" + alert + "”", "check what certificate it asks for"}
	}
	return fault{LayerTLS, "no TLS connection to " + host + " came about", "check the agent's certificate"}
}

// tooManyFault refuses what has more items than are read.
func tooManyFault() fault {
	what := fmt.Sprintf("the answer has more than %s parts, messages, artifacts and tasks", limit.ReplyItems)
	return fault{LayerContent, what, "ask the agent for less"}
}

// contentFault says what a body is that should have been JSON.
func contentFault(resp *http.Response, body []byte) fault {
	kind := resp.Header.Get("Content-Type")
	switch start := strings.ToLower(strings.TrimSpace(string(body[:min(len(body), 200)]))); {
	case len(body) == 0:
		return fault{LayerContent, "the answer is empty", "check the path of the address"}
	case isPage(start), a2a.ParseMediaType(kind).Kind == "text/html":
		return fault{
			LayerContent, "the answer is a web page, not JSON: " + snippet(pageText(body)),
			"check the address: a login page or a proxy may stand in between",
		}
	}
	return fault{LayerContent, "the answer " + notJSONBut(resp, body) + ": " + snippet(body), "check the path of the address"}
}

// replyFault is contentFault of the answer to a call.
func replyFault(resp *http.Response, body []byte) fault {
	f := contentFault(resp, body)
	if isPage(strings.ToLower(strings.TrimSpace(string(body[:min(len(body), 200)])))) {
		f.next += ", or a website publishes this card with no agent behind it"
	}
	return f
}

// isPage reports whether a text, in lower case, begins as a web page does.
func isPage(start string) bool {
	return strings.HasPrefix(start, "<!doctype html") || strings.HasPrefix(start, "<html")
}

var (
	pageTitle = regexp.MustCompile(`(?is)<title[^>]*>\s*([^<]*\S)\s*</title>`)
	pageTags  = regexp.MustCompile(`(?is)<(script|style)\b.*?</(script|style)>|<[^>]*>`)
)

// pageText is the title of a web page, else its text without tags.
func pageText(body []byte) []byte {
	body = body[:min(len(body), maxErrorBody)]
	if title := pageTitle.FindSubmatch(body); title != nil {
		body = title[1]
	}
	return []byte(html.UnescapeString(string(pageTags.ReplaceAll(body, []byte(" ")))))
}

// notJSONBut says what a body is in place of the JSON that is wanted.
func notJSONBut(resp *http.Response, body []byte) string {
	kind, encoding := resp.Header.Get("Content-Type"), resp.Header.Get("Content-Encoding")
	media := a2a.ParseMediaType(kind).Kind
	switch {
	case encoding != "" && !strings.EqualFold(encoding, "identity"):
		return "is encoded as " + safe.Text(encoding).Line(40).String() + ", which was not requested"
	case ojson.IsValid(body):
		return "is JSON, but not an object"
	case kind == "":
		return "is not JSON"
	case media == "application/json", strings.HasSuffix(media, "+json"):
		return "is marked as JSON but is not valid JSON"
	}
	return "is not JSON but " + safe.Text(kind).Line(80).String()
}
