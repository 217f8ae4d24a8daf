// Package rail draws how far something has come: its steps in one line.
package rail
