// Command site makes a website of the pages of the repository: README.md, the other pages at the top, and docs. It fails
// if a link leads to no page, picture or heading.
//
//	go -C internal/tools/site run . ../../.. ../../../dist/site
package main

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: site REPOSITORY DIRECTORY")
		os.Exit(2)
	}
	if err := build(os.DirFS(os.Args[1]), os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// page is a page of Markdown and what becomes of it.
type page struct {
	title   string
	body    []byte
	anchors []string
	links   []string // to other files of the repository, with anchors

	sections []section
}

// section is a heading and what is below it, to search in.
type section struct{ title, anchor, text string }

func build(root fs.FS, out string) error {
	files, err := fs.Glob(root, "*.md")
	if err != nil {
		return err
	}
	var copies []string
	err = fs.WalkDir(root, "docs", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || entry.IsDir():
		case strings.HasSuffix(name, ".md"):
			files = append(files, name)
		default:
			copies = append(copies, name)
		}
		return err
	})
	if err != nil {
		return err
	}
	pages := map[string]page{}
	for _, name := range files {
		source, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		if pages[name], err = convert(name, source); err != nil {
			return err
		}
	}
	if err := check(root, pages); err != nil {
		return err
	}
	for _, name := range files {
		if err := write(out, target(name), document(name, pages[name])); err != nil {
			return err
		}
	}
	if err := write(out, searchPage, document(searchPage, searched(files, pages))); err != nil {
		return err
	}
	for _, name := range append(copies, "LICENSE") {
		data, err := fs.ReadFile(root, name)
		if err == nil {
			err = write(out, name, data)
		}
		if err != nil {
			return err
		}
	}
	fmt.Printf("%d pages and %d other files\n", len(files), len(copies)+1)
	return nil
}

func write(dir, name string, data []byte) error {
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}

// target is the file of the website that a page becomes.
func target(name string) string {
	if path.Base(name) == "README.md" {
		return path.Join(path.Dir(name), "index.html")
	}
	return strings.TrimSuffix(name, ".md") + ".html"
}

var frontMatter = regexp.MustCompile(`(?s)\A---\n.*?\n---\n`)

func convert(name string, source []byte) (page, error) {
	source = frontMatter.ReplaceAll(source, nil) // of a skill
	p := page{title: name}
	markdown := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	tree := markdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(&ids{}))))
	err := ast.Walk(tree, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := node.(type) {
		case *ast.Heading:
			if n.Level == 1 {
				p.title = string(n.Lines().Value(source))
			}
			if id, ok := n.AttributeString("id"); ok {
				p.anchors = append(p.anchors, string(id.([]byte)))
				p.sections = append(p.sections, section{title: string(n.Lines().Value(source)), anchor: string(id.([]byte))})
			}
		case *ast.Text:
			p.add(string(n.Value(source)))
		case *ast.FencedCodeBlock:
			p.add(string(n.Lines().Value(source)))
		case *ast.Link:
			n.Destination = p.link(name, n.Destination)
		case *ast.Image:
			n.Destination = p.link(name, n.Destination)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return p, err
	}
	var body bytes.Buffer
	err = markdown.Renderer().Render(&body, source, tree)
	p.body = []byte(accessible.Replace(body.String()))
	return p, err
}

// add adds a text to the section that it is in.
func (p *page) add(text string) {
	if last := len(p.sections) - 1; last >= 0 {
		p.sections[last].text += " " + text
	}
}

// accessible lets the keyboard reach code that scrolls, and makes empty header cells plain cells.
var accessible = strings.NewReplacer("<pre>", `<pre tabindex="0">`, "<th></th>", "<td></td>")

// link notes a link of a page to another file, and returns where it leads on the website.
func (p *page) link(name string, destination []byte) []byte {
	to := string(destination)
	if strings.Contains(to, ":") {
		return destination
	}
	file, anchor, _ := strings.Cut(to, "#")
	resolved := name
	if file != "" {
		resolved = path.Join(path.Dir(name), file)
	}
	p.links = append(p.links, resolved+"#"+anchor)
	if !strings.HasSuffix(file, ".md") {
		return destination
	}
	to = path.Join(path.Dir(file), path.Base(target(resolved)))
	if anchor != "" {
		to += "#" + anchor
	}
	return []byte(to)
}

// check reports each link to a file or a heading that does not exist.
func check(root fs.FS, pages map[string]page) (err error) {
	for name, p := range pages {
		for _, link := range p.links {
			file, anchor, _ := strings.Cut(link, "#")
			to, isPage := pages[file]
			if _, statErr := fs.Stat(root, file); statErr != nil || !isPage && strings.HasSuffix(file, ".md") {
				err = errors.Join(err, fmt.Errorf("%s: %s does not exist", name, file))
			} else if anchor != "" && !slices.Contains(to.anchors, anchor) {
				err = errors.Join(err, fmt.Errorf("%s: %s has no heading for #%s", name, file, anchor))
			}
		}
	}
	return err
}

// ids names headings as GitHub does.
type ids struct{ used map[string]int }

var unnamed = regexp.MustCompile(`[^\p{L}\p{N}\-_ ]`)

func (i *ids) Generate(value []byte, _ ast.NodeKind) []byte {
	id := strings.ReplaceAll(unnamed.ReplaceAllString(strings.ToLower(strings.TrimSpace(string(value))), ""), " ", "-")
	if i.used == nil {
		i.used = map[string]int{}
	}
	n := i.used[id]
	i.used[id]++
	if n > 0 {
		id += "-" + strconv.Itoa(n)
	}
	return []byte(id)
}

func (*ids) Put([]byte) {}

const style = `:root{color-scheme:light dark;background:light-dark(#fff,#14151b);color:light-dark(#1c1e26,#e4e6ef)}
body{font:1rem/1.6 system-ui,sans-serif;max-width:56rem;margin:0 auto;padding:0 1rem 4rem}
nav{padding:1rem 0;border-bottom:1px solid #8886;margin-bottom:1rem}nav a{margin-right:1rem}
pre,code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.9em}
pre{padding:.8rem;overflow-x:auto;background:#8882;border-radius:6px}
table{border-collapse:collapse;display:block;overflow-x:auto}th,td{border:1px solid #8886;padding:.3rem .6rem;vertical-align:top;text-align:left}
img{max-width:100%}a{color:light-dark(#0550ae,#79b8ff)}`

const searchPage = "search.html"

// searchScript shows the headings whose sections have all words that are typed.
const searchScript = `const line=document.getElementById("q"),rows=[...document.querySelectorAll("li")]
function show(){const words=line.value.toLowerCase().split(/\s+/).filter(Boolean);let n=0
for(const r of rows){r.hidden=!words.every(w=>r.dataset.t.includes(w));n+=!r.hidden}
document.getElementById("n").textContent=words.length?n+" of "+rows.length:""}
line.addEventListener("input",show);line.value=new URLSearchParams(location.search).get("q")||"";show();line.focus()`

// searched is the page of all headings, which a script filters by the texts below them. Without scripts it is an index.
func searched(files []string, pages map[string]page) page {
	var b bytes.Buffer
	b.WriteString("<h1>Search</h1>\n<p><input id=\"q\" type=\"search\" aria-label=\"Words to look for\" placeholder=\"words\"> <span id=\"n\" role=\"status\"></span></p>\n<ul>\n")
	for _, name := range files {
		for _, s := range pages[name].sections {
			title := strings.ReplaceAll(s.title, "`", "")
			words := strings.Join(strings.Fields(strings.ToLower(s.text)), " ")
			fmt.Fprintf(&b, "<li data-t=\"%s\"><a href=\"%s#%s\">%s</a> · %s</li>\n", html.EscapeString(words), target(name), s.anchor, html.EscapeString(title), html.EscapeString(strings.ReplaceAll(pages[name].title, "`", "")))
		}
	}
	fmt.Fprintf(&b, "</ul>\n<script>\n%s\n</script>\n", searchScript)
	return page{title: "Search", body: b.Bytes()}
}

// document is a whole page of HTML. It needs no file of another host, and no script but for the search.
func document(name string, p page) []byte {
	up := strings.Repeat("../", strings.Count(name, "/"))
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>%s</title>\n<style>\n%s\n</style>\n<nav>", html.EscapeString(strings.ReplaceAll(p.title, "`", "")), style)
	for _, entry := range [][2]string{{"index.html", "a2aform"}, {"docs/install.html", "Install"}, {"docs/tutorial.html", "Tutorial"}, {"docs/troubleshooting.html", "Troubleshooting"}, {"index.html#documentation", "All pages"}, {searchPage, "Search"}} {
		fmt.Fprintf(&b, "<a href=\"%s%s\">%s</a>", up, entry[0], entry[1])
	}
	b.WriteString("</nav>\n<main>\n")
	b.Write(p.body)
	b.WriteString("</main>\n</html>\n")
	return b.Bytes()
}
