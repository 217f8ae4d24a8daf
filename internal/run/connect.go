package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// Dial chooses an interface of a card, with a credential set for its origin that holds
// what is kept for it. A card that names another origin than that from which it was
// read gets no credentials: what is kept for the one is not sent to the other. The
// notes say in our words what could not be used.
func Dial(ctx context.Context, card *a2aclient.Card, keep *store.Store, o ...a2aclient.Option) (agent *a2aclient.Agent, notes []string, err error) {
	agent, err = card.Dial(o...)
	if err != nil {
		return nil, nil, err
	}
	return WithKept(ctx, agent, keep)
}

// WithKept returns an agent with a credential set for its origin, as [Dial] does.
func WithKept(ctx context.Context, agent *a2aclient.Agent, keep *store.Store) (with *a2aclient.Agent, notes []string, err error) {
	card := agent.Card()
	credentials, err := auth.NewCredentialSet(agent.Interface().URL)
	if err != nil {
		return agent, nil, nil
	}
	if from, err := auth.NewCredentialSet(safe.Text(card.Source)); err == nil && from.Origin() != credentials.Origin() {
		return agent, nil, nil
	}
	if _, _, differ := agent.OtherEndpoint(); differ { // a card of a file names another host
		return agent, nil, nil
	}
	if keep != nil {
		notes = fillCredentials(ctx, credentials, card, keep)
	}
	agent, err = agent.Redial(card, a2aclient.WithCredentials(credentials))
	return agent, notes, err
}

// NotePublicCard is the note of [Extend] where there are no credentials.
const NotePublicCard = "this is the public card; the extended card needs credentials"

// Extend takes the authenticated extended card of an agent in place of the
// public one, where it has one and there are credentials to ask with: with the
// same credentials, if they may be used there. The note says in our words what was
// done, "" where there is nothing to say. Where the card cannot be had, the
// agent stays as it is.
func Extend(ctx context.Context, agent *a2aclient.Agent) (extended *a2aclient.Agent, note string) {
	public := agent.Card()
	switch {
	case !public.HasExtended || public.IsExtended:
		return agent, ""
	case !agent.HasCredentials():
		return agent, NotePublicCard
	}
	ctx, cancel := context.WithTimeout(ctx, limit.ExtendedTime.Duration())
	defer cancel()
	card, err := agent.Extended(ctx)
	if err == nil {
		var again *a2aclient.Agent
		if again, err = redial(card, agent); err == nil {
			return again, "this is the extended card"
		}
	}
	return agent, "this is the public card, because the extended card cannot be used: " + err.Error()
}

// redial returns an agent of another card. One of another origin is not used: the
// credentials were meant for the first alone.
func redial(card *a2aclient.Card, public *a2aclient.Agent) (*a2aclient.Agent, error) {
	agent, err := public.Redial(card)
	if err != nil {
		return nil, err
	}
	at, err := auth.NewCredentialSet(agent.Interface().URL)
	from, err2 := auth.NewCredentialSet(public.Interface().URL)
	if err != nil || err2 != nil || at.Origin() != from.Origin() {
		return nil, errors.New("it has an address at another host, and credentials are not sent there")
	}
	return agent, nil
}

// fillCredentials puts what is kept for the origin into the credential set; a token that has
// expired is renewed.
func fillCredentials(ctx context.Context, credentials *auth.CredentialSet, card *a2aclient.Card, keep *store.Store) (notes []string) {
	kept, err := keep.CredentialsFor(credentials.Origin())
	if err != nil {
		notes = strings.Split(err.Error(), "\n")
	}
	for _, c := range kept {
		scheme, ok := card.Scheme(c.Scheme)
		if !ok {
			continue // the card has another scheme now
		}
		if !c.Expires.IsZero() && time.Now().After(c.Expires) {
			if c, err = renewTokens(ctx, scheme, c); err != nil {
				notes = append(notes, "the token for "+c.Scheme.Line(80).String()+" has expired: "+err.Error())
				continue
			}
			if _, err := keep.KeepCredential(c); err != nil { // it is good for now
				notes = append(notes, "the new token for "+c.Scheme.Line(80).String()+" is not kept: "+err.Error())
			}
		}
		if err := credentials.Put(scheme, c.Secret.Value, "kept in the "+c.Where); err != nil {
			notes = append(notes, err.Error())
		}
	}
	return notes
}

// renewTokens asks for another token where the last one came from, and nowhere else:
// a card that names another place may be a forged one.
func renewTokens(ctx context.Context, scheme auth.Scheme, c store.Credential) (store.Credential, error) {
	switch {
	case c.Secret.Refresh == "" && c.Secret.ClientSecret == "":
		return c, errors.New("log in again with a2aform auth login")
	case !isSameServer(scheme, c.Secret):
		return c, fmt.Errorf("the token address of the card has changed to %s since you logged in, so the secret is not sent; if you trust it, log in again with a2aform auth login",
			cmp.Or(scheme.MetadataURL, scheme.TokenURL, scheme.CodeTokenURL).Line(200))
	}
	scheme.TokenURL = c.Secret.TokenURL
	client := a2aclient.OAuthClient(c.Secret.ClientID, c.Secret.ClientSecret)
	var token auth.Token
	var err error
	if c.Secret.Refresh != "" {
		token, err = auth.Renew(ctx, scheme, client, c.Secret.Refresh)
	} else {
		token, err = auth.ClientCredentials(ctx, scheme, client)
	}
	if err != nil {
		return c, err
	}
	c.Secret.Value, c.Expires = token.Access, token.Expires
	if token.Refresh != "" {
		c.Secret.Refresh = token.Refresh
	}
	return c, nil
}

// isSameServer reports whether a card names what the token came from: the metadata of its
// authorization server, or its endpoint.
func isSameServer(scheme auth.Scheme, kept store.Secret) bool {
	if !kept.MetadataURL.IsEmpty() {
		return scheme.MetadataURL == kept.MetadataURL
	}
	return kept.TokenURL == scheme.TokenURL || kept.TokenURL == scheme.CodeTokenURL
}

// signInFlows are the flows by the words of a user.
var signInFlows = map[string]auth.Flow{"browser": auth.FlowCode, "device-code": auth.FlowDevice, "client-credentials": auth.FlowClient}

// SignInOptions say how to sign in.
type SignInOptions struct {
	ClientID, ClientSecret string   // the secret is empty for a public client
	Flow                   string   // a key of [signInFlows]; "" for the one that fits
	Port                   int      // of the redirect address; 0 for any
	Hosts                  []string // addresses of hosts besides the agent's that the user trusts

	Getenv func(string) string
	Open   func(ctx context.Context, address string) error // opens a page in a browser
	Say    func(text string)                               // tells the user what to do
}

// UsageError says which other options are needed.
type UsageError struct{ text string }

func (e *UsageError) Error() string { return e.text }

func usagef(format string, args ...any) error { return &UsageError{fmt.Sprintf(format, args...)} }

// SignIn signs in to a scheme of a card, whose agent is at an origin, and returns what is
// sent and what renews it, and when it expires.
func SignIn(ctx context.Context, card *a2aclient.Card, scheme auth.Scheme, origin string, o SignInOptions) (store.Secret, time.Time, error) {
	if scheme.Kind != auth.SchemeOAuth2 && scheme.Kind != auth.SchemeOpenID {
		return store.Secret{}, time.Time{}, usagef("--client-id is for OAuth 2.0 and OpenID Connect, and %s is a %s", scheme.Name.Line(80), scheme.Kind)
	}
	client := a2aclient.OAuthClient(o.ClientID, o.ClientSecret)
	scheme, err := o.discover(ctx, card, scheme, client, origin)
	if err != nil {
		return store.Secret{}, time.Time{}, err
	}
	flow, err := o.choose(scheme)
	if err != nil {
		return store.Secret{}, time.Time{}, err
	}
	if required := requiredScopes(card, scheme.Name); scheme.Kind == auth.SchemeOAuth2 && len(required) > 0 {
		scheme.Scopes = addScopes(required, userScopes(scheme, flow)) // a flow lists all that there are
	}
	if err := o.checkHosts(scheme, flow, origin); err != nil {
		return store.Secret{}, time.Time{}, err
	}
	if flow == auth.FlowCode {
		scheme = scheme.ForCode()
	}
	token, err := o.run(ctx, flow, scheme, client)
	if err != nil && ctx.Err() == nil && flow == auth.FlowDevice && o.Flow == "" && scheme.Offers(auth.FlowCode) {
		err = fmt.Errorf("%w; --flow browser takes a browser in place of the device code", err)
	}
	secret := store.Secret{Value: token.Access, Refresh: token.Refresh, ClientID: client.ID, ClientSecret: client.Secret, TokenURL: scheme.TokenURL}
	if flow != auth.FlowClient && token.Refresh == "" {
		secret.ClientSecret = "" // it would renew a user's token with one of the client
	}
	if !scheme.Issuer.IsEmpty() {
		secret.MetadataURL = scheme.MetadataURL
	}
	return secret, token.Expires, err
}

// discover adds what the authorization server says of itself. Where it cannot be had, the
// addresses of the card are used, if there are any.
func (o *SignInOptions) discover(ctx context.Context, card *a2aclient.Card, s auth.Scheme, client auth.Client, origin string) (auth.Scheme, error) {
	if s.MetadataURL.IsEmpty() && s.Kind != auth.SchemeOpenID {
		return s, nil
	}
	if err := o.checkHost("metadata", s.MetadataURL, origin); err != nil {
		return s, err
	}
	m, err := auth.Discover(ctx, s, client)
	switch {
	case err == nil:
	case ctx.Err() == nil && !(s.TokenURL.IsEmpty() && s.CodeTokenURL.IsEmpty()):
		o.Say("note: " + err.Error() + "; the addresses of the card are used")
		return s, nil
	default:
		return s, err
	}
	s = s.WithMetadata(m)
	if s.Kind == auth.SchemeOpenID {
		s.Scopes = openIDScopes(card, s.Name, m.Scopes)
	}
	return s, nil
}

// openIDScopes are the scopes that a card requires for a scheme, with openid, and with
// offline_access for a refresh token where the server has it.
func openIDScopes(card *a2aclient.Card, scheme safe.Raw, supported []safe.Raw) []safe.Raw {
	scopes := addScopes([]safe.Raw{safe.Text("openid")}, requiredScopes(card, scheme))
	if offline := safe.Text("offline_access"); slices.Contains(supported, offline) {
		scopes = addScopes(scopes, []safe.Raw{offline})
	}
	return scopes
}

// requiredScopes are the scopes that a card and its skills require of a scheme. Any one of several requirements is enough, so that only the
// first with the scheme counts.
func requiredScopes(card *a2aclient.Card, scheme safe.Raw) (scopes []safe.Raw) {
	required := [][]auth.Requirement{card.Requirements}
	for _, skill := range card.Skills {
		required = append(required, skill.Requirements)
	}
	isOfScheme := func(need auth.Need) bool { return need.Scheme == scheme }
	for _, ways := range required {
		if i := slices.IndexFunc(ways, func(way auth.Requirement) bool { return slices.ContainsFunc(way, isOfScheme) }); i >= 0 {
			scopes = addScopes(scopes, ways[i][slices.IndexFunc(ways[i], isOfScheme)].Scopes)
		}
	}
	return scopes
}

// userScopes are the listed scopes with which a user stays signed in. They let nobody do more (OpenID Connect Core, sections 3.1.2.1 and 11).
func userScopes(scheme auth.Scheme, flow auth.Flow) (scopes []safe.Raw) {
	for _, name := range []string{"openid", "offline_access"} {
		if scope := safe.Text(name); flow != auth.FlowClient && slices.Contains(scheme.Scopes, scope) {
			scopes = append(scopes, scope)
		}
	}
	return scopes
}

// addScopes adds scopes that are not there yet.
func addScopes(list, more []safe.Raw) []safe.Raw {
	for _, scope := range more {
		if !slices.Contains(list, scope) {
			list = append(list, scope)
		}
	}
	return list
}

// choose returns the flow that the user named, or the one that fits: client credentials
// with a secret, a browser where one can be opened, else a device code.
func (o *SignInOptions) choose(s auth.Scheme) (auth.Flow, error) {
	if o.Flow != "" {
		flow, known := signInFlows[o.Flow]
		if !known {
			return "", usagef("--flow is browser, device-code or client-credentials, and not %s", safe.Text(o.Flow).Line(40))
		}
		return flow, nil
	}
	device := s.Offers(auth.FlowDevice)
	switch {
	case o.ClientSecret != "" && s.Offers(auth.FlowClient):
		return auth.FlowClient, nil
	case s.Offers(auth.FlowCode) && (!device || o.hasBrowser()):
		return auth.FlowCode, nil
	case device:
		return auth.FlowDevice, nil
	case s.Offers(auth.FlowClient):
		return "", usagef("the agent takes tokens of client credentials alone: add --client-secret env:NAME")
	}
	return "", fmt.Errorf("%s names no address where a token can be had by a browser or a device code", s.Name.Line(80))
}

// isRemote reports whether the user is at another machine, over SSH.
func (o *SignInOptions) isRemote() bool {
	return o.Getenv("SSH_CONNECTION") != "" || o.Getenv("SSH_TTY") != ""
}

// hasBrowser reports whether the user sees a browser that is opened here.
func (o *SignInOptions) hasBrowser() bool {
	hasScreen := runtime.GOOS == "darwin" || runtime.GOOS == "windows" || o.Getenv("DISPLAY") != "" || o.Getenv("WAYLAND_DISPLAY") != ""
	return hasScreen && !o.isRemote()
}

// checkHosts wants a word of the user before anything is asked of a host that only the card,
// or metadata at the agent's own host, names. The hosts that the metadata of another host
// name, which the user agreed to, are trusted with it.
func (o *SignInOptions) checkHosts(s auth.Scheme, flow auth.Flow, origin string) error {
	if !s.Issuer.IsEmpty() && originOf(s.MetadataURL) != origin {
		return nil
	}
	tokens, other, name := s.TokenURL, safe.Raw{}, ""
	switch flow {
	case auth.FlowCode:
		tokens, other, name = s.CodeTokenURL, s.AuthURL, "authorization"
	case auth.FlowDevice:
		other, name = s.DeviceURL, "device"
	}
	if err := o.checkHost("token", tokens, origin); err != nil {
		return err
	}
	if err := o.checkHost(name, other, origin); err != nil {
		return err
	}
	if at := originOf(tokens); flow == auth.FlowCode && originOf(other) != origin && at == origin && !o.agreed(at) { // a mix-up (RFC 9700 §4.4)
		return usagef("you would sign in at %s, and the agent itself would get what gives the token; if you trust it with that, add --tokens-at %s",
			safe.Text(originOf(other)).Line(200), safe.Text(at).Line(200))
	}
	return nil
}

func (o *SignInOptions) checkHost(name string, address safe.Raw, origin string) error {
	at := originOf(address)
	if at == "" || at == origin || o.agreed(at) { // what is no address is refused where it is used
		return nil
	}
	return usagef("the card's %s address is at another host, %s; if you trust that host, add --tokens-at %s",
		name, address.Line(200), safe.Text(at).Line(200))
}

// agreed reports whether the user named a host.
func (o *SignInOptions) agreed(origin string) bool {
	return slices.ContainsFunc(o.Hosts, func(host string) bool { return originOf(safe.Text(host)) == origin })
}

// originOf is the origin of an address, "" where it has none.
func originOf(address safe.Raw) string {
	set, err := auth.NewCredentialSet(address)
	if err != nil {
		return ""
	}
	return set.Origin()
}

func (o *SignInOptions) run(ctx context.Context, flow auth.Flow, s auth.Scheme, client auth.Client) (auth.Token, error) {
	switch flow {
	case auth.FlowClient:
		o.Say("asking for a token at " + s.TokenURL.Line(300).String())
		return auth.ClientCredentials(ctx, s, client)
	case auth.FlowDevice:
		return auth.DeviceCode(ctx, s, client, func(address, code string) {
			o.Say(fmt.Sprintf("open %s and enter the code %s; waiting …", safe.Text(address).Line(300), safe.Text(code).Line(80)))
		})
	}
	return auth.TokenInBrowser(ctx, s, client, o.Port, func(page string, port int) { o.showPage(ctx, page, port) })
}

// showPage opens the page to sign in at, and always says its address, because a browser may
// not come up.
func (o *SignInOptions) showPage(ctx context.Context, page string, port int) {
	lines := []string{"open this address in a browser to sign in:", "", safe.Text(page).Line(limit.AddressBytes.Int()).String(), ""}
	if o.isRemote() {
		lines = append(lines, fmt.Sprintf("the browser must reach port %d of this machine; if it is on your own, run there: ssh -N -L %d:127.0.0.1:%d HOST", port, port, port))
	}
	o.Say(strings.Join(append(lines, "waiting for the browser …"), "\n"))
	if !o.hasBrowser() {
		return
	}
	if err := o.Open(ctx, page); err != nil {
		o.Say("the browser was not opened: " + err.Error())
	}
}
