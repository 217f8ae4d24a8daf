package table

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

func TestGeneratedTableIsReproducible(t *testing.T) {
	for _, c := range []struct {
		rows, size int
		sum        string
	}{
		{1_000, 1_317_596, "ab01cfb68122b5898787c26d7007a576145967796a2b8b9982caece8326879f0"},
		{100_000, 133_755_574, "a69386667edc521c45a19b0dd169f0cbcc013f228ce3e04c0b8d883c6f11ff04"},
	} {
		digest := sha256.New()
		var size counter
		if err := Write(both{digest, &size}, c.rows, Columns, Seed); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x", digest.Sum(nil)); int(size) != c.size || got != c.sum {
			t.Errorf("%d rows: %d bytes, sum %s; figures would not be comparable", c.rows, size, got)
		}
	}
}

type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

type both [2]interface{ Write(p []byte) (int, error) }

func (b both) Write(p []byte) (int, error) {
	_, _ = b[0].Write(p)
	return b[1].Write(p)
}

func TestFewRowsBreakTheSchema(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, 3_000, Columns, Seed); err != nil {
		t.Fatal(err)
	}
	document, err := schema.Load(Schema(Columns))
	if err != nil {
		t.Fatal(err)
	}
	var rows []json.RawMessage
	if err := json.Unmarshal(b.Bytes(), &rows); err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for _, row := range rows {
		v, err := ojson.Parse(row, ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		if len(document.Root().Item(0).Validate(v)) > 0 {
			wrong++
		}
	}
	if wrong == 0 || wrong > 10 {
		t.Errorf("%d of %d rows are wrong", wrong, len(rows))
	}
}
