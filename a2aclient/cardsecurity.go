package a2aclient

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"a2aform/a2aclient/auth"
	"a2aform/a2aclient/signature"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// Missing are the requirements of a card, or of one of its skills, that the
// credentials do not meet; nil where one is met, or none is made.
func (c *Card) Missing(set *auth.CredentialSet, skill *Skill) []auth.Requirement {
	required := c.required(skill)
	for _, needs := range required {
		if set.Meets(needs) {
			return nil
		}
	}
	return required
}

func (c *Card) required(skill *Skill) []auth.Requirement {
	if skill != nil && len(skill.Requirements) > 0 {
		return skill.Requirements
	}
	return c.Requirements
}

// Scheme is the declared scheme of that name.
func (c *Card) Scheme(name safe.Raw) (auth.Scheme, bool) {
	i := slices.IndexFunc(c.Schemes, func(s auth.Scheme) bool { return s.Name == name })
	if i < 0 {
		return auth.Scheme{}, false
	}
	return c.Schemes[i], true
}

// Asked puts requirements into words that are safe to show, such as "tok (bearer
// token) and key (API key), or id (OpenID Connect)", each with the card's description of it; "" for none.
func (c *Card) Asked(list []auth.Requirement) string {
	var ways []string
	for _, needs := range list {
		var words []string
		for _, need := range needs {
			word := need.Scheme.Line(80).String()
			if scheme, ok := c.Scheme(need.Scheme); ok {
				word = scheme.Label()
				if !scheme.Description.IsEmpty() {
					word += " “" + scheme.Description.Line(160).String() + "”"
				}
			}
			words = append(words, word)
		}
		if len(words) == 0 {
			words = []string{"nothing"}
		}
		ways = append(ways, strings.Join(words, " and "))
	}
	return strings.Join(ways, ", or ")
}

// security reads the schemes and what is required of them.
func (r *cardReader) security() {
	for _, m := range r.root.Get("securitySchemes").Members() {
		s := auth.ReadScheme(m.Value)
		s.Name = safe.Text(m.Name)
		r.Schemes = append(r.Schemes, s)
	}
	r.Requirements = requirementsOf(r.root.Get("securityRequirements"), r.root.Get("security"))
	r.seedScheme()
	r.oldSchemes()
}

// oldSchemes makes schemes of the words that cards have before A2A 0.2.1: {"authentication": {"schemes": ["Bearer"]}}, any of which
// lets a client in.
func (r *cardReader) oldSchemes() {
	if len(r.Schemes) > 0 {
		return
	}
	for _, v := range r.root.Get("authentication").Get("schemes").Items() {
		s := auth.Scheme{Name: raw(v)}
		switch separators.Replace(strings.ToLower(v.Text())) {
		case "bearer", "jwt", "oauth2", "oauth", "openidconnect", "oidc":
			s.Kind = auth.SchemeBearer
		case "basic":
			s.Kind = auth.SchemeBasic
		case "apikey":
			s.Kind, s.In, s.Param = auth.SchemeAPIKey, auth.KeyInHeader, safe.Text("X-API-Key")
		default:
			continue
		}
		if _, known := r.Scheme(s.Name); !known {
			r.Schemes = append(r.Schemes, s)
			r.Requirements = append(r.Requirements, auth.Requirement{{Scheme: s.Name}})
		}
	}
}

// seedScheme makes a scheme of the one word of seeds 001 and 003.
func (r *cardReader) seedScheme() {
	if len(r.Schemes) > 0 {
		return
	}
	for _, member := range []string{"authentication", "auth"} {
		said := r.root.Get(member)
		s := auth.Scheme{Name: safe.Text(member), Description: raw(said.Get("instructions"))}
		switch strings.ToLower(said.Get("type").Text()) {
		case "bearer", "jwt", "oauth2", "oauth":
			s.Kind = auth.SchemeBearer
		case "api_key", "apikey":
			s.Kind, s.In, s.Param = auth.SchemeAPIKey, auth.KeyInHeader, safe.Text("X-API-Key")
			if name := said.Get("scheme").Text(); auth.IsHeaderName(name) {
				s.Param = safe.Text(name)
			}
		default:
			continue
		}
		r.Schemes = []auth.Scheme{s}
		r.Requirements = []auth.Requirement{{{Scheme: safe.Text(member)}}}
	}
}

func untrusted(texts []string) []safe.Raw {
	list := make([]safe.Raw, len(texts))
	for i, text := range texts {
		list[i] = safe.Text(text)
	}
	return list
}

// requirementsOf reads requirements in any shape that agents use: a list of
// objects from names to scopes, where 1.0 has {"schemes": …} around them and
// {"list": …} around scopes.
func requirementsOf(lists ...*ojson.Value) []auth.Requirement {
	var all []auth.Requirement
	for _, list := range lists {
		for _, item := range list.Items() {
			if inner := item.Get("schemes"); inner.Is(ojson.Object) {
				item = inner
			}
			if !item.Is(ojson.Object) {
				continue
			}
			needs := auth.Requirement{}
			for _, m := range item.Members() {
				scopes := m.Value
				if inner := scopes.Get("list"); inner.Is(ojson.Array) {
					scopes = inner
				}
				needs = append(needs, auth.Need{Scheme: safe.Text(m.Name), Scopes: untrusted(modesOf(scopes))})
			}
			all = append(all, needs)
		}
	}
	return all
}

const (
	keysTime = 10 * time.Second // for all key sets of a card
	keysSize = 1 << 20          // of one, in bytes
)

// VerifySignatures checks the signatures of the card: with the keys of the user, and with
// those at the address that a signature names, if that is at the card's own origin. It asks
// no other host, and sends no credentials.
func (c *Card) VerifySignatures(ctx context.Context, own []*signature.Keys, o ...Option) ([]signature.Verdict, error) {
	ctx, cancel := context.WithTimeout(ctx, keysTime)
	defer cancel()
	f := &fetcher{opts: newOptions(o)}
	defer f.opts.closeIdle()
	sets, failed := map[string]*signature.Keys{}, map[string]error{} // each address is asked once
	return signature.Verify(c.Raw, func(_, address string) ([]*signature.Keys, error) {
		if address == "" {
			return own, signature.ErrNoKeys
		}
		set, known := sets[address]
		if !known {
			set, failed[address] = f.keys(ctx, address, c.Source)
			sets[address] = set
		}
		if err := failed[address]; err != nil {
			return own, err
		}
		return append(own[:len(own):len(own)], set), nil
	})
}

// keys reads the key set of a signature of a card from source.
func (f *fetcher) keys(ctx context.Context, address, source string) (*signature.Keys, error) {
	at, err := url.Parse(address)
	from, sourceErr := url.Parse(source)
	switch {
	case err != nil || at.Host == "" || at.User != nil:
		return nil, errors.New("the address of its keys is not a URL")
	case sourceErr != nil || origin(at) != origin(from):
		return nil, fmt.Errorf("its keys are at %s, which is not where the card is from; pass them as a file", safe.Text(at.Host).Line(100))
	}
	resp, _, problem := f.get(ctx, at)
	if problem != nil {
		return nil, fmt.Errorf("its keys cannot be read: %s", problem.What)
	}
	defer closeBody(resp.Response)
	data, over, err := readBody(resp.Response, keysSize)
	switch {
	case resp.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("its keys cannot be read: the host answered %d", resp.StatusCode)
	case err != nil || over:
		return nil, errors.New("its keys cannot be read: the answer broke off, or is too large")
	}
	shown := safe.Text(address).Line(200).String()
	keys, err := signature.ParseKeys(data, shown)
	if err != nil {
		return nil, fmt.Errorf("its keys at %s cannot be used: %w", shown, err)
	}
	return keys, nil
}
