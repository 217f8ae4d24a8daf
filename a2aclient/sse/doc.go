// Package sse reads server-sent events (WHATWG HTML, section 9.2): bytes come in, however
// the network divides them, and events go out. Events and lines are limited in size. The
// package knows nothing of what an event means.
package sse
