package arch

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the depguard rules of .golangci.yml")

// The linter says the same as the tables while one edits. Test files may also import what is
// for tests, so the tables alone hold for them.
func TestLinterHasImportTable(t *testing.T) {
	config := read(t, ".golangci.yml")
	before, rest, found := strings.Cut(config, "    depguard:\n      rules:\n")
	end := strings.Index(rest, "\n  exclusions:\n")
	if !found || end < 0 {
		t.Fatal(".golangci.yml has no part for depguard")
	}
	want := before + "    depguard:\n      rules:\n" + rules() + rest[end:]
	if want == config {
		return
	}
	if !*update {
		t.Fatal("the depguard rules of .golangci.yml are outdated: write them with go test ./internal/arch -update")
	}
	if err := os.WriteFile(filepath.Join("..", "..", ".golangci.yml"), []byte(want), 0o600); err != nil {
		t.Fatal(err)
	}
}

// rules are the depguard rules, one for each row of the table of imports.
func rules() string {
	var b strings.Builder
	for _, dir := range slices.Sorted(maps.Keys(imports)) {
		name, files := strings.ReplaceAll(dir, "/", "-"), dir+"/**"
		if dir == "" {
			name, files = "main", "*.go"
		}
		fmt.Fprintf(&b, "        %s:\n          list-mode: lax\n          files: [\"${base-path}/%s\"", name, files)
		for _, below := range slices.Sorted(maps.Keys(imports)) {
			if dir != "" && strings.HasPrefix(below, dir+"/") {
				fmt.Fprintf(&b, ", \"!${base-path}/%s/**\"", below)
			}
		}
		b.WriteString(", \"!$test\"]\n")
		var allow, deny []string
		for _, to := range imports[dir] {
			allow = append(allow, module+"/"+to+ending(to))
		}
		deny = append(deny, module)
		for _, prefix := range slices.Sorted(maps.Keys(restricted)) {
			switch {
			case !isUnder(dir, restricted[prefix]):
				deny = append(deny, strings.TrimSuffix(prefix, "/"))
			case !isUnder(dir, parent(prefix)):
				allow = append(allow, prefix+"$")
			}
		}
		list(&b, "allow", allow, "            - %s\n")
		list(&b, "deny", deny, "            - {pkg: %s, desc: \"see the tables of internal/arch\"}\n")
	}
	return b.String()
}

// ending ends the path of a row that does not hold for what is below it.
func ending(dir string) string {
	for _, below := range slices.Sorted(maps.Keys(imports)) {
		if strings.HasPrefix(below, dir+"/") {
			return "$"
		}
	}
	if dir == "internal/widget" || dir == "internal/cli" {
		return ""
	}
	return "$"
}

// parent is what may import the packages around a restricted one.
func parent(prefix string) []string {
	for other, in := range restricted {
		if other != prefix && strings.HasPrefix(prefix, other) {
			return in
		}
	}
	return restricted[prefix]
}

func list(b *strings.Builder, name string, items []string, format string) {
	if len(items) == 0 {
		return
	}
	fmt.Fprintf(b, "          %s:\n", name)
	slices.Sort(items)
	for _, item := range items {
		fmt.Fprintf(b, format, item)
	}
}

// restricted says which of our packages may import those of others that only some should
// know, by prefix of the import path. Tests are free.
var restricted = map[string][]string{
	"charm.land/":                     {"ui", "formgen/huhform", "internal/widget", "internal/cli", ""},
	"github.com/charmbracelet/":       {"ui", "formgen/huhform", "internal/widget", "internal/cli", ""},
	"github.com/charmbracelet/x/ansi": {"ui", "formgen/huhform", "internal/widget", "internal/cli", "", "render", "internal/safe"},
	"github.com/spf13/":               {"internal/cli", ""},
	"github.com/santhosh-tekuri/":     {"internal/qa/gen", "internal/schema"},
	"github.com/yuin/goldmark":        {"render"},
	"github.com/pelletier/go-toml/":   {"internal/qa/doctor/rule", "internal/qa/tomlfile", "internal/store"},
	"github.com/invopop/jsonschema":   {"internal/demo", "internal/qa/fileschema", "internal/store"},
	"github.com/go-jose/":             {"a2aclient/signature"},
	"github.com/gowebpki/jcs":         {"a2aclient/signature"},
	"net/http":                        {"a2aclient", "internal/cli", "internal/demo", "internal/hostile", "internal/qa/bench", "internal/qa/check", "internal/qa/doctor/live", "internal/run", "internal/webhook"},
	"connectrpc.com/connect":          {"a2aclient/grpc"},
	"google.golang.org/":              {"a2aclient/grpc"},
}
