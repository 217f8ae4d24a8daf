// Package mediatype reads media types as agents write them: the input and output modes of cards, the tags of parts,
// and the headers of answers.
package mediatype
