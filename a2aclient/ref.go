package a2aclient

import (
	"net"
	"net/url"
	"os"
	"strings"

	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
)

// Where cards lie, in the order in which they are looked for: 0.3 and later,
// 0.2, seed 003.
var wellKnown = []string{"/.well-known/agent-card.json", "/.well-known/agent.json", "/card"}

// target is what a reference means.
type target struct {
	file string   // a card on disk; "" for a URL
	urls []string // where to look, in order
	root int      // from this one on they lie outside the path that was typed
}

// resolve says what the user's words mean: a file that exists, a URL, or a host.
func resolve(ref string) (target, error) {
	typed := strings.TrimSpace(ref)
	if typed == "" {
		return target{}, &CardError{Ref: ref, Layer: LayerRef, What: "it is empty", Next: "pass a URL, a host or a card file"}
	}
	scheme, _, hasScheme := strings.Cut(typed, "://")
	switch path, ok := filePath(typed); {
	case ok:
		return target{file: path}, nil
	case hasScheme && !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https"):
		return target{}, &CardError{
			Ref: ref, Layer: LayerRef, What: "only http and https are supported, not " + safe.Text(scheme).Line(40).String(),
			Next: "pass a URL that begins with https://",
		}
	case !hasScheme && isFile(typed):
		return target{file: typed}, nil
	case !hasScheme:
		typed = schemeFor(typed) + typed
	}
	u, err := url.Parse(typed)
	if err != nil || u.Hostname() == "" {
		return target{}, &CardError{Ref: ref, Layer: LayerRef, What: "it is neither a file, a host nor a URL", Next: "pass a URL such as https://agent.example.com", Err: err}
	}
	if u.User != nil {
		return target{}, &CardError{Ref: u.Redacted(), Layer: LayerRef, What: "it contains a user name or password", Next: "remove them from the URL"}
	}
	u.Fragment = ""
	return candidates(u), nil
}

// Locate says what the user's words mean without looking there: the address of a
// host or a card, with its scheme, or the path of a card file; one of both. The
// error is a [*CardError].
func Locate(ref string) (address, file string, err error) {
	t, err := resolve(ref)
	if err != nil || t.file != "" {
		return "", t.file, err
	}
	typed := strings.TrimSpace(ref)
	if !strings.Contains(typed, "://") {
		typed = schemeFor(typed) + typed
	}
	return typed, "", nil
}

// filePath is the path of an address of a file (RFC 8089): file:/x, file:///x or
// file://localhost/x. A path is taken as it is typed, unless only its escapes name a
// file that is there.
func filePath(typed string) (path string, ok bool) {
	scheme, path, _ := strings.Cut(typed, ":")
	if !strings.EqualFold(scheme, "file") || !strings.HasPrefix(path, "/") {
		return "", false // file:9999 is a host with a port
	}
	path = strings.TrimPrefix(path, "//")
	if below, local := strings.CutPrefix(path, "localhost/"); local {
		path = "/" + below
	}
	if isOnDrive(path[1:]) && !exists(path) { // file:///C:/x
		path = path[1:]
	}
	if plain, err := url.PathUnescape(path); err == nil && plain != path && !exists(path) {
		path = plain
	}
	return path, true
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// isOnDrive reports a path of Windows that begins with a drive: no host is written like that.
func isOnDrive(s string) bool {
	return len(s) > 2 && s[1] == ':' && (s[2] == '\\' || s[2] == '/') && (s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z')
}

// isFile reports whether the words mean a file: one that is there, or that only
// a file is written like.
func isFile(s string) bool {
	if info, err := os.Stat(s); err == nil && !info.IsDir() {
		return true
	}
	slashed := strings.ReplaceAll(s, `\`, "/") // as Windows writes paths, and no host
	if strings.HasPrefix(slashed, "/") || strings.HasPrefix(slashed, "./") || strings.HasPrefix(slashed, "../") || strings.HasPrefix(s, "~") || isOnDrive(s) {
		return true
	}
	return !strings.ContainsAny(s, "/:") && strings.HasSuffix(strings.ToLower(s), ".json")
}

// schemeFor is http for this machine, https for every other host.
func schemeFor(hostAndPath string) string {
	host, _, _ := strings.Cut(hostAndPath, "/")
	if u, err := url.Parse("//" + host); err == nil && auth.IsLoopback(u.Hostname()) {
		return "http://"
	}
	return "https://"
}

// candidates are the places where the card of a URL may lie: the URL alone
// where it names one document, else the known paths under it, itself, that of an agent at
// /a2a/NAME, and the known paths of its host. A query of a host alone stays with each path: some servers
// choose by it which agent is meant.
func candidates(u *url.URL) target {
	path := strings.TrimSuffix(u.Path, "/")
	if u.RawQuery != "" && path != "" || strings.HasSuffix(path, ".json") || strings.HasSuffix(path, "/card") || strings.Contains(path, "/.well-known/") {
		return target{urls: []string{u.String()}, root: 1}
	}
	base := *u
	base.RawPath = ""
	var t target
	add := func(path string) {
		base.Path = path
		t.urls = append(t.urls, base.String())
	}
	for _, p := range wellKnown {
		add(path + p)
	}
	if path == "" {
		t.root = len(t.urls)
		return t
	}
	t.urls = append(t.urls, u.String())
	if dir, name, ok := strings.Cut(path, "/a2a/"); ok { // Mastra and VoltAgent
		add(dir + "/.well-known/" + name + "/agent-card.json")
	}
	t.root = len(t.urls)
	for _, p := range wellKnown[:2] {
		add(p)
	}
	return t
}

// origin is scheme, host and port: what credentials and trust are bound to.
func origin(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[strings.ToLower(u.Scheme)]
	}
	return strings.ToLower(u.Scheme) + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}
