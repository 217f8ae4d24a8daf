// Package present is what a presentation is made of: the script with its steps and captions, the scenes that it plays, and the
// act, which is a run on stage that goes on with the recorded one where the agent fails. It knows no screen.
package present
