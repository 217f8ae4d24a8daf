package ojson

// ReadableLevels is up to how many levels of an answer are kept where it has more than can be read at all.
const ReadableLevels = maxNesting / 10

// WithoutDepth returns a JSON text with every array and object that lies deeper than a number of levels as a string of its text,
// and whether there was one. Any other text is returned as it is.
func WithoutDepth(data []byte, levels int) (text []byte, isCut bool) {
	depth, start, kept := 0, 0, 0 // up to kept, text has what data has
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			i = endOfString(data, i)
		case '[', '{':
			if depth++; depth == levels+1 {
				start = i
			}
		case ']', '}':
			if depth--; depth == levels {
				text = appendQuoted(append(text, data[kept:start]...), string(data[start:i+1]))
				kept = i + 1
			}
		}
	}
	if kept == 0 || depth != 0 {
		return data, false
	}
	return append(text, data[kept:]...), true
}
