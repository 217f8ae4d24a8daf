// Package ui is the terminal program.
//
// [App] is the only tea.Model. It holds a stack of screens, the styles, the
// keys that work everywhere and the status line; the screen on top gets every
// other message. A screen is a struct with methods, one file each; it owns its
// state and says by an action what is to be shown next.
//
// Update does no I/O: whatever takes time is a command, and its answer comes
// back as a message addressed to the screen that asked. View is pure.
//
// The room knows screens and keys. It knows no JSON Schema keyword, no HTTP and
// no JSON-RPC: forms come from formgen, tables from render, agents and runs
// from a2aclient and run. Foreign text is drawn as safe.Line or safe.Block
// only.
package ui
