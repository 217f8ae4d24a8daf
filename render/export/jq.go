package export

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"

	"github.com/itchyny/gojq"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/render"
)

// Query is a jq expression. It reads no file, no environment and no other input.
type Query struct{ code *gojq.Code }

// errTooMuch says that a query has more to give than is taken.
var errTooMuch error = tooMuch{}

type tooMuch struct{}

func (tooMuch) Error() string {
	return "the query gives more than " + limit.QueryBytes.String() + "; ask for less"
}

// ParseQuery reads a jq expression. It fails, in words for the user, where that
// is none.
func ParseQuery(text string) (*Query, error) {
	parsed, err := gojq.Parse(text)
	if err != nil {
		return nil, queryFault(err)
	}
	isAddOurs := !definesAdd(parsed)
	eachPart(parsed, func(part any) {
		switch part := part.(type) {
		case *gojq.Query:
			boundProduct(part)
		case *gojq.Term:
			if isAddOurs {
				exactSum(part)
			}
		}
	})
	code, err := gojq.Compile(parsed, gojq.WithFunction(factors, 2, 2, takenMemory), gojq.WithFunction(decimals, 0, 0, addDecimals))
	if err != nil {
		return nil, queryFault(err)
	}
	return &Query{code}, nil
}

// Run is what the query makes of a JSON text, as a document: its only value, or
// its values as rows. Numbers that the query does not reckon with keep their
// digits; members come in the order of their names, as jq has no other. It waits
// until no other query runs, and ends early with ctx, whose error it returns.
func (q *Query) Run(ctx context.Context, data []byte) (*render.Document, error) {
	out, n, err := q.lines(ctx, data)
	if err != nil {
		return nil, err
	}
	switch n {
	case 0:
		return &render.Document{Sections: []render.Section{{Blocks: []render.Block{&render.Notice{Text: "the query gives nothing"}}}}}, nil
	case 1:
		return render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: bytes.TrimSpace(out.Bytes())}}}}, nil), nil
	}
	document := render.Open(out.Bytes(), render.Schema{})
	document.Load(ctx)
	return document, nil
}

// Values are the values that the query makes of a JSON text, each as JSON. It waits
// and ends as [Query.Run] does.
func (q *Query) Values(ctx context.Context, data []byte) ([]json.RawMessage, error) {
	out, _, err := q.lines(ctx, data)
	if err != nil {
		return nil, err
	}
	var list []json.RawMessage
	for line := range bytes.Lines(out.Bytes()) {
		list = append(list, bytes.TrimSpace(line))
	}
	return list, nil
}

// lines are the values that the query gives, a line each, and how many there are.
func (q *Query) lines(ctx context.Context, data []byte) (out *bytes.Buffer, n int, err error) {
	end, err := takeTurn(ctx)
	if err != nil {
		return nil, 0, err
	}
	defer end()
	input, err := queryInput(data)
	if err != nil {
		return nil, 0, err
	}
	out = &bytes.Buffer{}
	err = withinMemory(ctx, func(ctx context.Context) error {
		n, err = q.results(ctx, input, out)
		return err
	})
	return out, n, err
}

// results writes what the query gives, a line each, and returns how many there are.
func (q *Query) results(ctx context.Context, input any, out *bytes.Buffer) (int, error) {
	n := 0
	for results := q.code.RunWithContext(ctx, input); ; n++ {
		v, ok := results.Next()
		if !ok || isHalt(v) {
			return n, nil
		}
		if err := appendResult(out, v); err != nil {
			return n, err
		}
	}
}

func queryInput(data []byte) (any, error) {
	if len(data) > limit.QueryBytes.Int() {
		return nil, fmt.Errorf("a query reads up to %s, and this has %d MiB; filter the table first", limit.QueryBytes, len(data)>>20)
	}
	v, err := ojson.Parse(data, ojson.DataLimits)
	return v.Any(), err
}

// isHalt reports an end that the query itself asked for.
func isHalt(v any) bool {
	var halt *gojq.HaltError
	err, failed := v.(error)
	return failed && errors.As(err, &halt) && halt.Value() == nil
}

// appendResult adds a line with a value, or says why the query ended.
func appendResult(out *bytes.Buffer, v any) error {
	if err, failed := v.(error); failed {
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		return queryFault(err)
	}
	if longerThan(v, limit.QueryBytes.Int()-out.Len()) {
		return errTooMuch
	}
	text, err := gojq.Marshal(v)
	if err != nil {
		return queryFault(err)
	}
	if out.Len()+len(text) > limit.QueryBytes.Int() {
		return errTooMuch
	}
	out.Write(text)
	out.WriteByte('\n')
	return nil
}

// errNoInput says that a query has the one value that it is asked of.
var errNoInput = errors.New("input is not offered here: the data is what . stands for")

// unknownFunction says that there is no function of a name and a number of
// arguments, as in "add/3".
func unknownFunction(signature string) string {
	at := strings.LastIndexByte(signature, '/')
	if at < 0 {
		return "there is no function " + signature
	}
	name, arguments := signature[:at], signature[at+1:]
	switch {
	case (name == "input" || name == "inputs") && arguments == "0":
		return errNoInput.Error()
	case arguments == "0":
		return "there is no function " + name + " without arguments"
	case arguments == "1":
		return "there is no function " + name + " with 1 argument"
	}
	return "there is no function " + name + " with " + arguments + " arguments"
}

// queryFault says what is wrong with a query, on one line.
func queryFault(err error) error {
	var parse *gojq.ParseError
	if errors.As(err, &parse) {
		if parse.Token == "" {
			return errors.New("the expression ends too early")
		}
		return fmt.Errorf("character %d: %q is not expected here", parse.Offset-len(parse.Token)+1, safe.Text(parse.Token).Line(40).String())
	}
	message := safe.Text(err.Error()).Line(200).String()
	if unknown, ok := strings.CutPrefix(message, "function not defined: "); ok {
		return errors.New(unknownFunction(unknown))
	}
	if strings.HasPrefix(message, "input(s)/0") {
		return errNoInput
	}
	return errors.New(strings.TrimPrefix(message, "error: "))
}

// errMemory says that a query keeps more than it may.
var errMemory error = needsMemory{}

type needsMemory struct{}

func (needsMemory) Error() string {
	return "this needs more than " + limit.QueryMemory.String() + " of memory; " + limit.QueryMemory.Hint()
}

// queryTurn has one query run at a time, so that what one takes is known, and
// one that was given up has ended before the next begins.
var queryTurn = make(chan struct{}, 1)

// watchedMemory is how often the memory of a query is looked at.
const watchedMemory = 10 * time.Millisecond

// takeTurn waits until no other query runs. It fails with ctx, and else gives how
// the turn ends.
func takeTurn(ctx context.Context) (end func(), err error) {
	select {
	case queryTurn <- struct{}{}:
		return func() { <-queryTurn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// withinMemory runs work under a context that ends with errMemory as its cause
// where the process comes to hold more than a query may add to it. What one step
// of the query takes at once is not seen in time.
func withinMemory(ctx context.Context, work func(context.Context) error) error {
	ctx, end := context.WithCancelCause(ctx)
	over := make(chan struct{})
	before := queryMemory(heapInUse)
	safego.Go(func() {
		defer close(over)
		watchMemory(ctx, before, end)
	})
	err := work(ctx)
	if errors.Is(context.Cause(ctx), errMemory) {
		err = errMemory
	}
	end(nil)
	<-over
	if err != nil && queryMemory(heapInUse) > before+limit.QueryMemory.Int()/8 {
		debug.FreeOSMemory()
	}
	return err
}

// watchMemory ends a query once it keeps more than it may. What is garbage counts
// only where it is more than the collector leaves.
func watchMemory(ctx context.Context, before int, end context.CancelCauseFunc) {
	maximum := before + limit.QueryMemory.Int()
	tick := time.NewTicker(watchedMemory)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if queryMemory(heapAlive) > maximum || queryMemory(heapInUse) > 2*maximum {
				end(errMemory)
			}
		}
	}
}

// What is asked of the heap: with what is garbage by now, and what was alive when
// it was collected last.
const (
	heapInUse = "/memory/classes/heap/objects:bytes"
	heapAlive = "/gc/heap/live:bytes"
)

func queryMemory(name string) int {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return int(sample[0].Value.Uint64()) //nolint:gosec // no heap has that many bytes
}

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
