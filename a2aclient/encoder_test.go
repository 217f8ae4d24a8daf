package a2aclient

import "testing"

// Commas are between values, and JSON that is given is written byte for byte.
func TestEncoder(t *testing.T) {
	e := &encoder{}
	e.open('{')
	e.member(`a"b`, "[")
	e.list("list")
	e.open('[')
	e.close(']')
	e.raw([]byte(`{ "n" : 1.50 }`))
	e.base64("x:", []byte("y"))
	e.close(']')
	e.object("empty")
	e.close('}')
	e.raw([]byte(`"c":1,"d":2`))
	e.close('}')
	if got, want := string(e.b), `{"a\"b":"[","list":[[],{ "n" : 1.50 },"x:eQ=="],"empty":{},"c":1,"d":2}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
