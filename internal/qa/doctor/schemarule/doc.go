// Package schemarule checks one JSON Schema of a card against the S rules of a2aform doctor.
//
// It walks the schema as it was written, and asks internal/schema about what a value would show.
package schemarule
