package auth

import (
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// ReadScheme reads a scheme in the shape of OpenAPI (up to 0.3) or in a wrapper
// that names its kind (1.0).
func ReadScheme(v *ojson.Value) Scheme {
	kind, body := v.Get("type").Text(), v
	for _, m := range v.Members() {
		if name, ok := strings.CutSuffix(m.Name, "SecurityScheme"); ok && kind == "" {
			kind, body = name, m.Value
		}
	}
	s := Scheme{Kind: SchemeUnknown, Declared: safe.Text(strings.TrimSpace(kind + " " + body.Get("scheme").Text())), Description: rawText(body.Get("description"))}
	switch strings.ToLower(kind) {
	case "http", "httpauth":
		s.Kind = httpKind(body.Get("scheme").Text())
	case "apikey":
		readAPIKey(&s, body)
	case "oauth2":
		s.Kind = SchemeOAuth2
		s.MetadataURL = rawText(body.Get("oauth2MetadataUrl"))
		readFlows(&s, body.Get("flows"))
	case "openidconnect":
		s.Kind, s.MetadataURL = SchemeOpenID, rawText(body.Get("openIdConnectUrl"))
	case "mutualtls", "mtls":
		s.Kind = SchemeMTLS
	}
	return s
}

func httpKind(scheme string) SchemeKind {
	switch strings.ToLower(scheme) {
	case "bearer":
		return SchemeBearer
	case "basic":
		return SchemeBasic
	}
	return SchemeUnknown
}

func readAPIKey(s *Scheme, body *ojson.Value) {
	place := body.Get("in").Text()
	if place == "" {
		place = body.Get("location").Text() // 1.0
	}
	s.In, s.Param = KeyLocation(strings.ToLower(place)), rawText(body.Get("name"))
	switch {
	case s.Param.IsEmpty() || s.In != KeyInQuery && !IsHeaderName(s.Param.Exact()):
	case s.In == KeyInHeader || s.In == KeyInQuery || s.In == KeyInCookie:
		s.Kind = SchemeAPIKey
	}
}

func readFlows(s *Scheme, flows *ojson.Value) {
	for _, name := range []Flow{FlowDevice, FlowClient, FlowCode} {
		flow := flows.Get(string(name))
		if !flow.Exists() {
			continue
		}
		s.Flows = append(s.Flows, name)
		tokens := rawText(flow.Get("tokenUrl"))
		if name == FlowCode {
			s.AuthURL, s.CodeTokenURL = rawText(flow.Get("authorizationUrl")), tokens
		} else if s.TokenURL.IsEmpty() {
			s.TokenURL = tokens
		}
		if s.DeviceURL.IsEmpty() {
			s.DeviceURL = rawText(flow.Get("deviceAuthorizationUrl"))
		}
		for _, m := range flow.Get("scopes").Members() {
			if scope := safe.Text(m.Name); !slices.Contains(s.Scopes, scope) {
				s.Scopes = append(s.Scopes, scope)
			}
		}
	}
}

func rawText(v *ojson.Value) safe.Raw {
	if !v.Is(ojson.String) && !v.Is(ojson.Number) {
		return safe.Raw{}
	}
	return safe.Text(v.Text())
}
