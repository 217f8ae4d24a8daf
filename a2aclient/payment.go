package a2aclient

import (
	"encoding/base64"
	"math/big"
	"net/http"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// noPayment is what we say of an agent that wants money.
const noPayment = "a2aform does not pay: pay where the agent's owner says, or ask the owner for access"

// maxPayments is how many ways to pay are named.
const maxPayments = 3

// paymentOf returns what an answer of status 402 asks for, safe to show, such as "0.01 USDC on
// base"; "" where it does not say. x402 has it in the body (version 1), or in a header
// (version 2), in base64.
func paymentOf(header http.Header, body []byte) string {
	for _, text := range []string{header.Get("PAYMENT-REQUIRED"), header.Get("X-PAYMENT-REQUIRED")} {
		if decoded, err := base64.StdEncoding.DecodeString(text); err == nil && len(decoded) > 0 {
			body = decoded
		}
	}
	v, err := ojson.Parse(body, ojson.DataLimits)
	if err != nil {
		return ""
	}
	for _, name := range []string{"error", "data", "detail"} { // of an error around it
		if inner := v.Get(name); inner.Get("accepts").Exists() {
			v = inner
		} else if inner.Get("data").Get("accepts").Exists() {
			v = inner.Get("data")
		}
	}
	var ways []string
	for _, way := range v.Get("accepts").Items() {
		if text := payment(way); text != "" && len(ways) < maxPayments {
			ways = append(ways, text)
		}
	}
	return strings.Join(ways, ", or ")
}

// payment is one way to pay: the amount, the currency and the network.
func payment(way *ojson.Value) string {
	amount := way.Get("amount").Text()
	if amount == "" {
		amount = way.Get("maxAmountRequired").Text()
	}
	if amount == "" {
		return ""
	}
	currency := way.Get("extra").Get("name").Text()
	if n, ok := new(big.Int).SetString(amount, 10); ok && (currency == "USDC" || currency == "USD Coin") {
		// USDC counts in millionths; other tokens do not say in what.
		amount, currency = strings.TrimRight(strings.TrimRight(new(big.Rat).SetFrac(n, big.NewInt(1e6)).FloatString(6), "0"), "."), "USDC"
	} else if ok {
		amount += " units"
		if currency == "" {
			currency = way.Get("asset").Text()
		}
		if currency != "" {
			amount += " of"
		}
	}
	words := []string{safe.Text(amount).Line(40).String()}
	if currency != "" {
		words = append(words, safe.Text(currency).Line(60).String())
	}
	if network := way.Get("network").Text(); network != "" {
		words = append(words, "on "+safe.Text(network).Line(40).String())
	}
	return strings.Join(words, " ")
}
