package grpc

import (
	"net/url"
	"strings"

	"a2aform/a2aclient/a2aproto"
	"a2aform/a2aclient/auth"
)

// ContentType marks the requests that a [Transport] sends over gRPC.
const ContentType = "application/grpc"

// Address is the URL of an interface whose card may name it as gRPC does, by host and port
// alone: over TLS, but for this machine.
func Address(address string) string {
	scheme, rest, hasScheme := strings.Cut(address, "://")
	switch {
	case hasScheme && strings.EqualFold(scheme, "grpcs"):
		return "https://" + rest
	case hasScheme && !strings.EqualFold(scheme, "grpc"), strings.HasPrefix(address, "/"):
		return address
	case !hasScheme:
		rest = address
	}
	if u, err := url.Parse("//" + rest); err == nil && auth.IsLoopback(u.Hostname()) {
		return "http://" + rest
	}
	return "https://" + rest
}

// URL is where a method of the agent at an address is called.
func URL(address, method string) string {
	return strings.TrimSuffix(address, "/") + "/" + a2aproto.Service + "/" + method
}
