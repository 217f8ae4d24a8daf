// Package demo is the embedded demo agent: a real A2A agent over HTTP with a handful of skills a stakeholder would enjoy,
// no model, no key and no network behind it, and the same answer for the same input every time.
//
// It knows its skills and its card, which is served as raw JSON, because typed cards of SDKs drop `schemas`. The protocol is in
// internal/demo/server. It knows nothing of forms, screens or the store.
package demo
