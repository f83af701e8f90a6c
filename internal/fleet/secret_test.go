package fleet_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridwright/gridwright/internal/fleet"
	"github.com/gridwright/gridwright/internal/fleet/queue"
)

// certificate writes a certificate for this machine that signs itself, and its key.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour), IsCA: true,
		BasicConstraintsValid: true, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}}
	der, err := x509.CreateCertificate(rand.Reader, about, about, &k.PublicKey, k)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, data []byte) string {
		name = filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	return write("cert.pem", "CERTIFICATE", der), write("key.pem", "EC PRIVATE KEY", secret)
}

// TestSecrets wants in who has the token and the certificate, and nobody else, with a sentence that says why.
func TestSecrets(t *testing.T) {
	cert, key := certificate(t)
	c := queue.Config{Addr: "127.0.0.1:0", Store: t.TempDir(), SyncEvery: time.Minute, Log: logTo(t, "queue"),
		Token: "s3cret", TLSCert: cert, TLSKey: key, ClientCA: cert}
	q, err := queue.Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Stop()
	dial := fleet.Dial{URL: strings.Replace(q.URL(), "nats://", "tls://", 1), CA: cert, Cert: cert, Key: key,
		Log: logTo(t, "client")}
	if _, err := dial.Connect(t.Context(), func() {}); err == nil || !strings.Contains(err.Error(), "does not let us in") {
		t.Errorf("without a token: %v", err)
	}
	t.Setenv(fleet.EnvToken, "s3cret")
	js, err := dial.Connect(t.Context(), func() {})
	if err != nil {
		t.Fatal(err)
	}
	defer js.Conn().Close()
	if err := fleet.Prepare(t.Context(), js, fleet.Options{}); err != nil {
		t.Error(err)
	}
	dial.Key = ""
	if _, err := dial.Connect(t.Context(), func() {}); err == nil || !strings.Contains(err.Error(), "go together") {
		t.Errorf("without a key: %v", err)
	}
}
