package hostile

import (
	"fmt"
	"io"
	"strings"
)

// cardIs answers every request for the card so.
func cardIs(a answer) func(*script) {
	return func(s *script) { s.answers[askCard] = a }
}

// cardHas gives the card a member.
func cardHas(name, json string) func(*script) {
	return func(s *script) { s.set(name, json) }
}

func interfaceIs(url, binding string) string {
	return `[{"url":"` + url + `","protocolBinding":"` + binding + `","protocolVersion":"1.0"}]`
}

// skills are as many that say nothing, before the one that is used.
func skills(n int) func(*script) {
	return func(s *script) {
		var sb strings.Builder
		for i := range n {
			_, _ = fmt.Fprintf(&sb, `{"id":"s%d","name":"S","description":"d","tags":["t"]},`, i)
		}
		for _, m := range s.members {
			if m.name == "skills" {
				s.set("skills", "["+sb.String()+m.json[1:])
			}
		}
	}
}

var cards = []Behavior{
	{Name: "card is HTML", What: "answers a login page with status 200", Expect: Refuses, Says: "is a web page", bend: cardIs(body(okHead+"Content-Type: text/html\r\n", "<html><script>alert(1)</script>Sign in</html>"))},
	{Name: "card is empty", What: "answers nothing with status 200", Expect: Refuses, Says: "is empty", bend: cardIs(document(""))},
	{Name: "card is cut", What: "ends the card in the middle", Expect: Refuses, Says: "is marked as JSON but is not valid JSON", bend: cardIs(document(`{"name":"Cut","url":"http://HOST/rpc","skills":[{"id":"go"`))},
	{Name: "card is a list", What: "answers a list", Expect: Refuses, Says: "not an object", bend: cardIs(document(`[{"name":"List"}]`))},
	{Name: "card is an error", What: "answers a JSON-RPC error as card", Expect: Refuses, Says: "an error in JSON, not an agent card", bend: cardIs(document(`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}`))},
	{Name: "card without end", What: "sends one text for ever", Expect: Refuses, Says: "larger than 4 MiB", bend: cardIs(endless(jsonHead+"\r\n"+`{"name":"`, many("x")))},
	{Name: "card of endless skills", What: "sends skills for ever", Expect: Refuses, Says: "larger than 4 MiB", bend: cardIs(endless(jsonHead+"\r\n"+`{"name":"a","skills":[{}`, many(`,{}`)))},
	{Name: "card that inflates", What: "sends a gzip bomb", Expect: Refuses, Says: "larger than 4 MiB", bend: cardIs(endless(jsonHead+gzipHead+"\r\n", zipped("", ' ')))},
	{Name: "card of tiny values", What: "packs a million values in 4 MiB", Expect: Refuses, Says: "more than 300,000 values", bend: cardIs(filled(jsonHead+"\r\n"+`{"name":"a","url":"http://h","filler":[[]`, `,[]`, `]}`, 4<<20-128<<10))},
	{Name: "card nests deep", What: "nests 200,000 lists", Expect: Refuses, Says: "is marked as JSON but is not valid JSON", bend: cardIs(filled(jsonHead+"\r\n"+`{"name":"a","url":"http://HOST/rpc","skills":`, `[`, strings.Repeat("]", 256<<10)+"}", 256<<10))},
	{Name: "card of 5,000 skills", What: "offers very many skills", Expect: Works, Says: "s4999", bend: skills(5000)},
	{Name: "card with a byte order mark", What: "begins with a byte order mark", Expect: Works, Says: "outcome: completed", bend: func(s *script) {
		s.answers[askCard] = func(w io.Writer, q *request) { document("\ufeff"+s.card())(w, q) }
	}},
	{Name: "card in capitals", What: "repeats members in other letters, which lenient readers take", Expect: Works, Says: "outcome: completed", bend: func(s *script) {
		s.set("SUPPORTEDINTERFACES", interfaceIs("ELSEWHERE/rpc", "JSONRPC"))
		s.set("Name", `"Somebody else"`)
	}},
	{Name: "interfaces of nothing", What: "lists null, numbers and texts as interfaces", Expect: Notices, Says: `has no "url"`, bend: cardHas("supportedInterfaces", `[null,7,"x",{},{"url":null},{"url":"http://HOST/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]`)},
	{Name: "interface is a file", What: "gives file:///etc/passwd as its address", Expect: Refuses, Says: "its address is not an http URL", bend: cardHas("supportedInterfaces", interfaceIs("file:///etc/passwd", "JSONRPC"))},
	{Name: "interface is no URL", What: "gives an address that cannot be read", Expect: Refuses, Says: "its card has no address", bend: cardHas("supportedInterfaces", interfaceIs("http://[::1", "JSONRPC"))},
	{Name: "interface has a password", What: "puts a user and a password into its address", Expect: Notices, Says: "contains a user name or password", bend: cardHas("supportedInterfaces", interfaceIs("http://root:hunter2@HOST/rpc", "JSONRPC"))},
	{Name: "speaks gRPC over HTTP/1.1", What: "offers gRPC alone, at a port that does not speak HTTP/2", Expect: Refuses, Says: "not speak HTTP/2, which gRPC needs", bend: cardHas("supportedInterfaces", interfaceIs("http://HOST/rpc", "GRPC"))},
	{Name: "speaks version 9", What: "offers a version that does not exist", Expect: Refuses, Says: "unknown version", bend: cardHas("supportedInterfaces", `[{"url":"http://HOST/rpc","protocolBinding":"JSONRPC","protocolVersion":"9.9"}]`)},
	{Name: "members of other types", What: "gives numbers, lists and objects where texts belong", Expect: Notices, Says: "a2aform ignores what it cannot read of it", bend: func(s *script) {
		for _, name := range []string{"name", "description", "version", "provider", "signatures", "securitySchemes", "iconUrl"} {
			s.set(name, `[{"a":7},8,null]`)
		}
	}},
	{Name: "requires the unknown", What: "requires an extension that nobody knows", Expect: Notices, Says: "urn:nobody:knows", bend: cardHas("capabilities", `{"streaming":true,"extensions":[`+objectSchemas+`,{"uri":"urn:nobody:knows","required":true}]}`)},
	{Name: "credentials of odd shapes", What: "writes securityRequirements as the specification's sample does", Expect: Notices, Says: "the agent asks for k (API key)", bend: func(s *script) {
		s.set("securitySchemes", `{"k":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}}}`)
		s.set("securityRequirements", `[{"schemes":{"k":{"list":[]}}},7,null,{"list":["k"]}]`)
	}},
}
