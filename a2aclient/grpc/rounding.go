package grpc

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// roundedNumber is a number of a document that changes.
type roundedNumber struct {
	Pointer string // where it is (RFC 6901)
	Literal string // as it is written
	Rounded string // as it arrives; "" for one beyond float64
}

// roundedNumbers is what a number becomes, and whether that is another number.
func roundedNumbers(literal string) (rounded string, changed bool) {
	f, err := strconv.ParseFloat(literal, 64)
	if err != nil || math.IsInf(f, 0) {
		return "", true
	}
	shortest := strconv.FormatFloat(f, 'e', -1, 64)
	if digits(literal) == digits(shortest) && !(f == 0 && digits(literal) != "") {
		return shownNumber(f), false
	}
	return shownNumber(f), !isExactly(literal, f)
}

// maxExact is the length of a number whose exact value is computed: no float64 has more
// digits before the point, or more behind it that are not zero.
const maxExact = 1100

// isExactly reports whether a number that is written with other digits than f has its value.
func isExactly(literal string, f float64) bool {
	_, exponent, _ := strings.Cut(strings.ToLower(literal), "e")
	if n, err := strconv.Atoi(exponent); exponent != "" && (err != nil || n > maxExact || n < -maxExact) || len(literal) > maxExact {
		return false
	}
	exact, ok := new(big.Rat).SetString(literal)
	return ok && exact.Cmp(new(big.Rat).SetFloat64(f)) == 0
}

// digits are the digits of a number that count, without its exponent.
func digits(literal string) string {
	mantissa, _, _ := strings.Cut(strings.ToLower(literal), "e")
	return strings.Trim(strings.NewReplacer("-", "", "+", "", ".", "").Replace(mantissa), "0")
}

// shownNumber is a number for people: whole ones with all their digits as far as that is readable.
func shownNumber(f float64) string {
	if math.Abs(f) < 1e21 && f == math.Trunc(f) {
		return strconv.FormatFloat(f, 'f', 0, 64)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// roundedIn are the numbers of a value that change; those beyond the limit are only counted.
func roundedIn(v *ojson.Value, limit int) (changed []roundedNumber, more int) {
	var walk func(v *ojson.Value, pointer string)
	walk = func(v *ojson.Value, pointer string) {
		if v.Is(ojson.Number) {
			switch rounded, is := roundedNumbers(v.Text()); {
			case is && len(changed) < limit:
				changed = append(changed, roundedNumber{pointer, v.Text(), rounded})
			case is:
				more++
			}
		}
		for i, item := range v.Items() {
			walk(item, ojson.Pointer(pointer, strconv.Itoa(i)))
		}
		for _, m := range v.Members() {
			walk(m.Value, ojson.Pointer(pointer, m.Name))
		}
	}
	walk(v, "")
	return changed, more
}

// RoundingWarning says in our words what becomes of a number, or of those inside a value; "" where
// all stay as they are.
func RoundingWarning(v *ojson.Value) string {
	if !v.Is(ojson.Number) {
		return roundingNotice(v)
	}
	rounded, changed := roundedNumbers(v.Text())
	switch {
	case !changed:
		return ""
	case rounded == "":
		return "the agent speaks gRPC, which cannot carry a number of this size"
	}
	return "the agent speaks gRPC, which keeps 15 to 17 digits: this value arrives as " + rounded
}

// maxNamed is how many numbers of a document a notice names.
const maxNamed = 3

// RoundingNotice says in our words which numbers of a document change; "" for none.
func RoundingNotice(data []byte) string {
	v, err := ojson.Parse(data, ojson.Limits{})
	if err != nil {
		return ""
	}
	return roundingNotice(v)
}

func roundingNotice(v *ojson.Value) string {
	numbers, more := roundedIn(v, maxNamed)
	if len(numbers) == 0 {
		return ""
	}
	var named []string
	for _, n := range numbers {
		arrives := "cannot be sent"
		if n.Rounded != "" {
			arrives = "arrives as " + n.Rounded
		}
		named = append(named, strings.TrimSpace(fmt.Sprintf("%s %s %s", safe.Text(n.Pointer).Line(80), safe.Text(n.Literal).Line(40), arrives)))
	}
	text := "the agent speaks gRPC, which keeps 15 to 17 digits of a number: " + strings.Join(named, ", ")
	if more > 0 {
		text += fmt.Sprintf(", and %d more", more)
	}
	return text
}
