package store

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Trust is what the user agreed to of an agent that a file names: that credentials go
// to this origin, and which. Another origin or another header is asked about
// anew.
type Trust struct {
	File    string   `json:"file"`              // that names the agent
	Name    string   `json:"name"`              // in the file of saved agents or the suite of a repository; "" for another file
	Origin  string   `json:"origin"`            // scheme, host and port
	Headers []string `json:"headers,omitempty"` // "NAME=env:VARIABLE"
	// Environment is the environment of a suite, "" for an agent of agents.toml.
	Environment string    `json:"environment,omitempty"`
	Given       time.Time `json:"given"`
}

// StandardInput is the file of an agent whose card came on standard input. Nothing can be agreed to for good there.
const StandardInput = "standard input"

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
func (t Trust) Asks() string { return (&UntrustedError{Trust: t}).asks() }

// UntrustedError says that credentials would go to a host that a file named, and that the user was not asked.
type UntrustedError struct {
	Trust Trust
	Sends []string // what would go there, besides the headers
	// Warning says that the host looks like another one, in sentences that are safe to show; "" where it does not.
	Warning string
}

// What is what would go to the host, safe to show.
func (e *UntrustedError) What() string {
	what := slices.Concat(e.Trust.Headers, e.Sends)
	if len(what) == 0 {
		return "credentials"
	}
	return shown(strings.Join(what, " and "))
}

func (e *UntrustedError) asks() string {
	who := shown(e.Trust.File)
	if e.Trust.Name != "" {
		who = shown(e.Trust.Name) + " of " + who
	}
	return who + " asks to send " + e.What() + " to " + shown(e.Trust.Origin)
}

func (e *UntrustedError) Error() string {
	why := "; that file came with the repository, so you are asked first: "
	if e.Trust.Name == "" {
		why = "; that file, not you, names the host, so you are asked first: "
	}
	text := e.asks() + why
	switch {
	case e.Trust.File == StandardInput:
	case e.Trust.Name == "":
		text += "a2aform agents trust " + word(e.Trust.Origin) + " --in " + word(e.Trust.File) + "; or "
	case e.Trust.Environment != "":
		text += "a2aform agents trust " + word(e.Trust.Name) + " --env " + word(e.Trust.Environment) + "; or "
	default:
		text += "a2aform agents trust " + word(e.Trust.Name) + "; or "
	}
	text += "allow the host for one call with --trust " + word(hostOf(e.Trust.Origin))
	if e.Warning != "" {
		text += ". " + e.Warning
	}
	return text
}

// EndpointTrust is what is to be agreed to before messages go to origin, another host than that of a card. It says nothing of
// credentials.
func EndpointTrust(card, origin string) Trust {
	return Trust{File: card, Name: "endpoint", Origin: origin}
}

// EndpointError says that messages would go to another host than that of the agent's card, and that the user was not asked.
type EndpointError struct {
	Trust   Trust  // as [EndpointTrust] returns it
	Card    string // the host of the card
	Warning string // that the host of the messages looks like another one, safe to show; "" where it does not
}

// Asks is the question to the user, in one line.
func (e *EndpointError) Asks() string {
	text := "The card is from " + shown(e.Card) + ", and messages would go to " + shown(e.Trust.Origin) + ", which is another host."
	if e.Warning != "" {
		text += " " + e.Warning
	}
	return text
}

func (e *EndpointError) Error() string {
	text := "the card is from " + shown(e.Card) + ", and messages would go to " + shown(e.Trust.Origin) + ", which is another host: if that is what you want, allow it with --trust " + word(hostOf(e.Trust.Origin))
	if e.Warning != "" {
		text += ". " + e.Warning
	}
	return text
}

// word is a text in a command that is copied to a shell: a file may be named, and a host written, so that it acts there.
func word(text string) string {
	text = shown(text)
	if plainWord.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:@%+,=-]+$`)

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
			return old.File == t.File && old.Name == t.Name && old.Environment == t.Environment && (t.Name != "" || old.Origin == t.Origin)
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
