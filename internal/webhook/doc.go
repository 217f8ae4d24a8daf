// Package webhook receives what an agent posts about a task, and waits for the task with it.
package webhook
