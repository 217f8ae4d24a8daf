package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Trust is what the user agreed to of a repository's agent: that credentials go
// to this origin, and which. Another origin or another header is asked about
// anew.
type Trust struct {
	File    string   `json:"file"` // the repository's file of saved agents
	Name    string   `json:"name"`
	Origin  string   `json:"origin"`            // scheme, host and port
	Headers []string `json:"headers,omitempty"` // "NAME=env:VARIABLE"
	// Environment is the environment of a suite, "" for an agent of agents.toml.
	Environment string    `json:"environment,omitempty"`
	Given       time.Time `json:"given"`
}

// TrustIn is what is to be agreed to before credentials go to an agent of a
// repository that is spoken to at origin.
func (a Saved) TrustIn(origin string) Trust {
	t := Trust{File: a.File, Name: a.Name, Origin: origin, Environment: a.Environment}
	for _, list := range []struct {
		prefix  string
		headers []SavedHeader
	}{{"", a.Headers}, {"credential ", a.Credentials}, {"var ", a.Vars}} {
		for _, h := range list.headers {
			if h.Env != "" {
				t.Headers = append(t.Headers, list.prefix+h.Name+"=env:"+h.Env)
			}
		}
	}
	return t
}

func (t Trust) covers(o Trust) bool {
	return t.File == o.File && t.Name == o.Name && t.Environment == o.Environment && t.Origin == o.Origin && slices.Equal(t.Headers, o.Headers)
}

// Asks is the question to the user, in one line.
func (t Trust) Asks() string {
	what := "credentials"
	if len(t.Headers) > 0 {
		what = strings.Join(t.Headers, " and ")
	}
	return fmt.Sprintf("%s of %s asks to send %s to %s", shown(t.Name), shown(t.File), shown(what), shown(t.Origin))
}

// UntrustedError says that credentials would go to a host that a repository's
// file named, and that the user was not asked.
type UntrustedError struct{ Trust Trust }

func (e *UntrustedError) Error() string {
	text := e.Trust.Asks() + "; that file came with the repository, so you are asked first: a2aform agents trust " + shown(e.Trust.Name)
	if e.Trust.Environment != "" {
		text += " --env " + shown(e.Trust.Environment) + "; or allow the host for one call with --trust " + shown(hostOf(e.Trust.Origin))
	}
	return text
}

// hostOf is the host of an origin, with its port where that is not the usual one.
func hostOf(origin string) string {
	_, host, _ := strings.Cut(origin, "://")
	return strings.TrimSuffix(host, ":443")
}

// IsTrusted reports whether the user agreed to it. A list that cannot be read
// agrees to nothing.
func (s *Store) IsTrusted(t Trust) bool {
	if s == nil {
		return false
	}
	list, err := s.trusted().read()
	return err == nil && slices.ContainsFunc(list, t.covers)
}

// Trust notes that the user agreed.
func (s *Store) Trust(t Trust) error {
	return s.trusted().change(func(list []Trust) []Trust {
		list = slices.DeleteFunc(list, func(old Trust) bool {
			return old.File == t.File && old.Name == t.Name && old.Environment == t.Environment
		})
		t.Given = time.Now().UTC()
		return append(list, t)
	})
}

// program is a file that the user agreed to run, as it is now.
func program(path string, content []byte) Trust {
	sum := sha256.Sum256(content)
	return Trust{File: path, Name: "program", Origin: "sha256:" + hex.EncodeToString(sum[:])}
}

// IsTrustedProgram reports whether the user agreed to run a program of a repository with this content.
func (s *Store) IsTrustedProgram(path string, content []byte) bool {
	return s.IsTrusted(program(path, content))
}

// TrustProgram notes that the user agreed to run a program of a repository.
func (s *Store) TrustProgram(path string, content []byte) error {
	return s.Trust(program(path, content))
}

func (s *Store) trusted() listOf[Trust] {
	return listOf[Trust]{s, "trusted.json", "the list of what is trusted"}
}
