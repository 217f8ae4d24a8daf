package grpc

import (
	"errors"
	"net"
	"strings"

	"a2aform/a2aclient/sse"
	"a2aform/internal/limit"
)

// Explain says in our words what an answer of a [Transport] is in place of one that can be
// read, and what to do next; "" where err says nothing of the kind.
func Explain(err error) (what, next string) {
	var request *RequestError
	var answer *AnswerError
	switch {
	case errors.As(err, &request):
		return "is spoken to over gRPC, which cannot carry this request", "check the values; numbers are at most 1.8e308"
	case errors.As(err, &answer):
		return "answers in gRPC, but not with a message of A2A 1.0", "compare the card's version with the agent's"
	case errors.Is(err, sse.ErrEventTooLarge):
		return "sends an answer larger than " + limit.ReplyBytes.String(), "ask the agent for less; " + limit.ReplyBytes.Hint()
	}
	const check = "check the port, or the proxy before it"
	for _, said := range []string{
		"http2: failed reading the frame payload", "http2: unexpected ALPN protocol", "http2: client conn could not be established",
		"tls: no application protocol", "frame header looked like an HTTP/1.1 header",
	} {
		if strings.Contains(err.Error(), said) {
			return "does not speak HTTP/2, which gRPC needs", check
		}
	}
	// A server of HTTP/1.1 can close the connection before the client has read its answer.
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "write" {
		return "closed the connection; it may not speak HTTP/2, which gRPC needs", check
	}
	return "", ""
}
