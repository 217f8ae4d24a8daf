package gen

import "strings"

// textFormats are valid values of formats: the first is usual, the others are at the edges of their specifications.
var textFormats = map[string][]string{
	"date":                  {"2026-03-14", "2024-02-29", "0001-01-01", "9999-12-31"},
	"time":                  {"09:30:00Z", "23:59:60Z", "00:00:00.123456789Z", "23:59:59+14:00", "00:00:00-00:00"},
	"date-time":             {"2026-03-14T09:30:00Z", "2024-02-29T23:59:59.999999999+14:00", "2026-03-14t09:30:00z", "1998-12-31T23:59:60Z", "1985-04-12T23:20:50.52-08:00"},
	"duration":              {"P3DT4H", "PT0S", "P1Y2M3DT4H5M6S", "P2W"},
	"email":                 {"ada@example.com", "a+b@example.com", `"a b"@example.com`, "a@[192.0.2.1]"},
	"idn-email":             {"ada@example.com", "실례@실례.테스트"},
	"hostname":              {"www.example.com", "localhost", "xn--bcher-kva.example", "a-1.example"},
	"idn-hostname":          {"www.example.com", "bücher.example", "실례.테스트"},
	"ipv4":                  {"192.0.2.1", "0.0.0.0", "255.255.255.255"},
	"ipv6":                  {"2001:db8::1", "::", "::ffff:192.0.2.1", "2001:0db8:0000:0000:0000:0000:0000:0001"},
	"uri":                   {"https://example.com/page", "urn:isbn:0451450523", "mailto:ada@example.com", "https://[2001:db8::1]:8443/a?b=%20#c"},
	"uri-reference":         {"https://example.com/page", "/a/b?c#d", "#top", ""},
	"iri":                   {"https://example.com/page", "https://bücher.example/ä"},
	"iri-reference":         {"https://example.com/page", "/ä"},
	"uri-template":          {"https://example.com/{id}", "/a{?b,c}"},
	"uuid":                  {"0b9d5f3e-6a1c-4f7e-9b2d-3c8a5e4f1d70", "00000000-0000-0000-0000-000000000000", "0B9D5F3E-6A1C-4F7E-9B2D-3C8A5E4F1D70"},
	"json-pointer":          {"/stops/0/city", "", "/a~1b/~0"},
	"relative-json-pointer": {"1/city", "0#"},
	"regex":                 {"^[a-z]+$", ""},
	"period":                {"2026-03-14T09:30:00Z/P1D"},
	"semver":                {"1.2.3"},
	"byte":                  {"YQ==", ""},
	"password":              {"correct horse"},
	"color":                 {"#1e90ff"},
}

// brokenTexts are values that look like a format and are none.
var brokenTexts = map[string][]string{
	"date":          {"2026-02-29", "2026-3-14", "14.03.2026"},
	"time":          {"24:00:00Z", "09:30:00", "9:30"},
	"date-time":     {"2026-02-29T09:30:00Z", "2026-03-14T09:30:00", "2026-03-14 09:30"},
	"duration":      {"P", "3 days", "P1D2H"},
	"email":         {"ada", "ada@", "@example.com"},
	"idn-email":     {"ada", "@example.com"},
	"hostname":      {"-a.example", "a_b.example", "a..example"},
	"idn-hostname":  {"-a.example", "a..example"},
	"ipv4":          {"256.0.0.1", "192.0.2", "192.0.02.1"},
	"ipv6":          {"2001:db8:::1", "12345::", "192.0.2.1"},
	"uri":           {"/relative", "example.com", "https://exa mple.com"},
	"uri-reference": {"\\\\server\\share", "a b"},
	"uuid":          {"0b9d5f3e6a1c4f7e9b2d3c8a5e4f1d70", "0b9d5f3e-6a1c-4f7e-9b2d-3c8a5e4f1d7"},
	"json-pointer":  {"stops/0", "/a~2"},
	"regex":         {"(", "["},
	"byte":          {"a", "***"},
}

// textHazards are texts that programs which quote, escape or measure them wrongly trip over, each with a name. All are valid texts.
func textHazards() [][2]string {
	return [][2]string{
		{"64 KiB", strings.Repeat("a", 64<<10)},
		{"right to left", "\u202eabc\u05d0\u05d1\u05d2"},
		{"NUL", "a\x00b"},
		{"quotes", `"'` + "`\\"},
		{"HTML", "<script>alert(1)</script>"},
		{"SQL", "' or 1=1 --"},
		{"shell", "${x} $(id) `id`"},
		{"template", "{{x}} {% x %} #{x}"},
		{"path", "../../etc/passwd"},
		{"lines", "a\r\nb\u2028c"},
		{"emoji", "👩‍👩‍👧‍👦🇫🇷"},
	}
}
