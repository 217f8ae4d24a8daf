package formgen_test

import (
	"testing"

	"a2aform/formgen"
	"a2aform/internal/ojson"
)

// Words are those of the form: labels of choices and shapes, sizes of bytes, and no secret.
func TestWords(t *testing.T) {
	f := open(t, `{"type":"object","properties":{
		"to":{"type":"object","properties":{"name":{"type":"string"},"country":{"enum":["GB","US"],"x-enumNames":["United Kingdom","United States"]},"urgent":{"type":"boolean"},"note":{"type":"string"}}},
		"by":{"oneOf":[{"title":"Locker","type":"object","required":["kind","number"],"properties":{"kind":{"const":"locker"},"number":{"type":"integer"}}},
			{"title":"Courier","type":"object","required":["kind"],"properties":{"kind":{"const":"courier"}}}]},
		"sizes":{"type":"array","items":{"type":"number"}},"stops":{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}},
		"labels":{"type":"object","additionalProperties":{"type":"string"}},"pin":{"type":"string","format":"password"},
		"photo":{"type":"string","contentEncoding":"base64"},"empty":{"type":"string"},"none":{"type":["string","null"]}}}`)
	v, err := ojson.Parse([]byte(`{"to":{"name":"Grace","country":"GB","urgent":true},"by":{"kind":"locker","number":42},"sizes":[1,2.50],
		"stops":[{"a":"x","b":"y"},{"a":"z"}],"labels":{"order":"7"},"pin":"hunter2","photo":"AAAA","empty":"","none":null}`), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	f.Load(v)
	for pointer, want := range map[string]string{
		"/to": "Grace, United Kingdom, Urgent yes", "/by": "Locker, 42", "/sizes": "1, 2.50", "/stops": "x, y; z", "/labels": "order 7",
		"/pin": "••••", "/photo": "3 bytes", "/empty": "empty text", "/none": "null",
	} {
		if got := formgen.Words(field(t, f, pointer)); got != want {
			t.Errorf("%s: %q, want %q", pointer, got, want)
		}
	}
}
