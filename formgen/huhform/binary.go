package huhform

import (
	"fmt"

	"a2aform/formgen"
)

// typedBinary is up to how many characters the text of a binary field is edited
// by hand.
const typedBinary = 200

// isLargeBinary reports bytes that are chosen from a file, not typed.
func isLargeBinary(x *formgen.Field) bool {
	if !x.IsBinary() || x.Presence() != formgen.Set || len(x.Text()) <= typedBinary {
		return false
	}
	_, ok := x.Bytes()
	return ok
}

// binarySize is the size of a binary field in words; "" where it contains other
// text.
func binarySize(x *formgen.Field) string {
	if !x.IsBinary() || x.Presence() != formgen.Set || x.Text() == "" {
		return ""
	}
	n, ok := x.Bytes()
	if !ok {
		return ""
	}
	return ByteSize(n)
}

// ByteSize is a number of bytes in a reader's units: "12.3 kB".
func ByteSize(n int) string {
	switch {
	case n == 1:
		return "1 byte"
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	}
	size, unit := float64(n)/1000, "kB"
	for _, next := range []string{"MB", "GB"} {
		if size < 1000 {
			break
		}
		size, unit = size/1000, next
	}
	return fmt.Sprintf("%.1f %s", size, unit)
}
