package a2aclient

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"

	"a2aform/internal/safe"
)

// proxyError is a proxy that lets nobody through.
type proxyError struct{ status int }

func (e *proxyError) Error() string { return fmt.Sprintf("the proxy answers with %d", e.status) }

// tunnelled reads what a proxy says to the wish for a tunnel. Its words are not
// those of the agent, and are not told.
func tunnelled(_ context.Context, _ *url.URL, _ *http.Request, said *http.Response) error {
	if said.StatusCode == http.StatusOK {
		return nil
	}
	return &proxyError{said.StatusCode}
}

// isOfProxy reports a failure on the way to the proxy, or by it.
func isOfProxy(err error) bool {
	var refused *proxyError
	var op *net.OpError
	return errors.As(err, &refused) || errors.As(err, &op) && (op.Op == "proxyconnect" || strings.HasPrefix(op.Op, "socks "))
}

// proxyFault says that the way to u fails at a proxy of the environment.
func proxyFault(err error, u *url.URL) fault {
	what, next := "cannot be reached", "check HTTPS_PROXY and HTTP_PROXY, or name the agent's host in NO_PROXY"
	var refused *proxyError
	if errors.As(err, &refused) {
		what = fmt.Sprintf("lets nobody through: it answers with %d", refused.status)
		if refused.status == http.StatusProxyAuthRequired {
			what = "wants a user name and a password (407)"
			next = "write them into HTTPS_PROXY, as http://NAME:PASSWORD@HOST:PORT"
		}
	}
	return fault{LayerConnect, "the proxy " + proxyOf(u) + "that the environment names " + what, next}
}

// proxyOf is the host of the proxy on the way to u and a space, "" where that is
// not known.
func proxyOf(u *url.URL) string {
	proxy, err := http.ProxyFromEnvironment(&http.Request{URL: u})
	if err != nil || proxy == nil {
		return ""
	}
	return safe.Text(proxy.Host).Line(80).String() + " "
}
