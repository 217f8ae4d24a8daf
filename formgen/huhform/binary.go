package huhform

import "a2aform/formgen"

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
	return formgen.ByteSize(n)
}
