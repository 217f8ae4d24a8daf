package a2aclient

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

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
