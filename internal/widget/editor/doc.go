// Package editor edits a text of many lines, such as JSON, exactly as it is:
// tabs stay tabs, and characters that cannot be seen are drawn as a dot and
// kept.
//
// A key and its frame cost what is on screen, however long the text: huh's text
// area lays out the whole text on every key, 54 ms for a thousand lines. Long
// lines are not broken; the window follows the cursor sideways.
package editor
