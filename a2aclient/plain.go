package a2aclient

import (
	"errors"
	"net/url"
	"sync/atomic"
)

// plainHTTP is whether hosts other than this machine may be spoken to without TLS.
var plainHTTP atomic.Bool

// AllowPlainHTTP decides, for the whole process and from its start on, whether
// hosts other than this machine may be asked over plain HTTP, where anybody on the
// way reads and changes what goes by. They may not unless the user says so; no
// card can.
func AllowPlainHTTP(allow bool) { plainHTTP.Store(allow) }

// errPlainHTTP ends a request before anything of it is sent.
var errPlainHTTP = errors.New("plain http to another machine")

// isTooPlain reports an address that may not be asked.
func isTooPlain(u *url.URL) bool {
	return u.Scheme == "http" && !isLoopback(u.Hostname()) && !plainHTTP.Load()
}
