// Package watched is what becomes of a mistake of the program itself. A panic in
// any goroutine would end the process where it stands: the terminal stays raw,
// and what was typed last is lost. So every goroutine of the program is started
// by [Go], [In] or [After], which hand a panic to whoever can end the program in
// order ([By]); a test sees to it that no go statement stands elsewhere. Bubble Tea
// runs commands in goroutines of its own, and ui guards each of them; timers that
// only end a request or give memory back are not watched.
//
// The room knows nothing of ours.
package watched
