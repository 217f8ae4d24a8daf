package export

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/itchyny/gojq"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
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
