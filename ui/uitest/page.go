package uitest

import (
	"os"
	"strings"
	"testing"
)

// Page compares a part of a page of the documentation with the text that a test has
// generated. The part is the lines between "<!-- generated: name -->" and the next
// "<!-- end -->"; what is around it is written by hand. With -update it writes the
// part.
func Page(t *testing.T, path, name, text string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	begin := "<!-- generated: " + name + " -->\n"
	head, rest, found := strings.Cut(string(data), begin)
	if !found {
		t.Fatalf("%s has no line %q", path, begin)
	}
	old, tail, found := strings.Cut(rest, "<!-- end -->")
	text = "\n" + strings.Trim(text, "\n") + "\n\n"
	switch {
	case !found:
		t.Fatalf("%s has no <!-- end --> behind %q", path, begin)
	case old == text:
	case *update:
		if err := os.WriteFile(path, []byte(head+begin+text+"<!-- end -->"+tail), 0o600); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s: the part %q is outdated: write it with make docs\n%s", path, name, difference(old, text))
	}
}

// TableRow is a row of a table in Markdown.
func TableRow(cells ...string) string {
	for i, cell := range cells {
		cells[i] = strings.ReplaceAll(strings.ReplaceAll(cell, "|", `\|`), "\n", " ")
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}
