// Package chat has the screen of a chat: messages in plain text, each of them a task, which
// all belong to one context.
package chat
