// Package draft keeps what was typed and not sent, for forms and chats: written while the
// user types, marked while it is sent, dropped once the agent has it.
package draft
