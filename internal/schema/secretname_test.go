package schema_test

import "testing"

func TestTextsNamedLikeSecretsAreSecret(t *testing.T) {
	for name, want := range map[string]bool{
		"password": true, "dbPassword": true, "user_passwd": true, "PASSPHRASE": true, "client-secret": true, "api_key": true, "apiKey": true, "APIKey": true,
		"X-API-KEY": true, "accessToken": true, "auth token": true, "bearer": true, "private_key": true, "SSHPrivateKey": true,
		"passwordHint": false, "secretary": false, "token": false, "page_token": false, "key": false, "monkey": false, "api_key_id": false, "public_key": false,
	} {
		d := load(t, `{"properties":{"`+name+`":{"type":["string","null"]}},"additionalProperties":{"type":"string"}}`)
		if got := d.Root().Property(name).IsSecret(); got != want {
			t.Errorf("%s is secret %v, want %v", name, got, want)
		}
		if got := d.Root().HoldsSecret(value(t, `{"`+name+`":"x"}`)); got != want {
			t.Errorf("a value with %s holds a secret %v, want %v", name, got, want)
		}
	}
	d := load(t, `{"properties":{"password":{"type":"boolean"},"secret":{"enum":["a","b"]}}}`)
	for _, name := range []string{"password", "secret"} {
		if d.Root().Property(name).IsSecret() {
			t.Errorf("%s is no text, and secret", name)
		}
	}
}

func TestNameClearedByUserIsNoSecret(t *testing.T) {
	d := load(t, `{"properties":{"api_key":{"type":"string"},"secret":{"type":"string"}}}`)
	d.SetNotSecret([]string{"api_key"})
	if d.Root().Property("api_key").IsSecret() || !d.Root().Property("secret").IsSecret() {
		t.Error("only the name that was cleared is no secret")
	}
}

// A title names a secret as a member name does; the user clears both by the name.
func TestTextsTitledLikeSecretsAreSecret(t *testing.T) {
	for schema, want := range map[string]bool{
		`{"type":"string","title":"Password"}`:           true,
		`{"type":"string","title":"API token"}`:          true,
		`{"$ref":"#/$defs/key"}`:                         true,
		`{"type":"string","title":"Your secret"}`:        true,
		`{"type":"string","title":"Password hint"}`:      false,
		`{"type":"boolean","title":"Forgot password"}`:   false,
		`{"type":"string","description":"a password"}`:   false,
		`{"type":"string","title":{"const":"password"}}`: false,
	} {
		d := load(t, `{"properties":{"field":`+schema+`},"$defs":{"key":{"type":"string","title":"Private key"}}}`)
		if got := d.Root().Property("field").IsSecret(); got != want {
			t.Errorf("%s is secret %v, want %v", schema, got, want)
		}
		if got := d.Root().HoldsSecret(value(t, `{"field":"x"}`)); got != want {
			t.Errorf("a value of %s holds a secret %v, want %v", schema, got, want)
		}
	}
	d := load(t, `{"properties":{"field":{"type":"string","title":"Password"},"apiToken":{"type":"string"}}}`)
	if !d.Root().Property("apiToken").IsSecret() {
		t.Error("apiToken is no secret")
	}
	d.SetNotSecret([]string{"field", "apiToken"})
	if d.Root().Property("field").IsSecret() || d.NamesSecrets() {
		t.Error("what the user cleared is a secret")
	}
}
