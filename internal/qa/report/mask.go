package report

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"html"
	"io"
	"net/url"
	"slices"
	"strings"
	"sync"

	"a2aform/a2aclient/auth"
	"a2aform/internal/ojson"
)

// minLen is the minimum length of a spelling. Ordinary words contain shorter ones.
const minLen = auth.MinMaskedInData

// Secrets are the values that writers mask. Several goroutines may use them, and add more while writers are in use.
type Secrets struct {
	mu        sync.Mutex
	values    []string
	spellings [][]byte // the longest first
}

// Add adds secrets, each with the spellings of the formats that are written.
func (s *Secrets) Add(values ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.spellings = slices.Clone(s.spellings) // writers may be reading the old ones
	for _, value := range values {
		if slices.Contains(s.values, value) {
			continue
		}
		s.values = append(s.values, value)
		for _, spelling := range spellings(value) {
			if len(spelling) >= minLen && !slices.ContainsFunc(s.spellings, func(old []byte) bool { return string(old) == spelling }) {
				s.spellings = append(s.spellings, []byte(spelling))
			}
		}
	}
	slices.SortFunc(s.spellings, func(a, b []byte) int { return len(b) - len(a) })
}

// Has reports whether a text contains a secret.
func (s *Secrets) Has(text []byte) bool {
	return slices.ContainsFunc(s.list(), func(spelling []byte) bool { return bytes.Contains(text, spelling) })
}

func (s *Secrets) list() [][]byte {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.spellings
}

func spellings(value string) []string {
	list := []string{value, base64.StdEncoding.EncodeToString([]byte(value))}
	if _, token, ok := strings.Cut(value, " "); ok { // "Bearer …"
		list = append(list, token)
	}
	quoted := unquoted(ojson.NewString(value).Append(nil))
	list = append(list, quoted, strings.ReplaceAll(quoted, "/", `\/`), strings.ReplaceAll(value, `"`, `""`))
	if text, err := json.Marshal(value); err == nil { // with the escapes of HTML
		list = append(list, unquoted(text))
	}
	var b strings.Builder
	if xml.EscapeText(&b, []byte(value)) == nil {
		list = append(list, b.String())
	}
	escaped := html.EscapeString(value)
	return append(list, escaped, strings.ReplaceAll(escaped, "+", "&#43;"), url.QueryEscape(value), url.PathEscape(value)) // html/template escapes + too
}

func unquoted(text []byte) string { return string(text[1 : len(text)-1]) }

// Text is a text with its secrets masked.
func (s *Secrets) Text(text []byte) []byte {
	for _, spelling := range s.list() {
		if bytes.Contains(text, spelling) {
			text = bytes.ReplaceAll(text, spelling, []byte(auth.Mask))
		}
	}
	return text
}

// MaskWriter masks secrets in what it writes to another writer, even a secret that arrives in parts: it holds back the end of the
// text while it may be the beginning of a secret. Several goroutines may use it.
type MaskWriter struct {
	secrets *Secrets
	mu      sync.Mutex
	to      io.Writer
	held    []byte
}

// NewWriter returns a writer of text without secrets.
func (s *Secrets) NewWriter(to io.Writer) *MaskWriter { return &MaskWriter{secrets: s, to: to} }

func (w *MaskWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := w.secrets.Text(append(w.held, p...))
	n := len(text) - beginning(text, w.secrets.list())
	w.held = slices.Clone(text[n:])
	if n == 0 {
		return len(p), nil
	}
	if _, err := w.to.Write(text[:n]); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush writes what is held back.
func (w *MaskWriter) Flush() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	held := w.held
	if w.held = nil; len(held) == 0 {
		return nil
	}
	_, err := w.to.Write(held)
	return err
}

// beginning returns the length of the longest suffix of a text that is a prefix of a spelling.
func beginning(text []byte, spellings [][]byte) (longest int) {
	for _, s := range spellings {
		for n := min(len(s)-1, len(text)); n > longest; n-- {
			if bytes.HasSuffix(text, s[:n]) {
				longest = n
				break
			}
		}
	}
	return longest
}
