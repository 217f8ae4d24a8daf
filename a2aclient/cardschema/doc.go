// Package cardschema validates agent cards against JSON Schemas of their versions, written
// from the tables of the specifications (A2A 1.0 §4.4 and a2a.proto, A2A 0.3 and 0.2 §5.5).
// Members that a version does not define are allowed, as they are for extensions.
package cardschema
