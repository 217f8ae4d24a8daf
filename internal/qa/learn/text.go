package learn

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"

	"a2aform/internal/ojson"
)

// The first and the last line of a proposal in a case file.
const (
	firstLine = "# Proposed by a2aform test --learn"
	lastLine  = "# End of the proposal"
)

// Lines are the lines of a case file that allow what differs.
func (p *Proposal) Lines() []string {
	s, lines := p.Same(), []string{"[expect.same]"}
	if p.same.File == "" {
		lines = append(lines, `file = "golden/${case}.json"`)
	}
	if len(s.Ignore) > 0 {
		lines = append(lines, "ignore = "+list(s.Ignore))
	}
	if len(s.Formats) > 0 {
		lines = append(lines, "formats = "+list(s.Formats))
	}
	if len(s.Numbers) > 0 {
		var numbers []string
		for _, t := range s.Numbers {
			numbers = append(numbers, quote(t.At)+" = "+decimal(t.Within))
		}
		lines = append(lines, "number = { "+strings.Join(numbers, ", ")+" }")
	}
	return lines
}

func quote(text string) string { return string(ojson.NewString(text).Append(nil)) }

func list(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = quote(text)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// maxDigits bounds the digits behind the point of a tolerance.
const maxDigits = 30

// decimal is a number with all its digits; one that has too many is rounded up.
func decimal(r *big.Rat) string {
	for digits := range maxDigits {
		text := r.FloatString(digits)
		if rounded, ok := new(big.Rat).SetString(text); ok && rounded.Cmp(r) == 0 {
			return text
		}
	}
	step := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(maxDigits), nil))
	return new(big.Rat).Add(r, step).FloatString(maxDigits)
}

// Insert adds a proposal as a comment to the text of a case file, in place of an earlier one.
func (p *Proposal) Insert(file []byte) []byte {
	if from := bytes.Index(file, []byte(firstLine)); from >= 0 && (from == 0 || file[from-1] == '\n') {
		if n := bytes.Index(file[from:], []byte(lastLine)); n >= 0 {
			rest := file[from+n:]
			if end := bytes.IndexByte(rest, '\n'); end >= 0 {
				rest = rest[end+1:]
			} else {
				rest = nil
			}
			file = append(bytes.Clone(file[:from]), rest...)
		}
	}
	if len(file) > 0 && file[len(file)-1] != '\n' {
		file = append(bytes.Clone(file), '\n')
	}
	var b bytes.Buffer
	b.Write(file)
	fmt.Fprintf(&b, "%s from %d attempts. Uncomment the lines that you want to use.\n", firstLine, p.Attempts)
	for _, line := range p.Lines() {
		b.WriteString("# " + line + "\n")
	}
	b.WriteString(lastLine + "\n")
	return b.Bytes()
}
