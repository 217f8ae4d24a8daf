// Package attach asks for a file with the schema of a skill, and attaches that to the skill.
package attach
