// Package homedir finds the directories of a user's files.
package homedir
