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
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-jose/go-jose/v4"

	"a2aform/internal/safe"
)

// maxKeys bounds the keys that a set may have.
const maxKeys = 100

// Keys are public keys to check signatures with.
type Keys struct {
	From string // where they are from, for messages

	list      []jose.JSONWebKey
	isTrusted bool
}

// trusted returns keys that the user trusts: a signature by one of them says who signed. Keys
// without an id get the one that is given.
func (k *Keys) trusted(id string) *Keys {
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

const (
	// DirName is the directory of the keys, in the directory of the configuration.
	DirName = "keys"

	maxFiles = 200
	maxSize  = 1 << 20 // of a file, in bytes
)

// endings are those of the files that are read; others, such as notes, are passed over.
var endings = []string{".json", ".jwk", ".jwks", ".pem", ".crt", ".cer", ".pub"}

// ReadKeys reads the keys in the directory of the user's configuration; "" or a directory without
// keys has none. A key without an id, as in PEM, has the name of its file, without the ending,
// as its id. The problems say in our words which files cannot be used.
func ReadKeys(configDir string) (keys []*Keys, problems []string) {
	if configDir == "" {
		return nil, nil
	}
	dir := filepath.Join(configDir, DirName)
	entries, err := os.ReadDir(dir)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			problems = append(problems, "the keys that you trust cannot be read: "+safe.Text(dir).Line(200).String())
		}
		return nil, problems
	}
	for _, e := range entries {
		if !slices.Contains(endings, strings.ToLower(filepath.Ext(e.Name()))) {
			continue
		}
		if len(keys) == maxFiles {
			return keys, append(problems, fmt.Sprintf("only the first %d files of the keys that you trust are read", maxFiles))
		}
		set, err := readFile(filepath.Join(dir, e.Name()))
		if err != nil {
			problems = append(problems, "the trusted key "+safe.Text(e.Name()).Line(80).String()+" is not used: "+err.Error())
			continue
		}
		keys = append(keys, set)
	}
	return keys, problems
}

func readFile(path string) (*Keys, error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() { // opening a pipe would wait
		return nil, errors.New("it is not a file that can be read")
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, errors.New("it cannot be read")
	}
	defer func() { _ = file.Close() }() // it was only read
	data, err := io.ReadAll(io.LimitReader(file, maxSize+1))
	switch {
	case err != nil:
		return nil, errors.New("it cannot be read")
	case len(data) > maxSize:
		return nil, errors.New("it is larger than 1 MiB")
	}
	name := filepath.Base(path)
	keys, err := ParseKeys(data, safe.Text(name).Line(80).String()+" of the keys that you trust")
	if err != nil {
		return nil, err
	}
	return keys.trusted(strings.TrimSuffix(name, filepath.Ext(name))), nil
}
