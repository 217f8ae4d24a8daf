package schema

import (
	"math/big"

	"a2aform/internal/safe"
	"a2aform/internal/schema/message"
)

// Bounds are the bounds of the location.
func (l Location) Bounds() message.Bounds {
	var b message.Bounds
	for _, s := range l.schemas() {
		b.Minimum = tighter(b.Minimum, s.Minimum, 1)
		b.Maximum = tighter(b.Maximum, s.Maximum, -1)
		b.ExclusiveMinimum = tighter(b.ExclusiveMinimum, s.ExclusiveMinimum, 1)
		b.ExclusiveMaximum = tighter(b.ExclusiveMaximum, s.ExclusiveMaximum, -1)
		b.MultipleOf = tighter(b.MultipleOf, s.MultipleOf, 1)
		b.MinLength = tighterInt(b.MinLength, s.MinLength, 1)
		b.MaxLength = tighterInt(b.MaxLength, s.MaxLength, -1)
		b.MinItems = tighterInt(b.MinItems, s.MinItems, 1)
		b.MaxItems = tighterInt(b.MaxItems, s.MaxItems, -1)
		b.MinProperties = tighterInt(b.MinProperties, s.MinProperties, 1)
		b.MaxProperties = tighterInt(b.MaxProperties, s.MaxProperties, -1)
		b.UniqueItems = b.UniqueItems || s.UniqueItems
		if b.Pattern.IsEmpty() && s.Pattern != nil {
			b.Pattern = safe.Text(s.Pattern.String())
		}
	}
	return b
}

// tighter is the larger (sign 1) or smaller (sign -1) of two bounds.
func tighter(a, b *big.Rat, sign int) *big.Rat {
	if a == nil || (b != nil && b.Cmp(a)*sign > 0) {
		return b
	}
	return a
}

func tighterInt(a, b *int, sign int) *int {
	if a == nil || (b != nil && (*b-*a)*sign > 0) {
		return b
	}
	return a
}
