package apptest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// RealTables is the directory of real tables.
func RealTables() string { return filepath.Join(root(), "render", "table", "testdata", "tables") }

// root is the directory of the module, above that of the tests.
func root() string {
	for dir := "."; len(dir) < 20; dir = filepath.Join(dir, "..") {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
	}
	return "."
}

// RealTable is a file of a real table, "" where there is none.
func RealTable(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(RealTables(), name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return string(text)
}

// ThingSchema is the schema of [Things].
const ThingSchema = `{"type":"array","items":{"type":"object","properties":{
	"id":{"type":"integer","title":"No."},"name":{"type":"string","maxLength":20},"price":{"type":"number","minimum":0},
	"made":{"type":"string","format":"date"},"stock":{"type":"boolean"},"parts":{"type":"array"}},"required":["name"]}}`

// Things is a list of things; every tenth has a price that breaks the schema.
func Things(n int) string {
	var rows []string
	for i := range n {
		price := fmt.Sprintf("%d.%02d", i*37%100, i%100)
		if i%10 == 9 {
			price = "-1"
		}
		rows = append(rows, fmt.Sprintf(`{"id":%d,"name":"%s %d","price":%s,"made":"2026-0%d-1%d","stock":%v,"parts":[{"of":"wood"},{"of":"%d"}]}`,
			i+1, []string{"Chair", "Table", "椅子", "Lamp 💡"}[i%4], i, price, i%9+1, i%9, i%2 == 0, i))
	}
	return "[" + strings.Join(rows, ",\n") + "]"
}
