// Package typable knows which texts a line to type in shows as they are, and writes the
// others with escapes.
package typable
