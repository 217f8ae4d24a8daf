package hostile

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// gives is the data of the artifact.
func gives(data string) func(*script) {
	return func(s *script) { s.parts = result(data) }
}

// partsAre are all parts of the artifact.
func partsAre(parts string) func(*script) {
	return func(s *script) { s.parts = parts }
}

var values = []Behavior{
	{Name: "number beyond measure", What: "gives 1e9999999", Expect: Notices, Says: "beyond the limit of 400 either way", bend: gives(`{"value":"x","n":1e9999999,"m":-1e-99999999}`)},
	{Name: "number of many digits", What: "gives an integer that no float holds", Expect: Works, Says: "12345678901234567890123456789", bend: gives(`{"value":"x","n":12345678901234567890123456789}`)},
	{Name: "value nests 8,000 deep", What: "nests lists", Expect: Notices, Says: "the nesting is beyond the limit of 256 levels", bend: gives(`{"value":"x","deep":` + strings.Repeat("[", 8000) + strings.Repeat("]", 8000) + `}`)},
	{Name: "value nests 20,000 deep", What: "nests lists deeper than is read", Expect: Notices, Says: "nested more than 10,000 levels deep", bend: gives(`{"value":"x","deep":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`)},
	{Name: "value breaks its schema", What: "gives a number where its schema wants a text", Expect: Notices, Says: "✗ must be text", bend: gives(`{"value":7}`)},
	{Name: "value names members twice", What: "gives two values under one name", Expect: Notices, Says: "came 2 times; this is the last", bend: gives(`{"value":"one","value":"two"}`)},
	{Name: "value is no JSON", What: "gives NaN", Expect: Recovers, Says: "is not an event and was skipped", bend: gives(`{"value":NaN}`)},
	{Name: "rows of all kinds", What: "gives a table whose rows are alike in nothing", Expect: Works, Says: "1 2 – x c: [1 item] {}", bend: partsAre(`[{"data":[{"a":1},[2],null,"x",{"b":{"c":[1]}},{}]}]`)},
	{Name: "50,000 rows", What: "gives a long table", Expect: Notices, Says: "50,001 rows", bend: partsAre(`[{"data":[{"a":1,"b":"x"}` + strings.Repeat(`,{"a":2,"b":"y"}`, 50_000) + `]}]`)},
	{Name: "table of 2,000 columns", What: "gives a wide table, some of whose names come twice", Expect: Notices, Says: "1 All ", bend: partsAre(`[{"data":[{` + wideRow(2000) + `}]}]`)},
	{Name: "value of one long text", What: "gives 8 MB of text", Expect: Notices, Says: "too large to check at once", bend: gives(`{"value":"` + strings.Repeat("x", 8<<20) + `"}`)},
	{Name: "tag of an unknown schema", What: "tags its data with a schema that the card does not have", Expect: Notices, Says: "the card declares no schema \"nobody\"", bend: partsAre(`[{"data":{"a":1},"metadata":{"mimeType":"application/json;schema=nobody"}}]`)},
	{Name: "tag that is none", What: "tags its data with something that is not a media type", Expect: Works, Says: "No schema; guessed", bend: partsAre(`[{"data":{"a":1},"metadata":{"mimeType":";;;\u001b[2J=/"}},{"data":null,"metadata":7}]`)},
	{Name: "file that cannot be read", What: "gives a file that is not base64", Expect: Notices, Says: "x.bin · image/png · ✗ cannot be read: its base64 is broken", bend: partsAre(`[{"raw":"@@@@","filename":"x.bin","mediaType":"image/png"}]`)},
	{Name: "file to be fetched", What: "gives a file by a URL of another host", Expect: Works, Says: "/canary.png", bend: partsAre(`[{"url":"ELSEWHERE/canary.png","filename":"a.png","mediaType":"image/png"}]`)},
	{Name: "parts of nothing", What: "gives null, numbers and empty objects as parts", Expect: Notices, Says: "this part is of no kind that is known here", bend: partsAre(`[null,7,"x",{},{"text":null},{"kind":"text"}]`)},
	{Name: "names that control", What: "names its members with control characters", Expect: Notices, Says: "⟨U+202E⟩␀", bend: partsAre(`[{"data":{"\u001b[2J\u202e\u0000":1,"\n\n":"x","":2}}]`)},
	{Name: "markdown that links", What: "says Markdown with images, HTML and javascript links", Expect: Works, Says: "y (javascript:alert(1))", bend: partsAre(`[{"text":"# T\n![x](ELSEWHERE/img.png) <script>x</script> [y](javascript:alert(1)) <ELSEWHERE>","mediaType":"text/markdown"}]`)},
}

func wideRow(n int) string {
	var sb strings.Builder
	for i := range n {
		sb.WriteString(`"column ` + strings.Repeat("c", i%7) + string(rune('a'+i%26)) + strings.Repeat("i", i/26) + `":` + `1,`)
	}
	return sb.String() + `"last":1`
}

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

// ends is a task that comes to a state, with the agent's words.
func ends(state string) func(*script) {
	return tells(taskIn(submitted), status(state, `«why»`))
}

// withID gives the task another id.
func withID(id string) func(*script) {
	return func(s *script) {
		for i, e := range s.events {
			s.events[i] = strings.ReplaceAll(e, "t-1", id)
		}
		s.task = strings.ReplaceAll(s.task, "t-1", id)
	}
}

var tasks = []Behavior{
	{Name: "task fails", What: "ends as failed", Expect: Works, Says: "outcome: failed", bend: ends("TASK_STATE_FAILED")},
	{Name: "task is rejected", What: "ends as rejected", Expect: Works, Says: "outcome: rejected", bend: ends("TASK_STATE_REJECTED")},
	{Name: "task is canceled", What: "ends as canceled, which was not requested", Expect: Works, Says: "outcome: canceled", bend: ends("TASK_STATE_CANCELED")},
	{Name: "task asks", What: "wants more input", Expect: Asks, Says: " t-1 --text TEXT", bend: ends("TASK_STATE_INPUT_REQUIRED")},
	{Name: "task wants credentials", What: "wants somebody to sign in", Expect: Asks, Says: "outcome: auth-required", bend: ends("TASK_STATE_AUTH_REQUIRED")},
	{Name: "state of nobody", What: "is in a state that no version knows", Expect: Recovers, Says: "outcome: completed", Slow: true, bend: ends("TASK_STATE_\\u001b[2JDREAMING")},
	{Name: "state as a number", What: "gives its states as numbers of protobuf", Expect: Works, Says: "outcome: completed", bend: tells(strings.ReplaceAll(taskIn("2"), `"2"`, "2"), theArtifact, strings.ReplaceAll(status("3", ""), `"3"`, "3"))},
	{Name: "states of version 0.3", What: "writes its states as 0.3 does", Expect: Works, Says: "outcome: completed", bend: tells(taskIn("submitted"), theArtifact, status("completed", ""))},
	{Name: "message for a form", What: "answers a form with a message", Expect: Notices, Says: "requires a task or a rejection", bend: tells(`{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":«answer»}]}}`)},
	{Name: "message of nothing", What: "answers with an empty message", Expect: Notices, Says: "nothing in it", bend: tells(`{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[]}}`)},
	{Name: "done without a result", What: "is completed and brings nothing", Expect: Recovers, Says: "outcome: completed", bend: tells(taskIn(submitted), status(completed, ""))},
	{Name: "done at once", What: "answers a task that is completed", Expect: Works, Says: "label cell", bend: tells(`{"task":` + taskNow(completed, `"artifacts":[{"artifactId":"a","parts":PARTS}]`) + `}`)},
	{Name: "task without an id", What: "names no id", Expect: Works, Says: "label cell", bend: withID("")},
	{Name: "task id that leads away", What: "names its task ../../admin?x=1, over HTTP+JSON", Expect: Recovers, Says: "label cell", bend: func(s *script) {
		withID("../../admin?x=1#y")(s)
		overREST(s)
	}},
	{Name: "task id that controls", What: "has escapes in the id of its task, which asks", Expect: Asks, Says: `$'t\x1b[2J\xe2\x80\xae\x0a' --text TEXT`, bend: func(s *script) {
		ends("TASK_STATE_INPUT_REQUIRED")(s)
		withID(`t\u001b[2J\u202e\n`)(s)
	}},
	{Name: "task of another context", What: "changes the context with every event", Expect: Works, Says: "label cell", bend: func(s *script) {
		for i, e := range s.events {
			s.events[i] = strings.ReplaceAll(e, "c-1", "c-"+strings.Repeat("x", i))
		}
	}},
	{Name: "artifact without an id", What: "sends artifacts without ids", Expect: Works, Says: "label cell", bend: func(s *script) {
		s.events[2] = strings.ReplaceAll(s.events[2], `"artifactId":"a",`, "")
	}},
	{Name: "appends to nothing", What: "appends to an artifact that never began", Expect: Recovers, Says: "label cell", bend: func(s *script) {
		s.events[2] = strings.Replace(s.events[2], `"lastChunk"`, `"append":true,"lastChunk"`, 1)
	}},
	{Name: "history of 20,000", What: "sends a long history with its task", Expect: Works, Says: "label cell", bend: tells(`{"task":`+taskNow(submitted, `"history":[{"messageId":"h","role":"ROLE_AGENT","parts":[{"text":"x"}]}`+strings.Repeat(`,{"messageId":"h","role":"ROLE_AGENT","parts":[{"text":"x"}]}`, 20_000)+`]`)+`}`, theArtifact, status(completed, ""))},
	{Name: "times of nonsense", What: "gives times that are none", Expect: Works, Says: "label cell", bend: tells(strings.Replace(taskIn(submitted), `"state"`, `"timestamp":"\u001b[2Jyesterday","state"`, 1), theArtifact, status(completed, ""))},
}

// SaveDir is the directory, below the user's, in which files are saved.
const SaveDir = "saved"

// Planted is in the names of files that a behavior puts there itself.
const Planted = "planted"

// Mine is the content of the file named [Planted], which must stay unchanged.
const Mine = "mine"

// aFile is a file of an agent: aGk= is hi.
func aFile(name, media, base64 string) string {
	return `{"raw":"` + base64 + `","filename":"` + name + `","mediaType":"` + media + `"}`
}

func filesAre(parts ...string) func(*script) {
	return partsAre("[" + strings.Join(parts, ",") + "]")
}

// lies is a file of the user with that text.
func lies(path, text string) func(string) error {
	return func(dir string) error {
		path := filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		return os.WriteFile(path, []byte(text), 0o600)
	}
}

// links makes a link at a path to the file planted next to it.
func links(path string) func(string) error {
	return func(dir string) error {
		if err := lies(Planted, Mine)(dir); err != nil {
			return err
		}
		path := filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		return os.Symlink(filepath.Join(dir, Planted), path)
	}
}

// linesAlone wants two lines in a file, the last of them JSON.
func linesAlone(path string) func(string) error {
	return func(dir string) error {
		data, err := os.ReadFile(filepath.Join(dir, path))
		if err != nil {
			return err
		}
		lines := strings.Split(strings.TrimSpace(string(data)), "\n")
		if len(lines) != 2 || !json.Valid([]byte(lines[1])) {
			return fmt.Errorf("%s holds %q", path, lines)
		}
		return nil
	}
}

func sameFiles(n int) []string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = aFile("same.txt", "text/plain", "aGk=")
	}
	return parts
}

var files = []Behavior{
	{Name: "name that climbs", What: "names files by paths that leave the directory", Expect: Works, Says: "saved/planted.txt (2 bytes)", bend: filesAre(aFile(`../../escaped`, "text/plain", "aGk="), aFile(`..\\..\\escaped.txt`, "text/plain", "aGk="), aFile("/tmp/planted.txt", "text/plain", "aGk="), aFile("..", "text/plain", "aGk="))},
	{Name: "name of a device", What: "names files CON, nul.txt, -rf and .ssh", Expect: Works, Says: "saved/rf.txt (2 bytes)", bend: filesAre(aFile("CON", "text/plain", "aGk="), aFile("nul.txt", "text/plain", "aGk="), aFile("-rf", "text/plain", "aGk="), aFile(".ssh", "text/plain", "aGk="))},
	{Name: "name that controls", What: "names a file with escapes, line ends and overrides", Expect: Notices, Says: "(2 bytes)", bend: filesAre(aFile(`a\u001b]0;x\u0007\n\r\u202egpj.exe\u0000`, "text/plain", "aGk="))},
	{Name: "name of 5,000 characters", What: "names a file longer than any file system takes", Expect: Notices, Says: "(2 bytes)", bend: filesAre(aFile(strings.Repeat("é", 5000)+".txt", "text/plain", "aGk="))},
	{Name: "same name 300 times", What: "sends many files of one name", Expect: Works, Says: "saved/same-300.txt (2 bytes)", bend: filesAre(sameFiles(300)...)},
	{Name: "file of broken base64", What: "sends a file that cannot be decoded, and one that can", Expect: Refuses, Says: "1 of 2 files could not be saved", bend: filesAre(aFile("bad.bin", "application/octet-stream", "aG@k"), aFile("good.txt", "text/plain", "aGk="))},
	{Name: "link in the way", What: "names a file as the user's link is called", Expect: Works, Says: "saved/report-2.txt (2 bytes)", Home: links(SaveDir + "/report.txt"), bend: filesAre(aFile("report.txt", "text/plain", "aGk="))},
	{Name: "directory is a file", What: "the directory to save in is a file", Expect: Refuses, Says: "nothing can be saved there", Home: lies(SaveDir, ""), bend: filesAre(aFile("a.txt", "text/plain", "aGk="))},
	{Name: "damaged credentials", What: "the file of credentials is cut in the middle", Expect: Notices, Says: "the file of credentials is damaged", Home: lies("state/credentials.json", `[{"origin":"http`)},
	{Name: "torn journal", What: "the last line of the journal has no end", Expect: Works, Says: "outcome: completed", Home: lies("state/journal.jsonl", `{"time":"2026`), Left: linesAlone("state/journal.jsonl")},
	{Name: "home is a file", What: "a file lies where the runs belong", Expect: Refuses, Says: "nothing was sent, because the journal cannot be written", Home: lies("state", "")},
}

// asksFor gives the skill's form a schema.
func asksFor(schema string) func(*script) {
	return func(s *script) { s.input = schema }
}

// word is a schema whose one field has these keywords.
func word(keywords string) func(*script) {
	return asksFor(`{"type":"object","properties":{"word":{` + keywords + `}}}`)
}

// allOfBomb doubles at every level what must be validated.
func allOfBomb(levels int) string {
	var sb strings.Builder
	for i := range levels {
		_, _ = fmt.Fprintf(&sb, `"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]},`, i, i+1, i+1)
	}
	return fmt.Sprintf(`{"type":"object","properties":{"word":{"$ref":"#/$defs/d0"}},"$defs":{%s"d%d":{"minLength":1}}}`, sb.String(), levels)
}

// manyFields is an object of optional fields.
func manyFields(n int) string {
	var sb strings.Builder
	for i := range n {
		_, _ = fmt.Fprintf(&sb, `"f%d":{"type":"string"},`, i)
	}
	return `{"type":"object","properties":{` + sb.String() + `"word":{"type":"string"}}}`
}

var schemas = []Behavior{
	{Name: "schema refers to itself", What: "$ref goes round", Expect: Notices, Says: "it refers to itself and says nothing else", bend: word(`"$ref":"#/properties/word"`)},
	{Name: "schema recurs", What: "an object holds itself", Expect: Works, Says: "outcome: completed", bend: asksFor(`{"type":"object","properties":{"word":{"type":"string"},"next":{"$ref":"#"}}}`)},
	{Name: "schema refers to a file", What: "$ref is file:///etc/passwd", Expect: Notices, Says: "other documents are not followed", bend: word(`"$ref":"file:///etc/passwd"`)},
	{Name: "schema refers to a host", What: "$ref is a URL of another host", Expect: Notices, Says: "other documents are not followed", bend: func(s *script) {
		word(`"$ref":"ELSEWHERE/schema.json"`)(s)
		s.output = `{"$ref":"ELSEWHERE/out.json"}`
	}},
	{Name: "schema of a foreign dialect", What: "$schema is a URL of another host", Expect: Notices, Says: "it is read as JSON Schema 2020-12", bend: asksFor(`{"$schema":"ELSEWHERE/meta.json","type":"object","properties":{"word":{"type":"string"}}}`)},
	{Name: "schema nests 2,000 deep", What: "nests properties", Expect: Notices, Says: "the schema is too large: the nesting is beyond the limit", bend: word(strings.Repeat(`"properties":{"a":{`, 2000) + strings.Repeat(`}}`, 2000))},
	{Name: "schema doubles 40 times", What: "allOf doubles at every level", Expect: Notices, Says: "combines too many alternatives", bend: asksFor(allOfBomb(40))},
	{Name: "schema of 15,000 fields", What: "has very many fields", Expect: Works, Says: "outcome: completed", bend: asksFor(manyFields(15_000))},
	{Name: "schema of one huge list", What: "offers 50,000 choices", Expect: Works, Says: "outcome: completed", bend: word(`"enum":["hi"` + strings.Repeat(`,"option of many"`, 50_000) + `]`)},
	{Name: "pattern that explodes", What: "a pattern that takes for ever where it backtracks", Expect: Notices, Says: "is not checked here: a pattern takes too long", Data: `{"word":"` + strings.Repeat("a", 4000) + `!"}`, bend: word(`"pattern":"^(?=(a+)+$)"`)},
	{Name: "pattern that looks ahead", What: "a pattern that RE2 does not know", Expect: Works, Says: "outcome: completed", bend: word(`"type":"string","pattern":"^(?!x)hi$"`)},
	{Name: "pattern of 1 MB", What: "a pattern that is very long", Expect: Notices, Says: "the pattern is longer than 64 KiB", bend: word(`"pattern":"` + strings.Repeat("(a|b)?", 170<<10) + `"`)},
	{Name: "pattern that is none", What: "a pattern with an open bracket", Expect: Notices, Says: "a pattern is not understood", bend: word(`"type":"string","pattern":"[a-"`)},
	{Name: "numbers beyond measure", What: "limits of 1e9999999", Expect: Notices, Says: "holds a number of too many digits", bend: word(`"minimum":1e-99999999,"maximum":1e9999999,"multipleOf":1e-100000000`)},
	{Name: "schema is false", What: "a schema that nothing fits", Expect: Refuses, Says: "is not allowed here", bend: asksFor(`false`)},
	{Name: "schema is a text", What: "a text where a schema belongs", Expect: Refuses, Says: "a schema is an object or a boolean", bend: asksFor(`"word"`)},
	{Name: "keywords of other types", What: "every keyword has a wrong type", Expect: Notices, Says: "the type 7 is not known", bend: word(`"type":7,"enum":{},"pattern":[],"title":{},"properties":"x","items":3,"required":true,"minLength":"long","format":null`)},
	{Name: "members twice", What: "repeats the members of its schema", Expect: Refuses, Says: "the member is there twice", bend: asksFor(`{"type":"object","type":"array","properties":{"word":{"type":"integer"},"word":{"type":"string"}}}`)},
	{Name: "dynamic reference", What: "$dynamicRef goes round", Expect: Works, Says: "outcome: completed", bend: asksFor(`{"$dynamicAnchor":"x","type":"object","properties":{"word":{"type":"string"},"more":{"$dynamicRef":"#x"}}}`)},
	{Name: "anchor of nothing", What: "$ref points to nothing", Expect: Notices, Says: "which is not part of the schema", bend: word(`"$ref":"#/$defs/none"`)},
}

// cardIs answers every request for the card so.
func cardIs(a answer) func(*script) {
	return func(s *script) { s.answers[askCard] = a }
}

// cardHas gives the card a member.
func cardHas(name, json string) func(*script) {
	return func(s *script) { s.set(name, json) }
}

func interfaceIs(url, binding string) string {
	return `[{"url":"` + url + `","protocolBinding":"` + binding + `","protocolVersion":"1.0"}]`
}

// skills are as many that say nothing, before the one that is used.
func skills(n int) func(*script) {
	return func(s *script) {
		var sb strings.Builder
		for i := range n {
			_, _ = fmt.Fprintf(&sb, `{"id":"s%d","name":"S","description":"d","tags":["t"]},`, i)
		}
		for _, m := range s.members {
			if m.name == "skills" {
				s.set("skills", "["+sb.String()+m.json[1:])
			}
		}
	}
}

var cards = []Behavior{
	{Name: "card is HTML", What: "answers a login page with status 200", Expect: Refuses, Says: "is a web page", bend: cardIs(body(okHead+"Content-Type: text/html\r\n", "<html><script>alert(1)</script>Sign in</html>"))},
	{Name: "card is empty", What: "answers nothing with status 200", Expect: Refuses, Says: "is empty", bend: cardIs(document(""))},
	{Name: "card is cut", What: "ends the card in the middle", Expect: Refuses, Says: "is marked as JSON but is not valid JSON", bend: cardIs(document(`{"name":"Cut","url":"http://HOST/rpc","skills":[{"id":"go"`))},
	{Name: "card is a list", What: "answers a list", Expect: Refuses, Says: "not an object", bend: cardIs(document(`[{"name":"List"}]`))},
	{Name: "card is an error", What: "answers a JSON-RPC error as card", Expect: Refuses, Says: "an error in JSON, not an agent card", bend: cardIs(document(`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}`))},
	{Name: "card without end", What: "sends one text for ever", Expect: Refuses, Says: "larger than 4 MiB", bend: cardIs(endless(jsonHead+"\r\n"+`{"name":"`, many("x")))},
	{Name: "card of endless skills", What: "sends skills for ever", Expect: Refuses, Says: "larger than 4 MiB", bend: cardIs(endless(jsonHead+"\r\n"+`{"name":"a","skills":[{}`, many(`,{}`)))},
	{Name: "card that inflates", What: "sends a gzip bomb", Expect: Refuses, Says: "larger than 4 MiB", bend: cardIs(endless(jsonHead+gzipHead+"\r\n", zipped("", ' ')))},
	{Name: "card of tiny values", What: "packs a million values in 4 MiB", Expect: Refuses, Says: "more than 300,000 values", bend: cardIs(filled(jsonHead+"\r\n"+`{"name":"a","url":"http://h","filler":[[]`, `,[]`, `]}`, 4<<20-128<<10))},
	{Name: "card nests deep", What: "nests 200,000 lists", Expect: Refuses, Says: "is marked as JSON but is not valid JSON", bend: cardIs(filled(jsonHead+"\r\n"+`{"name":"a","url":"http://HOST/rpc","skills":`, `[`, strings.Repeat("]", 256<<10)+"}", 256<<10))},
	{Name: "card of 5,000 skills", What: "offers very many skills", Expect: Works, Says: "s4999", bend: skills(5000)},
	{Name: "card with a byte order mark", What: "begins with a byte order mark", Expect: Works, Says: "outcome: completed", bend: func(s *script) {
		s.answers[askCard] = func(w io.Writer, q *request) { document("\ufeff"+s.card())(w, q) }
	}},
	{Name: "card in capitals", What: "repeats members in other letters, which lenient readers take", Expect: Works, Says: "outcome: completed", bend: func(s *script) {
		s.set("SUPPORTEDINTERFACES", interfaceIs("ELSEWHERE/rpc", "JSONRPC"))
		s.set("Name", `"Somebody else"`)
	}},
	{Name: "interfaces of nothing", What: "lists null, numbers and texts as interfaces", Expect: Notices, Says: `has no "url"`, bend: cardHas("supportedInterfaces", `[null,7,"x",{},{"url":null},{"url":"http://HOST/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]`)},
	{Name: "interface is a file", What: "gives file:///etc/passwd as its address", Expect: Refuses, Says: "its address is not an http URL", bend: cardHas("supportedInterfaces", interfaceIs("file:///etc/passwd", "JSONRPC"))},
	{Name: "interface is no URL", What: "gives an address that cannot be read", Expect: Refuses, Says: "its card has no address", bend: cardHas("supportedInterfaces", interfaceIs("http://[::1", "JSONRPC"))},
	{Name: "interface has a password", What: "puts a user and a password into its address", Expect: Notices, Says: "contains a user name or password", bend: cardHas("supportedInterfaces", interfaceIs("http://root:hunter2@HOST/rpc", "JSONRPC"))},
	{Name: "speaks gRPC over HTTP/1.1", What: "offers gRPC alone, at a port that does not speak HTTP/2", Expect: Refuses, Says: "not speak HTTP/2, which gRPC needs", bend: cardHas("supportedInterfaces", interfaceIs("http://HOST/rpc", "GRPC"))},
	{Name: "speaks version 9", What: "offers a version that does not exist", Expect: Refuses, Says: "unknown version", bend: cardHas("supportedInterfaces", `[{"url":"http://HOST/rpc","protocolBinding":"JSONRPC","protocolVersion":"9.9"}]`)},
	{Name: "members of other types", What: "gives numbers, lists and objects where texts belong", Expect: Notices, Says: "a2aform ignores what it cannot read of it", bend: func(s *script) {
		for _, name := range []string{"name", "description", "version", "provider", "signatures", "securitySchemes", "iconUrl"} {
			s.set(name, `[{"a":7},8,null]`)
		}
	}},
	{Name: "requires the unknown", What: "requires an extension that nobody knows", Expect: Notices, Says: "urn:nobody:knows", bend: cardHas("capabilities", `{"streaming":true,"extensions":[`+objectSchemas+`,{"uri":"urn:nobody:knows","required":true}]}`)},
	{Name: "credentials of odd shapes", What: "writes securityRequirements as the specification's sample does", Expect: Notices, Says: "the agent asks for k (API key)", bend: func(s *script) {
		s.set("securitySchemes", `{"k":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}}}`)
		s.set("securityRequirements", `[{"schemes":{"k":{"list":[]}}},7,null,{"list":["k"]}]`)
	}},
}
