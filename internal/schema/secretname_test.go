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
