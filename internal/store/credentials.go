package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/zalando/go-keyring"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
)

// Credential is a secret that is kept for one scheme of one origin. The secret
// itself lies in the keyring of the system where there is one, else in a file
// that only the user can read.
type Credential struct {
	Origin  string    `json:"origin"` // scheme, host and port
	Scheme  safe.Raw  `json:"scheme"` // by the name on the card
	Kind    string    `json:"kind"`   // in words
	Kept    time.Time `json:"kept"`
	Expires time.Time `json:"expires,omitzero"` // of a token; zero where it is not known
	Where   string    `json:"where"`            // [InKeyring] or [InFile]
	Secret  Secret    `json:"secret,omitzero"`  // only in a file
}

// Secret is what is sent, and what renews it.
type Secret struct {
	Value        string   `json:"value,omitempty"`
	Refresh      string   `json:"refresh,omitempty"` // OAuth 2.0 refresh token
	ClientID     string   `json:"clientId,omitempty"`
	ClientSecret string   `json:"clientSecret,omitempty"`
	TokenURL     safe.Raw `json:"tokenUrl,omitzero"` // where the token came from; it is renewed nowhere else
	// MetadataURL is where the card said that the authorization server describes itself,
	// if the token's address was found there.
	MetadataURL safe.Raw `json:"metadataUrl,omitzero"`
}

// String hides the secret wherever it is printed.
func (Secret) String() string { return "••••••" }

// Where a secret lies.
const (
	InKeyring = "keyring"
	InFile    = "file"
)

// keyringService is the name under which the system's keyring lists our secrets.
const keyringService = "a2aform"

func (s *Store) credentials() listOf[Credential] {
	return listOf[Credential]{s, "credentials.json", "the file of credentials"}
}

// Credentials are what is kept, without the secrets that lie in the keyring.
func (s *Store) Credentials() ([]Credential, error) { return s.credentials().read() }

// CredentialsFor are those of one origin, with their secrets. One that the keyring
// does not give is left out, and the error says so; the others are returned.
func (s *Store) CredentialsFor(origin string) ([]Credential, error) {
	all, err := s.Credentials()
	if err != nil {
		return nil, err
	}
	var list []Credential
	var held []error
	for _, c := range all {
		if c.Origin != origin {
			continue
		}
		if c.Where == InKeyring {
			secret, err := fromKeyring(c)
			if err != nil {
				held = append(held, fmt.Errorf("the secret of %s is stored in the keyring, and cannot be read: %w", c.Scheme.Line(80), err))
				continue
			}
			c.Secret = secret
		}
		list = append(list, c)
	}
	return list, errors.Join(held...)
}

// KeepCredential keeps a secret in place of an older one, and says where it
// lies.
func (s *Store) KeepCredential(c Credential) (where string, err error) {
	err = s.credentials().change(func(list []Credential) []Credential {
		c.Kept, c.Where = time.Now().UTC(), InKeyring
		if toKeyring(c) == nil {
			c.Secret = Secret{}
		} else {
			c.Where = InFile
		}
		where = c.Where
		return append(slices.DeleteFunc(list, c.isSame), c)
	})
	return where, err
}

// ForgetCredentials drops the secrets of an origin, or of one of its schemes,
// and says how many there were. One that the keyring does not give up stays in
// the list, and the error says so.
func (s *Store) ForgetCredentials(origin, scheme string) (n int, err error) {
	var held []error
	err = s.credentials().change(func(list []Credential) []Credential {
		before := len(list)
		list = slices.DeleteFunc(list, func(c Credential) bool {
			if c.Origin != origin || scheme != "" && c.Scheme.Exact() != scheme {
				return false
			}
			// The keyring may hold an older one of a credential in the file.
			_, err := within(func() (Secret, error) { return Secret{}, keyring.Delete(keyringService, c.account()) })
			if err == nil || c.Where == InFile || errors.Is(err, keyring.ErrNotFound) {
				return true
			}
			held = append(held, fmt.Errorf("the keyring still holds the secret of %s: %w", c.Scheme.Line(80), err))
			return false
		})
		n = before - len(list)
		return list
	})
	return n, errors.Join(append(held, err)...)
}

func (c Credential) isSame(o Credential) bool { return c.Origin == o.Origin && c.Scheme == o.Scheme }

func (c Credential) account() string { return c.Origin + " " + c.Scheme.Exact() }

func toKeyring(c Credential) error {
	secret, err := json.Marshal(c.Secret) //nolint:gosec // it goes into the keyring and nowhere else
	if err != nil {
		return fmt.Errorf("encode a secret: %w", err)
	}
	_, err = within(func() (Secret, error) {
		return c.Secret, keyring.Set(keyringService, c.account(), string(secret))
	})
	return err
}

func fromKeyring(c Credential) (Secret, error) {
	return within(func() (secret Secret, err error) {
		text, err := keyring.Get(keyringService, c.account())
		switch {
		case errors.Is(err, keyring.ErrNotFound):
			return secret, errors.New("the keyring has none")
		case err != nil:
			return secret, fmt.Errorf("the keyring says: %s", safe.Text(err.Error()).Line(safe.TextLimit()))
		case json.Unmarshal([]byte(text), &secret) != nil:
			return Secret{}, errors.New("what the keyring holds is damaged")
		}
		return secret, nil
	})
}

// errNoKeyring says that the keyring took too long.
var errNoKeyring = errors.New("the keyring does not answer")

// within asks the keyring for as long as it may take. A later answer is
// dropped.
func within(ask func() (Secret, error)) (Secret, error) {
	type answer struct {
		secret Secret
		err    error
	}
	done := make(chan answer, 1)
	safego.Go(func() {
		secret, err := ask()
		done <- answer{secret, err}
	})
	select {
	case a := <-done:
		return a.secret, a.err
	case <-time.After(limit.KeyringTime.Duration()):
		return Secret{}, errNoKeyring
	}
}
