package command

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
)

// A script sees the exit code, the code and the kind of an error, and whether credentials were there.
func TestEnvelopeOfErrors(t *testing.T) {
	t.Parallel()
	unsettled := func(task string, isUnknown bool) error {
		return &a2aclient.UnsettledError{TaskID: safe.Text(task), IsUnknown: isUnknown}
	}
	for name, tt := range map[string]struct {
		err            error
		hadCredentials bool
		want           string // exit, code, kind
	}{
		"usage":                  {Usagef("--set: no"), false, "2 A2ACLI_ERR_USAGE usage"},
		"a check":                {CheckFailed("--fail-on", nil), false, "10 A2AFORM_ERR_CHECK check"},
		"no credentials":         {&a2aclient.CardError{Layer: a2aclient.LayerHTTP, Status: http.StatusUnauthorized}, false, "4 A2ACLI_ERR_CREDENTIALS_MISSING failure"},
		"refused credentials":    {&a2aclient.CardError{Layer: a2aclient.LayerHTTP, Status: http.StatusForbidden}, true, "4 A2ACLI_ERR_AUTH_FAILED failure"},
		"credentials of a call":  {&a2aclient.TransportError{Layer: a2aclient.LayerHTTP, Status: http.StatusUnauthorized}, false, "4 A2ACLI_ERR_CREDENTIALS_MISSING failure"},
		"time":                   {fmt.Errorf("waiting: %w", context.DeadlineExceeded), false, "5 A2ACLI_ERR_TIMEOUT failure"},
		"interrupted":            {context.Canceled, false, "130 A2ACLI_ERR_INTERNAL failure"},
		"no card":                {&a2aclient.CardError{Layer: a2aclient.LayerHTTP, Status: http.StatusNotFound}, false, "3 A2ACLI_ERR_CARD_NOT_FOUND failure"},
		"no address":             {&a2aclient.CardError{Layer: a2aclient.LayerRef}, false, "3 A2ACLI_ERR_CARD_NOT_FOUND failure"},
		"no file":                {&a2aclient.CardError{Layer: a2aclient.LayerFile}, false, "3 A2ACLI_ERR_CARD_NOT_FOUND failure"},
		"no connection":          {&a2aclient.CardError{Layer: a2aclient.LayerConnect}, false, "3 A2ACLI_ERR_UNREACHABLE failure"},
		"not a card":             {&a2aclient.CardError{Layer: a2aclient.LayerContent}, false, "1 A2ACLI_ERR_CARD_INVALID failure"},
		"a call that is not TLS": {&a2aclient.TransportError{Layer: a2aclient.LayerTLS}, false, "3 A2ACLI_ERR_UNREACHABLE failure"},
		"a call cut in its body": {&a2aclient.TransportError{Layer: a2aclient.LayerContent}, false, "1 A2ACLI_ERR_INTERNAL failure"},
		"an unknown outcome":     {errors.Join(unsettled("", true), &a2aclient.TransportError{Layer: a2aclient.LayerTimeout}), false, "1 A2ACLI_ERR_INTERNAL lost"},
		"a known task":           {unsettled("t-1", false), false, "1 A2ACLI_ERR_INTERNAL interrupted"},
		"a refusal":              {&a2aclient.Error{Code: -32001}, false, "1 TaskNotFoundError refused"},
		"anything":               {errors.New("no"), false, "1 A2ACLI_ERR_INTERNAL failure"},
	} {
		e := newEnvelope(tt.err, "", tt.hadCredentials)
		if got := fmt.Sprint(e.Exit, " ", e.Code, " ", e.Kind); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

// A header carries credentials by its name, or because the card has its key there.
func TestSecretHeaders(t *testing.T) {
	t.Parallel()
	card := &a2aclient.Card{Schemes: []auth.Scheme{
		{Kind: auth.SchemeAPIKey, In: auth.KeyInHeader, Param: safe.Text("X-Tenant-Key")},
		{Kind: auth.SchemeAPIKey, In: auth.KeyInQuery, Param: safe.Text("token")},
	}}
	for name, want := range map[string]bool{
		"Authorization": true, "authorization": true, "Cookie": true, "proxy-authorization": true, "x-api-key": true, "x-tenant-key": true,
		"X-Trace": false, "token": false, "Accept": false,
	} {
		if isSecretHeader(card, name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
