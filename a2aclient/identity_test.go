package a2aclient

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"a2aform/internal/safe"
)

// identity is a certificate for one name, signed by itself.
func identity(t *testing.T, name string) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func TestClientCertificateIsSentOnRequest(t *testing.T) {
	seen := ""
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.TLS.PeerCertificates) > 0 {
			seen = r.TLS.PeerCertificates[0].Subject.CommonName
		}
		result(bareTask("TASK_STATE_COMPLETED"))(w, r)
	}))
	server.TLS = &tls.Config{ClientAuth: tls.RequestClientCert, MinVersion: tls.VersionTLS12}
	server.StartTLS()
	t.Cleanup(server.Close)
	o := newOptions([]Option{WithIdentity(identity(t, "Ada"))})
	transport, ok := o.transport.(*http.Transport)
	if !ok {
		t.Fatal("no transport of our own")
	}
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	transport.TLSClientConfig.RootCAs = roots
	c := mustCard(t, `{"name":"x","skills":[],"supportedInterfaces":[{"url":"`+server.URL+`","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, "f")
	a, err := c.Dial(WithTransport(transport))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	if _, err := a.Get(t.Context(), safe.Text("t")); err != nil || seen != "Ada" {
		t.Errorf("the agent saw %q, %v", seen, err)
	}
}
