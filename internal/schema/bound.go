package schema

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/safe"
	"a2aform/internal/schema/message"
)

// Bounds are the tightest bounds of all schemas that apply at a location. A nil number is
// no bound.
type Bounds struct {
	Minimum, Maximum                   *big.Rat
	ExclusiveMinimum, ExclusiveMaximum *big.Rat
	MultipleOf                         *big.Rat
	Length, Items, Members             Size
	UniqueItems                        bool
	Pattern                            safe.Raw
}

// Size bounds how many parts a value has: characters (code points) of a text, items of a
// list, or members of an object. A nil number is no bound.
type Size struct {
	Min, Max               *int
	MinKeyword, MaxKeyword string // "" where there is no bound
	noun                   string // of a part, for users
}

// Bounds are the bounds of the location.
func (l Location) Bounds() Bounds {
	var b Bounds
	for _, s := range l.schemas() {
		b.add(s)
	}
	return b
}

func boundsOf(s *jsonschema.Schema) (b Bounds) {
	b.add(s)
	return b
}

// add adds the bounds of one schema.
func (b *Bounds) add(s *jsonschema.Schema) {
	b.Minimum = tighter(b.Minimum, s.Minimum, 1)
	b.Maximum = tighter(b.Maximum, s.Maximum, -1)
	b.ExclusiveMinimum = tighter(b.ExclusiveMinimum, s.ExclusiveMinimum, 1)
	b.ExclusiveMaximum = tighter(b.ExclusiveMaximum, s.ExclusiveMaximum, -1)
	b.MultipleOf = tighter(b.MultipleOf, s.MultipleOf, 1)
	b.Length.add(Size{s.MinLength, s.MaxLength, "minLength", "maxLength", "character"})
	b.Items.add(Size{s.MinItems, s.MaxItems, "minItems", "maxItems", "item"})
	b.Members.add(Size{s.MinProperties, s.MaxProperties, "minProperties", "maxProperties", "field"})
	b.UniqueItems = b.UniqueItems || s.UniqueItems
	if b.Pattern.IsEmpty() && s.Pattern != nil {
		b.Pattern = safe.Text(s.Pattern.String())
	}
}

// tighter is the larger (sign 1) or smaller (sign -1) of two bounds.
func tighter(a, b *big.Rat, sign int) *big.Rat {
	if a == nil || (b != nil && b.Cmp(a)*sign > 0) {
		return b
	}
	return a
}

// Low is the lower bound of numbers, nil for none; isOpen says that the bound itself is
// not allowed.
func (b Bounds) Low() (bound *big.Rat, isOpen bool) {
	if b.ExclusiveMinimum != nil && (b.Minimum == nil || b.ExclusiveMinimum.Cmp(b.Minimum) >= 0) {
		return b.ExclusiveMinimum, true
	}
	return b.Minimum, false
}

// High is the upper bound of numbers, as [Bounds.Low] is the lower one.
func (b Bounds) High() (bound *big.Rat, isOpen bool) {
	if b.ExclusiveMaximum != nil && (b.Maximum == nil || b.ExclusiveMaximum.Cmp(b.Maximum) <= 0) {
		return b.ExclusiveMaximum, true
	}
	return b.Maximum, false
}

// limitsNumbers reports bounds of numbers.
func (b Bounds) limitsNumbers() bool {
	low, _ := b.Low()
	high, _ := b.High()
	return low != nil || high != nil || b.MultipleOf != nil
}

// contradiction says which bounds exclude each other, "" for none.
func (b Bounds) contradiction() string {
	for _, size := range []Size{b.Length, b.Items, b.Members} {
		if size.Min != nil && size.Max != nil && *size.Min > *size.Max {
			return fmt.Sprintf("no value fits: %s %d is above %s %d", size.MinKeyword, *size.Min, size.MaxKeyword, *size.Max)
		}
	}
	if b.Minimum != nil && b.Maximum != nil && b.Minimum.Cmp(b.Maximum) > 0 {
		return "no value fits: minimum " + numberText(b.Minimum) + " is above maximum " + numberText(b.Maximum)
	}
	return ""
}

func numberText(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	f, _ := r.Float64()
	return fmt.Sprint(f)
}

// Hint says the bounds in a few words, such as "1–12, step 2", "" if there
// are none worth saying.
func (b Bounds) Hint() string {
	parts := append(b.rangeHint(), b.Length.hint(), b.Items.hint(), b.Members.hint())
	switch places := b.DecimalPlaces(); {
	case places == 1:
		parts = append(parts, "at most one decimal")
	case places > 1:
		parts = append(parts, fmt.Sprintf("at most %d decimals", places))
	case b.MultipleOf != nil && b.MultipleOf.Cmp(big.NewRat(1, 1)) != 0:
		parts = append(parts, "step "+message.Decimal(b.MultipleOf))
	}
	if b.UniqueItems {
		parts = append(parts, "no two alike")
	}
	if !b.Pattern.IsEmpty() {
		parts = append(parts, "like "+b.Pattern.Line(60).String())
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ", ")
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

func (b Bounds) rangeHint() []string {
	low := boundHint("at least ", b.Minimum, "more than ", b.ExclusiveMinimum)
	high := boundHint("at most ", b.Maximum, "less than ", b.ExclusiveMaximum)
	if b.Minimum == nil || b.Maximum == nil || low == "" || high == "" {
		return []string{low, high}
	}
	between := " to "
	if b.Minimum.Sign() >= 0 {
		between = "–"
	}
	return []string{message.Decimal(b.Minimum) + between + message.Decimal(b.Maximum)}
}

func boundHint(words string, inclusive *big.Rat, exclusiveWords string, exclusive *big.Rat) string {
	switch {
	case exclusive != nil && !isMachineBound(exclusive):
		return exclusiveWords + message.Decimal(exclusive)
	case inclusive != nil && !isMachineBound(inclusive):
		return words + message.Decimal(inclusive)
	}
	return ""
}

func isMachineBound(r *big.Rat) bool { return new(big.Rat).Abs(r).Cmp(machineBound) >= 0 }

// add adds the bounds of another schema.
func (s *Size) add(other Size) {
	switch {
	case !other.isSet():
		return
	case !s.isSet():
		*s = other
		return
	}
	if s.Min == nil || other.Min != nil && *other.Min > *s.Min {
		s.Min = other.Min
	}
	if s.Max == nil || other.Max != nil && *other.Max < *s.Max {
		s.Max = other.Max
	}
}

func (s Size) isSet() bool { return s.Min != nil || s.Max != nil }

// Least is the smallest size, 0 where there is no bound.
func (s Size) Least() int {
	if s.Min == nil {
		return 0
	}
	return *s.Min
}

// IsFull reports whether a value of n parts may have no more.
func (s Size) IsFull(n int) bool { return s.Max != nil && n >= *s.Max }

func (s Size) hint() string {
	switch low := s.Least(); {
	case low > 0 && s.Max != nil && low == *s.Max:
		return message.Count(low, s.noun)
	case low > 0 && s.Max != nil:
		return fmt.Sprintf("%d–%s", low, message.Count(*s.Max, s.noun))
	case low > 0:
		return "at least " + message.Count(low, s.noun)
	case s.Max != nil:
		return "at most " + message.Count(*s.Max, s.noun)
	}
	return ""
}
