// Package button draws the commands of a screen that are always in sight.
package button
