package a2aclient

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"a2aform/internal/safe"
)

// maxLinks is how many addresses of one text are looked at.
const maxLinks = 20

var linkPattern = regexp.MustCompile(`(?i)https?://[^\s<>"'“”]+`)

// TextWarnings says which web addresses in a text can be taken for others, see
// [URLWarnings]. Each warning is given once. It is nil for most texts.
func TextWarnings(text string) (all []string) {
	if !strings.Contains(text, "://") {
		return nil
	}
	for _, link := range linkPattern.FindAllString(text, maxLinks) {
		u, err := url.Parse(strings.TrimRight(link, ".,;:!?)]}*_"))
		if err != nil {
			continue
		}
		for _, w := range URLWarnings(u) {
			if !slices.Contains(all, w) {
				all = append(all, w)
			}
		}
	}
	return all
}

// URLWarnings says what makes an address look like another one: a
// user's name before the host, and a host with other letters than ASCII, which is
// given in Punycode too (RFC 3492), as it goes over the network.
func URLWarnings(u *url.URL) (all []string) {
	host := u.Hostname()
	if u.User != nil {
		all = append(all, fmt.Sprintf("The part before the @ is a user's name. The address leads to %s.", safe.Text(host).Line(200)))
	}
	isASCII := !strings.ContainsFunc(host, func(r rune) bool { return r > unicode.MaxASCII })
	switch {
	case isASCII && strings.Contains(strings.ToLower(host), "xn--"):
		all = append(all, fmt.Sprintf("The host %s has letters beyond a to z, which may look like others.", safe.Text(host).Line(200)))
	case isASCII:
	default:
		all = append(all, hostWarning(host))
	}
	return all
}

func hostWarning(host string) string {
	shown := safe.Text(host).Line(200)
	if strings.ContainsFunc(host, isReplaced) {
		return fmt.Sprintf("The host “%s” has characters that browsers replace by others, so it may lead to another host than it seems.", shown)
	}
	ascii, err := asciiHost(host)
	if err != nil {
		return fmt.Sprintf("The host “%s” is no valid name.", shown)
	}
	if mix := mixedScripts(host); mix != "" {
		return fmt.Sprintf("The host “%s” is really %s. It mixes %s to look like another host.", shown, safe.Text(ascii).Line(300), mix)
	}
	return fmt.Sprintf("The host “%s” is really %s. It has letters beyond a to z, which may look like others.", shown, safe.Text(ascii).Line(300))
}

// compatibility are the forms of letters that exist for old character sets and
// formulas, and the marks that combine with Latin ones.
var compatibility = &unicode.RangeTable{
	R16: []unicode.Range16{{0xaa, 0xaa, 1}, {0xba, 0xba, 1}, {0x300, 0x36f, 1}, {0x2070, 0x214f, 1}, {0x3131, 0x318e, 1}, {0xfb00, 0xffff, 1}},
	R32: []unicode.Range32{{0x1d400, 0x1d7ff, 1}},
}

// isReplaced reports a character of a host that browsers map to others, or refuse
// (UTS #46).
func isReplaced(r rune) bool {
	return r > unicode.MaxASCII && (unicode.Is(compatibility, r) || !unicode.In(r, unicode.Letter, unicode.Mark, unicode.Nd))
}

// asciiHost is a host as net/http asks for it: with other letters than ASCII in
// Punycode. It reads the head of a request that is never sent. The package
// golang.org/x/net/idna would make the program 135 KB larger.
func asciiHost(host string) (string, error) {
	host = strings.ToLower(host)
	var b bytes.Buffer
	req := http.Request{Method: http.MethodGet, URL: &url.URL{Scheme: "https", Host: host, Path: "/"}, Host: host}
	if err := req.Write(&b); err != nil {
		return "", fmt.Errorf("encode the host: %w", err)
	}
	_, rest, _ := strings.Cut(b.String(), "\r\nHost: ")
	ascii, _, _ := strings.Cut(rest, "\r\n")
	if ascii == "" || strings.ContainsFunc(ascii, func(r rune) bool { return r > unicode.MaxASCII }) {
		return "", fmt.Errorf("%q has no form in ASCII", host)
	}
	return ascii, nil
}

// mixedScripts names the alphabets with similar letters that one label of a host
// mixes, "" for none.
func mixedScripts(host string) string {
	for label := range strings.SplitSeq(host, ".") {
		var has []string
		for _, script := range []struct {
			name  string
			table *unicode.RangeTable
		}{{"Latin", unicode.Latin}, {"Greek", unicode.Greek}, {"Cyrillic", unicode.Cyrillic}, {"Armenian", unicode.Armenian}, {"Cherokee", unicode.Cherokee}} {
			if strings.ContainsFunc(label, func(r rune) bool { return unicode.Is(script.table, r) }) {
				has = append(has, script.name)
			}
		}
		if len(has) > 1 {
			return strings.Join(has, " and ") + " letters"
		}
	}
	return ""
}
