// Package signature checks the signatures of agent cards: JSON Web Signatures (RFC 7515) of
// the card in canonical JSON (RFC 8785), as A2A 1.0 §8.4 has them.
//
// A signature is never just valid: SDKs sign only the members that they know, so that the
// schemas of a card may be changed under its signature. A [Verdict] says what is not covered.
package signature

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-jose/go-jose/v4"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// MaxSignatures is how many signatures of a card are checked.
const MaxSignatures = 8

// algorithms are the accepted ones: no shared secrets, and not "none".
var algorithms = []jose.SignatureAlgorithm{
	jose.ES256, jose.ES384, jose.ES512, jose.EdDSA,
	jose.PS256, jose.PS384, jose.PS512, jose.RS256, jose.RS384, jose.RS512,
}

// Verdict is what is known of one signature of a card.
type Verdict struct {
	Algorithm, KeyID safe.Raw
	KeySet           safe.Raw // the address of its keys (jku); empty for none
	KeysFrom         string   // where the key is from; "" if none was found
	Valid            bool
	IsTrusted        bool       // the key is one that the user trusts
	NotCovered       []safe.Raw // of a valid one: members of the card that it does not cover, such as "skills[].inputSchema"
	Problem          string     // why it is not valid or was not checked; "" for a valid one
}

// FindKeys returns the keys that may hold the one with an id; keySet is the address that the
// signature names, "" for none.
type FindKeys func(id, keySet string) ([]*Keys, error)

// Verify checks the signatures of a card, at most [MaxSignatures] of them.
func Verify(card []byte, find FindKeys) ([]Verdict, error) {
	root, err := ojson.Parse(card, ojson.CardLimits)
	if err != nil {
		return nil, fmt.Errorf("the card is not JSON: %w", err)
	}
	candidates, err := payloads(root)
	if err != nil {
		return nil, err
	}
	var verdicts []Verdict
	for _, s := range root.Get("signatures").Items() {
		if len(verdicts) < MaxSignatures {
			verdicts = append(verdicts, verify(s, candidates, find))
		}
	}
	return verdicts, nil
}

// header is the protected header of a signature.
type header struct {
	Algorithm string `json:"alg"`
	KeyID     string `json:"kid"`
	KeySet    string `json:"jku"`
}

func verify(s *ojson.Value, candidates []payload, find FindKeys) (v Verdict) {
	var h header
	protected := s.Get("protected").Text()
	decoded, err := base64.RawURLEncoding.DecodeString(protected)
	if err != nil || json.Unmarshal(decoded, &h) != nil {
		v.Problem = "its protected header cannot be read"
		return v
	}
	v.Algorithm, v.KeyID, v.KeySet = safe.Text(h.Algorithm), safe.Text(h.KeyID), safe.Text(h.KeySet)
	switch {
	case !slices.Contains(algorithms, jose.SignatureAlgorithm(h.Algorithm)):
		v.Problem = "its algorithm is not accepted"
		return v
	case h.KeyID == "":
		v.Problem = "it does not name its key"
		return v
	}
	sets, err := find(h.KeyID, h.KeySet)
	for _, keys := range sets {
		for _, key := range keys.find(h.KeyID) {
			v.KeysFrom, v.IsTrusted = keys.From, keys.isTrusted
			if i := slices.IndexFunc(candidates, func(p payload) bool { return holds(s, p, key) }); i >= 0 {
				return v.valid(candidates[i])
			}
		}
	}
	switch {
	case v.KeysFrom != "":
		v.Problem = "it does not match the card: the card was changed after it was signed, or signed in another form"
	case err != nil:
		v.Problem = "its key was not found: " + err.Error()
	default:
		v.Problem = "its key was not found"
	}
	return v
}

func (v Verdict) valid(p payload) Verdict {
	v.Valid = true
	for _, path := range p.notCovered {
		v.NotCovered = append(v.NotCovered, safe.Text(path))
	}
	return v
}

// holds reports whether the signature is that of the payload by the key.
func holds(s *ojson.Value, p payload, key jose.JSONWebKey) bool {
	text, err := json.Marshal(map[string]string{
		"payload": base64.RawURLEncoding.EncodeToString(p.canonical), "protected": s.Get("protected").Text(), "signature": s.Get("signature").Text(),
	})
	if err != nil {
		return false
	}
	signed, err := jose.ParseSignedJSON(string(text), algorithms)
	if err != nil {
		return false
	}
	_, err = signed.Verify(key.Key)
	return err == nil
}

// ErrNoKeys says that a signature names no keys, and the user gave none.
var ErrNoKeys = errors.New("the signature names no address for it; pass a file with the agent's public keys, or keep it with the keys that you trust")

// Text says in our words what is known of the signature.
func (v Verdict) Text() string {
	what := "key"
	if v.IsTrusted {
		what = "trusted key"
	}
	by := fmt.Sprintf("by %s %s (%s, from %s)", what, v.KeyID.Line(80), v.Algorithm.Line(20), v.KeysFrom)
	switch {
	case v.Valid && len(v.NotCovered) == 0:
		return "✓ valid for the whole card, " + by
	case v.Valid:
		var left []string
		for _, path := range v.NotCovered {
			left = append(left, path.Line(80).String())
		}
		return "✓ valid, " + by + ", but does not cover " + strings.Join(left, ", ")
	case v.KeysFrom != "":
		return "✗ not valid " + by + ": " + v.Problem
	}
	return "? not checked: " + v.Problem
}
