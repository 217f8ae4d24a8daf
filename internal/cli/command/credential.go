package command

import (
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
)

// CredentialFlags name where secrets are; a secret itself is never a flag, as
// every process of the machine can read those.
type CredentialFlags struct {
	bearer, basic, apiKey string
	named, Headers        []string
	params                []string // service parameters, KEY:VALUE
}

func (f *CredentialFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.bearer, "bearer", "", "the bearer token: `env:NAME` names the variable that has it (default env:A2ACLI_BEARER, if the card asks for a token)")
	flags.StringVar(&f.basic, "basic", "", "HTTP Basic: `env:NAME` names the variable that has USER:PASSWORD (default env:A2ACLI_BASIC)")
	flags.StringVar(&f.apiKey, "api-key", "", "the key of the card's API key scheme, as `env:NAME` (default env:A2ACLI_API_KEY)")
	flags.StringArrayVar(&f.named, "credential", nil, "`SCHEME=env:NAME` for a scheme of the card; may be repeated")
	flags.StringArrayVar(&f.params, "svc-param", nil, "a service parameter of A2A as `KEY:VALUE`, in a header of each request; masked wherever requests are shown; may be repeated")
	flags.StringArrayVar(&f.Headers, "header", nil, "a header as `NAME=VALUE`, or NAME=env:NAME for a secret one; may be repeated")
}

// The kinds of schemes that each flag serves.
var (
	bearerKinds = []auth.SchemeKind{auth.SchemeBearer, auth.SchemeOAuth2, auth.SchemeOpenID}
	basicKinds  = []auth.SchemeKind{auth.SchemeBasic}
	apiKeyKinds = []auth.SchemeKind{auth.SchemeAPIKey}
)

// isEmpty reports whether the flags name no scheme.
func (f *CredentialFlags) isEmpty() bool {
	return f.bearer == "" && f.basic == "" && f.apiKey == "" && len(f.named) == 0
}

// set is what the flags name, for the origin of the interface; nil where they
// name nothing. Secrets take the place of what is kept, and headers come to it. A
// card that names another host gets none.
func (f *CredentialFlags) set(s *Streams, card *a2aclient.Card, agent *a2aclient.Agent) (*auth.CredentialSet, error) {
	if f.isEmpty() && len(f.Headers)+len(f.params) == 0 {
		return nil, nil
	}
	w, err := credentialsFor(card, agent.Interface().URL)
	if err != nil {
		return nil, err
	}
	if kept := agent.Credentials(); kept != nil && f.isEmpty() {
		w = kept
	}
	for _, c := range []struct {
		flag, value string
		kinds       []auth.SchemeKind
	}{
		{"--bearer", f.bearer, bearerKinds},
		{"--basic", f.basic, basicKinds},
		{"--api-key", f.apiKey, apiKeyKinds},
	} {
		if c.value == "" {
			continue
		}
		scheme, err := schemeFor(card, c.flag, c.kinds)
		if err != nil {
			return nil, err
		}
		if err := put(s, w, scheme, c.flag, c.value); err != nil {
			return nil, err
		}
	}
	if err := f.putNamed(s, w, card); err != nil {
		return nil, err
	}
	return w, f.putHeaders(s, w, card)
}

// credentialsFor is an empty set of credentials for the origin of an interface, which must be
// that of the card.
func credentialsFor(card *a2aclient.Card, interfaceURL safe.Raw) (*auth.CredentialSet, error) {
	w, err := auth.NewCredentialSet(interfaceURL)
	if err != nil {
		return nil, Usagef("%s", err)
	}
	if from, err := auth.NewCredentialSet(safe.Text(card.Source)); err == nil && from.Origin() != w.Origin() {
		return nil, Usagef("the card of %s has an address at %s, and credentials for one are not sent to the other; "+
			"if you trust that address, save the card and open the file", safe.Text(from.Origin()).Line(200), safe.Text(w.Origin()).Line(200))
	}
	return w, nil
}

// schemeFor is the card's first scheme of a kind. A token or a password can be
// sent though the card asks for none; a key needs a place.
func schemeFor(card *a2aclient.Card, flag string, kinds []auth.SchemeKind) (auth.Scheme, error) {
	for _, scheme := range card.Schemes {
		if slices.Contains(kinds, scheme.Kind) {
			return scheme, nil
		}
	}
	for _, scheme := range card.Schemes {
		if kinds[0] == auth.SchemeAPIKey && scheme.Kind == auth.SchemeUnknown && scheme.In != "" {
			return auth.Scheme{}, Usagef("%s: the card declares %s; use --header NAME=env:NAME if the agent takes the key there, too", flag, scheme.Label())
		}
	}
	if kinds[0] == auth.SchemeAPIKey {
		return auth.Scheme{}, Usagef("%s: the card declares no API key, so it is not known where one goes; use --header NAME=env:NAME", flag)
	}
	return auth.Scheme{Name: safe.Text(flag), Kind: kinds[0]}, nil
}

func put(s *Streams, w *auth.CredentialSet, scheme auth.Scheme, flag, value string) error {
	secret, err := s.Secret(flag, value)
	if err != nil {
		return err
	}
	if err := w.Put(scheme, secret, value); err != nil {
		return Usagef("%s: %s", flag, err)
	}
	return nil
}

func (f *CredentialFlags) putNamed(s *Streams, w *auth.CredentialSet, card *a2aclient.Card) error {
	for _, pair := range f.named {
		name, value, _ := strings.Cut(pair, "=")
		scheme, ok := card.Scheme(safe.Text(name))
		if !ok {
			var names []string
			for _, known := range card.Schemes {
				names = append(names, known.Name.Line(80).String())
			}
			if names == nil {
				names = []string{"none"}
			}
			return Usagef("--credential %s: the card has no such scheme; it has %s", safe.Text(name).Line(80), strings.Join(names, ", "))
		}
		if err := put(s, w, scheme, "--credential "+safe.Text(name).Line(80).String(), value); err != nil {
			return err
		}
	}
	return nil
}

func (f *CredentialFlags) putHeaders(s *Streams, w *auth.CredentialSet, card *a2aclient.Card) error {
	for _, pair := range f.params {
		name, value, ok := strings.Cut(pair, ":")
		if !ok {
			return Usagef("--svc-param: write KEY:VALUE")
		}
		if err := w.PutHeader(strings.TrimSpace(name), strings.TrimSpace(value), "--svc-param", true); err != nil {
			return Usagef("--svc-param: %s", err)
		}
	}
	for _, pair := range f.Headers {
		name, value, ok := strings.Cut(pair, "=")
		if !ok {
			return Usagef("--header: write NAME=VALUE or NAME=env:NAME")
		}
		source, masked := "--header", strings.HasPrefix(value, "env:")
		if masked || isSecretHeader(card, name) {
			masked = true
			secret, err := s.Secret("--header "+safe.Text(name).Line(80).String(), value)
			if err != nil {
				return err
			}
			source, value = value, secret
		}
		if err := w.PutHeader(name, value, source, masked); err != nil {
			return Usagef("--header: %s", err)
		}
	}
	return nil
}

// isSecretHeader reports whether a header carries credentials.
func isSecretHeader(card *a2aclient.Card, name string) bool {
	for _, known := range []string{"Authorization", "Proxy-Authorization", "Cookie", "X-API-Key"} {
		if strings.EqualFold(known, name) {
			return true
		}
	}
	return slices.ContainsFunc(card.Schemes, func(scheme auth.Scheme) bool {
		return scheme.Kind == auth.SchemeAPIKey && scheme.In == auth.KeyInHeader && strings.EqualFold(scheme.Param.Exact(), name) //nolint:forbidigo // compared, not drawn
	})
}

// Secret reads what env:NAME names. What the user wrote instead of that may be
// the secret itself, so it is not repeated.
func (s *Streams) Secret(flag, value string) (string, error) {
	name, ok := strings.CutPrefix(value, "env:")
	if !ok || name == "" {
		return "", Usagef("%s: write env:NAME, the variable that holds the secret; other users can read a secret on the command line", flag)
	}
	secret := s.Getenv(name)
	if secret == "" {
		return "", Usagef("%s: the variable %s is empty or not set", flag, safe.Text(name).Line(80))
	}
	return secret, nil
}

// CredentialsOf is an empty set of credentials for the origin of the interface that would
// be used, which must be that of the card.
func CredentialsOf(card *a2aclient.Card) (*auth.CredentialSet, error) {
	agent, err := card.Dial()
	if err != nil {
		return nil, err
	}
	return credentialsFor(card, agent.Interface().URL)
}

// variableText is a text that means a variable where it is the value of a flag of credentials.
var variableText = regexp.MustCompile(`^env:([A-Za-z_][A-Za-z0-9_]*)$`)

// WarnVariable says that env:NAME in a --set is no variable, and what to use instead.
func (s *Streams) WarnVariable(path, value string, instead func(variable string) string) {
	if m := variableText.FindStringSubmatch(value); m != nil {
		s.Warn("note: --set " + safe.Text(path).Line(60).String() + ": " + value + " is used as this text, not as a variable; " + instead(m[1]))
	}
}
