// Package demo is the embedded demo agent: a real A2A agent over HTTP with a handful of skills a stakeholder would enjoy,
// no model, no key and no network behind it, and the same answer for the same input every time.
//
// It knows its skills, the object-schemas extension (seed 000: the card's root `schemas`, the tag in `metadata.mimeType`,
// the request flow of its section 3), and two dialects of the protocol, A2A 1.0 and 0.3 over JSON-RPC with SSE.
// Its card is served as raw JSON, because typed cards of SDKs drop `schemas`.
//
// It must never know a2aclient: both sides implement the protocol from the specification alone, so that a mistake made on one side
// is not repeated on the other. It knows nothing of forms, screens or the store either.
package demo
