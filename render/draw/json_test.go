package draw

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestIndentedSizeAgreesWithIndent(t *testing.T) {
	for _, text := range []string{`1`, `[]`, `{"a":[1,2,{"b\\\"[,":3}]}`, strings.Repeat("[", 600) + strings.Repeat("]", 600)} {
		var b bytes.Buffer
		if err := json.Indent(&b, []byte(text), "", "  "); err != nil {
			t.Fatal(err)
		}
		if got := indentedSize([]byte(text)); got < b.Len() || got > 2*b.Len()+8 {
			t.Errorf("%.40s: %d, it has %d", text, got, b.Len())
		}
	}
}
