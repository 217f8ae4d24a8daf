// Package conform is the command conform: it checks an agent against specifications of extensions.
package conform
