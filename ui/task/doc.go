// Package task has the screen of a task, as it goes on, waits for an answer or is replayed
// from a file, and that of the traffic with the agent.
package task
