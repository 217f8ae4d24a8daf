package grpc

import (
	"strings"
	"testing"

	"a2aform/internal/ojson"
)

func TestOnlyNumbersThatChangeAreNamed(t *testing.T) {
	for literal, want := range map[string]string{
		"0": "", "-0": "", "0.0": "", "1": "", "-17.50": "", "0.1": "", "1e22": "", "1E+2": "", "100": "",
		"9007199254740992":             "",
		"9007199254740993":             "9007199254740992",
		"-9007199254740993":            "-9007199254740992",
		"9223372036854775808":          "", // 2^63 itself
		"9223372036854775807":          "9223372036854775808",
		"12345678901234567890":         "12345678901234567168",
		"0.123456789012345678":         "0.12345678901234568",
		"3.14159265358979323846":       "3.141592653589793",
		"1e400":                        "cannot carry",
		"1e-400":                       "arrives as 0",
		"1" + strings.Repeat("0", 400): "cannot carry",
	} {
		v, err := ojson.NewNumber(literal)
		if err != nil {
			t.Fatal(err)
		}
		got := RoundingWarning(v)
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", literal, got, want)
		}
	}
}

func TestExponentOfAnySizeIsTaken(t *testing.T) {
	for literal, want := range map[string]string{"1e999999999999": "", "1e-999999999999": "0", "0e999999999999": "0"} {
		if got, _ := roundedNumbers(literal); got != want {
			t.Errorf("%s: %q, want %q", literal, got, want)
		}
	}
}

func TestNoticeNamesWhereTheNumbersAre(t *testing.T) {
	got := RoundingNotice([]byte(`{"id":9007199254740993,"list":[1,{"a/b":0.1}],"more":[9007199254740993,9007199254740993,9007199254740993,1e400]}`))
	want := "the agent speaks gRPC, which keeps 15 to 17 digits of a number: /id 9007199254740993 arrives as 9007199254740992, " +
		"/more/0 9007199254740993 arrives as 9007199254740992, /more/1 9007199254740993 arrives as 9007199254740992, and 2 more"
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if got := RoundingNotice([]byte(`{"id":"9007199254740993","n":1}`)); got != "" {
		t.Error(got)
	}
	if got := RoundingNotice([]byte(`9007199254740993`)); !strings.Contains(got, ": 9007199254740993 arrives as") {
		t.Error(got)
	}
}
