package message

// FormatExample says what a text of a format is like.
func FormatExample(name string) string {
	if words, ok := Formats[name]; ok {
		return words.name + ", such as " + words.Example
	}
	return Sanitize(name)
}

// Formats say what a text of a format is, and show one.
var Formats = map[string]struct{ name, Example string }{
	"date":         {"date", "2026-03-14"},
	"time":         {"time with its zone", "09:30:00Z"},
	"date-time":    {"date and time", "2026-03-14T09:30:00Z"},
	"duration":     {"duration", "P3DT4H"},
	"email":        {"e-mail address", "ada@example.com"},
	"uri":          {"URI", "https://example.com/page"},
	"uuid":         {"UUID", "0b9d5f3e-6a1c-4f7e-9b2d-3c8a5e4f1d70"},
	"ipv4":         {"IPv4 address", "192.0.2.1"},
	"ipv6":         {"IPv6 address", "2001:db8::1"},
	"hostname":     {"host name", "www.example.com"},
	"regex":        {"regular expression", "^[a-z]+$"},
	"json-pointer": {"JSON Pointer", "/stops/0/city"},
}
