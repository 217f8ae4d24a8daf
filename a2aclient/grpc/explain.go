package grpc

import (
	"errors"
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
	for _, said := range []string{"http2: failed reading the frame payload", "http2: unexpected ALPN protocol", "tls: no application protocol", "frame header looked like an HTTP/1.1 header"} {
		if strings.Contains(err.Error(), said) {
			return "does not speak HTTP/2, which gRPC needs", "check the port, or the proxy before it"
		}
	}
	return "", ""
}
