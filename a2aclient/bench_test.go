package a2aclient

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"a2aform/a2aclient/sse"
	"a2aform/internal/limit"
)

const (
	updateV10 = `{"jsonrpc":"2.0","id":"3f0c","result":{"statusUpdate":{"taskId":"a20a3b55-799a-4eeb-b9dc-f68014b7f031","contextId":"0d94b771-6b14-41a0-8425-89533e3edbf5","status":{"state":"TASK_STATE_WORKING","timestamp":"2026-01-02T03:04:05.678Z","message":{"messageId":"m-%05d","role":"ROLE_AGENT","parts":[{"text":"step %05d"}]}}}}}`
	updateV03 = `{"jsonrpc":"2.0","id":"3f0c","result":{"kind":"status-update","taskId":"a20a3b55-799a-4eeb-b9dc-f68014b7f031","contextId":"0d94b771-6b14-41a0-8425-89533e3edbf5","final":false,"status":{"state":"working","timestamp":"2026-01-02T03:04:05.678Z","message":{"kind":"message","messageId":"m%04d","role":"agent","parts":[{"kind":"text","text":"step %04d"}]}}}}`
)

// streamOf is a body with n events, as they come over the network.
func streamOf(pattern string, n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "data: "+pattern+"\n\n", i, i)
	}
	return b.Bytes()
}

// decodeAll decodes a whole stream without a network, and returns how many events it has.
func decodeAll(body []byte) int {
	d := &streamDecoder{resp: &http.Response{}, call: &call{}, reader: sse.NewReader(bytes.NewReader(body), limit.ReplyBytes.Int())}
	for err := error(nil); err == nil; {
		_, err = d.next(context.Background())
	}
	return d.count
}

// BenchmarkEvents reads a stream of status events (300 bytes each) from memory:
// an operation is one event. The anchor does with encoding/json what a reader
// without types would.
func BenchmarkEvents(b *testing.B) {
	const n = 1000
	for _, v := range []struct{ name, pattern string }{{"v=1.0", updateV10}, {"v=0.3", updateV03}} {
		body := streamOf(v.pattern, n)
		b.Run(v.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(body) / n))
			for done := 0; done < b.N; done += n {
				if events := decodeAll(body); events != n {
					b.Fatalf("%d events", events)
				}
			}
		})
		b.Run(v.name+"/anchor=encodingjson", func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(body) / n))
			for done := 0; done < b.N; done += n {
				for line := range bytes.SplitSeq(body, []byte("\n")) {
					var v any
					if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok {
						if err := json.Unmarshal(data, &v); err != nil {
							b.Fatal(err)
						}
					}
				}
			}
		})
	}
}

// BenchmarkLargeEvent reads one event of 16 MiB in a single data line.
func BenchmarkLargeEvent(b *testing.B) {
	rows := strings.Repeat(`{"name":"Lion","weight":190.50,"wild":true},`, 16<<20/44)
	body := []byte(`data: {"result":{"artifactUpdate":{"taskId":"t","artifact":{"artifactId":"a","parts":[{"data":[` + strings.TrimSuffix(rows, ",") + `]}]}}}}` + "\n\n")
	b.Run("ours", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(body)))
		for b.Loop() {
			if events := decodeAll(body); events != 1 {
				b.Fatal("no event")
			}
		}
	})
	b.Run("anchor=readall", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(body)))
		for b.Loop() {
			all, err := io.ReadAll(bytes.NewReader(body))
			if err != nil || !json.Valid(all[6:]) {
				b.Fatal("not read")
			}
		}
	})
}

// cardOf is a card with n skills that have a schema each for input and output.
func cardOf(n int) []byte {
	const schema = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"a":{"type":"string","title":"A"},"b":{"type":"number","minimum":0.10},"c":{"enum":["x","y"]}},"required":["a"],"additionalProperties":false}`
	var schemas, skills []string
	for i := range n {
		schemas = append(schemas, fmt.Sprintf(`"in%d":%s,"out%d":%s`, i, schema, i, schema))
		skills = append(skills, fmt.Sprintf(`{"id":"s%d","name":"Skill %d","description":"Does thing %d.","tags":["t"],"examples":["{\"a\":\"x\"}"],"inputModes":["text/plain","application/json;schema=in%d"],"outputModes":["application/json;schema=out%d"]}`, i, i, i, i, i))
	}
	return []byte(`{"name":"Bench","description":"d","version":"1","supportedInterfaces":[{"url":"https://h.example/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"capabilities":{"streaming":true,"extensions":[{"uri":"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"}]},"schemas":{` +
		strings.Join(schemas, ",") + `},"skills":[` + strings.Join(skills, ",") + `]}`)
}

func BenchmarkCard(b *testing.B) {
	for _, n := range []int{10, 10_000} {
		data := cardOf(n)
		b.Run(fmt.Sprintf("skills=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if c, err := readCard(data, "card.json"); err != nil || len(c.Skills) != n || len(c.Skills[n-1].Inputs) != 1 {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("skills=%d/anchor=encodingjson", n), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				var v any
				if err := json.Unmarshal(data, &v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// wideCard is a card of 10,000 skills with a schema of 30 fields each: 42 MB.
func wideCard() []byte {
	var fields []string
	for i := range 30 {
		fields = append(fields, fmt.Sprintf(`"field_%02d":{"type":"string","title":"Field number %d","description":"What this field is for, in a sentence of some length.","maxLength":%d}`, i, i, 100+i))
	}
	schema := `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{` + strings.Join(fields, ",") + `},"required":["field_00"]}`
	var schemas, skills []string
	for i := range 10_000 {
		schemas = append(schemas, fmt.Sprintf(`"in%d":%s`, i, schema))
		skills = append(skills, fmt.Sprintf(`{"id":"s%d","name":"Skill %d","description":"Does one thing.","tags":[],"inputModes":["application/json;schema=in%d"]}`, i, i, i))
	}
	return []byte(`{"name":"Wide","version":"1","supportedInterfaces":[{"url":"https://h.example/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"capabilities":{"extensions":[{"uri":"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"}]},"schemas":{` +
		strings.Join(schemas, ",") + `},"skills":[` + strings.Join(skills, ",") + `]}`)
}

// BenchmarkWideCard reads what the first screen needs of a card of 10,000
// schemas; the anchor decodes it.
func BenchmarkWideCard(b *testing.B) {
	data := wideCard()
	b.Run("42MB", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			if c, err := readCard(data, "card.json"); err != nil || len(c.Skills) != 10_000 || len(c.Skills[9_999].Inputs) != 1 {
				b.Fatal(err)
			}
		}
	})
	b.Run("42MB/anchor=encodingjson", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			var v any
			if err := json.Unmarshal(data, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
}
