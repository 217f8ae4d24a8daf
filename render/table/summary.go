package table

import (
	"bytes"
	"context"
	"math"
	"math/big"
	"strings"

	"a2aform/render/value"
)

// Summary is what the cells of a column come to.
type Summary struct {
	Rows    int // of the view
	Numbers int // cells that contain a number
	// The figures of the numbers, exact but for the mean, which is rounded; empty where
	// there is none.
	Sum, Minimum, Maximum, Mean string
	// Profile is the mean of the numbers in each of equal parts of the view, in
	// its order, as parts of one between the least and the greatest of them;
	// negative for a part without numbers.
	Profile []float64
}

// profileParts is how many parts a profile has, of a view with that many rows.
const profileParts = 24

// Summary is what the cells of a column come to in this view. It ends early with
// ctx, whose error it returns.
func (v *View) Summary(ctx context.Context, col int) (*Summary, error) {
	n := v.Rows()
	all := make([]tally, chunks(n))
	column, parts := &v.grid.columns[col], min(n, profileParts)
	err := parallelChunks(ctx, n, func(s, from, to int) {
		t := &all[s]
		for i := from; i < to; i++ {
			if !goesOn(ctx, i) {
				return
			}
			if k := v.grid.key(v.Row(i), column); k.kind == value.Number {
				t.add(k, i*parts/n)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	var sum tally
	for i := range all {
		sum.join(&all[i])
	}
	return sum.summary(n, parts), nil
}

// tally adds up numbers without rounding.
type tally struct {
	numbers          int
	decimals         int                     // most digits after the point, as they were written
	scaled           [len(powersOfTen)]int64 // sums of short decimals, by digits after the point
	long             *big.Rat                // sum of the others
	minimum, maximum key
	sums             [profileParts]float64
	counts           [profileParts]int
}

// spill is the size at which a sum is moved on before it could overflow.
const spill = math.MaxInt64 / 4

func (t *tally) add(k key, part int) {
	t.numbers++
	if t.numbers == 1 || less(k, t.minimum) {
		t.minimum = k
	}
	if t.numbers == 1 || less(t.maximum, k) {
		t.maximum = k
	}
	t.sums[part] += k.number
	t.counts[part]++
	t.decimals = max(t.decimals, decimalsOf(k.text))
	mantissa, scale, ok := decimal(k.text)
	if !ok {
		t.addLong(ratOf(k.text))
		return
	}
	if t.scaled[scale] += mantissa; t.scaled[scale] > spill || t.scaled[scale] < -spill {
		t.spill(scale)
	}
}

func (t *tally) spill(scale int) {
	t.addLong(new(big.Rat).SetFrac(big.NewInt(t.scaled[scale]), tenTo(scale)))
	t.scaled[scale] = 0
}

func (t *tally) addLong(r *big.Rat) {
	if t.long == nil {
		t.long = new(big.Rat)
	}
	t.long.Add(t.long, r)
}

func tenTo(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// less compares numbers, exactly where their float64s are the same.
func less(a, b key) bool {
	if a.number == b.number && (math.IsInf(a.number, 0) || max(len(a.text), len(b.text)) > exactDigits) {
		return ratOf(a.text).Cmp(ratOf(b.text)) < 0
	}
	return a.number < b.number
}

func (t *tally) join(other *tally) {
	if other.numbers == 0 {
		return
	}
	if t.numbers == 0 || less(other.minimum, t.minimum) {
		t.minimum = other.minimum
	}
	if t.numbers == 0 || less(t.maximum, other.maximum) {
		t.maximum = other.maximum
	}
	t.numbers += other.numbers
	t.decimals = max(t.decimals, other.decimals)
	for scale := range other.scaled {
		other.spill(scale)
	}
	t.addLong(other.long)
	for i := range t.sums {
		t.sums[i] += other.sums[i]
		t.counts[i] += other.counts[i]
	}
}

func (t *tally) summary(rows, parts int) *Summary {
	s := &Summary{Rows: rows, Numbers: t.numbers}
	if t.numbers == 0 {
		return s
	}
	s.Sum = decimalOf(t.long, t.decimals)
	s.Minimum, s.Maximum = value.Whole(string(t.minimum.text)), value.Whole(string(t.maximum.text))
	mean := new(big.Rat).Quo(t.long, big.NewRat(int64(t.numbers), 1))
	s.Mean = meanText(mean, t.decimals)
	s.Profile = t.profile()[:parts]
	return s
}

// decimalOf writes a number that is a finite decimal with all its digits, and with
// so many after the point at least.
func decimalOf(r *big.Rat, decimals int) string {
	digits, exact := r.FloatPrec()
	if !exact {
		digits = exactDigits
	}
	return r.FloatString(max(digits, min(decimals, exactDigits)))
}

// decimalsOf is how many digits a number has after its point; 0 for one with an
// exponent and for one that is written as 3.0.
func decimalsOf(number []byte) int {
	point := bytes.IndexByte(number, '.')
	if point < 0 || bytes.ContainsAny(number, "eE") {
		return 0
	}
	if string(number[point:]) == ".0" {
		return 0
	}
	return len(number) - point - 1
}

// meanDigits is how many digits a mean below one has after its point at most.
const meanDigits = 6

// meanText rounds a mean to two digits, as money is read; a mean below one keeps six, and one
// of whole numbers has no zeros at its end.
func meanText(mean *big.Rat, decimals int) string {
	switch {
	case new(big.Rat).Abs(mean).Cmp(big.NewRat(1, 1)) < 0:
		return withoutZeros(mean.FloatString(meanDigits))
	case decimals == 0:
		return withoutZeros(mean.FloatString(2))
	}
	return mean.FloatString(2)
}

func withoutZeros(decimal string) string {
	return strings.TrimSuffix(strings.TrimRight(decimal, "0"), ".")
}

func (t *tally) profile() []float64 {
	means := make([]float64, profileParts)
	minimum, maximum := math.Inf(1), math.Inf(-1)
	for i, n := range t.counts {
		if n == 0 {
			continue
		}
		means[i] = max(min(t.sums[i]/float64(n), math.MaxFloat64), -math.MaxFloat64) // numbers may be beyond
		minimum, maximum = min(minimum, means[i]), max(maximum, means[i])
	}
	for i, n := range t.counts {
		switch {
		case n == 0:
			means[i] = -1
		case maximum > minimum:
			means[i] = (means[i]/2 - minimum/2) / (maximum/2 - minimum/2)
		default:
			means[i] = 0.5
		}
	}
	return means
}
