package arch

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// TestDocumentLinksExist checks every relative link and anchor of the README,
// of the other pages at the top, and of docs.
func TestDocumentLinksExist(t *testing.T) {
	root := os.DirFS(filepath.Join("..", ".."))
	pages, err := documents(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(pages) < 10 {
		t.Fatalf("only %d pages: %q", len(pages), pages)
	}
	for _, problem := range brokenLinks(root, pages) {
		t.Error(problem)
	}
}

func TestBrokenLinksAreFound(t *testing.T) {
	root := os.DirFS("testdata/links")
	got := brokenLinks(root, []string{"page.md", "sub/other.md"})
	want := []string{
		"page.md:5: missing.md does not exist",
		"page.md:5: sub/other.md has no heading for #nothing",
		"page.md:6: page.md has no heading for #a-heading-2",
		"sub/other.md:3: sub/page.md does not exist",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Every page can be reached from the README by links.
func TestEveryPageIsLinked(t *testing.T) {
	root := os.DirFS(filepath.Join("..", ".."))
	pages, err := documents(root)
	if err != nil {
		t.Fatal(err)
	}
	reached, next := map[string]bool{"README.md": true}, []string{"README.md"}
	for len(next) > 0 {
		page := next[0]
		next = next[1:]
		for _, link := range linksOf(root, page) {
			target, _ := resolveLink(page, link.target)
			if strings.HasSuffix(target, ".md") && !reached[target] {
				reached[target] = true
				next = append(next, target)
			}
		}
	}
	for _, page := range pages {
		if !reached[page] {
			t.Errorf("no page that can be reached from README.md links to %s", page)
		}
	}
}

// TestEveryDependencyHasReason checks that docs/dependencies.md has a row for each
// module that go.mod requires directly, and none for a module that go.mod has not.
func TestEveryDependencyHasReason(t *testing.T) {
	page, mod := read(t, "docs/dependencies.md"), read(t, "go.mod")
	for line := range strings.Lines(mod) {
		fields := strings.Fields(strings.TrimPrefix(line, "require "))
		if len(fields) == 2 && strings.HasPrefix(fields[1], "v") && !strings.Contains(page, "\n| `"+fields[0]+"` |") {
			t.Errorf("docs/dependencies.md has no row for %s", fields[0])
		}
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(page, -1) {
		if !strings.Contains(mod, m[1]+" v") {
			t.Errorf("docs/dependencies.md has a row for %s, which go.mod does not have", m[1])
		}
	}
}

// Dependabot looks after every module of Go, and names no directory without one.
func TestDependabotKnowsEveryModule(t *testing.T) {
	var want []string
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules" || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if d.Name() == "go.mod" {
			dir, err := filepath.Rel(root, filepath.Dir(path))
			want = append(want, strings.TrimSuffix("/"+filepath.ToSlash(dir), "."))
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`ecosystem: gomod\n +directories: \[(.*)\]`).FindStringSubmatch(read(t, ".github/dependabot.yml"))
	if list == nil {
		t.Fatal("no directories of Go modules")
	}
	got := strings.Split(strings.ReplaceAll(list[1], `"`, ""), ", ")
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// documents are the paths of all pages, from the top of the repository.
func documents(root fs.FS) (pages []string, err error) {
	if pages, err = fs.Glob(root, "*.md"); err != nil {
		return nil, err
	}
	err = fs.WalkDir(root, "docs", func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".md") {
			pages = append(pages, path)
		}
		return err
	})
	return pages, err
}

// brokenLinks names each link of the pages whose file or heading does not exist.
func brokenLinks(root fs.FS, pages []string) (problems []string) {
	for _, page := range pages {
		for _, link := range linksOf(root, page) {
			target, anchor := resolveLink(page, link.target)
			if target == "" {
				continue
			}
			if _, err := fs.Stat(root, target); err != nil {
				problems = append(problems, fmt.Sprintf("%s:%d: %s does not exist", page, link.line, target))
				continue
			}
			if anchor != "" && !slices.Contains(anchorsOf(root, target), anchor) {
				problems = append(problems, fmt.Sprintf("%s:%d: %s has no heading for #%s", page, link.line, target, anchor))
			}
		}
	}
	return problems
}

// resolveLink is the file and the anchor that a link of a page names; "" for a link
// to another host.
func resolveLink(page, link string) (target, anchor string) {
	if strings.Contains(link, "://") || strings.HasPrefix(link, "mailto:") {
		return "", ""
	}
	target, anchor, _ = strings.Cut(link, "#")
	if target == "" {
		return page, anchor
	}
	return path.Join(path.Dir(page), target), anchor
}

type docLink struct {
	line   int
	target string
}

var (
	linkTarget = regexp.MustCompile(`\]\(([^()\s]+)\)|(?:src|href)="([^"]+)"`)
	codeSpan   = regexp.MustCompile("``[^`]+``|`[^`]*`")
)

// linksOf are the links and pictures of a page, outside of code.
func linksOf(root fs.FS, page string) (links []docLink) {
	for n, line := range proseOf(root, page) {
		for _, m := range linkTarget.FindAllStringSubmatch(codeSpan.ReplaceAllString(line, ""), -1) {
			links = append(links, docLink{n + 1, m[1] + m[2]})
		}
	}
	return links
}

// anchorsOf are the anchors that GitHub gives to the headings of a page.
func anchorsOf(root fs.FS, page string) (anchors []string) {
	seen := map[string]int{}
	for _, line := range proseOf(root, page) {
		title := strings.TrimLeft(line, "#")
		if level := len(line) - len(title); level == 0 || level > 6 || !strings.HasPrefix(title, " ") {
			continue
		}
		anchor := slug(title)
		if n := seen[anchor]; n > 0 {
			anchor = fmt.Sprintf("%s-%d", anchor, n)
		}
		seen[slug(title)]++
		anchors = append(anchors, anchor)
	}
	return anchors
}

// slug is a heading as GitHub writes it in an address: lower case, without
// punctuation, with a hyphen for each space.
func slug(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ', r == '-':
			return '-'
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(title))
}

// proseOf are the lines of a page, empty where they are in a block of code. A page
// that cannot be read has none.
func proseOf(root fs.FS, page string) []string {
	data, err := fs.ReadFile(root, page)
	if err != nil {
		return nil
	}
	lines, fence := strings.Split(string(data), "\n"), ""
	for i, line := range lines {
		trimmed := strings.TrimSpace(line)
		switch {
		case fence == "" && (strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~")):
			fence = trimmed[:3]
		case fence != "" && strings.HasPrefix(trimmed, fence):
			fence = ""
		case fence == "":
			continue
		}
		lines[i] = ""
	}
	return lines
}

// keySpan is a key with a modifier, or a function key, as pages write it.
var keySpan = regexp.MustCompile("`((?:ctrl|alt|shift)\\+[^`]+|f[0-9]{1,2})`")

// TestDocumentKeysExist checks that each key that a page names is on the page of
// all keys, which is generated.
func TestDocumentKeysExist(t *testing.T) {
	root := os.DirFS(filepath.Join("..", ".."))
	pages, err := documents(root)
	if err != nil {
		t.Fatal(err)
	}
	known := read(t, "docs/reference/keys.md")
	named := 0
	for _, page := range pages {
		if page == "CHANGELOG.md" {
			continue // names keys of older versions
		}
		for _, m := range keySpan.FindAllStringSubmatch(read(t, page), -1) {
			named++
			if !strings.Contains(known, m[0]) {
				t.Errorf("%s names the key %s, which docs/reference/keys.md has not", page, m[1])
			}
		}
	}
	if named < 50 {
		t.Errorf("only %d keys were found", named)
	}
}
