package a2aclient

import (
	"net/http"
	"slices"
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// extensionHeaders are the spellings in which agents say which extensions they
// activated (seed 002; A2A 1.0 §3.6).
var extensionHeaders = []string{"A2A-Extensions", "X-A2A-Extensions"}

// activated are the extensions that an answer names, in either spelling.
func activated(h http.Header) (uris []string) {
	for _, name := range extensionHeaders {
		for _, value := range h.Values(name) {
			for uri := range strings.SplitSeq(value, ",") {
				if uri = strings.TrimSpace(uri); uri != "" && !slices.Contains(uris, uri) {
					uris = append(uris, uri)
				}
			}
		}
	}
	return uris
}

// noticeExtensions adds a notice of the extensions that the agent says it activated. It
// also names those of the user's extensions that the agent does not mention, which shows
// nothing: many agents never mention them.
func (f *follower) noticeExtensions(uris []string) bool {
	var words []string
	for _, asked := range f.agent.opts.extensions {
		shown := safe.Text(asked).Line(200).String()
		name, _ := a2a.SplitVersion(asked)
		other := slices.IndexFunc(uris, func(uri string) bool { of, version := a2a.SplitVersion(uri); return of == name && version != "" })
		switch {
		case slices.Contains(uris, asked):
			words = append(words, "the agent activated the extension "+shown)
		case other >= 0:
			words = append(words, "the agent activated the extension "+shown+" in another version: "+safe.Text(uris[other]).Line(200).String())
		default:
			words = append(words, "the agent does not say that it activated the extension "+shown)
		}
	}
	if len(uris) == 0 && len(words) == 0 {
		return true
	}
	n := a2a.Notice{Kind: a2a.NoticeExtensions, Text: strings.Join(words, "; ")}
	for _, uri := range uris {
		n.Extensions = append(n.Extensions, safe.Text(uri))
	}
	return f.notice(n)
}

// Complying is the agent with all activated that it requires, known or not.
func (a *Agent) Complying() (*Agent, error) {
	var uris []string
	for _, uri := range a.Missing() {
		uris = append(uris, uri.Exact())
	}
	return a.Redial(a.card, WithExtensions(uris...))
}
