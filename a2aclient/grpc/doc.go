// Package grpc carries A2A 1.0 over gRPC (A2A 1.0 §10) behind an [net/http.RoundTripper].
//
// The JSON of A2A 1.0 is the JSON mapping of its protocol buffers, which the client writes
// and reads for the other bindings. So a [Transport] is all that there is: it takes a request
// whose body is the JSON of the call's message, and answers as an HTTP+JSON agent would, with
// one JSON document, with server-sent events, or with an error and its HTTP status.
package grpc
