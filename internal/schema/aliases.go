package schema

import (
	"a2aform/internal/schema/message"
	"a2aform/internal/schema/normalize"
)

// What the packages below say, under the names of this one: callers need no other.
type (
	// Problem is one way in which a value breaks its schema.
	Problem = message.Problem
	// UnionAt is one anyOf or oneOf that applies at one location of a value.
	UnionAt = message.UnionAt
	// Chosen contains, for each union with a chosen branch, its index.
	Chosen = message.Chosen
	// Notice is a message for the user about something in a schema.
	Notice = normalize.Notice
)

// The faults that forms find themselves.
const (
	IsNot    = message.IsNot
	Missing  = message.Missing
	Empty    = message.Empty
	NotMatch = message.NotMatch
	NotValid = message.NotValid
)
