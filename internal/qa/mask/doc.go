// Package mask keeps secrets out of what is written, whatever way they came into it.
package mask
