package a2aclient

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"a2aform/internal/safe"
)

// cardKeys are the members of a card without which an agent cannot be reached or
// has nothing to offer.
var cardKeys = []string{"name", "url", "supportedInterfaces", "additionalInterfaces", "skills", "capabilities"}

// nameHints returns which members of the card have almost the name of one that is missing,
// "" if there is none.
func (r *cardReader) nameHints() string {
	var hints []string
	for _, name := range slices.Sorted(maps.Keys(r.root)) {
		for _, key := range cardKeys {
			if name != key && !r.has(key) && normalKey(name) == normalKey(key) {
				hints = append(hints, fmt.Sprintf("its member %s is probably meant as %s", safe.Text(name).Line(64), key))
			}
		}
	}
	return strings.Join(hints, ", ")
}

// normalKey returns a name without the differences between snake_case, kebab-case,
// capitals and the singular.
func normalKey(name string) string {
	name = strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(name))
	return strings.TrimSuffix(name, "s")
}
