package finding

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strings"

	"a2aform/internal/safe"
)

// pageHead is the beginning of the page, with its styles. It forbids scripts, and to load anything.
//
//go:embed head.html
var pageHead string

// maxEvidence bounds the messages of one finding in a page, in bytes.
const maxEvidence = 64 << 10

// indented is JSON to read, without characters that are not seen.
func indented(data json.RawMessage) string {
	var sb bytes.Buffer
	if json.Indent(&sb, data, "", "  ") != nil {
		return ""
	}
	text := safe.Text(sb.String()).Block(maxEvidence).String()
	if len(text) < sb.Len() {
		text += "\n… cut"
	}
	return text
}

// writeHTML writes one page without scripts that loads nothing.
func (d *Document) writeHTML(w io.Writer) error {
	var sb strings.Builder
	sb.WriteString(pageHead)
	fmt.Fprintf(&sb, "<title>a2aform %s</title>\n</head>\n<body>\n", d.Tool)
	e := func(text string) string { return html.EscapeString(line(text)) }
	for _, r := range d.Reports {
		fmt.Fprintf(&sb, "<h1>%s</h1>\n<p>%s · a2aform %s</p>\n", e(r.Target), e(Summary(r)), e(r.Version))
		for _, group := range byRule(r.Findings) {
			first, open := group[0], ""
			if first.Level == Error {
				open = " open"
			}
			rule := d.rule(first.Rule)
			fmt.Fprintf(&sb, "<details class=\"%s\"%s>\n<summary><b>%s %s</b> %s (%d)</summary>\n", first.Level, open, first.Level.Sign(), e(first.Rule), e(rule.Text), len(group))
			fmt.Fprintf(&sb, "<p class=\"why\">Why: %s. Source: %s</p>\n<dl>\n", e(first.Why), e(rule.Source))
			for _, f := range group {
				fmt.Fprintf(&sb, "<dt><code>%s %s</code></dt><dd>%s<br>Fix: %s</dd>\n", position(f), e(f.Pointer), e(f.says()), e(f.Fix))
				if f.Evidence != nil {
					fmt.Fprintf(&sb, "<dd><details><summary>Messages</summary><pre>%s</pre></details></dd>\n", html.EscapeString(indented(f.Evidence)))
				}
			}
			sb.WriteString("</dl>\n</details>\n")
		}
	}
	sb.WriteString("</body>\n</html>\n")
	_, err := io.WriteString(w, sb.String())
	return err
}
