package a2aclient

import (
	"errors"
	"net/url"
	"slices"
	"testing"

	"a2aform/a2aclient/auth"
)

// FuzzAddress: whatever is typed or stands on a card as an address leads to a file
// that was named as one, to http, or to a refusal; all places that are looked at
// are at one origin, and without a user.
func FuzzAddress(f *testing.F) {
	for _, s := range []string{
		"localhost:9999", "https://h.example/a/b?x=y#z", "http://u:p@h/", "file:///etc/passwd", "gopher://h", "h.example", "//h/x", "[::1]:80", "http:h", "HTTP://H", "javascript:alert(1)",
		"http://h\r\nX: y/", "http://h/../../x", "http://127.1/", "http://0x7f000001", "https://h:443/card", "data:,x", "", " card.json ", "http://h%00/", "https:////h", "..//x",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at, err := resolve(text)
		switch {
		case err != nil:
			var located *CardError
			if !errors.As(err, &located) {
				t.Fatalf("%v", err)
			}
			isLine(t, err.Error())
		case (at.file == "") == (len(at.urls) == 0):
			t.Fatalf("%q is %+v", text, at)
		}
		var origins []string
		for _, s := range at.urls {
			u, err := url.Parse(s)
			if err != nil || auth.Origin(u) == "" || u.User != nil {
				t.Fatalf("%q is looked for at %q", text, s)
			}
			origins = append(origins, auth.Origin(u))
		}
		if len(slices.Compact(origins)) > 1 {
			t.Fatalf("%q is looked for at %q", text, at.urls)
		}
		card := &Card{Source: "https://h.example/card"}
		r := &cardReader{Card: card}
		r.add(text, "JSONRPC", "1.0", "")
		a, err := card.Dial()
		if err != nil {
			isLine(t, err.Error())
			return
		}
		if u, err := url.Parse(a.Interface().URL.Exact()); err != nil || auth.Origin(u) == "" {
			t.Fatalf("%q is spoken to at %q", text, a.Interface().URL)
		}
	})
}
