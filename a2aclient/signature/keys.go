package signature

import (
	"bytes"
	"cmp"
	"crypto"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"slices"

	"github.com/go-jose/go-jose/v4"
)

// maxKeys bounds the keys that a set may have.
const maxKeys = 100

// Keys are public keys to check signatures with.
type Keys struct {
	From string // where they are from, for messages

	list      []jose.JSONWebKey
	isTrusted bool
}

// Trusted returns keys that the user trusts: a signature by one of them says who signed. Keys
// without an id get the one that is given.
func (k *Keys) Trusted(id string) *Keys {
	trusted := &Keys{From: k.From, list: slices.Clone(k.list), isTrusted: true}
	for i := range trusted.list {
		trusted.list[i].KeyID = cmp.Or(trusted.list[i].KeyID, id)
	}
	return trusted
}

// ParseKeys reads a JSON Web Key Set or a single key (RFC 7517), or public keys and
// certificates in PEM. Private keys are refused.
func ParseKeys(data []byte, from string) (*Keys, error) {
	list, err := parseKeys(data)
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0:
		return nil, errors.New("it has no keys")
	case len(list) > maxKeys:
		return nil, fmt.Errorf("it has more than %d keys", maxKeys)
	}
	for _, key := range list {
		if !key.IsPublic() {
			return nil, errors.New("it has a key that is not public; only public keys are needed")
		}
	}
	return &Keys{From: from, list: list}, nil
}

func parseKeys(data []byte) (list []jose.JSONWebKey, err error) {
	if !bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		return parsePEM(data)
	}
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if json.Unmarshal(data, &set) != nil {
		return nil, errors.New("it is neither JSON Web Keys nor PEM")
	}
	if set.Keys == nil {
		set.Keys = []json.RawMessage{data}
	}
	for _, raw := range set.Keys {
		var key jose.JSONWebKey
		if key.UnmarshalJSON(raw) == nil { // one of a kind that is not known is no reason to refuse the others
			list = append(list, key)
		}
	}
	return list, nil
}

func parsePEM(data []byte) (list []jose.JSONWebKey, err error) {
	for block, rest := pem.Decode(data); block != nil; block, rest = pem.Decode(rest) {
		var key crypto.PublicKey
		if block.Type == "CERTIFICATE" {
			certificate, problem := x509.ParseCertificate(block.Bytes)
			if err = problem; err == nil {
				key = certificate.PublicKey
			}
		} else {
			key, err = x509.ParsePKIXPublicKey(block.Bytes)
		}
		if err != nil {
			return nil, fmt.Errorf("its %s is not a public key", block.Type)
		}
		list = append(list, jose.JSONWebKey{Key: key})
	}
	return list, nil
}

// find returns the keys under an id. Keys without an id, as those in PEM, may be any.
func (k *Keys) find(id string) (list []jose.JSONWebKey) {
	for _, key := range k.list {
		if key.KeyID == id || key.KeyID == "" {
			list = append(list, key)
		}
	}
	return list
}
