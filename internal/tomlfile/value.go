package tomlfile

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"a2aform/internal/ojson"
)

// Number is the exact number of a node, nil where it is none.
func Number(n *Node) *big.Rat {
	if v := scalar(n); v.Is(ojson.Number) {
		return ojson.Rat(v.Text())
	}
	return nil
}

// scalar is a text, a number or a truth value as JSON, with every digit; nil for anything else.
func scalar(n *Node) *ojson.Value {
	switch n.Kind {
	case unstable.String:
		return ojson.NewString(n.Text)
	case unstable.Bool:
		return ojson.NewBool(n.Text == "true")
	case unstable.Integer, unstable.Float:
		literal := strings.TrimPrefix(strings.ReplaceAll(n.Text, "_", ""), "+")
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

// Value is a TOML value as JSON; nil for what JSON does not have, such as a date.
func Value(n *Node) *ojson.Value {
	switch n.Kind {
	case unstable.Array:
		items := make([]*ojson.Value, 0, len(n.Items))
		for _, item := range n.Items {
			v := Value(item)
			if v == nil {
				return nil
			}
			items = append(items, v)
		}
		return ojson.NewArray(items...)
	case unstable.Table:
		members := make([]ojson.Member, 0, len(n.Members))
		for _, m := range n.Members {
			v := Value(m.Value)
			if v == nil {
				return nil
			}
			members = append(members, ojson.Member{Name: m.Name, Value: v})
		}
		return ojson.NewObject(members...)
	}
	return scalar(n)
}

// json is a TOML value as JSON, nil where JSON does not have it, which is a problem.
func (r *Reader) json(n *Node) *ojson.Value {
	if v := Value(n); v != nil {
		return v
	}
	for _, m := range n.Members {
		r.json(m.Value)
	}
	for _, item := range n.Items {
		r.json(item)
	}
	if n.Kind != Table && n.Kind != Array {
		r.Problemf(n, "%s is not a value of JSON; write it as text in quotes", n.Text)
	}
	return nil
}
