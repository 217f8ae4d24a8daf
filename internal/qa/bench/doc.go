// Package bench measures how long an agent takes, under a load that the caller chooses. It keeps every sample.
//
// In a closed loop each of a number of workers sends its next message when the answer to the last one is complete, so a slow agent
// gets fewer messages. In an open loop messages are due at a fixed rate, and times count from when a message was due. A stall of
// the agent therefore shows in all messages that it delays (no coordinated omission).
package bench
