package export

import (
	"encoding/json"
	"math/big"
	"strconv"

	"github.com/itchyny/gojq"

	"a2aform/internal/ojson"
)

// jq adds binary fractions, so that 0.1 and 0.2 are 0.30000000000000004. So every add of a
// query adds decimals first: add is asked as _decimals | add.

// decimals is the name of the function that adds decimals.
const decimals = "_decimals"

// addDecimals gives a list of the exact sum alone in place of a list of numbers with fractions,
// and any other value as it is.
func addDecimals(v any, _ []any) any {
	list, ok := v.([]any)
	if !ok {
		return v
	}
	sum, hasFraction := new(big.Rat), false
	for _, item := range list {
		if item == nil {
			continue
		}
		number := ratOf(item)
		if number == nil {
			return v
		}
		sum.Add(sum, number)
		hasFraction = hasFraction || !number.IsInt()
	}
	if !hasFraction {
		return v
	}
	digits, _ := sum.FloatPrec()
	return []any{json.Number(sum.FloatString(digits))}
}

// ratOf is a number of a query as it is written; nil for anything else.
func ratOf(v any) *big.Rat {
	switch v := v.(type) {
	case json.Number:
		return ojson.Rat(v.String())
	case float64:
		return ojson.Rat(strconv.FormatFloat(v, 'g', -1, 64))
	case int:
		return new(big.Rat).SetInt64(int64(v))
	case *big.Int:
		return new(big.Rat).SetInt(v)
	}
	return nil
}

// exactSum has a call of add add decimals first.
func exactSum(t *gojq.Term) {
	if t.Type != gojq.TermTypeFunc || t.Func.Name != "add" || len(t.Func.Args) > 1 {
		return
	}
	sum := &gojq.Query{
		Left: calledFunction(gojq.TermTypeFunc, &gojq.Func{Name: decimals}), Op: gojq.OpPipe,
		Right: calledFunction(gojq.TermTypeFunc, &gojq.Func{Name: "add"}),
	}
	if len(t.Func.Args) == 1 {
		list := &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeArray, Array: &gojq.Array{Query: t.Func.Args[0]}}}
		sum = &gojq.Query{Left: list, Op: gojq.OpPipe, Right: sum}
	}
	*t = gojq.Term{Type: gojq.TermTypeQuery, Query: sum, SuffixList: t.SuffixList}
}

// definesAdd reports a query with a function add of its own.
func definesAdd(q *gojq.Query) (defines bool) {
	eachPart(q, func(part any) {
		if f, ok := part.(*gojq.FuncDef); ok {
			defines = defines || f.Name == "add"
		}
	})
	return defines
}
