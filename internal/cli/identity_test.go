package cli_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func pemFile(t *testing.T, name, kind string, der []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// An agent that wants a certificate wants it for its card too.
// It proves A2ACLI_AUTH_009.
func TestClientCertificateForTheCardToo(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			fmt.Fprintf(w, `{"name":"Guarded","skills":[],"supportedInterfaces":[{"url":"https://%s/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, r.Host)
			return
		}
		fmt.Fprint(w, `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"welcome"}]}}}`)
	}))
	server.TLS = &tls.Config{ClientAuth: tls.RequireAnyClientCert, MinVersion: tls.VersionTLS12}
	server.StartTLS()
	t.Cleanup(server.Close)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	authority := pemFile(t, "ca.pem", "CERTIFICATE", server.Certificate().Raw)
	identity := []string{"--client-cert", pemFile(t, "c.pem", "CERTIFICATE", cert), "--client-key", pemFile(t, "k.pem", "PRIVATE KEY", private)}
	for _, args := range [][]string{{"send", server.URL, "--text", "hi"}, {"card", server.URL}} {
		for _, known := range []bool{true, false} {
			line := args
			if known {
				line = append(args[:len(args):len(args)], identity...)
			}
			cmd := call(t, line...)
			cmd.Env = append(cmd.Env, "SSL_CERT_FILE="+authority)
			out, err := cmd.CombinedOutput()
			if known != (err == nil) || known && !strings.Contains(string(out), "elcome") && !strings.Contains(string(out), "Guarded") {
				t.Errorf("%v, known %t: %v\n%s", args, known, err, out)
			}
		}
	}
}
