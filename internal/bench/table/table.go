// Package table makes the tables that large results are measured with: the same
// bytes for the same size and seed, so that figures stay comparable.
package table

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// Columns is how many columns the tables have that figures are given for.
const Columns = 50

// Seed is theirs.
const Seed = 1

// Write writes a JSON array of so many rows, an object on a line each. The
// columns are of ten kinds in turn: whole numbers, decimals, booleans, null,
// texts with escapes, texts outside Latin, nested objects, moments, numbers with
// an exponent, plain texts.
func Write(w io.Writer, rows, columns int, seed uint64) error {
	random := rand.New(rand.NewPCG(seed, uint64(columns))) //nolint:gosec // figures, no secrets
	out := bufio.NewWriterSize(w, 1<<20)
	line := []byte{'['}
	for row := range rows {
		if row > 0 {
			line = append(line[:0], ",\n"...)
		}
		line = appendRow(line, row, columns, random)
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	if _, err := out.WriteString("]\n"); err != nil {
		return err
	}
	return out.Flush()
}

func appendRow(b []byte, row, columns int, random *rand.Rand) []byte {
	for col := range columns {
		if col == 0 {
			b = append(b, '{')
		} else {
			b = append(b, ',')
		}
		b = append(b, `"`+Name(col)+`":`...)
		b = kinds[col%len(kinds)](b, row, random)
	}
	return append(b, '}')
}

// Name is what a column is called.
func Name(col int) string { return fmt.Sprintf("column_%02d", col) }

// kinds append a value of each kind.
var kinds = [...]func(b []byte, row int, random *rand.Rand) []byte{
	func(b []byte, _ int, r *rand.Rand) []byte { return appendInt(b, 100_000+r.IntN(900_000)) },
	func(b []byte, _ int, r *rand.Rand) []byte {
		return strconv.AppendFloat(b, float64(r.IntN(9_000_000))/10_000, 'f', 4, 64)
	},
	func(b []byte, _ int, r *rand.Rand) []byte { return strconv.AppendBool(b, r.IntN(3) == 0) },
	func(b []byte, _ int, _ *rand.Rand) []byte { return append(b, "null"...) },
	func(b []byte, row int, _ *rand.Rand) []byte {
		return append(appendInt(append(b, `"a \"quoted\" word `...), row), `\n"`...)
	},
	func(b []byte, _ int, r *rand.Rand) []byte {
		return append(appendInt(append(b, `"Straße 漢字 `...), r.IntN(100)), '"')
	},
	func(b []byte, _ int, r *rand.Rand) []byte {
		return append(appendInt(append(b, `{"x":`...), r.IntN(10)), `,"y":[1,2]}`...)
	},
	func(b []byte, _ int, r *rand.Rand) []byte {
		return fmt.Appendf(b, `"2026-%02d-%02dT%02d:00:00Z"`, 1+r.IntN(12), 1+r.IntN(28), r.IntN(24))
	},
	func(b []byte, _ int, r *rand.Rand) []byte {
		return append(appendInt(append(b, '-'), r.IntN(50)), ".5e3"...)
	},
	func(b []byte, row int, r *rand.Rand) []byte {
		return append(appendInt(append(appendInt(append(b, `"name `...), r.IntN(1_000_000)), ` row `...), row), '"')
	},
}

func appendInt(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }

// schemas are what each kind of value must be. The greatest whole number allowed
// makes about one row in 1,800 wrong.
var schemas = [...]string{
	`{"type":"integer","minimum":0,"maximum":999899}`,
	`{"type":"number","minimum":0,"maximum":900}`,
	`{"type":"boolean"}`,
	`{"type":["null","string"]}`,
	`{"type":"string","minLength":1,"maxLength":60}`,
	`{"type":"string","pattern":"^Straße"}`,
	`{"type":"object","properties":{"x":{"type":"integer"},"y":{"type":"array","items":{"type":"integer"},"maxItems":5}},"required":["x"],"additionalProperties":false}`,
	`{"type":"string","maxLength":20}`,
	`{"type":"number","maximum":0}`,
	`{"type":"string"}`,
}

// Schema is the JSON Schema of a table.
func Schema(columns int) []byte {
	b := []byte(`{"type":"array","items":{"type":"object","additionalProperties":false,"required":["column_00"],"properties":{`)
	for col := range columns {
		if col > 0 {
			b = append(b, ',')
		}
		b = append(b, `"`+Name(col)+`":`+schemas[col%len(schemas)]...)
	}
	return append(b, "}}}"...)
}

// File is the path of the table with so many rows and the usual columns, which
// is made where it is not there yet and stays for the next time.
func File(rows int) (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(dir, "a2aform-bench")
	path := filepath.Join(dir, fmt.Sprintf("table-%dx%d-seed%d.json", rows, Columns, Seed))
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(dir, "table-*")
	if err != nil {
		return "", err
	}
	err = Write(f, rows, Columns, Seed)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return "", err
	}
	return path, os.Rename(f.Name(), path)
}
