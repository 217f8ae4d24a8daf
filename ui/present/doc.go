// Package present is the stage of a2aform present: one step of a script at a time, large and quiet, and the notes of the
// presenter. It is a program of its own beside the screens of ui, because the stage has no header, no address and no dialog.
package present
