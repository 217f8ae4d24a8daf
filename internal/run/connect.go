package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
