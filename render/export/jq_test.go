package export

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/limit"
	"a2aform/render/draw"
)

func TestQuery(t *testing.T) {
	data := []byte(`{"rows":[{"b":1.50,"a":12345678901234567890.10},{"b":2,"a":"x"}],"n":null}`)
	for query, want := range map[string]string{
		".rows":                    "2 rows a b 12345678901234567890.10 1.50 x 2",
		".rows[]|{a}":              "2 rows a 12345678901234567890.10 x",
		".rows|map(.b)|add":        "Value 3.5",
		"[0.1,0.2,.rows[].b]|add":  "Value 3.8",
		"add(0.1,0.2)":             "Value 0.3",
		"[0.1,0.2]|add*10":         "Value 3",
		"def add: 7; [0.1]|add":    "Value 7",
		".rows|length":             "Value 2",
		".none[]?":                 "· the query gives nothing",
		".n":                       "Value –",
		"halt":                     "· the query gives nothing",
		"$ENV":                     "no fields",
		"[.rows[]|select(.b>1.6)]": "1 row a b x 2",
	} {
		q, err := ParseQuery(query)
		if err != nil {
			t.Errorf("%s: %v", query, err)
			continue
		}
		d, err := q.Run(t.Context(), data)
		if err != nil {
			t.Errorf("%s: %v", query, err)
			continue
		}
		got := strings.Join(strings.Fields(strings.ReplaceAll(strings.Join(draw.Lines(d, 80, draw.Plain), " "), "─", "")), " ")
		if got = strings.ReplaceAll(got, "No schema; guessed from the data · ", ""); !strings.Contains(got, want) {
			t.Errorf("%s gives %q, want %q", query, got, want)
		}
	}
}

func TestFailedQueryIsReported(t *testing.T) {
	for query, want := range map[string]string{
		".a[":         "the expression ends too early",
		".a | | .b":   `character 6: "|" is not expected here`,
		"nothing":     "there is no function nothing without arguments",
		"map":         "there is no function map without arguments",
		"add(1;2;3)":  "there is no function add with 3 arguments",
		"inputs":      "input is not offered here",
		".rows + 1":   "cannot add",
		"input":       "input is not offered here",
		`error("no")`: "no",
	} {
		q, err := ParseQuery(query)
		if err == nil {
			_, err = q.Run(t.Context(), []byte(`{"rows":"x"}`))
		}
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", query, err)
		}
	}
	q, _ := ParseQuery(".")
	if _, err := q.Run(t.Context(), []byte("{")); err == nil {
		t.Error("no error for what is no JSON")
	}
}

func TestQueryResultIsLimited(t *testing.T) {
	usual := limit.QueryBytes
	limit.QueryBytes = 1 << 20
	defer func() { limit.QueryBytes = usual }()
	for query, tooMuch := range map[string]bool{`"x"*100000|.,.`: false, `"x"*600000|.,.`: true, `"x"*2000000`: true} {
		q, err := ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = q.Run(t.Context(), []byte("null")); errors.Is(err, errTooMuch) != tooMuch {
			t.Errorf("%s: %v", query, err)
		}
	}
}

func TestQueryEndsWithContext(t *testing.T) {
	q, err := ParseQuery("[range(1e12)|select(false)]")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := q.Run(ctx, []byte("1")); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Products ask first how long they become, and are else what they were.
func TestQueryProducts(t *testing.T) {
	for query, want := range map[string]string{
		`2*3+4*5`:                         "26",
		`[(1,2)*(10,20)]|tostring`:        "[10,20,20,40]",
		`"ab"*3`:                          "ababab",
		`{a:{b:1}}*{a:{c:2}}|.a|tostring`: `{"b":1,"c":2}`,
		`[1,2]|map(.*=2)|tostring`:        "[2,4]",
		`[1,2]|.[0]*=(3,4)|tostring`:      "[3,2] [4,2]",
		`def f: .*2; 4|f*f`:               "64",
		`if 1*1==1 then "a"*2 else 0 end`: "aa",
		`try ("x"*[]) catch "no product"`: "no product",
	} {
		q, err := ParseQuery(query)
		if err != nil {
			t.Errorf("%s: %v", query, err)
			continue
		}
		d, err := q.Run(t.Context(), []byte("null"))
		if err != nil {
			t.Errorf("%s: %v", query, err)
			continue
		}
		var b strings.Builder
		if err := Document(&b, d, JSONL, Options{}); err != nil {
			t.Error(err)
		}
		got := strings.ReplaceAll(strings.ReplaceAll(strings.TrimSpace(b.String()), "\"\n\"", " "), "\\", "")
		if strings.Trim(got, "\"") != want {
			t.Errorf("%s gives %s, want %s", query, got, want)
		}
	}
}

func TestQueryMemoryIsLimited(t *testing.T) {
	usual := limit.QueryMemory.String()
	set := func(size string) {
		if err := limit.Set(limit.QueryMemory.Name, size); err != nil {
			t.Fatal(err)
		}
	}
	set("16 MiB")
	defer set(usual)
	for _, query := range []string{
		`"x"*1000000000|length`, `[range(1e9)]`, `1e9 as $n|"xy" as $s|$n*$s`, `"x"|.*=1e9|length`,
		`reduce range(50) as $i (0; [.,.])`,
	} {
		before := queryMemory(heapInUse)
		q, err := ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		_, err = q.Run(t.Context(), []byte("null"))
		if err == nil || !strings.Contains(err.Error(), "needs more than 16 MiB of memory") && !errors.Is(err, errTooMuch) {
			t.Errorf("%s: %v", query, err)
		}
		if held := queryMemory(heapInUse) - before; held > 64<<20 {
			t.Errorf("%s: %d MiB are still held", query, held>>20)
		}
	}
}

func TestValuesOfAQuery(t *testing.T) {
	t.Parallel()
	q, err := ParseQuery(".a[]")
	if err != nil {
		t.Fatal(err)
	}
	values, err := q.Values(t.Context(), []byte(`{"a":[1.10,{"b":"x\ny"},null]}`))
	if got := fmt.Sprintf("%s", values); err != nil || got != `[1.10 {"b":"x\ny"} null]` {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := q.Values(t.Context(), []byte(`{"a":1}`)); err == nil {
		t.Error("a query that fails gives values")
	}
}
