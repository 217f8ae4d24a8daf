package signature_test

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/a2aclient/signature"
)

func TestReadKeysByFile(t *testing.T) {
	config := t.TempDir()
	if keys, problems := signature.ReadKeys(config); keys != nil || problems != nil {
		t.Errorf("without a directory: %v, %v", keys, problems)
	}
	if keys, problems := signature.ReadKeys(""); keys != nil || problems != nil {
		t.Errorf("without a home directory: %v, %v", keys, problems)
	}
	dir := filepath.Join(config, signature.DirName)
	if err := os.MkdirAll(filepath.Join(dir, "folder.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	key, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{
		"shop.pem":   string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: key})),
		"secret.pem": string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})),
		"empty.jwks": "", "large.json": strings.Repeat(" ", 1<<20+1), "README": "mine",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	keys, problems := signature.ReadKeys(config)
	if len(keys) != 1 || keys[0].From != "shop.pem of the keys that you trust" {
		t.Errorf("keys: %v", keys)
	}
	want := []string{
		"the trusted key empty.jwks is not used: it has no keys", "the trusted key folder.json is not used: it is not a file that can be read",
		"the trusted key large.json is not used: it is larger than 1 MiB", "the trusted key secret.pem is not used: its PRIVATE KEY is not a public key",
	}
	if strings.Join(problems, "\n") != strings.Join(want, "\n") {
		t.Errorf("problems:\n%s", strings.Join(problems, "\n"))
	}
}
