package a2aclient

import (
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"time"

	"a2aform/a2aclient/auth"
	"a2aform/a2aclient/sse"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// Option changes how a card is fetched or an agent is spoken to.
type Option func(*options)

type options struct {
	transport      http.RoundTripper
	binding        Binding  // that the user wants, "" for the card's order
	version        string   // that the user wants, "" for the card's word
	tenant         string   // in place of the card's
	endpoint       string   // in place of the addresses of the card's interfaces, "" for those
	extensions     []string // to activate besides the known ones
	metadata       []Metadata
	inputs         []Input             // in place of those of the card, see WithInputSchema
	outputs        []Input             // likewise, see WithOutputSchema
	credentials    *auth.CredentialSet // nil for none
	identity       *tls.Certificate
	versionLearned func(version string) // nil for nobody to tell
	insecure       bool                 // plain HTTP to other machines is allowed
	unverified     bool                 // certificates are not verified
	interval       time.Duration        // between two polls, 0 for our own

	sessionGrace time.Duration // how long an active session must be quiet behind an answer
}

// WithIdentity shows a certificate to an agent that asks for one (mutual TLS).
// It has no effect together with [WithTransport].
func WithIdentity(c tls.Certificate) Option { return func(o *options) { o.identity = &c } }

// WithInsecureHTTP allows plain HTTP to other machines, where anybody on the way reads
// and changes what goes by. Only the user decides so, never a card. A transport of
// [WithTransport] decides by itself.
func WithInsecureHTTP() Option { return func(o *options) { o.insecure = true } }

// WithoutVerification accepts any certificate, so that it is unknown who answers. It has no
// effect together with [WithTransport].
func WithoutVerification() Option { return func(o *options) { o.unverified = true } }

// WithPollInterval is the time between two questions for the state of a task; 0 is our own,
// which grows. Failures make it longer.
func WithPollInterval(d time.Duration) Option { return func(o *options) { o.interval = d } }

// WithCredentials sends the secrets of a credential set, to their origin alone.
func WithCredentials(w *auth.CredentialSet) Option { return func(o *options) { o.credentials = w } }

// WithBinding chooses among a card's interfaces: only those of that binding are
// taken, as [BindingJSONRPC].
func WithBinding(b Binding) Option { return func(o *options) { o.binding = b } }

// WithVersion speaks that version of A2A, such as "0.3": at an interface that the
// card lists for it, else at the first, whatever the card says of it.
func WithVersion(version string) Option { return func(o *options) { o.version = version } }

// WithTenant sends that tenant in place of the card's (A2A 1.0 §4.4.6).
func WithTenant(tenant string) Option { return func(o *options) { o.tenant = tenant } }

// WithEndpoint speaks to that address, as [ParseEndpoint] returns it, in place of those of the card's interfaces.
func WithEndpoint(address string) Option { return func(o *options) { o.endpoint = address } }

// ParseEndpoint returns the address of an agent that a user wrote, with its scheme: http for this machine, https for other hosts,
// where none is written. The error is worded for users.
func ParseEndpoint(text string) (string, error) {
	address := strings.TrimSpace(text)
	if !strings.Contains(address, "://") {
		address = schemeFor(address) + address
	}
	u, err := url.Parse(address)
	switch {
	case err != nil || !isHTTP(u) || u.Hostname() == "":
		return "", fmt.Errorf("%s is not the address of an agent: write a URL such as https://agent.example.com/a2a", safe.Text(text).Line(200))
	case u.User != nil:
		return "", errors.New("the address of an agent has no user name or password in it: remove them")
	}
	u.Fragment = ""
	return u.String(), nil
}

// WithExtensions activates extensions besides the ones that a2aform follows by
// itself (A2A 1.0 §4.6).
func WithExtensions(uris ...string) Option {
	return func(o *options) { o.extensions = append(o.extensions[:len(o.extensions):len(o.extensions)], uris...) }
}

// Metadata is one member of a request's metadata, which extensions take what
// they need from (seed 002). Its key begins with the extension's URI.
type Metadata struct {
	Key   string
	Value json.RawMessage
}

// WithMetadata sends members of metadata with every message.
func WithMetadata(m ...Metadata) Option {
	return func(o *options) { o.metadata = append(o.metadata[:len(o.metadata):len(o.metadata)], m...) }
}

// WithInputSchema has a skill take data by a schema of the user, in place of what the card
// declares; an empty skill is the agent itself. From says in our words where it is from. A
// skill that the card does not have is ignored.
func WithInputSchema(skill string, schema json.RawMessage, from string) Option {
	in := Input{SkillID: safe.Text(skill), Schema: schema, Rule: from, IsAttached: true}
	return func(o *options) { o.inputs = append(o.inputs[:len(o.inputs):len(o.inputs)], in) }
}

// WithOutputSchema has the data that a skill answers with be read by a schema of the user, as
// [WithInputSchema] has what it takes.
func WithOutputSchema(skill string, schema json.RawMessage, from string) Option {
	out := Input{SkillID: safe.Text(skill), Schema: schema, Rule: from}
	return func(o *options) { o.outputs = append(o.outputs[:len(o.outputs):len(o.outputs)], out) }
}

// WithTransport replaces the HTTP transport, for tests and for callers that
// bring their own connections. It must not follow redirects or send a request
// twice. Where it sends nothing at all it fails with [ErrOffline].
func WithTransport(rt http.RoundTripper) Option { return func(o *options) { o.transport = rt } }

// ErrOffline says that an agent is only looked at, as in a recording.
var ErrOffline = errors.New("nothing is sent")

func newOptions(opts []Option) options {
	o := options{sessionGrace: sessionGrace}
	for _, set := range opts {
		set(&o)
	}
	if o.transport != nil {
		o.insecure = true
	} else {
		t := newTransport()
		t.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: o.unverified} //nolint:gosec // only where the user says so
		if o.identity != nil {
			t.TLSClientConfig.Certificates = []tls.Certificate{*o.identity}
		}
		o.transport = t
	}
	return o
}

// closeIdle closes the connections that are idle.
func (o options) closeIdle() {
	if t, ok := o.transport.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
}

// newTransport is a transport of our own, so that no other part of the program
// shares connections, proxies or limits with it.
func newTransport() *http.Transport {
	dialer := &net.Dialer{Timeout: limit.ConnectTime.Duration(), KeepAlive: keepAlive}
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		ProxyConnectHeader:     http.Header{"User-Agent": {userAgent}},
		OnProxyConnectResponse: tunnelled,
		DialContext:            dialer.DialContext,
		ForceAttemptHTTP2:      true,
		TLSHandshakeTimeout:    limit.TLSTime.Duration(),
		IdleConnTimeout:        idleConnTimeout,
		MaxIdleConnsPerHost:    64, // as many as test -j uses at once
		MaxResponseHeaderBytes: int64(limit.HeaderBytes.Int()),
		ReadBufferSize:         sse.ReadSize, // the default makes a system call for every 13 events of a burst
	}
}

// OAuthClient returns a client that asks for tokens over a transport of its own, with the
// limits of this package. The secret is empty for a public client.
func OAuthClient(id, secret string) auth.Client {
	return auth.Client{
		ID: id, Secret: secret, Transport: newTransport(),
		Describe: func(err error, u *url.URL) string { return classify(err, u).what },
	}
}

// The sizes and intervals of the client that a user never meets. The others are in the
// table of package limit.
const (
	maxErrorBody = 1 << 20 // bytes of an error's body that are read
	snippetBytes = 160     // of an untrusted body in an error
	largeReply   = 8 << 20 // bytes of a refused reply from which on its memory is given back at once

	keepAlive       = 30 * time.Second
	idleConnTimeout = 4 * time.Second // below the 5 s after which Node's server hangs up

	settleGrace  = time.Second     // after a settled state, for what still comes on the stream
	pauseGrace   = 2 * time.Second // after input-required that ends no stream, which the agent itself may leave again
	signInGrace  = 5 * time.Second // after auth-required, likewise
	maxGrace     = 5 * time.Second // after either, however much still comes
	sessionGrace = 5 * time.Second // after an answer in a session that is still active (seed 003)
	confirmWait  = 5 * time.Second // for a last look at a task whose stream was opened again
	appearTime   = 5 * time.Second // for a task that was named, and that the agent does not know yet
	findTries    = 3
	findHistory  = 20                     // messages of each task that is listed for that
	wakePause    = 100 * time.Millisecond // between a sign on a session's stream and asking what it was
)

// reconnectWait is the pause before attempt n (from 1) to open a lost stream.
func reconnectWait(n int) time.Duration { return min(500*time.Millisecond<<(n-1), 4*time.Second) }

// pollWait is the pause before poll n (from 1) since the task last changed.
func pollWait(n int) time.Duration {
	return min(500*time.Millisecond+time.Duration(n-1)*250*time.Millisecond, 3*time.Second)
}

// failWait is the pause after n polls in a row have failed: as many polls as
// limit.Polls allows take more than a minute.
func failWait(n int) time.Duration {
	if n == 0 {
		return 0
	}
	return min(500*time.Millisecond<<min(n-1, 10), 5*time.Second)
}

// freeMemory gives back what was read of an answer that is refused for its size:
// what is asked for next must not come on top of it.
func freeMemory() { debug.FreeOSMemory() }
