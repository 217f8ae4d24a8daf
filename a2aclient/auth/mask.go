package auth

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"a2aform/internal/ojson"
)

// Mask replaces a secret wherever a request or an answer is shown.
const Mask = "••••••"

// minMasked is the length of a secret, in bytes, below which it is not searched for in what
// an agent says: it would be found in ordinary words.
const minMasked = 4

// MinMaskedInData is the same for the user's results, where more is left as it is than in
// errors and headers.
const MinMaskedInData = 8

// MaskText returns text of an agent with the secrets of the credential set masked: servers
// repeat the address of the request, with the key in it. Text without a secret is returned
// as it is. The set may be nil.
func (c *CredentialSet) MaskText(text []byte) []byte {
	if c == nil || len(text) == 0 {
		return text
	}
	for _, s := range c.spellings() {
		if bytes.Contains(text, []byte(s)) {
			text = bytes.ReplaceAll(text, []byte(s), []byte(Mask))
		}
	}
	return maskEscaped(text, c.spellings())
}

// IsSecretHeader reports the name of a header whose value identifies the user.
func IsSecretHeader(name string) bool {
	return slices.Contains([]string{"authorization", "proxy-authorization", "cookie", "x-api-key"}, strings.ToLower(name))
}

// MaskHeader returns the header of an answer with its secrets masked; cookies are secrets
// too. Nil stays nil.
func (c *CredentialSet) MaskHeader(h http.Header) http.Header {
	if h == nil {
		return nil
	}
	hidden := make(http.Header, len(h))
	for name, values := range h {
		if name == "Set-Cookie" {
			values = []string{Mask}
		}
		name = c.maskName(name)
		for _, value := range values {
			hidden[name] = append(hidden[name], string(c.MaskText([]byte(value))))
		}
	}
	return hidden
}

// MaskResponse masks the secrets in the status and the header of an answer, which reach
// errors, notices, traces, the screen and run files.
func (c *CredentialSet) MaskResponse(resp *http.Response) {
	resp.Status = string(c.MaskText([]byte(resp.Status)))
	resp.Header = c.MaskHeader(resp.Header)
}

// maskName masks the name of a header that contains a secret, in any case, as names of
// headers have none. Short secrets are left: headers are found by their names.
func (c *CredentialSet) maskName(name string) string {
	if c == nil {
		return name
	}
	lower := strings.ToLower(name)
	for _, s := range c.spellings() {
		if len(s) >= MinMaskedInData && strings.Contains(lower, strings.ToLower(s)) {
			return Mask
		}
	}
	return name
}

// MaskJSON returns a JSON text with the secrets of the credential set masked in its strings,
// and in numbers that are one. The result is a JSON text, too; one without a secret is
// returned as it is. The set may be nil.
func (c *CredentialSet) MaskJSON(text []byte) []byte {
	if c == nil {
		return text
	}
	var long, found []string
	for _, s := range c.spellings() {
		if len(s) < MinMaskedInData {
			continue
		}
		if long = append(long, s); bytes.Contains(text, []byte(s)) {
			found = append(found, s)
		}
	}
	if found != nil {
		text = maskJSON(text, found)
	}
	return maskEscaped(text, long)
}

// IsIn reports whether a text that is to be sent holds one of the secrets. The set may be nil.
func (c *CredentialSet) IsIn(text []byte) bool {
	return c != nil && slices.ContainsFunc(c.spellings(), func(s string) bool { return len(s) >= MinMaskedInData && bytes.Contains(text, []byte(s)) })
}

// maskEscaped returns a JSON text with the secrets masked that contain escaped characters,
// as any character may be escaped (RFC 8259 §7). A text without such a secret is returned
// as it is.
func maskEscaped(data []byte, secrets []string) []byte {
	if len(secrets) == 0 || !bytes.Contains(data, []byte(`\u`)) && !bytes.Contains(data, []byte(`\/`)) {
		return data
	}
	var out []byte // nil as long as nothing was found
	from := 0
	for i := bytes.IndexByte(data, '"'); i >= 0; {
		end := stringEnd(data, i)
		if end < 0 {
			break
		}
		if token := data[i:end]; bytes.IndexByte(token, '\\') >= 0 && ojson.IsValid(token) {
			said := ojson.TextOf(token)
			masked := said
			for _, s := range secrets {
				masked = strings.ReplaceAll(masked, s, Mask)
			}
			if masked != said {
				out, from = append(append(out, data[from:i]...), ojson.NewString(masked).Append(nil)...), end
			}
		}
		next := bytes.IndexByte(data[end:], '"')
		if i = end + next; next < 0 {
			break
		}
	}
	if out == nil {
		return data
	}
	return append(out, data[from:]...)
}

// stringEnd returns the index after the string whose quote is at i, -1 where it has no end. What is masked
// may be no JSON, so it trusts quotes alone.
func stringEnd(text []byte, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
	}
	return -1
}

// tokenEnd returns the index after the string or number that begins at i, or else the character; -1 for one that
// is no JSON.
func tokenEnd(text []byte, i int) (end int) {
	switch c := text[i]; {
	case c == '"':
		end = stringEnd(text, i)
	case c == '-' || '0' <= c && c <= '9':
		end = len(text) - len(bytes.TrimLeft(text[i:], "+-.0123456789Ee"))
	default:
		return i + 1
	}
	if end > 0 && !ojson.IsValid(text[i:end]) {
		return -1
	}
	return end
}

func maskJSON(text []byte, secrets []string) []byte {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		end := tokenEnd(text, i)
		switch {
		case end < 0: // no JSON: what is left is masked as it stands
			rest := text[i:]
			for _, s := range secrets {
				rest = bytes.ReplaceAll(rest, []byte(s), []byte(Mask))
			}
			return append(out, rest...)
		case text[i] == '"':
			out = appendMasked(out, text[i:end], secrets)
		case slices.Contains(secrets, string(text[i:end])):
			out = append(out, `"`+Mask+`"`...)
		default:
			out = append(out, text[i:end]...)
		}
		i = end
	}
	return out
}

// appendMasked writes a text of JSON without the secrets in it. What is no whole
// text of JSON by itself is not looked for, nor anything inside an escape: the
// text would be none any more.
func appendMasked(out, token []byte, secrets []string) []byte {
	for i := 0; i < len(token); {
		length := 1
		if token[i] == '\\' {
			length = 2
			if token[i+1] == 'u' {
				length = 6
			}
		}
		n := slices.IndexFunc(secrets, func(s string) bool {
			return bytes.HasPrefix(token[i:], []byte(s)) && ojson.IsValid([]byte(`"`+s+`"`))
		})
		if n >= 0 {
			out, i = append(out, Mask...), i+len(secrets[n])
			continue
		}
		out, i = append(out, token[i:i+length]...), i+length
	}
	return out
}

// spellings returns the secrets in every form that requests and JSON answers use. The list
// must not be changed.
func (c *CredentialSet) spellings() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil {
		c.known = c.spell()
	}
	return c.known
}

func (c *CredentialSet) spell() []string {
	list := []string{}
	add := func(value string) {
		quoted := string(ojson.NewString(value).Append(nil))
		quoted = quoted[1 : len(quoted)-1]
		for _, spelling := range []string{value, quoted, strings.ReplaceAll(quoted, "/", `\/`)} {
			if len(spelling) >= minMasked && !slices.Contains(list, spelling) {
				list = append(list, spelling)
			}
		}
	}
	for _, s := range c.secrets {
		switch _, password, _ := strings.Cut(s.value, ":"); {
		case s.scheme.Kind == SchemeBasic:
			add(base64.StdEncoding.EncodeToString([]byte(s.value)))
			add(s.value)
			add(password)
			continue
		case s.scheme.In == KeyInQuery:
			add(url.QueryEscape(s.value))
			add(url.PathEscape(s.value))
		}
		add(s.value)
	}
	for _, h := range c.headers {
		if h.masked {
			add(h.value)
			if _, token, ok := strings.Cut(h.value, " "); ok { // "Bearer …"
				add(token)
			}
		}
	}
	for _, secret := range c.hidden {
		add(secret)
	}
	// The longest first: one may hold another.
	slices.SortFunc(list, func(a, b string) int { return len(b) - len(a) })
	return list
}
