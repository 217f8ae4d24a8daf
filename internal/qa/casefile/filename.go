package casefile

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"

	"a2aform/internal/safe"
)

// hashed matches a name that ends as those do that [FileName] changed.
var hashed = regexp.MustCompile(`-[0-9a-f]{8}$`)

// FileName returns a name without an extension for a file about a case of that name. Letters of
// all scripts stay. A name that had to change ends with a short hash, so that different names
// have different files.
func FileName(name string) string {
	base := safe.FileName(safe.Text(name), "case", "")
	if base == name && !hashed.MatchString(name) {
		return base
	}
	sum := sha256.Sum256([]byte(name))
	return base + "-" + hex.EncodeToString(sum[:4])
}
