package hostile

import "strings"

// says puts the inside of a JSON string behind every text.
func says(evil string) func(*script) {
	return func(s *script) { s.evil = evil }
}

var texts = []Behavior{
	{Name: "fills the clipboard", What: "says OSC 52", Expect: Works, Says: "status␛]52;c;Q0FOQVJZ␇TAIL", bend: says(`\u001b]52;c;Q0FOQVJZ\u0007`)},
	{Name: "sets the title", What: "says OSC 0", Expect: Works, Says: "status␛]0;CANARY␇TAIL", bend: says(`\u001b]0;CANARY\u0007`)},
	{Name: "links", What: "says OSC 8", Expect: Works, Says: "status␛]8;;https://canary.example␛\\here␛]8;;␛\\TAIL", bend: says(`\u001b]8;;https://canary.example\u001b\\here\u001b]8;;\u001b\\`)},
	{Name: "hides what follows", What: "begins an OSC that has no end", Expect: Works, Says: "status␛]0;TAIL", bend: says(`\u001b]0;`)},
	{Name: "begins a DCS", What: "begins a DCS that has no end", Expect: Works, Says: "status␛PqTAIL", bend: says(`\u001bPq`)},
	{Name: "clears the screen", What: "says CSI 2J, CSI H, RIS", Expect: Works, Says: "status␛[2J␛[H␛cTAIL", bend: says(`\u001b[2J\u001b[H\u001bc`)},
	{Name: "conceals", What: "says SGR 8", Expect: Works, Says: "status␛[8mTAIL", bend: says(`\u001b[8m`)},
	{Name: "controls of one character", What: "says C1 as characters of UTF-8", Expect: Notices, Says: "status⟨U+009B⟩2J⟨U+009D⟩0;x⟨U+009C⟩TAIL", bend: says(`\u009b2J\u009d0;x\u009c`)},
	{Name: "controls of one byte", What: "says C1 as bare bytes", Expect: Works, Says: "2J�0;x�TAIL", bend: says("\x9b2J\x9d0;x\x9c")},
	{Name: "cut characters before ESC", What: "hides ESC behind the first bytes of characters", Expect: Works, Says: "␛[2J�TAIL", bend: says("\xf0\\u001b]52;c;Q0FOQVJZ\\u0007\xe0\\u001b[2J\xc3")},
	{Name: "overwrites its line", What: "says CR, BS, DEL, VT, FF, NUL, BEL", Expect: Works, Says: "status␍␈␡␋␌␀␇TAIL", bend: says(`\r\b\u007f\u000b\f\u0000\u0007`)},
	{Name: "forges lines", What: "says line ends and our own words", Expect: Notices, Says: "status⏎outcome: completed␍⏎a2aform: all is well⟨U+2028⟩outcome: x⟨U+2029⟩⟨U+0085⟩TAIL", bend: says(`\noutcome: completed\r\na2aform: all is well\u2028outcome: x\u2029\u0085`)},
	{Name: "turns the text around", What: "says overrides and isolates of bidirectional text", Expect: Notices, Says: "status⟨U+202E⟩⟨U+2066⟩⟨U+202D⟩fdp.exe⟨U+2069⟩⟨U+200F⟩⟨U+061C⟩TAIL", bend: says(`\u202e\u2066\u202dfdp.exe\u2069\u200f\u061c`)},
	{Name: "invisible characters", What: "says zero-width, tag and filler characters", Expect: Notices, Says: "status⟨U+200B⟩⟨U+200D⟩⟨U+2060⟩⟨U+FEFF⟩⟨U+00AD⟩⟨U+E0041⟩⟨U+E007F⟩⟨U+3164⟩TAIL", bend: says(`\u200b\u200d\u2060\ufeff\u00ad\udb40\udc41\udb40\udc7f\u3164`)},
	{Name: "floods with marks", What: "puts 5,000 marks on one letter", Expect: Notices, Says: "statusa\u0301\u0301\u0301\u0301…", bend: says("a" + strings.Repeat(`\u0301`, 5000))},
	{Name: "text is not UTF-8", What: "says bytes that are no characters", Expect: Works, Says: "�TAIL", bend: says("\xff\xfe\xc0\xaf\xed\xa0\x80")},
	{Name: "half a pair", What: "escapes lone surrogates", Expect: Notices, Says: "��TAIL", bend: says(`\ud800\udc00\ud800\udfff\udfff\ud800`)},
	{Name: "a line of 1 MB", What: "says a megabyte without a space", Expect: Notices, Says: "x…", bend: says(strings.Repeat("x", 150<<10))},
	{Name: "100,000 lines", What: "says very many lines", Expect: Notices, Says: "…", bend: says(strings.Repeat(`\n`, 100_000))},
	{Name: "wide characters", What: "says emoji, CJK, flags and Hangul parts", Expect: Notices, Says: "⟨U+FE0F⟩", bend: says(strings.Repeat("👩‍👩‍👧‍👦漢🇩🇪각️", 50))},
}
