// Package store keeps what must outlive the program: the journal of what was
// sent, a file for each run, drafts and presets of forms, the opened and the
// saved agents with their secrets, and what the user prefers.
//
// Everything lies in the directories of the XDG Base Directory specification,
// or all below A2AFORM_HOME where that is set. Directories are 0700 and files
// 0600. Whole files are replaced (temporary file, fsync, rename), so that a crash
// at any moment leaves the old file or the new one. Logs grow by appending: a crash
// may leave the last line torn, which harms no other line. What is read, changed and
// written is locked against other processes the while. What is no regular file is
// not opened in place of one.
//
// The package knows files. It knows no terminal and no network.
package store
