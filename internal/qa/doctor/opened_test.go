package doctor_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/qa/doctor"
)

// FuzzOtherOrigin: an agent that is spoken to at another origin than that of its card has the
// finding N02, however its address is written, and no other agent has it.
func FuzzOtherOrigin(f *testing.F) {
	for _, s := range []string{
		"https://h.example/a/b?x=y#z", "http://u:p@h/", "file:///etc/passwd", "h.example", "//h/x", "//h.example/x", "[::1]:80", "http:h", "HTTPS://H.example:443", "javascript:alert(1)",
		"http://localhost:9", "http://h/../../x", "http://0x7f000001", "https://h.example:444/", "", "https:////h", "..//x", "/a2a",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		address, err := json.Marshal(text)
		if err != nil {
			t.Skip()
		}
		card, err := a2aclient.Parse([]byte(`{"name":"x","skills":[{"id":"s"}],"supportedInterfaces":[{"url":`+string(address)+`,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`), "https://h.example/card")
		if err != nil {
			return
		}
		a, err := card.Dial()
		if err != nil {
			return
		}
		u, err := url.Parse(a.Interface().URL.Exact())
		if err != nil {
			t.Fatal(err)
		}
		isHome := auth.Origin(u) == "https://h.example:443"
		found := slices.ContainsFunc(doctor.CheckOpened(card, "", false).Findings, func(f doctor.Finding) bool { return f.Rule == "N02" })
		if found == isHome {
			t.Fatalf("%q is spoken to at %q, N02: %v", text, a.Interface().URL, found)
		}
	})
}

// The names of this machine with one port are one origin.
func TestNamesOfThisMachineAreOneOrigin(t *testing.T) {
	t.Parallel()
	for address, isFound := range map[string]bool{
		"http://localhost:9/": false, "http://127.0.0.1:9/a": false, "http://[::1]:9/": false,
		"http://localhost:8/": true, "https://localhost:9/": true, "http://h.example:9/": true,
	} {
		card, err := a2aclient.Parse([]byte(`{"name":"x","skills":[{"id":"s"}],"url":"`+address+`"}`), "http://127.0.0.1:9/card")
		if err != nil {
			t.Fatal(err)
		}
		if found := slices.ContainsFunc(doctor.CheckOpened(card, "", false).Findings, func(f doctor.Finding) bool { return f.Rule == "N02" }); found != isFound {
			t.Errorf("%s: N02 %v", address, found)
		}
	}
}

// What the client warned of before is found by a rule.
func TestRulesSayWhatTheClientDoesNot(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, card, source, rule string }{
		{"schemas without the extension", `{"name":"x","skills":[{"id":"s"}],"url":"http://127.0.0.1/","protocolVersion":"0.3","schemas":{"a":{}}}`, "f", "O01"},
		{"schemas of another shape", `{"name":"x","skills":[{"id":"s"}],"url":"http://127.0.0.1/","protocolVersion":"0.3","schemas":[1]}`, "f", "O03"},
		{"plain HTTP", `{"name":"x","skills":[{"id":"s"}],"url":"http://h.example/"}`, "f", "N01"},
		{"this machine", `{"name":"x","skills":[{"id":"s"}],"url":"http://localhost:9/"}`, "https://h.example/card", "N02"},
		{"no address", `{"name":"x","skills":[{"id":"s"}]}`, "f", "V01"},
		{"an interface without an address", `{"name":"x","skills":[{"id":"s"}],"url":"http://127.0.0.1/","additionalInterfaces":[{"transport":"JSONRPC"}]}`, "f", "V31"},
		{"no name", `{"url":"http://127.0.0.1/","skills":[{"id":"s"}]}`, "f", "C02"},
		{"no skills", `{"name":"x","url":"http://127.0.0.1/","protocolVersion":"0.3","skills":[]}`, "f", "C04"},
		{"a skill of another type", `{"name":"x","url":"http://127.0.0.1/","protocolVersion":"0.3","skills":[1]}`, "f", "C03"},
		{"a member of another type", `{"name":"x","url":"http://127.0.0.1/","protocolVersion":"0.3","skills":[],"version":3}`, "f", "C03"},
		{"a member twice", `{"name":"x","name":"y","url":"http://127.0.0.1/","skills":[]}`, "f", "C01"},
		{"a misspelt member", `{"name":"x","skills":[],"supported-interfaces":[]}`, "f", "C09"},
		{"a member in two spellings", `{"name":"x","skills":[{"id":"s"}],"URL":"http://127.0.0.1/","Url":"http://127.0.0.2/"}`, "f", "C09: unknown member \"Url\", which a2aform ignores: it reads another member as \"url\""},
		{"a member beside its misspelling", `{"name":"x","skills":[{"id":"s"}],"url":"http://127.0.0.1/","URL":"http://127.0.0.2/"}`, "f", "C09: unknown member \"URL\", which a2aform ignores: it reads another member as \"url\""},
		{"a required extension", `{"name":"x","skills":[{"id":"s"}],"url":"http://127.0.0.1/","protocolVersion":"0.3","capabilities":{"extensions":[{"uri":"https://x.example/v1","required":true}]}}`, "f", "X04"},
		{"an extension without a URI", `{"name":"x","skills":[{"id":"s"}],"url":"http://127.0.0.1/","protocolVersion":"0.3","capabilities":{"extensions":[{}]}}`, "f", "X01"},
		{"a mode without its schema", `{"name":"x","skills":[{"id":"s","inputModes":["application/json;schema=gone"]}],"url":"http://127.0.0.1/","protocolVersion":"0.3"}`, "f", "O04"},
	} {
		card, err := a2aclient.Parse([]byte(test.card), test.source)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if len(card.Warnings) > 0 {
			t.Errorf("%s: the client warns too: %q", test.name, card.Warnings)
		}
		if r := doctor.CheckOpened(card, "", false); !slices.ContainsFunc(r.Findings, func(f doctor.Finding) bool { return f.Rule == test.rule || f.Rule+": "+f.What == test.rule }) {
			t.Errorf("%s: no %s in %v", test.name, test.rule, r.Findings)
		}
	}
}

// The schemas are checked where that is asked for.
func TestSchemasAreCheckedOnRequest(t *testing.T) {
	t.Parallel()
	text := `{"name":"x","skills":[{"id":"s"}],"url":"http://127.0.0.1/","protocolVersion":"0.3","schemas":{"a":{"type":"nope","title":"x"}}}`
	card, err := a2aclient.Parse([]byte(text), "f")
	if err != nil {
		t.Fatal(err)
	}
	for _, whole := range []bool{false, true} {
		r := doctor.CheckOpened(card, "", whole)
		found := slices.ContainsFunc(r.Findings, func(f doctor.Finding) bool { return f.Rule == "S04" })
		if found != whole {
			t.Errorf("whole %v: found %v", whole, found)
		}
	}
}

// What the client noticed comes before the other warnings, and errors before both.
func TestFindingsOfTheClientAreTheFirstWarnings(t *testing.T) {
	t.Parallel()
	report := &doctor.Report{Findings: []doctor.Finding{{Rule: "E", Level: doctor.Error}, {Rule: "W", Level: doctor.Warning}, {Rule: "N", Level: doctor.Note}}}
	all := doctor.OpenedFindings(report, []string{"seen"})
	var order []string
	for _, f := range all {
		order = append(order, f.Rule)
	}
	problems := doctor.OpenedProblems(all)
	if got := strings.Join(order, ","); got != "E,,W,N" || len(problems) != 3 {
		t.Errorf("%s, %d problems", got, len(problems))
	}
	if all := doctor.OpenedFindings(&doctor.Report{}, []string{"seen"}); len(all) != 1 || all[0].Level != doctor.Warning {
		t.Errorf("%v", all)
	}
}
