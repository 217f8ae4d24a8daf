package casefile

import (
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2/unstable"

	"a2aform/internal/ojson"
)

// text reads a string.
func (r *reader) text(into *string, name string) func(*node) {
	return func(n *node) {
		if n.kind != unstable.String {
			r.problemf(n, "%s is text in quotes", name)
			return
		}
		*into = n.text
	}
}

// texts reads a list of strings.
func (r *reader) texts(into *[]string, name string) func(*node) {
	return func(n *node) {
		if n.kind != unstable.Array {
			r.problemf(n, `%s is a list of texts, such as ["a", "b"]`, name)
			return
		}
		for _, item := range n.items {
			var text string
			r.text(&text, "each item of "+name)(item)
			*into = append(*into, text)
		}
	}
}

// textOrTexts reads a string, or a list of them.
func (r *reader) textOrTexts(into *[]string, name string) func(*node) {
	return func(n *node) {
		if n.kind == unstable.String {
			*into = []string{n.text}
			return
		}
		r.texts(into, name)(n)
	}
}

func (r *reader) truth(into *bool, name string) func(*node) {
	return func(n *node) {
		if n.kind != unstable.Bool {
			r.problemf(n, "%s is true or false", name)
			return
		}
		*into = n.text == "true"
	}
}

// whole reads a whole number within bounds.
func (r *reader) whole(into *int, name string, minimum, maximum int) func(*node) {
	return func(n *node) {
		number, err := strconv.ParseInt(strings.ReplaceAll(n.text, "_", ""), 0, 64)
		if n.kind != unstable.Integer || err != nil || number < int64(minimum) || number > int64(maximum) {
			r.problemf(n, "%s is a whole number from %d to %d", name, minimum, maximum)
			return
		}
		*into = int(number)
	}
}

// duration reads a time such as "30s".
func (r *reader) duration(into *time.Duration, name string) func(*node) {
	return func(n *node) {
		d, err := time.ParseDuration(n.text)
		if n.kind != unstable.String || err != nil || d <= 0 {
			r.problemf(n, `%s is a time in quotes, such as "30s"`, name)
			return
		}
		*into = d
	}
}

// rate reads the share of repeats that must pass.
func (r *reader) rate(into **big.Rat) func(*node) {
	return func(n *node) {
		rate := number(n)
		if rate == nil || rate.Sign() <= 0 || rate.Cmp(big.NewRat(1, 1)) > 0 {
			r.problemf(n, "pass-rate is a number above 0 and up to 1, such as 0.8")
			return
		}
		*into = rate
	}
}

// count reads a number, or { min = 1, max = 2 }.
func (r *reader) count(into **Count, name string) func(*node) {
	const maximum = 1_000_000
	return func(n *node) {
		c := &Count{0, -1}
		if n.kind != unstable.Table {
			r.whole(&c.Min, name, 0, maximum)(n)
			c.Max = c.Min
			*into = c
			return
		}
		r.table(n, name, fields{"min": r.whole(&c.Min, "min", 0, maximum), "max": r.whole(&c.Max, "max", 0, maximum)})
		switch {
		case len(n.members) == 0:
			r.problemf(n, "%s is a number, or { min = 1, max = 2 }", name)
		case c.Max >= 0 && c.Min > c.Max:
			r.problemf(n, "%s: min %d is above max %d", name, c.Min, c.Max)
		}
		*into = c
	}
}

// number is the exact number of a node, nil where it is none.
func number(n *node) *big.Rat {
	if v := scalar(n); v.Is(ojson.Number) {
		return ojson.Rat(v.Text())
	}
	return nil
}

// scalar is a text, a number or a truth value as JSON, with every digit; nil for anything else.
func scalar(n *node) *ojson.Value {
	switch n.kind {
	case unstable.String:
		return ojson.NewString(n.text)
	case unstable.Bool:
		return ojson.NewBool(n.text == "true")
	case unstable.Integer, unstable.Float:
		literal := strings.TrimPrefix(strings.ReplaceAll(n.text, "_", ""), "+")
		if v, err := ojson.NewNumber(literal); err == nil {
			return v
		}
		if whole, err := strconv.ParseInt(literal, 0, 64); err == nil { // 0x1F
			v, _ := ojson.NewNumber(strconv.FormatInt(whole, 10)) // an integer is a JSON number
			return v
		}
	}
	return nil
}

// value is a TOML value as JSON; nil for what JSON does not have, such as a date.
func value(n *node) *ojson.Value {
	switch n.kind {
	case unstable.Array:
		items := make([]*ojson.Value, 0, len(n.items))
		for _, item := range n.items {
			v := value(item)
			if v == nil {
				return nil
			}
			items = append(items, v)
		}
		return ojson.NewArray(items...)
	case unstable.Table:
		members := make([]ojson.Member, 0, len(n.members))
		for _, m := range n.members {
			v := value(m.value)
			if v == nil {
				return nil
			}
			members = append(members, ojson.Member{Name: m.name, Value: v})
		}
		return ojson.NewObject(members...)
	}
	return scalar(n)
}
