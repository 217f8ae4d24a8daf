package doctor

import (
	"encoding/json"
	"net/url"
	"strings"
	"sync"

	"a2aform/internal/schema"
)

// newestDialect is the dialect of a schema that names none.
const newestDialect = "https://json-schema.org/draft/2020-12/schema"

var metaschemas sync.Map // by URI

// metaschema returns the schema of schemas of a dialect, that of the newest where the dialect is not known.
func metaschema(dialect string) (*schema.Document, error) {
	if !strings.Contains(dialect, "json-schema.org/draft") || strings.Contains(dialect, "draft-03") {
		dialect = newestDialect
	}
	if known, ok := metaschemas.Load(dialect); ok {
		return known.(*schema.Document), nil
	}
	text, err := json.Marshal(map[string]string{"$ref": dialect})
	if err != nil {
		return nil, err
	}
	doc, err := schema.Load(text)
	if err == nil {
		err = doc.Compile()
	}
	if err != nil {
		return nil, err
	}
	known, _ := metaschemas.LoadOrStore(dialect, doc)
	return known.(*schema.Document), nil
}

// unescape undoes the escapes of a fragment.
func unescape(fragment string) string {
	if text, err := url.PathUnescape(fragment); err == nil {
		return text
	}
	return fragment
}
