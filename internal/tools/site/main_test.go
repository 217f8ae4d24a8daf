package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

func TestLinksLeadToThePagesOfTheSite(t *testing.T) {
	dir := t.TempDir()
	root := fstest.MapFS{
		"README.md":        {Data: []byte("# A\n\n[b](docs/b.md#what-s-new) ![p](docs/p.svg) [l](LICENSE) [x](https://example.com/x.md)\n")},
		"docs/b.md":        {Data: []byte("---\nname: b\n---\n# B & C\n\n## What-s new?\n\n[home](../README.md) [here](#b--c)\n")},
		"docs/p.svg":       {Data: []byte("<svg/>")},
		"docs/c/README.md": {Data: []byte("# C\n")},
		"LICENSE":          {Data: []byte("free")},
	}
	if err := build(root, dir); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"index.html": `<a href="docs/b.html#what-s-new">`, "docs/b.html": `<a href="../index.html">`,
		"docs/c/index.html": `<a href="../../index.html">`, "docs/p.svg": "<svg/>", "LICENSE": "free",
		"search.html": `<li data-t="what-s new? home here"><a href="docs/b.html#what-s-new">What-s new?</a> · B &amp; C</li>`,
	} {
		data, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil || !strings.Contains(string(data), want) {
			t.Errorf("%s: %v, want %s in\n%s", file, err, want, data)
		}
	}
}

func TestBrokenLinksFail(t *testing.T) {
	for _, link := range []string{"docs/none.md", "#none", "docs/none.svg", "docs/b.md#none"} {
		root := fstest.MapFS{"README.md": {Data: []byte("# A\n\n[b](" + link + ")\n")}, "docs/b.md": {Data: []byte("# B\n")}, "LICENSE": {}}
		if err := build(root, t.TempDir()); err == nil {
			t.Errorf("%s is not reported", link)
		}
	}
}
