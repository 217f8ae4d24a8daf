package hostile

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"strings"
	"time"
)

// What the program is given to show who asks. No agent knows them unless they
// are shown to it.
const (
	token    = "cnry-token-5f1c9a7e3b"
	key      = "cnry-key-8d2e6b4a91"
	password = "cnry-pass-7c3f5d9e20"
)

// Environment holds the credentials that flags of behaviors name.
func Environment() []string {
	return []string{"CNRY_TOKEN=" + token, "CNRY_KEY=" + key, "CNRY_LOGIN=ada:" + password}
}

// Secrets are texts that only their own origin may see.
func Secrets() []string {
	return []string{token, key, password, basic, granted}
}

var basic = base64.StdEncoding.EncodeToString([]byte("ada:" + password))

// granted is a token that the agent itself gives.
const granted = "cnry-grant-1b8e4f6a73"

// The schemes, as the card has them.
const (
	byBearer = `{"httpAuthSecurityScheme":{"scheme":"Bearer"}}`
	byOAuth  = `{"oauth2SecurityScheme":{"flows":{"clientCredentials":{"tokenUrl":"TOKENS","scopes":{}}}}}`
	byDevice = `{"oauth2SecurityScheme":{"flows":{"deviceCode":{"tokenUrl":"http://HOST/token","deviceAuthorizationUrl":"http://HOST/device","scopes":{}}}}}`

	byOpenID = `{"openIdConnectSecurityScheme":{"openIdConnectUrl":"http://HOST/issuer"}}`
)

// ourIssuer is the member by which metadata say that they are the agent's own.
const ourIssuer = `"issuer":"http://HOST/issuer"`

// describes answers with the metadata of an authorization server, which has members.
func describes(members string) func(*script) {
	return func(s *script) {
		s.answers[askServer] = document("{" + members + "}")
		grants("3600")(s)
	}
}

func byKey(place, name string) string {
	return `{"apiKeySecurityScheme":{"location":"` + place + `","name":"` + name + `"}}`
}

// guards asks for a scheme, the k of its card, and for what must be in the head
// of a message.
func guards(scheme, wants string, more ...func(*script)) func(*script) {
	return func(s *script) {
		s.set("securitySchemes", `{"k":`+scheme+`}`)
		s.set("securityRequirements", `[{"schemes":{"k":{"list":[]}}}]`)
		s.wants = wants
		for _, bend := range more {
			bend(s)
		}
	}
}

// tokensAt is OAuth with a token endpoint.
func tokensAt(address string) string { return strings.Replace(byOAuth, "TOKENS", address, 1) }

// grants answers the token endpoint; lives is for how many seconds.
func grants(lives string) func(*script) {
	return func(s *script) {
		s.answers[askToken] = document(`{"access_token":"` + granted + `","token_type":"Bearer","expires_in":` + lives + `}`)
	}
}

// repeats adds something to every text except those of the card: requests for the card
// carry no secrets.
func repeats(text string) func(*script) {
	return func(s *script) {
		s.answers[askCard] = document(s.card())
		s.evil = " " + text + " "
	}
}

// hasExtended gives the agent an authenticated extended card: the public one, with
// its members bent.
func hasExtended(bend func(*script)) func(*script) {
	return func(s *script) {
		s.set("capabilities", `{"streaming":true,"extendedAgentCard":true,"extensions":[`+objectSchemas+`]}`)
		other := newScript(0)
		other.members = append(other.members[:0:0], s.members...)
		bend(other)
		s.answers[extended] = rpc(other.card())
	}
}

var (
	withToken = []string{"--bearer", "env:CNRY_TOKEN"}
	withKey   = []string{"--api-key", "env:CNRY_KEY"}
	withLogin = []string{"--basic", "env:CNRY_LOGIN"}
	inOwnName = []string{"--client-id", "me", "--client-secret", "env:CNRY_KEY"}
)

// wantsMore refuses every message for its credentials.
func wantsMore(status, challenge string) func(*script) {
	return sendIs(body("HTTP/1.1 "+status+"\r\n"+shut+"WWW-Authenticate: "+challenge+"\r\n", `{"error":"who are you"}`))
}

var auths = []Behavior{
	{Name: "token", What: "wants a token, and gets it", Expect: Works, Says: "label cell", Flags: withToken, bend: guards(byBearer, "Authorization: Bearer "+token)},
	{Name: "token for another host", What: "names an interface of another host", Expect: Refuses, Says: "are not sent to the other", Flags: withToken, bend: guards(byBearer, "", cardHas("supportedInterfaces", interfaceIs("ELSEWHERE/rpc", "JSONRPC")))},
	{Name: "token for a host like ours", What: "names an interface of another host whose address begins like ours", Expect: Refuses, Says: "are not sent to the other", Flags: withToken, bend: guards(byBearer, "", cardHas("supportedInterfaces", interfaceIs("http://HOST@ELSEWHEREHOST/rpc", "JSONRPC")))},
	{Name: "moves the token away", What: "redirects a message with a token to another port by 308", Expect: Refuses, Says: "which is another origin", Flags: withToken, bend: guards(byBearer, "Authorization: Bearer "+token, sendIs(redirect("308 Moved", "ELSEWHERE/rpc")))},
	{Name: "moves the cookie away", What: "redirects a message with a cookie to another port by 303", Expect: Refuses, Says: "which is another origin", Flags: withKey, bend: guards(byKey("cookie", "sid"), "Cookie: sid="+key, sendIs(redirect("303 See other", "ELSEWHERE/rpc")))},
	{Name: "moves the question away", What: "redirects the question for a task to another port, with the key in its path", Expect: Refuses, Says: "is no longer available (GET /tasks/t-1: HTTP: the agent redirects from", Flags: withKey, Slow: true, Timeout: 8e9, bend: guards(byKey("header", "X-Key"), "X-Key: "+key, overREST, func(s *script) {
		s.answers[getTask] = redirect("302 Moved", "ELSEWHERE/tasks/"+key)
	})},
	{Name: "key in the address", What: "wants the key in the query, and repeats the address", Expect: Works, Says: "k=••••••", Flags: append([]string{"--debug"}, withKey...), bend: guards(byKey("query", "k"), "/rpc?k="+key, repeats("http://HOST/rpc?k="+key))},
	{Name: "key in a header of the protocol", What: "wants the key in the header A2A-Version", Expect: Refuses, Says: "which the protocol sets itself", Flags: withKey, bend: guards(byKey("header", "A2A-Version"), "")},
	{Name: "key as the host", What: "wants the key in the header Host", Expect: Refuses, Says: "which the protocol sets itself", Flags: withKey, bend: guards(byKey("header", "hOST"), "")},
	{Name: "key in a broken name", What: "wants the key in a header whose name ends the line", Expect: Refuses, Says: "it is not known where one goes", Flags: withKey, bend: guards(byKey("header", `X-Key: x\r\nHost`), "")},
	{Name: "repeats the secrets", What: "says the token in every text of its events", Expect: Works, Says: "cell ••••••", Flags: append([]string{"--header", "X-Key=env:CNRY_KEY", "--header", "X-More=env:CNRY_LOGIN"}, withToken...), bend: guards(byBearer, "X-Key: "+key, repeats(token+" "+key+" ada:"+password))},
	{Name: "repeats the secrets in escapes", What: "says the token in escapes of JSON", Expect: Works, Says: "cell ••••••", Flags: withToken, bend: guards(byBearer, "", repeats(escaped(token)))},
	{Name: "repeats the token in an error", What: "refuses with the token in its message", Expect: Refuses, Says: "no such user ••••••", Flags: withToken, bend: guards(byBearer, "", sendIs(rpcError(`{"code":-32603,"message":"no such user `+token+`","data":[{"t":"`+token+`"}]}`)))},
	{Name: "repeats the password in a page", What: "fails with the password in its text", Expect: Refuses, Says: "••••••", Flags: append([]string{"--debug"}, withLogin...), bend: guards(`{"httpAuthSecurityScheme":{"scheme":"basic"}}`, "Authorization: Basic "+basic, sendIs(body("HTTP/1.1 500 Oops\r\n"+shut+"X-Was: "+basic+"\r\n", "bad "+basic+" "+password)))},
	{Name: "repeats the token in its headers", What: "refuses with the token in the headers that are told", Expect: Refuses, Says: "••••••", Flags: append([]string{"--debug"}, withToken...), bend: guards(byBearer, "", sendIs(raw("HTTP/1.1 302 Moved\r\nConnection: close\r\nContent-Length: 0\r\nSet-Cookie: sid="+token+"\r\nLocation: http://HOST/login?t="+token+"\r\n\r\n")))},
	{Name: "repeats the token as a type", What: "answers with the token as the type of what it says", Expect: Refuses, Says: "is not JSON but text/••••••", Flags: withToken, bend: guards(byBearer, "", sendIs(body(okHead+"Content-Type: text/"+token+"\r\n", "hello")))},
	{Name: "repeats the token as a status", What: "answers with the token in place of a status", Expect: Refuses, Says: "does not answer in HTTP", Flags: withToken, bend: guards(byBearer, "", sendIs(raw("HTTP/1.1 "+token+" x\r\n\r\n")))},
	{Name: "repeats the token as a length", What: "answers with the token in place of a length", Expect: Refuses, Says: "sends a length that cannot be read", Flags: withToken, bend: guards(byBearer, "", sendIs(raw(okHead+"Content-Length: "+token+"\r\n\r\n")))},
	{Name: "repeats the token in the head of a stream", What: "names the token as the reason, as an extension, and as the name of its events", Expect: Notices, Says: "event ••••••", Flags: append([]string{"--debug"}, withToken...), bend: guards(byBearer, "", func(s *script) {
		s.answers[send] = func(w io.Writer, q *request) {
			_, _ = io.WriteString(w, "HTTP/1.1 200 "+token+"\r\nConnection: close\r\nContent-Type: text/event-stream\r\nA2A-Extensions: "+token+"\r\n\r\n")
			for _, e := range s.events {
				_, _ = io.WriteString(w, "event: "+token+"\ndata: "+q.place(envelope(s.fill(e)))+"\n\n")
			}
		}
	})},
	{Name: "repeats the token in a file", What: "names a file after the token, and its task too", Expect: Works, Says: "a-••••••.txt", Flags: withToken, bend: guards(byBearer, "", partsAre(`[{"raw":"aGk=","filename":"a-`+token+`.txt","mediaType":"text/plain"}]`), withID(token))},
	{Name: "never satisfied", What: "answers 401 to every token", Expect: Refuses, Says: "Bearer realm=x", Flags: withToken, bend: guards(byBearer, "Authorization", wantsMore("401 No", "Bearer realm=x, error=invalid_token"))},
	{Name: "never allowed", What: "answers 403 to every token", Expect: Refuses, Says: "the agent does not allow this", Flags: withToken, bend: guards(byBearer, "Authorization", wantsMore("403 No", "Bearer"))},
	{Name: "challenge that controls", What: "has overrides and C1 in its challenge", Expect: Refuses, Says: "⟨U+202E⟩⟨U+009B⟩2J", bend: guards(byBearer, "", wantsMore("401 No", "Bearer realm=\u202e\u009b2Jx"))},
	{Name: "unknown schemes", What: "requires a security scheme of an unknown type, with escapes in its name", Expect: Notices, Says: "(retinaScan)", bend: func(s *script) {
		s.set("securitySchemes", `{"\u001b[2J\u202ex":{"retinaScanSecurityScheme":{"eye":"left"}},"n":null,"l":[]}`)
		s.set("securityRequirements", `[{"schemes":{"\u001b[2J\u202ex":{"list":[]}}}]`)
	}},
	{Name: "ways of nothing", What: "offers empty ways, unknown ones and one that is met", Expect: Works, Says: "label cell", Flags: withToken, bend: guards(byBearer, "Authorization: Bearer "+token, cardHas("securityRequirements", `[{},{"schemes":{}},{"schemes":{"nobody":{"list":[]},"k":{"list":[]}}},{"schemes":{"k":{"list":["a","b"]}}}]`))},
	{Name: "extended card", What: "has an authenticated extended card, and repeats the token in it", Expect: Notices, Says: "this is the extended card", Flags: withToken, bend: guards(byBearer, "Authorization: Bearer "+token, hasExtended(cardHas("name", `"friend `+token+`"`)))},
	{Name: "extended card leads away", What: "names another host in the authenticated extended card", Expect: Notices, Says: "and credentials are not sent there", Flags: withToken, bend: guards(byBearer, "Authorization: Bearer "+token, hasExtended(cardHas("supportedInterfaces", interfaceIs("ELSEWHERE/rpc", "JSONRPC"))))},
	{Name: "logged in", What: "gives a token, and gets it", Expect: Works, Says: "label cell", Login: inOwnName, bend: guards(tokensAt("http://HOST/token"), "Authorization: Bearer "+granted, grants("3600"))},
	{Name: "tokens of another host", What: "names a token endpoint of another host", Expect: Refuses, Says: "is at another host", Login: inOwnName, bend: guards(tokensAt("ELSEWHERE/token"), "")},
	{Name: "tokens move away", What: "redirects the request for a token to another host", Expect: Refuses, Says: "no token was issued: HTTP 307", Login: inOwnName, bend: guards(tokensAt("http://HOST/token"), "", func(s *script) { s.answers[askToken] = redirect("307 Moved", "ELSEWHERE/token") })},
	{Name: "tokens from elsewhere now", What: "names another token endpoint when the token has to be renewed", Expect: Notices, Says: "the token address of the card has changed", Login: inOwnName, bend: guards(tokensAt("http://HOST/token"), "", grants("-5"), func(s *script) {
		card := s.card()
		turn := changes(document(card), document(card), document(strings.ReplaceAll(card, "http://HOST/token", "ELSEWHERE/token")))
		s.answers[askCard] = turn
	})},
	{Name: "token that ends the line", What: "gives a token with a line end and a header", Expect: Refuses, Says: "contains control characters", Login: inOwnName, bend: guards(tokensAt("http://HOST/token"), "", func(s *script) {
		s.answers[askToken] = document(`{"access_token":"x\r\nHost: y","token_type":"Bearer"}`)
	})},
	{Name: "tokens that are repeated", What: "refuses a token, and repeats the client's secret", Expect: Refuses, Says: "no token was issued: invalid_client who is ••••••", Login: inOwnName, bend: guards(tokensAt("http://HOST/token"), "", func(s *script) {
		s.answers[askToken] = body("HTTP/1.1 401 No\r\n"+shut, `{"error":"invalid_client","error_description":"who is `+key+`"}`)
	})},
	{Name: "token without end", What: "sends a token for ever", Expect: Refuses, Says: "no token was issued", Login: inOwnName, bend: guards(tokensAt("http://HOST/token"), "", func(s *script) {
		s.answers[askToken] = endless(jsonHead+"\r\n"+`{"access_token":"`, many("x"))
	})},
	{Name: "device page that is a file", What: "sends people to a file, by words with escapes", Expect: Refuses, Says: "is not a web address", Login: []string{"--client-id", "me"}, bend: guards(byDevice, "", func(s *script) {
		s.answers[askDevice] = document(`{"device_code":"d","user_code":"\u001b[2J\u202eCODE","verification_uri":"file:///etc/passwd","expires_in":60,"interval":1}`)
		s.answers[askToken] = document(`{"access_token":"` + granted + `","token_type":"Bearer"}`)
	})},
	{Name: "device page that controls", What: "sends people to a page, by words with escapes", Expect: Notices, Says: "enter the code ␛[2J⟨U+202E⟩CODE", Login: []string{"--client-id", "me"}, bend: guards(byDevice, "Authorization: Bearer "+granted, func(s *script) {
		s.answers[askDevice] = document(`{"device_code":"d","user_code":"\u001b[2J\u202eCODE","verification_uri":"http://HOST/\u202ex","expires_in":60,"interval":1}`)
		s.answers[askToken] = document(`{"access_token":"` + granted + `","token_type":"Bearer"}`)
	})},
	{Name: "issuer", What: "describes its authorization server, and gives a token", Expect: Works, Says: "label cell", Login: inOwnName, bend: guards(byOpenID, "Authorization: Bearer "+granted, describes(ourIssuer+`,"token_endpoint":"http://HOST/token"`))},
	{Name: "issuer that is another", What: "describes an authorization server that is another one", Expect: Refuses, Says: "is that of another issuer", Login: inOwnName, bend: guards(byOpenID, "", describes(`"issuer":"https://login.example.com","token_endpoint":"http://HOST/token"`))},
	{Name: "issuer with escapes", What: "names an issuer by words with escapes", Expect: Refuses, Says: "␛[2J⟨U+202E⟩x", Login: inOwnName, bend: guards(byOpenID, "", describes(`"issuer":"\u001b[2J\u202ex","token_endpoint":"http://HOST/token"`))},
	{Name: "issuer that leads away", What: "names a token endpoint of another host in its metadata", Expect: Refuses, Says: "is at another host", Login: inOwnName, bend: guards(byOpenID, "", describes(ourIssuer+`,"token_endpoint":"ELSEWHERE/token"`))},
	{Name: "issuer without TLS", What: "names a token endpoint with plain HTTP", Expect: Refuses, Says: "an endpoint is plain HTTP", Login: inOwnName, bend: guards(byOpenID, "", describes(ourIssuer+`,"token_endpoint":"http://192.0.2.1/token"`))},
	{Name: "issuer with a script", What: "names a script as the page to sign in at", Expect: Refuses, Says: "an endpoint is not a URL", Login: []string{"--client-id", "me"}, bend: guards(byOpenID, "", describes(ourIssuer+`,"token_endpoint":"http://HOST/token","authorization_endpoint":"javascript:alert(1)"`))},
	{Name: "issuer that moves", What: "redirects the question for metadata to another host", Expect: Refuses, Says: "HTTP 302", Login: inOwnName, bend: guards(byOpenID, "", func(s *script) { s.answers[askServer] = redirect("302 Moved", "ELSEWHERE/issuer") })},
	{Name: "issuer without end", What: "sends metadata for ever", Expect: Refuses, Says: "it is larger than", Login: inOwnName, bend: guards(byOpenID, "", func(s *script) { s.answers[askServer] = endless(jsonHead+"\r\n"+`{"issuer":"`, many("x")) })},
	{Name: "issuer without values", What: "has metadata of lists, numbers and null", Expect: Refuses, Says: "cannot be used", Login: inOwnName, bend: guards(byOpenID, "", describes(`"issuer":["http://HOST/issuer"],"token_endpoint":null,"scopes_supported":{"a":1},"token_endpoint_auth_methods_supported":7`))},
	{Name: "mix-up", What: "sends people to another host to sign in, and takes what comes of it", Expect: Refuses, Says: "the card's authorization address is at another host", Login: []string{"--client-id", "me"}, bend: guards(byOpenID, "", describes(ourIssuer+`,"token_endpoint":"http://HOST/token","authorization_endpoint":"https://login.example.com/"`))},
}

// overREST speaks HTTP+JSON, breaks off, and has to be asked.
func overREST(s *script) {
	s.set("supportedInterfaces", interfaceIs("http://HOST/rest", "HTTP+JSON"))
	s.answers[send] = func(w io.Writer, q *request) {
		chunked("data: "+s.fill(s.events[0])+"\n\n")(w, q)
	}
}

// changes is one answer after the other, the last one for ever.
func changes(answers ...answer) answer {
	turn := make(chan int, 1)
	turn <- 0
	return func(w io.Writer, q *request) {
		n := <-turn
		turn <- min(n+1, len(answers)-1)
		answers[n](w, q)
	}
}

// escaped is a text in escapes of JSON.
func escaped(text string) string {
	var sb strings.Builder
	for _, c := range []byte(text) {
		sb.WriteString(`\u00` + hex(c))
	}
	return sb.String()
}

func hex(c byte) string { return string("0123456789abcdef"[c>>4]) + string("0123456789abcdef"[c&15]) }

// certificate is what an agent shows by TLS.
type certificate struct {
	name    string // "" for its address
	expired bool
	unknown bool // its authority is not trusted
	old     bool // TLS 1.1 alone is spoken
}

// make gives the certificate, and its authority as PEM, nil if it shall not be
// trusted.
func (c certificate) make() (*tls.Config, []byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	now := time.Now()
	authority := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, NotBefore: now.Add(-48 * time.Hour), NotAfter: now.Add(48 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	own := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "agent"}, NotBefore: now.Add(-24 * time.Hour), NotAfter: now.Add(24 * time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	if c.name != "" {
		own.IPAddresses, own.DNSNames = nil, []string{c.name}
	}
	if c.expired {
		own.NotAfter = now.Add(-time.Hour)
	}
	root, err := x509.CreateCertificate(rand.Reader, authority, authority, key.Public(), key)
	if err != nil {
		return nil, nil, err
	}
	leaf, err := x509.CreateCertificate(rand.Reader, own, authority, key.Public(), key)
	if err != nil {
		return nil, nil, err
	}
	config := &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{leaf, root}, PrivateKey: key}}, MinVersion: tls.VersionTLS12}
	if c.old {
		config.MinVersion, config.MaxVersion = tls.VersionTLS10, tls.VersionTLS11
	}
	if c.unknown {
		return config, nil, nil
	}
	return config, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root}), nil
}
