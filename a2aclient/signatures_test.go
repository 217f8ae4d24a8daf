package a2aclient

import (
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"a2aform/a2aclient/signature"
)

// answers are the bodies of a host by address; what is not in it is not found.
type answers map[string]string

func (a answers) RoundTrip(r *http.Request) (*http.Response, error) {
	body, ok := a[r.URL.String()]
	status := http.StatusOK
	if !ok {
		status = http.StatusNotFound
	}
	if r.Header.Get("Authorization") != "" {
		status = http.StatusTeapot
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

// The card was signed by the JavaScript SDK. Its keys are asked for at its own origin alone.
func TestKeysAreAskedForAtTheCardsOrigin(t *testing.T) {
	read := func(name string) string {
		data, err := os.ReadFile("signature/testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	card, set := read("sdk.json"), read("sdk-keys.json")
	own, err := signature.ParseKeys([]byte(set), "my-keys.json")
	if err != nil {
		t.Fatal(err)
	}
	there := answers{"https://agent.example/keys.json": set}
	for name, tt := range map[string]struct {
		source string
		host   answers
		own    []*signature.Keys
		from   string
		want   string
	}{
		"the host's keys":  {"https://agent.example/.well-known/agent-card.json", there, nil, "https://agent.example/keys.json", ""},
		"another host":     {"https://other.example/card.json", there, nil, "", "its keys are at agent.example, which is not where the card is from"},
		"another port":     {"https://agent.example:8443/card.json", there, nil, "", "not where the card is from"},
		"plain HTTP":       {"http://agent.example/card.json", there, nil, "", "not where the card is from"},
		"a file":           {"card.json", there, nil, "", "not where the card is from"},
		"keys of the user": {"card.json", answers{}, []*signature.Keys{own}, "my-keys.json", ""},
		"not found":        {"https://agent.example/card.json", answers{}, nil, "", "the host answered 404"},
		"no keys":          {"https://agent.example/card.json", answers{"https://agent.example/keys.json": "{}"}, nil, "", "its keys at https://agent.example/keys.json cannot be used: it has no keys"},
		"too large":        {"https://agent.example/card.json", answers{"https://agent.example/keys.json": strings.Repeat(" ", keysSize+1)}, nil, "", "too large"},
	} {
		c, err := Parse([]byte(card), tt.source)
		if err != nil {
			t.Fatal(err)
		}
		list, err := c.VerifySignatures(t.Context(), tt.own, WithTransport(tt.host))
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		if v := list[0]; v.Valid != (tt.want == "") || v.KeysFrom != tt.from || !strings.Contains(v.Problem, tt.want) {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

// Keys that cannot be read are asked for once, however many signatures name them.
func TestFailingKeySetIsAskedForOnce(t *testing.T) {
	var asked atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.WriteHeader(http.StatusInternalServerError)
	}))
	t.Cleanup(s.Close)
	header := base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, `{"alg":"ES256","kid":"k","jku":%q}`, s.URL+"/keys"))
	one := fmt.Sprintf(`{"protected":%q,"signature":"AAAA"}`, header)
	card := mustCard(t, `{"name":"x","skills":[],"url":"`+s.URL+`","signatures":[`+strings.Repeat(one+",", 7)+one+`]}`, s.URL+"/card")
	verdicts, err := card.VerifySignatures(t.Context(), nil)
	if err != nil || len(verdicts) != 8 || asked.Load() != 1 {
		t.Fatalf("%d verdicts, %v, asked %d times", len(verdicts), err, asked.Load())
	}
	for _, v := range verdicts {
		if v.Valid || !strings.Contains(v.Problem, "the host answered 500") {
			t.Errorf("%+v", v)
		}
	}
}
