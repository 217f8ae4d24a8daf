// Package jsonscan reads the grammar of JSON (RFC 8259) without decoding values. It knows
// nothing of what the values mean.
//
// [Value], [String], [Text] and [Number] check every byte. [Skip], [SkipString] and [Blocks]
// trust brackets, quotes and commas, for texts too large to be checked before they are shown.
package jsonscan

// MaxDepth is how deeply lists and objects may lie in one another. It is below the 10,000
// that encoding/json accepts, as what was scanned may be put into other JSON.
const MaxDepth = 9_000

// Valid reports whether b is one JSON text, with white space around it. It is
// [encoding/json.Valid] several times as fast, but for the depth: see [MaxDepth].
func Valid(b []byte) bool {
	i := Value(b, Space(b, 0), 0)
	return i >= 0 && Space(b, i) == len(b)
}

// Space is the index of the first byte from i on that is not white space, len(b) where
// there is none.
func Space(b []byte, i int) int {
	for i < len(b) && b[i] <= ' ' && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// Value is the index after the value that starts at i, -1 where there is none. So many
// lists and objects as depth says are around it.
func Value(b []byte, i, depth int) int {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '"':
		return String(b, i)
	case '{':
		return object(b, i, depth+1)
	case '[':
		return array(b, i, depth+1)
	case 't':
		return word(b, i, "true")
	case 'f':
		return word(b, i, "false")
	case 'n':
		return word(b, i, "null")
	}
	return Number(b, i)
}

func object(b []byte, i, depth int) int {
	if depth > MaxDepth {
		return -1
	}
	if i = Space(b, i+1); i < len(b) && b[i] == '}' {
		return i + 1
	}
	for i < len(b) && b[i] == '"' {
		if i = String(b, i); i < 0 {
			return -1
		}
		if i = Space(b, i); i >= len(b) || b[i] != ':' {
			return -1
		}
		if i = Value(b, Space(b, i+1), depth); i < 0 {
			return -1
		}
		if i = Space(b, i); i >= len(b) {
			return -1
		}
		if b[i] == '}' {
			return i + 1
		}
		if b[i] != ',' {
			return -1
		}
		i = Space(b, i+1)
	}
	return -1
}

func array(b []byte, i, depth int) int {
	if depth > MaxDepth {
		return -1
	}
	if i = Space(b, i+1); i < len(b) && b[i] == ']' {
		return i + 1
	}
	for {
		if i = Value(b, i, depth); i < 0 {
			return -1
		}
		if i = Space(b, i); i >= len(b) {
			return -1
		}
		if b[i] == ']' {
			return i + 1
		}
		if b[i] != ',' {
			return -1
		}
		i = Space(b, i+1)
	}
}

func word(b []byte, i int, want string) int {
	if len(b)-i < len(want) || string(b[i:i+len(want)]) != want {
		return -1
	}
	return i + len(want)
}

// Number is the index after the number that starts at i, -1 where there is none.
func Number(b []byte, i int) int {
	if i < len(b) && b[i] == '-' {
		i++
	}
	if i < len(b) && b[i] == '0' {
		i++
	} else if i = digits(b, i); i < 0 {
		return -1
	}
	if i < len(b) && b[i] == '.' {
		if i = digits(b, i+1); i < 0 {
			return -1
		}
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		if i++; i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		return digits(b, i)
	}
	return i
}

func digits(b []byte, i int) int {
	start := i
	for i < len(b) && '0' <= b[i] && b[i] <= '9' {
		i++
	}
	if i == start {
		return -1
	}
	return i
}
