package schema

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/safe"
)

// Bounds are the tightest bounds of all schemas that apply at a location. A nil
// field is no bound. Lengths count characters (code points).
type Bounds struct {
	Minimum, Maximum                   *big.Rat
	ExclusiveMinimum, ExclusiveMaximum *big.Rat
	MultipleOf                         *big.Rat
	MinLength, MaxLength               *int
	MinItems, MaxItems                 *int
	MinProperties, MaxProperties       *int
	UniqueItems                        bool
	Pattern                            safe.Raw
}

// Bounds are the bounds of the location.
func (l Location) Bounds() Bounds {
	var b Bounds
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
		b.Pattern = firstPattern(b.Pattern, s)
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

func firstPattern(have safe.Raw, s *jsonschema.Schema) safe.Raw {
	if !have.IsEmpty() || s.Pattern == nil {
		return have
	}
	return safe.Text(s.Pattern.String())
}

// Hint says the bounds in a few words, such as "1 … 12, step 2", "" if there
// are none worth saying.
func (b Bounds) Hint() string {
	parts := []string{
		b.rangeHint(),
		countHint(b.MinLength, b.MaxLength, "character"),
		countHint(b.MinItems, b.MaxItems, "item"),
		countHint(b.MinProperties, b.MaxProperties, "field"),
	}
	if b.MultipleOf != nil && !(b.MultipleOf.IsInt() && b.MultipleOf.Num().IsInt64() && b.MultipleOf.Num().Int64() == 1) {
		parts = append(parts, "step "+Decimal(b.MultipleOf))
	}
	if b.UniqueItems {
		parts = append(parts, "no two alike")
	}
	if !b.Pattern.IsEmpty() {
		parts = append(parts, "like "+b.Pattern.Line(60).String())
	}
	return strings.Join(without(parts, ""), ", ")
}

// machineBound is the size from which a bound only says how a computer stores
// the number; people need not read it.
var machineBound = big.NewRat(1<<31-1, 1)

func (b Bounds) rangeHint() string {
	low, high := lowHint(b.Minimum, b.ExclusiveMinimum), highHint(b.Maximum, b.ExclusiveMaximum)
	switch {
	case low == "" && high == "":
		return ""
	case b.Minimum != nil && b.Maximum != nil && low != "" && high != "":
		return Decimal(b.Minimum) + " … " + Decimal(b.Maximum)
	}
	return strings.Join(without([]string{low, high}, ""), ", ")
}

func lowHint(inclusive, exclusive *big.Rat) string {
	switch {
	case exclusive != nil && !isMachineBound(exclusive):
		return "more than " + Decimal(exclusive)
	case inclusive != nil && !isMachineBound(inclusive):
		return "at least " + Decimal(inclusive)
	}
	return ""
}

func highHint(inclusive, exclusive *big.Rat) string {
	switch {
	case exclusive != nil && !isMachineBound(exclusive):
		return "less than " + Decimal(exclusive)
	case inclusive != nil && !isMachineBound(inclusive):
		return "at most " + Decimal(inclusive)
	}
	return ""
}

func isMachineBound(r *big.Rat) bool { return new(big.Rat).Abs(r).Cmp(machineBound) >= 0 }

func countHint(low, high *int, noun string) string {
	switch {
	case low != nil && *low > 0 && high != nil && *low == *high:
		return count(*low, noun)
	case low != nil && *low > 0 && high != nil:
		return fmt.Sprintf("%d … %s", *low, count(*high, noun))
	case low != nil && *low > 0:
		return "at least " + count(*low, noun)
	case high != nil:
		return "at most " + count(*high, noun)
	}
	return ""
}

func without(list []string, drop string) []string {
	var kept []string
	for _, s := range list {
		if s != drop {
			kept = append(kept, s)
		}
	}
	return kept
}
