package store

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zalando/go-keyring"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

func TestCredentialsAreInKeyringOrFile(t *testing.T) {
	for where, setUp := range map[string]func(){
		InKeyring: keyring.MockInit,
		InFile:    func() { keyring.MockInitWithError(errors.New("no keyring")) },
	} {
		t.Run(where, func(t *testing.T) {
			setUp()
			s := &Store{state: t.TempDir()}
			c := Credential{Origin: "https://a:443", Scheme: safe.Text("tok"), Kind: "bearer token", Secret: Secret{Value: "HUSH", Refresh: "AGAIN"}}
			for range 2 { // a second one takes the place of the first
				if got, err := s.KeepCredential(c); err != nil || got != where {
					t.Fatalf("%s, %v", got, err)
				}
			}
			data, err := os.ReadFile(s.credentials().path())
			if err != nil || strings.Contains(string(data), "HUSH") != (where == InFile) {
				t.Errorf("file %s, %v", data, err)
			}
			if info, err := os.Stat(s.credentials().path()); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("mode %v, %v", info.Mode(), err)
			}
			list, err := s.CredentialsFor("https://a:443")
			if err != nil || len(list) != 1 || list[0].Secret.Value != "HUSH" || list[0].Secret.Refresh != "AGAIN" {
				t.Errorf("%d credentials, %v", len(list), err)
			}
			if strings.Contains(fmt.Sprintf("%v %+v", list, list), "HUSH") {
				t.Error("the secret is printed")
			}
			if list, _ := s.CredentialsFor("https://b:443"); len(list) != 0 {
				t.Error("another origin has it too")
			}
			if n, err := s.ForgetCredentials("https://a:443", ""); err != nil || n != 1 {
				t.Errorf("forgot %d, %v", n, err)
			}
			if list, _ := s.CredentialsFor("https://a:443"); len(list) != 0 {
				t.Error("it is still there")
			}
		})
	}
}

// What the keyring does not give up is not forgotten, whatever the list says.
func TestKeyringCredentialsAreNotForgotten(t *testing.T) {
	keyring.MockInit()
	s := &Store{state: t.TempDir()}
	if _, err := s.KeepCredential(Credential{Origin: "https://a:443", Scheme: safe.Text("tok"), Secret: Secret{Value: "HUSH"}}); err != nil {
		t.Fatal(err)
	}
	keyring.MockInitWithError(errors.New("locked"))
	if n, err := s.ForgetCredentials("https://a:443", ""); err == nil || n != 0 {
		t.Errorf("forgot %d, %v", n, err)
	}
	if list, err := s.Credentials(); err != nil || len(list) != 1 {
		t.Errorf("%d in the list, %v", len(list), err)
	}
}

// A keyring that does not answer in time is said, and what it says later is written
// nowhere: the race detector sees that.
func TestSlowKeyringIsReported(t *testing.T) {
	usual := limit.KeyringTime
	limit.KeyringTime = limit.Period(time.Millisecond)
	defer func() { limit.KeyringTime = usual }()
	asked, answered := make(chan struct{}), make(chan struct{})
	secret, err := within(func() (Secret, error) {
		defer close(answered)
		<-asked
		return Secret{Value: "LATE"}, nil
	})
	close(asked)
	if secret.Value != "" || !errors.Is(err, errNoKeyring) {
		t.Errorf("%q, %v", secret.Value, err)
	}
	<-answered
	if secret.Value != "" {
		t.Errorf("it became %q later", secret.Value)
	}
}

// A secret that the keyring does not give is said, and the others are returned.
func TestUnreadableSecretIsReported(t *testing.T) {
	keyring.MockInit()
	s := &Store{state: t.TempDir()}
	for _, scheme := range []string{"one", "two"} {
		if _, err := s.KeepCredential(Credential{Origin: "https://a:443", Scheme: safe.Text(scheme), Secret: Secret{Value: "HUSH"}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := keyring.Delete(keyringService, "https://a:443 one"); err != nil {
		t.Fatal(err)
	}
	list, err := s.CredentialsFor("https://a:443")
	if len(list) != 1 || list[0].Secret.Value != "HUSH" || err == nil || err.Error() != "the secret of one is stored in the keyring, and cannot be read: the keyring has none" {
		t.Errorf("%d credentials, %v", len(list), err)
	}
}

// Two programs may keep something at once: each opens the lock for itself, as
// the stores here do.
func TestConcurrentProcessesLoseNothing(t *testing.T) {
	keyring.MockInitWithError(errors.New("no keyring"))
	dir := t.TempDir()
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			s := &Store{state: dir}
			if _, err := s.KeepCredential(Credential{Origin: "https://a:443", Scheme: safe.Text(fmt.Sprint(i)), Secret: Secret{Value: "x"}}); err != nil {
				t.Error(err)
			}
			if err := s.Remember(Agent{Ref: fmt.Sprint(i)}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	s := &Store{state: dir}
	kept, err := s.Credentials()
	agents, err2 := s.Agents()
	if len(kept) != 16 || len(agents) != 16 || err != nil || err2 != nil {
		t.Errorf("%d credentials and %d agents are left, %v %v", len(kept), len(agents), err, err2)
	}
}

func TestDamagedCredentialsAreNotQuoted(t *testing.T) {
	s := &Store{state: t.TempDir()}
	if err := os.WriteFile(s.credentials().path(), []byte(`[{"origin":"x","kept":"HUSH"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Credentials(); err == nil || strings.Contains(err.Error(), "HUSH") {
		t.Errorf("%v", err)
	}
}
