package a2aclient

import (
	"errors"
	"net/url"
	"sync/atomic"

	"a2aform/a2aclient/auth"
)

// insecureHTTP is whether hosts other than this machine may be spoken to without TLS.
var insecureHTTP atomic.Bool

// AllowInsecureHTTP decides, for the whole process and from its start on, whether
// hosts other than this machine may be asked over plain HTTP, where anybody on the
// way reads and changes what goes by. They may not unless the user says so; no
// card can.
func AllowInsecureHTTP(allow bool) { insecureHTTP.Store(allow) }

// errInsecureHTTP ends a request before anything of it is sent.
var errInsecureHTTP = errors.New("plain http to another machine")

// isInsecure reports an address that may not be asked.
func isInsecure(u *url.URL) bool {
	return u.Scheme == "http" && !auth.IsLoopback(u.Hostname()) && !insecureHTTP.Load()
}
