package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// bannedWords are words of names that readers do not search for: each has a standard one
// in CONTRIBUTING.md.
var bannedWords = []string{
	"heed", "judge", "mend", "weaken", "loosen", "pile", "tape", "talk", "wallet", "keeper", "teller",
	"enliven", "undrawn", "breath", "seldom", "elsewhere",
}

// bannedPrefixes are words that no name begins with; max and min are the standard ones.
var bannedPrefixes = []string{"most", "least"}

func TestNamesAreSearchable(t *testing.T) {
	for _, p := range packages(t) {
		for _, file := range slices.Concat(p.GoFiles, p.TestGoFiles, p.XTestGoFiles) {
			parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range append(declared(parsed), strings.TrimSuffix(file, ".go")) {
				if word := banned(name); word != "" {
					t.Errorf("%s/%s: the name %s holds the word %q", p.ImportPath, file, name, word)
				}
			}
		}
	}
}

func TestBannedWordsAreFound(t *testing.T) {
	for name, want := range map[string]string{
		"judgeLimit": "judge", "isJudged": "judge", "mostBytes": "most", "least_size": "least", "NewWallet": "wallet",
		"almost": "", "most": "", "recommend": "", "compiled": "", "atLeast": "",
	} {
		if got := banned(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// declared are the names that a file declares.
func declared(file *ast.File) (names []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		add := func(ids ...*ast.Ident) {
			for _, id := range ids {
				names = append(names, id.Name)
			}
		}
		switch n := n.(type) {
		case *ast.FuncDecl:
			add(n.Name)
		case *ast.TypeSpec:
			add(n.Name)
		case *ast.ValueSpec:
			add(n.Names...)
		case *ast.Field:
			add(n.Names...)
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, e := range n.Lhs {
					if id, ok := e.(*ast.Ident); ok {
						add(id)
					}
				}
			}
		}
		return true
	})
	return names
}

// banned is the word of a name that it should not have, "" for none.
func banned(name string) string {
	words := wordsOf(name)
	if len(words) > 0 && slices.Contains(bannedPrefixes, words[0]) && len(words) > 1 {
		return words[0]
	}
	for _, word := range words {
		for _, stem := range bannedWords {
			if word == stem || word == stem+"s" || word == stem+"d" || word == stem+"ed" || word == stem+"ing" {
				return stem
			}
		}
	}
	return ""
}

// wordsOf are the words of a name in lower case, split at capitals, digits and underscores.
func wordsOf(name string) (words []string) {
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
		}
		word = nil
	}
	for _, r := range name {
		switch {
		case r == '_' || unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r) && len(word) > 0 && !unicode.IsUpper(word[len(word)-1]):
			flush()
		}
		word = append(word, r)
	}
	flush()
	return words
}
