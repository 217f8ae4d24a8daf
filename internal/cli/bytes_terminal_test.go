package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/ui/uitest"
)

// maxBytes is what filling in a form of twenty fields may cost a slow line.
const maxBytes = 40_000

// A form of twenty fields, filled in field by field, stays within what a slow line
// carries, and writes nothing while no key is pressed.
func TestSessionWritesFewBytes(t *testing.T) {
	t.Parallel()
	const fields = 20
	var properties []string
	for i := range fields {
		properties = append(properties, fmt.Sprintf(`"field%d":{"type":"string","title":"Field %d","description":"What field %d is for."}`, i, i, i))
	}
	card := `{"name":"Twenty","version":"1","description":"Twenty fields","supportedInterfaces":[{"url":"http://127.0.0.1:9/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
		"capabilities":{"streaming":true},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
		"skills":[{"id":"go","name":"Go","description":"d","tags":["t"],"inputModes":["application/json;schema=in"]}],
		"schemas":{"in":{"type":"object","properties":{` + strings.Join(properties, ",") + `}}}}`
	path := filepath.Join(t.TempDir(), "card.json")
	if err := os.WriteFile(path, []byte(card), 0o600); err != nil {
		t.Fatal(err)
	}
	d := uitest.Run(t, call(t, path, "--skill", "go"), 80, 24).WaitFor("Field 0")
	for i := range fields {
		d.Type(fmt.Sprintf("value%02d", i)).WaitFor(fmt.Sprintf("value%02d", i)).Press("tab")
	}
	d.Quiet(time.Second)
	if n := len(d.Output()); n > maxBytes {
		t.Errorf("%d bytes were written, at most %d may be", n, maxBytes)
	} else {
		t.Logf("%d bytes for %d fields", n, fields)
	}
}
