// Package ui is the terminal program.
//
// [App] is the tea.Model of all screens. It has the keys that work everywhere, and gives the
// screen on top every other message. Its parts are the stack of screens, the work of the session
// (desk), what surrounds the screens (frame) and the navigation between them. The screens are in
// the packages below: agent, form, task, chat, result, table, history, qa and share, one family
// each, built from package kit. A family does not know another one: the navigator leads from one
// to the next, as kit.Host.Nav. Packages plain and present are programs of their own, without App.
//
// A screen owns its state and says by a kit.Action what is to be shown next. Update does no
// I/O: whatever takes time is a command, whose answer comes back as a message addressed to the
// screen that asked. View is pure.
//
// The screens know no JSON Schema keyword, no HTTP and no JSON-RPC: forms come from formgen,
// tables from render, agents and runs from a2aclient and run. Untrusted text is drawn as
// safe.Line or safe.Block only.
package ui
