// Package mock is an agent made from any card: it takes the forms of the card, validates them, and answers with recorded, written or
// generated results. It keeps to the protocol and to the object-schemas extension, except where a [Fault] says otherwise.
//
// It shares no code with a2aclient, as all of internal/demo.
package mock
