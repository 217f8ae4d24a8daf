package message

import (
	"fmt"
	"math/big"
	"strings"

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

// Hint says the bounds in a few words, such as "1–12, step 2", "" if there
// are none worth saying.
func (b Bounds) Hint() string {
	parts := []string{
		b.rangeHint(),
		countHint(b.MinLength, b.MaxLength, "character"),
		countHint(b.MinItems, b.MaxItems, "item"),
		countHint(b.MinProperties, b.MaxProperties, "field"),
	}
	switch places := b.DecimalPlaces(); {
	case places == 1:
		parts = append(parts, "at most one decimal")
	case places > 1:
		parts = append(parts, fmt.Sprintf("at most %d decimals", places))
	case b.MultipleOf != nil && !(b.MultipleOf.IsInt() && b.MultipleOf.Num().IsInt64() && b.MultipleOf.Num().Int64() == 1):
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

// DecimalPlaces is how many decimals a multiple of 0.1, 0.01 and so on has; 0 for other bounds.
func (b Bounds) DecimalPlaces() int {
	if b.MultipleOf == nil || b.MultipleOf.Num().Cmp(big.NewInt(1)) != 0 {
		return 0
	}
	places := len(b.MultipleOf.Denom().String()) - 1
	if b.MultipleOf.Denom().String() != "1"+strings.Repeat("0", places) {
		return 0
	}
	return places
}

// machineBound is the size from which a bound only says how a computer stores
// the number; people need not read it.
var machineBound = big.NewRat(1<<31-1, 1)

func (b Bounds) rangeHint() string {
	low, high := lowHint(b.Minimum, b.ExclusiveMinimum), highHint(b.Maximum, b.ExclusiveMaximum)
	switch {
	case low == "" && high == "":
		return ""
	case b.Minimum != nil && b.Maximum != nil && low != "" && high != "" && b.Minimum.Sign() >= 0:
		return Decimal(b.Minimum) + "–" + Decimal(b.Maximum)
	case b.Minimum != nil && b.Maximum != nil && low != "" && high != "":
		return Decimal(b.Minimum) + " to " + Decimal(b.Maximum)
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
		return Count(*low, noun)
	case low != nil && *low > 0 && high != nil:
		return fmt.Sprintf("%d–%s", *low, Count(*high, noun))
	case low != nil && *low > 0:
		return "at least " + Count(*low, noun)
	case high != nil:
		return "at most " + Count(*high, noun)
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
