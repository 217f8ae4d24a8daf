package store

import (
	"slices"

	"a2aform/internal/safe"
)

// NotSecret is a member name that names a secret and, by the user's word, contains none
// where an agent is spoken to at an origin.
type NotSecret struct {
	Origin string   `json:"origin"` // scheme, host and port
	Name   safe.Raw `json:"name"`
}

func (s *Store) notSecrets() listOf[NotSecret] {
	return listOf[NotSecret]{s, "not-secret.json", "the list of names that hold no secret"}
}

// NotSecret are the member names that contain no secret for an origin. A list that
// cannot be read clears none.
func (s *Store) NotSecret(origin string) []string {
	if s == nil {
		return nil
	}
	list, err := s.notSecrets().read()
	if err != nil {
		return nil
	}
	var names []string
	for _, one := range list {
		if one.Origin == origin {
			names = append(names, one.Name.Exact())
		}
	}
	return names
}

// KeepNotSecret notes that a member name contains no secret for an origin.
func (s *Store) KeepNotSecret(n NotSecret) error {
	return s.notSecrets().change(func(list []NotSecret) []NotSecret {
		if slices.Contains(list, n) {
			return nil
		}
		return append(list, n)
	})
}
