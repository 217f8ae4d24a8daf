package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/schema"
	"a2aform/render/export"
)

// value checks one place of the verdict document.
func (e *evaluation) value(v casefile.Value) {
	found := e.document.At(v.At)
	l := Line{Check: "value", At: v.At, Expected: relationText(v), Seen: short(found), Why: v.Why}
	switch {
	case found == nil && !e.hasOutput():
		e.notReached(l)
	case v.Relation == casefile.Exists:
		e.add(l, v.Operand.Bool() == (found != nil))
	default:
		if v.Relation == casefile.Is {
			l.Expected, l.Seen = ShortPair(v.Operand, found)
		}
		e.add(l, found != nil && holds(typed(v, found), found))
	}
}

// typed gives the operand that came from text the type of what it is compared with.
func typed(v casefile.Value, found *ojson.Value) casefile.Value {
	if !v.IsText || found.Is(ojson.String) && v.Relation != casefile.Near {
		return v
	}
	if operand, err := ojson.Parse([]byte(v.Operand.Text()), ojson.DataLimits); err == nil {
		v.Operand = operand
	}
	return v
}

// holds reports whether a relation holds for a value that is there.
func holds(v casefile.Value, found *ojson.Value) bool {
	switch v.Relation {
	case casefile.Is:
		return ojson.Equal(found, v.Operand)
	case casefile.Not:
		return !ojson.Equal(found, v.Operand)
	case casefile.In:
		for _, item := range v.Operand.Items() {
			if ojson.Equal(found, item) {
				return true
			}
		}
	case casefile.Near:
		return isNear(v, found)
	case casefile.Matches:
		return found.Is(ojson.String) && v.Pattern.MatchString(found.Text())
	case casefile.OfFormat:
		checker := schema.FormatChecker(v.Operand.Text())
		return found.Is(ojson.String) && checker != nil && checker.Validate(found.Text()) == nil
	case casefile.Type:
		return hasType(found, v.Operand.Text())
	case casefile.Length:
		n, ok := lengthOf(found)
		return ok && v.Length.Holds(n)
	case casefile.Exists:
		return v.Operand.Bool()
	}
	return false
}

// isNear compares in exact decimal arithmetic.
func isNear(v casefile.Value, found *ojson.Value) bool {
	if !found.Is(ojson.Number) || !v.Operand.Is(ojson.Number) {
		return false
	}
	x, want := ojson.Rat(found.Text()), ojson.Rat(v.Operand.Text())
	if x == nil || want == nil {
		return false
	}
	within := v.Within
	if v.Percent {
		within = new(big.Rat).Mul(within, new(big.Rat).Abs(want))
		within.Quo(within, big.NewRat(100, 1))
	}
	distance := new(big.Rat).Sub(x, want)
	return distance.Abs(distance).Cmp(within) <= 0
}

// hasType reports whether a value has a type of JSON Schema: 1.0 is an integer.
func hasType(v *ojson.Value, name string) bool {
	if name == "integer" {
		number := ojson.Rat(v.Text())
		return v.Is(ojson.Number) && number != nil && number.IsInt()
	}
	return v.Kind().String() == name
}

// lengthOf is the number of items, members or code points.
func lengthOf(v *ojson.Value) (n int, ok bool) {
	switch v.Kind() {
	case ojson.Array, ojson.Object:
		return v.Len(), true
	case ojson.String:
		return utf8.RuneCountInString(v.Text()), true
	}
	return 0, false
}

// relationText is a relation in short, such as "near 1 ±1%".
func relationText(v casefile.Value) string {
	switch v.Relation {
	case casefile.Near:
		unit := ""
		if v.Percent {
			unit = "%"
		}
		return "near " + v.Operand.Text() + " ±" + strings.TrimSuffix(strings.TrimRight(v.Within.FloatString(12), "0"), ".") + unit
	case casefile.Is:
		return short(v.Operand)
	case casefile.Matches:
		return "matches " + v.Pattern.String()
	case casefile.Length:
		return "length " + countText(v.Length)
	case casefile.Exists:
		if v.Operand.Bool() {
			return "exists"
		}
		return "does not exist"
	case casefile.Type, casefile.OfFormat:
		return string(v.Relation) + " " + v.Operand.Text()
	}
	return string(v.Relation) + " " + short(v.Operand)
}

// maxShort is how many bytes of a value a line shows.
const maxShort = 200

// short is a value as JSON, cut where it is long.
func short(v *ojson.Value) string {
	if v == nil {
		return "nothing"
	}
	return cut(string(readable(v).Compact()), 0)
}

// readable returns a value whose texts are as people write them: agents may escape every letter that is not ASCII. A text that
// JSON cannot contain without an escape stays as it is.
func readable(v *ojson.Value) *ojson.Value {
	switch {
	case !bytes.Contains(v.Compact(), []byte(`\u`)):
	case v.Is(ojson.String) && !strings.ContainsRune(v.Text(), utf8.RuneError):
		return ojson.NewString(v.Text())
	case v.Is(ojson.Array):
		items := slices.Clone(v.Items())
		for i, item := range items {
			items[i] = readable(item)
		}
		return ojson.NewArray(items...)
	case v.Is(ojson.Object):
		members := slices.Clone(v.Members())
		for i := range members {
			members[i].Value = readable(members[i].Value)
		}
		return ojson.NewObject(members...)
	}
	return v
}

// cut is the part of a long text from an index on.
func cut(text string, from int) string {
	if from > 0 {
		text = "…" + strings.ToValidUTF8(text[from:], "")
	}
	if len(text) > maxShort {
		return strings.ToValidUTF8(text[:maxShort], "") + "…"
	}
	return text
}

// ShortPair shows two values so that their first difference is in sight; nil is nothing.
func ShortPair(want, got *ojson.Value) (expected, seen string) {
	const before = 40 // bytes in front of the difference
	if want == nil || got == nil {
		return short(want), short(got)
	}
	a, b := string(readable(want).Compact()), string(readable(got).Compact())
	switch { // quotes alone are easily overlooked
	case want.Is(ojson.String) && got.Is(ojson.Number) && want.Text() == got.Text():
		b += " (a number, and a string was expected)"
	case want.Is(ojson.Number) && got.Is(ojson.String) && want.Text() == got.Text():
		b += " (a string, and a number was expected)"
	}
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	from := 0
	if same > maxShort-before {
		from = same - before
	}
	return cut(a, from), cut(b, from)
}

// queryTime bounds a jq expression.
const queryTime = time.Second

// queryMu is held while a query runs, so that the time of one does not count while it waits for another.
var queryMu sync.Mutex

// that checks a jq expression.
func (e *evaluation) that(that casefile.That) {
	l := Line{Check: "that", Expected: that.JQ, Why: that.Why}
	if !e.hasOutput() {
		l.Seen = "nothing"
		e.notReached(l)
		return
	}
	seen, err := e.query(that)
	l.Seen = seen
	if err != nil && !errors.Is(err, errNotTrue) {
		l.Seen = err.Error()
	}
	e.add(l, err == nil)
}

// capture takes a value for the cases that need this one.
func (e *evaluation) capture(r *Result, c casefile.Capture) {
	l := Line{Check: "capture", Expected: c.Name + ": " + c.JQ, Seen: "nothing"}
	if !e.hasOutput() {
		e.notReached(l)
		return
	}
	v, err := e.one(c.Query)
	switch {
	case err != nil:
		l.Seen = err.Error()
	case !v.Is(ojson.Null):
		l.Seen = short(v)
		cell := casefile.Cell{Name: c.Name, Text: string(v.Compact()), JSON: v}
		if v.Is(ojson.String) {
			cell.Text = v.Text()
		}
		r.Captured = append(r.Captured, cell)
	}
	e.add(l, err == nil && !v.Is(ojson.Null))
}

// one is the one value that an expression gives for the verdict document.
func (e *evaluation) one(q *export.Query) (*ojson.Value, error) {
	queryMu.Lock()
	defer queryMu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), queryTime)
	defer cancel()
	values, err := q.Values(ctx, e.document.Compact())
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, fmt.Errorf("it took more than %s", queryTime)
	case err != nil:
		return nil, err
	case len(values) != 1:
		return nil, fmt.Errorf("%d values instead of one", len(values))
	}
	return ojson.Parse(values[0], ojson.DataLimits)
}

// query is what an expression gives; the error is nil where it is true.
func (e *evaluation) query(that casefile.That) (seen string, err error) {
	v, err := e.one(that.Query)
	switch {
	case err != nil:
		return "", err
	case !v.Is(ojson.Bool):
		return short(v) + ", which is neither true nor false", errNotTrue
	case v.Bool():
		return "true", nil
	}
	return short(v), errNotTrue
}
