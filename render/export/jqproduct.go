package export

import (
	"reflect"

	"github.com/itchyny/gojq"

	"a2aform/internal/limit"
)

// A text times a number takes its memory at once, where no context ends it. So
// every product of a query asks first: a * b is asked as factors(a; b) | .[0] * .[1].

// factors is the name of the function that looks at what is multiplied.
const factors = "_factors"

// takenMemory gives what is multiplied, or fails where it would be a text that is too
// long.
func takenMemory(_ any, pair []any) any {
	text, isText := pair[0].(string)
	number := pair[1]
	if !isText {
		text, isText = pair[1].(string)
		number = pair[0]
	}
	if n, isNumber := gojq.ToFloat64(number); isText && isNumber && n*float64(len(text)) > float64(limit.QueryMemory.Int()) {
		return errMemory
	}
	return pair
}

// eachPart visits all parts of a query that are pointers, the inner ones first.
func eachPart(q *gojq.Query, visit func(part any)) { visitPart(reflect.ValueOf(q), visit) }

func visitPart(part reflect.Value, visit func(part any)) {
	switch part.Kind() {
	case reflect.Pointer:
		if part.IsNil() {
			return
		}
		visitPart(part.Elem(), visit)
		visit(part.Interface())
	case reflect.Slice:
		for i := range part.Len() {
			visitPart(part.Index(i), visit)
		}
	case reflect.Struct:
		for i := range part.NumField() {
			visitPart(part.Field(i), visit)
		}
	}
}

func boundProduct(q *gojq.Query) {
	switch q.Op {
	case gojq.OpMul:
		product := bounded(q.Left, q.Right)
		q.Left, q.Op, q.Right = product.Left, product.Op, product.Right
	case gojq.OpUpdateMul: // a *= b is b as $f | a |= . * $f
		each := bounded(calledFunction(gojq.TermTypeIdentity, nil), calledFunction(gojq.TermTypeFunc, &gojq.Func{Name: factorName}))
		change := &gojq.Query{Left: q.Left, Op: gojq.OpModify, Right: each}
		q.Left, q.Op, q.Right = q.Right, gojq.OpPipe, change
		q.Patterns = []*gojq.Pattern{{Name: factorName}}
	}
}

// factorName is no name that can be typed.
const factorName = "$%factor"

// bounded is the product of two queries that asks first.
func bounded(left, right *gojq.Query) *gojq.Query {
	pair := calledFunction(gojq.TermTypeFunc, &gojq.Func{Name: factors, Args: []*gojq.Query{left, right}})
	return &gojq.Query{Left: pair, Op: gojq.OpPipe, Right: &gojq.Query{Left: nthOf("0"), Op: gojq.OpMul, Right: nthOf("1")}}
}

func calledFunction(kind gojq.TermType, f *gojq.Func) *gojq.Query {
	return &gojq.Query{Term: &gojq.Term{Type: kind, Func: f}}
}

// nthOf is .[i].
func nthOf(i string) *gojq.Query {
	at := &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeNumber, Number: i}}
	return &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeIndex, Index: &gojq.Index{Start: at}}}
}

// longerThan reports whether a value takes more than so many bytes as JSON, and
// looks at no more of it than that: it may hold one part many times.
func longerThan(v any, maximum int) bool { return leftMemory(v, maximum) < 0 }

// leftMemory is what is left of so many bytes after a value, below 0 where it is
// longer.
func leftMemory(v any, bytes int) int {
	bytes--
	switch v := v.(type) {
	case string:
		bytes -= len(v)
	case []any:
		for i := 0; i < len(v) && bytes >= 0; i++ {
			bytes = leftMemory(v[i], bytes)
		}
	case map[string]any:
		for name, member := range v {
			if bytes -= len(name); bytes < 0 {
				break
			}
			bytes = leftMemory(member, bytes)
		}
	}
	return bytes
}
