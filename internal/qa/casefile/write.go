package casefile

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"

	"a2aform/internal/ojson"
)

// Format is the text of a case file that [Parse] reads as c. It writes no expectations of jq, and of values only
// what they are: the rest is left to whoever edits the file.
func Format(c *Case) []byte {
	var b bytes.Buffer
	b.WriteString("version = 1\n")
	for _, m := range [][2]string{{"name", c.Name}, {"why", c.Why}, {"agent", c.Agent}, {"skill", c.Skill}, {"schema", c.Schema}} {
		if m[1] != "" {
			fmt.Fprintf(&b, "%s = %s\n", m[0], quote(m[1]))
		}
	}
	if len(c.Tags) > 0 {
		fmt.Fprintf(&b, "tags = %s\n", quoteList(c.Tags))
	}
	if c.Timeout > 0 && c.Timeout != defaultTimeout {
		fmt.Fprintf(&b, "timeout = %s\n", quote(c.Timeout.String()))
	}
	if c.Repeat > 1 {
		fmt.Fprintf(&b, "repeat = %d\n", c.Repeat)
	}
	if c.PassRate != nil && c.PassRate.Cmp(big.NewRat(1, 1)) != 0 {
		fmt.Fprintf(&b, "pass-rate = %s\n", strings.TrimRight(c.PassRate.FloatString(12), "0"))
	}
	if len(c.Needs) > 0 {
		fmt.Fprintf(&b, "needs = %s\n", quoteList(c.Needs))
	}
	if len(c.Captures) > 0 {
		var list []string
		for _, capture := range c.Captures {
			list = append(list, key(capture.Name)+" = "+quote(capture.JQ))
		}
		fmt.Fprintf(&b, "capture = { %s }\n", strings.Join(list, ", "))
	}
	if c.Skip != "" {
		fmt.Fprintf(&b, "skip = %s\n", quote(c.Skip))
	}
	formatInput(&b, &c.Input)
	for i := range c.Turns {
		formatTurn(&b, &c.Turns[i])
	}
	formatExpect(&b, &c.Expect)
	return b.Bytes()
}

// key is a name as the key of a table: without quotes where it needs none.
func key(name string) string {
	if bareKey.MatchString(name) {
		return name
	}
	return quote(name)
}

var bareKey = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

func formatTurn(b *bytes.Buffer, turn *Turn) {
	b.WriteString("[[turn]]\n")
	if turn.When != "" && turn.When != "input-required" {
		fmt.Fprintf(b, "when = %s\n", quote(turn.When))
	}
	if turn.Do != "" && turn.Do != Answer {
		fmt.Fprintf(b, "do = %s\n", quote(string(turn.Do)))
	}
	formatContent(b, turn.Data, turn.Text)
	formatSet(b, turn.Set)
}

func formatContent(b *bytes.Buffer, data []byte, text string) {
	if data != nil {
		fmt.Fprintf(b, "json = %s\n", literal(string(data)))
	} else if text != "" {
		fmt.Fprintf(b, "text = %s\n", quote(text))
	}
}

func formatSet(b *bytes.Buffer, settings []Setting) {
	if len(settings) == 0 {
		return
	}
	var list []string
	for _, set := range settings {
		list = append(list, quote(set.Path)+" = "+literal(set.Value))
	}
	fmt.Fprintf(b, "set = { %s }\n", strings.Join(list, ", "))
}

func formatInput(b *bytes.Buffer, in *Input) {
	b.WriteString("[input]\n")
	formatContent(b, in.Data, in.Text)
	formatSet(b, in.Set)
	if len(in.Files) > 0 {
		fmt.Fprintf(b, "files = %s\n", quoteList(in.Files))
	}
	if in.AnswerAs != "" {
		fmt.Fprintf(b, "answer-as = %s\n", quote(in.AnswerAs))
	}
	if in.AnswerInText {
		b.WriteString("answer-in-text = true\n")
	}
	if in.SkillHint {
		b.WriteString("skill-hint = true\n")
	}
	if in.Invalid {
		b.WriteString("invalid = true\n")
	}
}

func formatExpect(b *bytes.Buffer, e *Expect) {
	b.WriteString("[expect]\n")
	begin := b.Len()
	switch len(e.States) {
	case 0:
	case 1:
		fmt.Fprintf(b, "state = %s\n", quote(e.States[0]))
	default:
		fmt.Fprintf(b, "state = %s\n", quoteList(e.States))
	}
	if e.Output != DefaultOutput {
		fmt.Fprintf(b, "output = %s\n", quote(string(e.Output)))
	}
	if len(e.Schemas) > 0 {
		fmt.Fprintf(b, "schemas = %s\n", quoteList(e.Schemas))
	}
	formatCount(b, "artifacts", e.Artifacts)
	for _, limit := range []struct {
		name string
		d    time.Duration
	}{{"first-artifact", e.FirstArtifact}, {"settled", e.Settled}} {
		if limit.d > 0 {
			fmt.Fprintf(b, "%s = %s\n", limit.name, quote(limit.d.String()))
		}
	}
	for _, v := range e.Values {
		if text, ok := tomlScalar(v.Operand); ok && v.Relation == Is {
			fmt.Fprintf(b, "[[expect.value]]\nat = %s\nis = %s\n", quote(v.At), text)
		}
	}
	if e.Same != nil {
		fmt.Fprintf(b, "[expect.same]\nfile = %s\n", quote(e.Same.File))
		if len(e.Same.Ignore) > 0 {
			fmt.Fprintf(b, "ignore = %s\n", quoteList(e.Same.Ignore))
		}
		if len(e.Same.Formats) > 0 {
			fmt.Fprintf(b, "formats = %s\n", quoteList(e.Same.Formats))
		}
	}
	if b.Len() == begin {
		b.WriteString("# The defaults: the task completes, and its output is valid. All keys: a2aform cases schema\n")
	}
}

// tomlScalar is a value as TOML has it: not null, and a number only where TOML can write it.
func tomlScalar(v *ojson.Value) (string, bool) {
	switch v.Kind() {
	case ojson.String:
		return quote(v.Text()), true
	case ojson.Bool:
		return v.Text(), true
	case ojson.Number:
		f, err := strconv.ParseFloat(v.Text(), 64)
		whole, errWhole := strconv.ParseInt(v.Text(), 10, 64)
		isFloat := strings.ContainsAny(v.Text(), ".eE") && err == nil && !math.IsInf(f, 0)
		return v.Text(), isFloat || errWhole == nil && strconv.FormatInt(whole, 10) == v.Text()
	}
	return "", false
}

func formatCount(b *bytes.Buffer, name string, c *Count) {
	switch {
	case c == nil:
	case c.Max < 0:
		fmt.Fprintf(b, "%s = { min = %d }\n", name, c.Min)
	case c.Min == c.Max:
		fmt.Fprintf(b, "%s = %d\n", name, c.Min)
	default:
		fmt.Fprintf(b, "%s = { min = %d, max = %d }\n", name, c.Min, c.Max)
	}
}

// quote is a text as a basic string of TOML, whose escapes are those of JSON.
func quote(text string) string {
	return strings.ReplaceAll(string(ojson.NewString(text).Compact()), "\x7f", `\u007F`)
}

func quoteList(list []string) string {
	quoted := make([]string, len(list))
	for i, text := range list {
		quoted[i] = quote(text)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// literal is a text, most often JSON, in a string of TOML that needs no escapes, where there is one.
func literal(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return quote(text)
	}
	switch {
	case !strings.Contains(text, "'"):
		return "'" + text + "'"
	case !strings.Contains(text, "''") && !strings.HasPrefix(text, "'") && !strings.HasSuffix(text, "'"):
		return "'''" + text + "'''"
	}
	return quote(text)
}
