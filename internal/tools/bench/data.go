package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strings"
)

const (
	mb       = 1 << 20
	cardPath = ".well-known/agent-card.json"
	// card has one skill, whose input is the schema.
	card = `{"name":"Bench","version":"1","capabilities":{"streaming":false},"schemas":{"input":%s},
		"skills":[{"id":%q,"name":"Bench","inputModes":["application/json;schema=input"]}],
		"supportedInterfaces":[{"url":"http://%s/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`
	rowsSchema = `{"type":"object","required":["rows"],"properties":{"rows":{"type":"array","items":{"type":"object","required":["id","name"],
		"properties":{"id":{"type":"integer"},"name":{"type":"string"},"amount":{"type":"number"},"note":{"type":"string"}}}}}}`
	// reply has a result: a2aform asks again for a task that completed without one.
	reply = `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},
		"artifacts":[{"artifactId":"a","parts":[%s]}]}}}`
	// resultCard has a skill without input, whose result is by the schema.
	resultCard = `{"name":"Bench","version":"1","capabilities":{"streaming":false},"schemas":{"input":{"type":"object"},"output":%s},
		"skills":[{"id":"table","name":"Bench","inputModes":["application/json;schema=input"],"outputModes":["application/json;schema=output"]}],
		"supportedInterfaces":[{"url":"http://%s/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`
	tablePart = `{"data":%s,"metadata":{"mimeType":"application/json;schema=output"}}`
)

// serveAgent serves an agent, and returns its address. The card takes the host, and answer gets what is posted.
func serveAgent(card func(host string) string, answer http.HandlerFunc) (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	go func() {
		_ = http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { //nolint:gosec // on loopback, for a minute
			if r.Method == http.MethodGet {
				_, _ = io.WriteString(w, card(r.Host))
				return
			}
			_, _ = io.Copy(io.Discard, r.Body)
			answer(w, r)
		}))
	}()
	return "http://" + l.Addr().String() + "/", nil
}

// formCard is a card with a form of n text fields.
func formCard(n int) []byte {
	properties := make([]string, n)
	for i := range properties {
		properties[i] = fmt.Sprintf(`"field%04d":{"type":"string","title":"Field %04d","description":"What field %04d is for","maxLength":200}`, i, i, i)
	}
	schema := `{"type":"object","required":["field0000"],"properties":{` + strings.Join(properties, ",") + `}}`
	return fmt.Appendf(nil, card, schema, "form", "127.0.0.1:1")
}

// saveRequest writes a value of about so many bytes, and the request that sends it.
func saveRequest(data, request string, size int) error {
	var value bytes.Buffer
	value.WriteString(`{"rows":[`)
	for i := 0; value.Len() < size; i++ {
		if i > 0 {
			value.WriteByte(',')
		}
		fmt.Fprintf(&value, `{"id":%d,"name":"Customer %d","amount":%d.25,"note":%q}`, i, i, i, strings.Repeat("lorem ipsum ", 4))
	}
	value.WriteString(`]}`)
	call := `{"jsonrpc":"2.0","id":"1","method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"data":` + value.String() + `}]}}}`
	return errors.Join(os.WriteFile(data, value.Bytes(), 0o600), os.WriteFile(request, []byte(call), 0o600))
}

// kinds are the columns of a table, five of each: what a value must be, and a value.
var kinds = []struct {
	schema string
	value  func(row int, r *rand.Rand) string
}{
	{`{"type":"integer","minimum":0}`, func(_ int, r *rand.Rand) string { return fmt.Sprint(100_000 + r.IntN(900_000)) }},
	{`{"type":"number","maximum":900}`, func(_ int, r *rand.Rand) string { return fmt.Sprintf("%.4f", 900*r.Float64()) }},
	{`{"type":"boolean"}`, func(_ int, r *rand.Rand) string { return fmt.Sprint(r.IntN(3) == 0) }},
	{`{"type":["null","string"]}`, func(int, *rand.Rand) string { return "null" }},
	{`{"type":"string","maxLength":60}`, func(row int, _ *rand.Rand) string { return fmt.Sprintf(`"a \"quoted\" word %d\n"`, row) }},
	{`{"type":"string","pattern":"^Straße"}`, func(_ int, r *rand.Rand) string { return fmt.Sprintf(`"Straße 漢字 %d"`, r.IntN(100)) }},
	{
		`{"type":"object","properties":{"x":{"type":"integer"},"y":{"type":"array","items":{"type":"integer"}}},"additionalProperties":false}`,
		func(_ int, r *rand.Rand) string { return fmt.Sprintf(`{"x":%d,"y":[1,2]}`, r.IntN(10)) },
	},
	{`{"type":"string","maxLength":20}`, func(_ int, r *rand.Rand) string {
		return fmt.Sprintf(`"2026-%02d-%02dT12:00:00Z"`, 1+r.IntN(12), 1+r.IntN(28))
	}},
	{`{"type":"number","maximum":0}`, func(_ int, r *rand.Rand) string { return fmt.Sprintf("-%d.5e3", r.IntN(50)) }},
	{`{"type":"string"}`, func(row int, r *rand.Rand) string { return fmt.Sprintf(`"name %d row %d"`, r.IntN(1_000_000), row) }},
}

const tableColumns = 50

// saveTable writes a table to a file, and returns its first cell.
func saveTable(path string, size int) (cell string, err error) {
	text, cell := tableOf(size)
	return cell, os.WriteFile(path, text, 0o600)
}

// tableOf is an array of rows of about so many bytes, the same at each call, and its first cell.
func tableOf(size int) (table []byte, cell string) {
	random := rand.New(rand.NewPCG(1, 1))
	text := bytes.NewBufferString("[")
	for row := 0; text.Len() < size; row++ {
		if row > 0 {
			text.WriteString(",\n")
		}
		for column := range tableColumns {
			value := kinds[column%len(kinds)].value(row, random)
			if row == 0 && column == 0 {
				cell = value
			}
			fmt.Fprintf(text, `%c"column_%02d":%s`, "{,"[min(column, 1)], column, value)
		}
		text.WriteByte('}')
	}
	text.WriteString("]\n")
	return text.Bytes(), cell
}

func tableSchema() []byte {
	properties := make([]string, tableColumns)
	for column := range properties {
		properties[column] = fmt.Sprintf(`"column_%02d":%s`, column, kinds[column%len(kinds)].schema)
	}
	return []byte(`{"type":"array","items":{"type":"object","additionalProperties":false,"properties":{` + strings.Join(properties, ",") + `}}}`)
}
