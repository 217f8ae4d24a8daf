package hostile

import "time"

// Outcome is how a program should come out of a behavior.
type Outcome string

// The outcomes.
const (
	Works    Outcome = "works"               // as with any agent
	Notices  Outcome = "works with a notice" // a notice says what was wrong, cut or left out
	Refuses  Outcome = "refused"             // ended with a message of what, where and what next
	Asks     Outcome = "asks"                // the user decides
	Recovers Outcome = "recovers"            // the agent is asked again for what was lost or missing
)

// The categories.
const (
	Card   = "CARD"   // the card as a document
	Text   = "TEXT"   // words in every slot that is shown
	Schema = "SCHEMA" // what forms are made of and values validated by
	Value  = "VALUE"  // what comes in artifacts
	HTTP   = "HTTP"   // status, headers, bodies, redirects
	RPC    = "RPC"    // the envelope of JSON-RPC
	SSE    = "SSE"    // the bytes of an event stream
	Stream = "STREAM" // which events come, and when it ends
	Task   = "TASK"   // how a task goes on and ends
	Auth   = "AUTH"   // what it does with credentials, and to get them
	Net    = "NET"    // connections, names and TLS
	Life   = "LIFE"   // signals, terminals, sizes and pastes; on a terminal alone
	File   = "FILE"   // files on the disk, and files that an agent sends
)

// Behavior is one way in which an agent misbehaves.
type Behavior struct {
	Name, Category string
	What           string // the agent does
	Expect         Outcome
	// Says is a part of what the program prints; "" for nothing in particular.
	Says string
	// Once is in it exactly once; "" for nothing in particular.
	Once string
	// Data is what to send; "" for {"word":"hi"}.
	Data string
	// Flags are those of the message, such as credentials from [Environment].
	Flags []string
	// Login is how credentials are kept first, as flags; nil for not at all.
	Login []string
	// Timeout is how long a program should wait for the agent; 0 for as long as
	// it likes.
	Timeout time.Duration

	// Slow is whether it takes more than a moment.
	Slow bool

	// Home prepares the user's directories before the program starts; nil for
	// nothing. SaveDir below dir is where files are saved.
	Home func(dir string) error
	// Left looks at them when the program has ended, and says what is wrong; nil
	// where nothing can be.
	Left func(dir string) error

	// Moments happen at the terminal while a form is filled in; nil for none.
	Moments []Moment
	// Typed is what the one field holds when they are over, "" for "hi" alone.
	Typed string

	bend func(*script)
}

// All are the behaviors, by category.
func All() []Behavior {
	var all []Behavior
	for _, of := range []struct {
		category string
		list     []Behavior
	}{{Card, cards}, {Text, texts}, {Schema, schemas}, {Value, values}, {HTTP, https}, {RPC, rpcs}, {SSE, sses}, {Stream, streams}, {Task, tasks}, {File, files}, {Auth, auths}, {Net, nets}, {Life, lifes}} {
		for _, b := range of.list {
			b.Category = of.category
			all = append(all, b)
		}
	}
	return all
}
