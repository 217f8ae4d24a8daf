package run

import (
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// amount says of a number what it counts.
type amount struct {
	isUse, isMoney, isTokens, isTotal bool
	currency                          string
}

// of is the amount of a member of an object that has the amount itself.
func (a amount) of(name string, object *ojson.Value) amount {
	all := safe.Words(name)
	has := func(wanted ...string) bool {
		return slices.ContainsFunc(all, func(w string) bool { return slices.Contains(wanted, w) })
	}
	if has("id", "index", "limit", "max") { // they count nothing that was used
		return amount{}
	}
	a.isMoney = a.isMoney || has("amount", "cost", "costs", "price", "charge", "fee")
	a.isTokens = a.isTokens || has("token", "tokens")
	a.isTotal = has("total")
	a.isUse = a.isUse || a.isMoney || a.isTokens || has("usage", "credits")
	if unit := object.Get("currency"); unit.Is(ojson.String) && len(unit.Text()) <= maxCurrency {
		a.currency = unit.Text()
	}
	for _, unit := range []string{"usd", "eur", "gbp"} {
		if a.isMoney && has(unit) {
			a.currency = strings.ToUpper(unit)
		}
	}
	return a
}

// maxCurrency is how long the name of a currency may be.
const maxCurrency = 8

// Usage says in short what the task used or cost, such as "1234 tokens, 0.02 EUR"; empty for
// nothing known. The figures are those of the agent, digit for digit.
func (d Details) Usage() safe.Raw {
	var tokens, money, other *Fact
	for i := range d.Facts {
		f := &d.Facts[i]
		switch a := f.amount; {
		case !a.isUse:
		case a.isMoney:
			money = better(money, f)
		case a.isTokens:
			tokens = better(tokens, f)
		default:
			other = better(other, f)
		}
	}
	var texts []string
	if tokens != nil {
		texts = append(texts, tokens.figure()+" tokens")
	}
	if money != nil {
		texts = append(texts, strings.TrimSpace(money.figure()+" "+money.amount.currency))
	}
	if len(texts) == 0 && other != nil {
		name := other.Name.Exact()
		if i := strings.LastIndex(name, factPathMark); i >= 0 {
			name = name[i+len(factPathMark):]
		}
		texts = append(texts, other.figure()+" "+name)
	}
	return safe.Text(strings.Join(texts, ", "))
}

// maxFigure is how long a number may be to stand in a column.
const maxFigure = 24

func (f *Fact) figure() string {
	text := f.Text.Exact()
	if len(text) > maxFigure {
		return text[:maxFigure] + "…"
	}
	return text
}

// better is the fact that says more: a total, else the first one.
func better(known, f *Fact) *Fact {
	if known == nil || f.amount.isTotal && !known.amount.isTotal {
		return f
	}
	return known
}
