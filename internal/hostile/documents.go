package hostile

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// InputDocument is what a server answers in place of a document that is right.
type InputDocument struct {
	Name, What string
	// Says is a part of what a program should say; "" where the document can be read.
	Says  string
	Serve http.HandlerFunc
}

// endlessText bounds an answer without end, so that a test ends even if no reader stops it;
// gentle is how much of that a reader may take.
const endlessText = 1 << 30

func inputText(kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = io.WriteString(w, body)
	}
}

func inputJSON(body string) http.HandlerFunc { return inputText("application/json", body) }

// forever writes a beginning, and then the same text again and again.
func forever(begins, again string) http.HandlerFunc {
	chunk := strings.Repeat(again, 64<<10/len(again))
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, err := io.WriteString(w, begins)
		for n := 0; err == nil && n < endlessText; n += len(chunk) {
			_, err = io.WriteString(w, chunk)
		}
	}
}

// bomb writes JSON of a text without end, compressed.
func bomb(begins string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, err := io.WriteString(z, begins)
		for chunk, n := make([]byte, 1<<20), 0; err == nil && n < endlessText; n += len(chunk) {
			_, err = z.Write(chunk)
		}
		_ = z.Close()
	}
}

func statusLine(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// cut promises more than it sends.
func cut(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", fmt.Sprint(len(body)+100))
		_, _ = io.WriteString(w, body)
	}
}

// hangs sends its head, and then nothing until the client goes away.
func hangs(w http.ResponseWriter, r *http.Request) {
	w.WriteHeader(http.StatusOK)
	w.(http.Flusher).Flush()
	<-r.Context().Done()
}

// Hanging is a server that accepts a request and never answers it to the end.
func Hanging() http.HandlerFunc { return hangs }

// Catalogs are lists of agents. A list that can be read leads nowhere that the program may not go.
func Catalogs() []InputDocument {
	const entry = `"https://a.example"`
	return []InputDocument{
		{"page", "a web page with status 200", "", inputText("text/html", "<html><script>alert(1)</script>")},
		{"nothing", "an empty answer", "", inputJSON("")},
		{"cut", "less than it promised", "", cut(`[` + entry)},
		{"error", "an error of the server", "500", statusLine(http.StatusInternalServerError)},
		{"endless list", "entries without end", "larger than", forever("["+entry, ","+entry)},
		{"endless text", "one text without end", "larger than", forever(`{"entries":["`, "x")},
		{"bomb", "a text without end, compressed", "larger than", bomb(`["`)},
		{"deep", "200,000 lists in one another", "", inputJSON(`{"entries":` + strings.Repeat("[", 200_000) + strings.Repeat("]", 200_000) + "}")},
		{"many values", "a million values", "", inputJSON(`{"entries":[` + strings.Repeat("[],", 1_000_000) + `7]}`)},
		{"card", "the card of an agent", "", inputJSON(`{"name":"A","skills":[]}`)},
	}
}

// KeySets are answers in place of the keys (jku) of a signature; HOST is the server's own.
func KeySets() []InputDocument {
	return []InputDocument{
		{"page", "a web page", "neither JSON Web Keys nor PEM", inputJSON(`{"keys":"<html>"}`)},
		{"no keys", "a set without keys", "it has no keys", inputJSON(`{"keys":[]}`)},
		{"unknown keys", "keys of no known kind", "it has no keys", inputJSON(`{"keys":[{"kty":"NONE"},7,null,{}]}`)},
		{"private key", "a secret in place of a public key", "not public", inputJSON(`{"keys":[{"kty":"oct","kid":"key-1","k":"c2VjcmV0"}]}`)},
		{"many keys", "20,000 keys", "", inputJSON(`{"keys":[` + strings.Repeat(rsaKey+",", 4000) + rsaKey + `]}`)},
		{"error", "an error of the server", "the host answered 500", statusLine(http.StatusInternalServerError)},
		{"cut", "less than it promised", "the answer broke off", cut(`{"keys":[`)},
		{"endless", "keys without end", "too large", forever(`{"keys":[`+rsaKey, ","+rsaKey)},
		{"bomb", "keys without end, compressed", "cannot be read", bomb(`{"keys":[`)},
		{"redirect", "another host", "cannot be read", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://192.0.2.1/keys", http.StatusFound)
		}},
	}
}

// rsaKey is a small key of a known kind.
const rsaKey = `{"kty":"RSA","kid":"other","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw","e":"AQAB"}`

// Metadata are answers in place of the metadata of an authorization server; HERE is its own
// address.
func Metadata() []InputDocument {
	return []InputDocument{
		{"page", "a web page", "not a JSON object", inputText("text/html", "<html>")},
		{"nothing", "an empty answer", "not a JSON object", inputJSON("")},
		{"endless", "a text without end", "larger than", forever(`{"issuer":"`, "x")},
		{"bomb", "a text without end, compressed", "larger than", bomb(`{"issuer":"`)},
		{"cut", "less than it promised", "cannot be read", cut(`{"issuer":"`)},
		{"deep", "200,000 objects in one another", "not a JSON object", inputJSON(strings.Repeat(`{"a":`, 200_000))},
		{"many scopes", "a million scopes", "", inputJSON(`{"issuer":"https://other.example","scopes_supported":["a"` + strings.Repeat(`,"a"`, 200_000) + `]}`)},
		{"redirect", "another host", "HTTP 302", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://192.0.2.1/", http.StatusFound)
		}},
	}
}
