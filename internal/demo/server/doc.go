// Package server is the protocol side of the agents that a2aform serves, the demo agent and mocks: A2A 1.0 and 0.3 over JSON-RPC
// with SSE, tasks in memory, and the request flow of the object-schemas extension (seed 000 §3). What an agent can do is its [Skills].
//
// It must never know a2aclient: both sides implement the protocol from the specification alone, so that a mistake made on one side
// is not repeated on the other.
package server
