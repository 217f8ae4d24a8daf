package cli_test

import (
	"strconv"
	"strings"

	"a2aform/internal/limit"
)

// fixed are the limits that only a test changes, by the names that they have in cuts.
var fixed = map[string]any{
	"card-file-bytes": &limit.CardFileBytes, "card-skills": &limit.CardSkills, "card-schemas": &limit.CardSchemas, "card-values": &limit.CardValues,
	"reply-items": &limit.ReplyItems, "run-status": &limit.RunStatus, "header-bytes": &limit.HeaderBytes, "redirects": &limit.Redirects, "tls-time": &limit.TLSTime,
	"input-bytes": &limit.InputBytes, "schema-depth": &limit.SchemaDepth, "schema-parts": &limit.SchemaParts, "schema-values": &limit.SchemaValues,
	"pattern-bytes": &limit.PatternBytes, "validate-time": &limit.ValidateTime, "label-bytes": &limit.LabelBytes, "cell-bytes": &limit.CellBytes,
	"text-bytes": &limit.TextBytes, "prose-bytes": &limit.ProseBytes, "wire-bytes": &limit.WireBytes, "columns": &limit.Columns, "field-rows": &limit.FieldRows,
	"problems": &limit.Problems, "validate-bytes": &limit.ValidateBytes, "csv-columns": &limit.CSVColumns, "answers": &limit.Answers, "answer-bytes": &limit.AnswerBytes,
}

// lowerEnv lets the test's own binary be the program with a limit that is fixed set low.
const lowerEnv = "A2AFORM_LOWER"

// lower sets a fixed limit, as in cell-bytes=2B.
func lower(set string) {
	name, text, _ := strings.Cut(set, "=")
	n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSuffix(text, "B"), "ns"))
	if err != nil {
		panic(err)
	}
	switch l := fixed[name].(type) {
	case *limit.Number:
		*l = limit.Number(n)
	case *limit.Size:
		*l = limit.Size(n)
	case *limit.Period:
		*l = limit.Period(n)
	default:
		panic(name)
	}
}
