package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/store"
)

// A flag counts before what is saved with the agent, and a saved schema that cannot be used is a note only.
func TestConnectionOfFlagsOverSaved(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(`{"type":"object"}`), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	skill := "fight"
	f := ConnectFlags{routing: routing{version: "0.3"}, schemaFlags: schemaFlags{inputSchema: file("flag.json"), skill: &skill}}
	f.Adopt(&store.Saved{Name: "lab", Version: "1.0", Tenant: "kept", Endpoint: "agent.example/rpc", Schemas: []store.SavedSchema{
		{Skill: "fight", Ref: file("saved.json")}, {Skill: "fight", Ref: file("out.json"), IsOutput: true}, {Skill: "trip", Ref: filepath.Join(dir, "none.json")},
	}})
	c, problems, err := f.connection()
	if err != nil {
		t.Fatal(err)
	}
	if c.version != "0.3" || c.tenant != "kept" || c.endpoint != "https://agent.example/rpc" {
		t.Errorf("version %s, tenant %s, endpoint %s", c.version, c.tenant, c.endpoint)
	}
	if got := filepath.Base(c.schemas[place{"fight", false}].ref); got != "flag.json" {
		t.Errorf("the input schema is %s", got)
	}
	if got := filepath.Base(c.schemas[place{"fight", true}].ref); got != "out.json" {
		t.Errorf("the output schema is %s", got)
	}
	if len(problems) != 1 || !strings.Contains(problems[0], "the schema attached to trip is not used") || !slices.Equal(problems, f.ProblemsOfSaved()) {
		t.Errorf("%q", problems)
	}
}

func TestFlagsThatCannotConnect(t *testing.T) {
	skill := ""
	for want, f := range map[string]ConnectFlags{
		"--transport SOAP is not known":        {routing: routing{transports: []string{"JSONRPC", "SOAP"}}},
		"--poll-interval -1s":                  {pollInterval: -time.Second},
		"must be used together":                {identity: identity{Cert: "cert.pem"}},
		"--endpoint: ":                         {endpoint: "ftp://agent.example"},
		"--extension: write the URI":           {extensionFlags: extensionFlags{extensions: []string{""}}},
		"--input-schema: ":                     {schemaFlags: schemaFlags{inputSchema: "no-such-file.json", skill: &skill}},
		"--output-schema: ":                    {schemaFlags: schemaFlags{outputSchema: "no-such-file.json", skill: &skill}},
		"begins with the URI of no extension":  {extensionFlags: extensionFlags{metadata: []string{"https://x.example/e/key=1"}}},
		"--extension-metadata: write KEY=JSON": {extensionFlags: extensionFlags{metadata: []string{"key"}}},
	} {
		if err := f.Check(); err == nil || !strings.Contains(err.Error(), want) || ExitCode(err) != ExitUsage {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestPreferredBinding(t *testing.T) {
	card := &a2aclient.Card{Interfaces: []a2aclient.Interface{{Binding: a2aclient.BindingHTTPJSON}, {Binding: a2aclient.BindingJSONRPC}}}
	for name, tt := range map[string]struct {
		routing
		want a2aclient.Binding
		note string
	}{
		"no flag":                   {},
		"the second of the card":    {routing{transports: []string{"json-rpc"}}, a2aclient.BindingJSONRPC, ""},
		"the second of the flags":   {routing{transports: []string{"GRPC", "REST"}}, a2aclient.BindingHTTPJSON, ""},
		"none of the card":          {routing{transports: []string{"GRPC"}}, "", "the card has no GRPC interface"},
		"demanded, not of the card": {routing{transports: []string{"REST"}, demanded: a2aclient.BindingGRPC}, a2aclient.BindingGRPC, ""},
	} {
		var c connection
		if note := c.prefer(tt.routing, card); c.binding != tt.want || !strings.HasPrefix(note, tt.note) || (note == "") != (tt.note == "") {
			t.Errorf("%s: %q, %q", name, c.binding, note)
		}
	}
}
