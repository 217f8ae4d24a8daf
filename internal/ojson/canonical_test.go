package ojson_test

import (
	"testing"

	"a2aform/internal/ojson"
)

// The examples are those of RFC 8785: sections 3.2.2 and 3.2.3, and appendix B.
func TestCanonical(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{
			`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
			`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
		},
		{
			`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
			"{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\",\"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\",\"😀\":\"Emoji: Grinning Face\",\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}",
		},
		{
			`[-0, 5e-324, 1.7976931348623157e308, 9007199254740992, 295147905179352830000, 1e21, 999999999999999900000, 1e-7, 0.000001]`,
			`[0,5e-324,1.7976931348623157e+308,9007199254740992,295147905179352830000,1e+21,999999999999999900000,1e-7,0.000001]`,
		},
		{`[1e400]`, ""},
		{`{"a":{"b":-1e309}}`, ""},
		{`["\ud800"]`, ""},
	} {
		v, err := ojson.Parse([]byte(tt.text), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := v.Canonical(); string(got) != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s\n is %s (%v)\nnot %s", tt.text, got, err, tt.want)
		}
	}
}
