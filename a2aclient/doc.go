// Package a2aclient opens A2A agents: a card in any dialect becomes one [Card],
// a task in any dialect becomes one stream of events.
//
// The wire client is our own, because what the user typed and what the agent
// answered must survive byte for byte: data, metadata and whole events stay raw
// JSON, and only what has to be understood is decoded, leniently. A run is over
// only when a settled or paused state was seen: bytes that decode to nothing, a
// stream that just ends and HTML in place of JSON are errors. A message is sent
// once, and never again without the user.
//
// It has four layers, each of which calls those before it:
//   - the card: finding one, reading it, choosing an interface (fetch.go, readcard.go, card*.go, detect.go, agent.go)
//   - the dialect: a request in it, and an answer from it (protocol.go, request.go, encode.go, sessionread.go; package a2a)
//   - the transport: one call, and its answer or stream (options.go, http.go, connection.go, stream.go, errors.go; packages auth, sse, grpc)
//   - following a task to its end (follower.go, watchdog.go, reconnect.go, session.go)
//
// The package knows HTTP, server-sent events, gRPC, JSON-RPC 2.0 and the dialects
// of A2A. It must never know a terminal or a form. The schemas of skills pass
// through it as bytes; internal/schema makes those that it finds in texts.
//
// The comments here and in other packages cite documents as seed 000 to seed 004.
// docs/reference/dialects.md says what they are.
package a2aclient
