package a2aclient

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
)

// mask stands for a secret wherever a request or an answer is shown.
const mask = "••••••"

// shortest is the length of a secret, in bytes, below which it is not looked
// for in what an agent says: it would be found in ordinary words.
const shortest = 4

// hide masks the secrets of the wallet in something that an agent answered:
// servers repeat the address they were asked at, with the key in it. What holds
// none is given back as it is.
func (w *Wallet) hide(text []byte) []byte {
	if w == nil || len(text) == 0 {
		return text
	}
	for _, s := range w.spellings() {
		if bytes.Contains(text, []byte(s)) {
			text = bytes.ReplaceAll(text, []byte(s), []byte(mask))
		}
	}
	return text
}

// hideHeader masks secrets in the header of an answer; cookies are secrets too.
func (w *Wallet) hideHeader(h http.Header) http.Header {
	h = h.Clone()
	if h.Get("Set-Cookie") != "" {
		h.Set("Set-Cookie", mask)
	}
	for _, values := range h {
		for i, value := range values {
			values[i] = string(w.hide([]byte(value)))
		}
	}
	return h
}

// spellings are the secrets in every way that they stand in a request.
func (w *Wallet) spellings() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var list []string
	add := func(value string) {
		if len(value) >= shortest {
			list = append(list, value)
		}
	}
	for _, s := range w.secrets {
		add(s.value)
		switch _, password, _ := strings.Cut(s.value, ":"); {
		case s.scheme.Kind == SchemeBasic:
			add(base64.StdEncoding.EncodeToString([]byte(s.value)))
			add(password)
		case s.scheme.In == KeyInQuery:
			add(url.QueryEscape(s.value))
			add(url.PathEscape(s.value))
		}
	}
	for _, h := range w.headers {
		if h.masked {
			add(h.value)
		}
	}
	return list
}
