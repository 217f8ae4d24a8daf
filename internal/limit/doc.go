// Package limit is the one table of all that is bounded: what agents, schemas,
// values and files may take of memory, of time and of the screen (DESIGN §8).
//
// Each [Limit] has a name under which the user changes it (--max NAME=VALUE, or
// [limits] in config.toml) and says what happens beyond it. Rooms read a limit
// where they need it; only the start of the program sets one. The table knows
// nothing of who reads it. Sizes of buffers, paces and thresholds of algorithms
// that a user never meets are not limits, and stay where they are used.
package limit
