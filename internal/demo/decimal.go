package demo

import (
	"encoding/json"
	"math/big"
)

// jsonDecimal is a number with two digits after the point, computed exactly: money and shares.
type jsonDecimal struct{ rat *big.Rat }

func decimal(num, denom int64) jsonDecimal { return jsonDecimal{big.NewRat(num, denom)} }

func (d jsonDecimal) value() *big.Rat {
	if d.rat == nil {
		return new(big.Rat)
	}
	return d.rat
}

func (d jsonDecimal) plus(e jsonDecimal) jsonDecimal {
	return jsonDecimal{new(big.Rat).Add(d.value(), e.value())}
}

func (d jsonDecimal) times(n int64) jsonDecimal {
	return jsonDecimal{new(big.Rat).Mul(d.value(), big.NewRat(n, 1))}
}

// share is d divided by of, or 0 when that is nothing.
func (d jsonDecimal) share(of jsonDecimal) jsonDecimal {
	if of.value().Sign() == 0 {
		return jsonDecimal{}
	}
	return jsonDecimal{new(big.Rat).Quo(d.value(), of.value())}
}

// String writes two digits after the point.
func (d jsonDecimal) String() string { return d.value().FloatString(2) }

// MarshalJSON writes a JSON number.
func (d jsonDecimal) MarshalJSON() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalJSON reads a JSON number exactly. The schema's bounds have kept it small.
func (d *jsonDecimal) UnmarshalJSON(raw []byte) error {
	var n json.Number
	if err := json.Unmarshal(raw, &n); err != nil {
		return err
	}
	d.rat, _ = new(big.Rat).SetString(n.String())
	return nil
}

// whole is an integer as JSON Schema means it: 3, 3.0 and 3e0 alike.
type whole int

// UnmarshalJSON reads a JSON number without a fraction. The schema's bounds have kept it small.
func (w *whole) UnmarshalJSON(raw []byte) error {
	var d jsonDecimal
	if err := d.UnmarshalJSON(raw); err != nil {
		return err
	}
	*w = whole(d.value().Num().Int64())
	return nil
}
