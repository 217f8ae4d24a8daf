// Package conform checks whether an agent keeps to the object-schemas extension and to the guide to extensions, sentence by
// sentence. It sends messages for that: each check its own, and none that takes a task of another check.
//
// A check whose question could not be answered is undecided, and says what would decide it. It is never a pass.
package conform
