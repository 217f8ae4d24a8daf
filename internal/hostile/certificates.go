package hostile

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"time"
)

// certificate is what an agent shows by TLS.
type certificate struct {
	name    string // "" for its address
	expired bool
	unknown bool // its authority is not trusted
	old     bool // TLS 1.1 alone is spoken
}

// make gives the certificate, and its authority as PEM, nil if it shall not be
// trusted.
func (c certificate) make() (*tls.Config, []byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	now := time.Now()
	authority := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, NotBefore: now.Add(-48 * time.Hour), NotAfter: now.Add(48 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	own := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "agent"}, NotBefore: now.Add(-24 * time.Hour), NotAfter: now.Add(24 * time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	if c.name != "" {
		own.IPAddresses, own.DNSNames = nil, []string{c.name}
	}
	if c.expired {
		own.NotAfter = now.Add(-time.Hour)
	}
	root, err := x509.CreateCertificate(rand.Reader, authority, authority, key.Public(), key)
	if err != nil {
		return nil, nil, err
	}
	leaf, err := x509.CreateCertificate(rand.Reader, own, authority, key.Public(), key)
	if err != nil {
		return nil, nil, err
	}
	config := &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{leaf, root}, PrivateKey: key}}, MinVersion: tls.VersionTLS12}
	if c.old {
		config.MinVersion, config.MaxVersion = tls.VersionTLS10, tls.VersionTLS11
	}
	if c.unknown {
		return config, nil, nil
	}
	return config, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root}), nil
}
