package hostile

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

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
