// Package signature checks the signatures of agent cards: JSON Web Signatures (RFC 7515) of
// the card in canonical JSON (RFC 8785), as A2A 1.0 §8.4 has them.
//
// A signature is never just valid: SDKs sign only the members that they know, so that the
// schemas of a card may be changed under its signature. A [Verdict] says what is not covered.
package signature

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-jose/go-jose/v4"
	"google.golang.org/protobuf/reflect/protoreflect"

	"a2aform/a2aclient/a2aproto"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// maxSignatures is how many signatures of a card are checked.
const maxSignatures = 8

// algorithms are the accepted ones: no shared secrets, and not "none".
var algorithms = []jose.SignatureAlgorithm{
	jose.ES256, jose.ES384, jose.ES512, jose.EdDSA,
	jose.PS256, jose.PS384, jose.PS512, jose.RS256, jose.RS384, jose.RS512,
}

// Verdict is what is known of one signature of a card.
type Verdict struct {
	Algorithm, KeyID safe.Raw
	KeySet           safe.Raw // the address of its keys (jku); empty for none
	KeysFrom         string   // where the key is from; "" if none was found
	Valid            bool
	IsTrusted        bool       // the key is one that the user trusts
	NotCovered       []safe.Raw // of a valid one: members of the card that it does not cover, such as "skills[].inputSchema"
	Problem          string     // why it is not valid or was not checked; "" for a valid one
}

// FindKeys returns the keys that may hold the one with an id; keySet is the address that the
// signature names, "" for none.
type FindKeys func(id, keySet string) ([]*Keys, error)

// Verify checks the signatures of a card, at most maxSignatures of them.
func Verify(card []byte, find FindKeys) ([]Verdict, error) {
	root, err := ojson.Parse(card, ojson.CardLimits)
	if err != nil {
		return nil, fmt.Errorf("the card is not JSON: %w", err)
	}
	candidates, err := payloads(root)
	if err != nil {
		return nil, err
	}
	var verdicts []Verdict
	for _, s := range root.Get("signatures").Items() {
		if len(verdicts) < maxSignatures {
			verdicts = append(verdicts, verify(s, candidates, find))
		}
	}
	return verdicts, nil
}

// header is the protected header of a signature.
type header struct {
	Algorithm string `json:"alg"`
	KeyID     string `json:"kid"`
	KeySet    string `json:"jku"`
}

func verify(s *ojson.Value, candidates []payload, find FindKeys) (v Verdict) {
	var h header
	protected := s.Get("protected").Text()
	decoded, err := base64.RawURLEncoding.DecodeString(protected)
	if err != nil || json.Unmarshal(decoded, &h) != nil {
		v.Problem = "its protected header cannot be read"
		return v
	}
	v.Algorithm, v.KeyID, v.KeySet = safe.Text(h.Algorithm), safe.Text(h.KeyID), safe.Text(h.KeySet)
	switch {
	case !slices.Contains(algorithms, jose.SignatureAlgorithm(h.Algorithm)):
		v.Problem = "its algorithm is not accepted"
		return v
	case h.KeyID == "":
		v.Problem = "it does not name its key"
		return v
	}
	sets, err := find(h.KeyID, h.KeySet)
	for _, keys := range sets {
		for _, key := range keys.find(h.KeyID) {
			v.KeysFrom, v.IsTrusted = keys.From, keys.isTrusted
			if i := slices.IndexFunc(candidates, func(p payload) bool { return holds(s, p, key) }); i >= 0 {
				return v.valid(candidates[i])
			}
		}
	}
	switch {
	case v.KeysFrom != "":
		v.Problem = "it does not match the card: the card was changed after it was signed, or signed in another form"
	case err != nil:
		v.Problem = "its key was not found: " + err.Error()
	default:
		v.Problem = "its key was not found"
	}
	return v
}

func (v Verdict) valid(p payload) Verdict {
	v.Valid = true
	for _, path := range p.notCovered {
		v.NotCovered = append(v.NotCovered, safe.Text(path))
	}
	return v
}

// holds reports whether the signature is that of the payload by the key.
func holds(s *ojson.Value, p payload, key jose.JSONWebKey) bool {
	text, err := json.Marshal(map[string]string{
		"payload": base64.RawURLEncoding.EncodeToString(p.canonical), "protected": s.Get("protected").Text(), "signature": s.Get("signature").Text(),
	})
	if err != nil {
		return false
	}
	signed, err := jose.ParseSignedJSON(string(text), algorithms)
	if err != nil {
		return false
	}
	_, err = signed.Verify(key.Key)
	return err == nil
}

// ErrNoKeys says that a signature names no keys, and the user gave none.
var ErrNoKeys = errors.New("the signature names no address for it; pass a file with the agent's public keys, or keep it with the keys that you trust")

// Text says in our words what is known of the signature.
func (v Verdict) Text() string {
	what := "key"
	if v.IsTrusted {
		what = "trusted key"
	}
	by := fmt.Sprintf("by %s %s (%s, from %s)", what, v.KeyID.Line(80), v.Algorithm.Line(20), v.KeysFrom)
	switch {
	case v.Valid && len(v.NotCovered) == 0:
		return "✓ valid for the whole card, " + by
	case v.Valid:
		var left []string
		for _, path := range v.NotCovered {
			left = append(left, path.Line(80).String())
		}
		return "✓ valid, " + by + ", but does not cover " + strings.Join(left, ", ")
	case v.KeysFrom != "":
		return "✗ not valid " + by + ": " + v.Problem
	}
	return "? not checked: " + v.Problem
}

// form is one way in which a signer may have written the card before signing it.
type form struct {
	knownOnly bool  // without the members that a2a.proto does not have
	empty     empty // which empty values are left out
}

type empty uint8

const (
	keepEmpty     empty = iota
	dropDefaults        // those of members that are neither required nor explicit (A2A 1.0 §8.4.1)
	dropAllValues       // all of them, as the official SDKs do
)

// forms are the canonical forms to try, in the order of how many members they cover.
var forms = []form{{false, keepEmpty}, {false, dropDefaults}, {false, dropAllValues}, {true, keepEmpty}, {true, dropDefaults}, {true, dropAllValues}}

// payload is a card as it may have been signed.
type payload struct {
	canonical  []byte
	notCovered []string // members that are left out, as paths such as skills[].inputSchema
}

// payloads are the distinct ways to write a card.
func payloads(card *ojson.Value) ([]payload, error) {
	var members []ojson.Member
	for _, m := range card.Members() {
		if m.Name != "signatures" {
			members = append(members, m)
		}
	}
	unsigned := ojson.NewObject(members...)
	var list []payload
	for _, f := range forms {
		w := writer{form: f}
		v := w.object(unsigned, cardMessage(), "")
		if v == nil {
			v = ojson.NewObject()
		}
		canonical, err := v.Canonical()
		if err != nil {
			return nil, fmt.Errorf("the card cannot be written as canonical JSON: %w", err)
		}
		if !slices.ContainsFunc(list, func(p payload) bool { return string(p.canonical) == string(canonical) }) {
			list = append(list, payload{canonical, w.left})
		}
	}
	return list, nil
}

// writer writes a card in a form.
type writer struct {
	form form
	left []string
}

// value returns a value of a message, nil where it is left out.
func (w *writer) value(v *ojson.Value, of protoreflect.MessageDescriptor, path string) *ojson.Value {
	switch {
	case v.Is(ojson.Array):
		return w.list(v, of, path+"[]")
	case v.Is(ojson.Object):
		return w.object(v, of, path)
	case w.form.empty == dropAllValues && isEmpty(v):
		return nil
	}
	return v
}

func (w *writer) list(v *ojson.Value, of protoreflect.MessageDescriptor, path string) *ojson.Value {
	items := []*ojson.Value{}
	for _, item := range v.Items() {
		if kept := w.value(item, of, path); kept != nil {
			items = append(items, kept)
		}
	}
	if len(items) == 0 && w.form.empty == dropAllValues {
		return nil
	}
	return ojson.NewArray(items...)
}

func (w *writer) object(v *ojson.Value, of protoreflect.MessageDescriptor, path string) *ojson.Value {
	var members []ojson.Member
	for _, m := range v.Members() {
		at := m.Name
		if path != "" {
			at = path + "." + m.Name
		}
		var known protoreflect.FieldDescriptor
		if of != nil {
			known = of.Fields().ByJSONName(m.Name)
		}
		if of != nil && known == nil && w.form.knownOnly {
			if !slices.Contains(w.left, at) {
				w.left = append(w.left, at)
			}
			continue
		}
		kept := w.member(m.Value, known, at)
		if kept == nil || known != nil && w.isDefault(kept, known) {
			continue
		}
		members = append(members, ojson.Member{Name: m.Name, Value: kept})
	}
	if len(members) == 0 && w.form.empty == dropAllValues {
		return nil
	}
	return ojson.NewObject(members...)
}

func (w *writer) member(v *ojson.Value, known protoreflect.FieldDescriptor, path string) *ojson.Value {
	of := messageOf(known)
	if known == nil || !known.IsMap() || !v.Is(ojson.Object) {
		return w.value(v, of, path)
	}
	var members []ojson.Member
	for _, m := range v.Members() {
		if kept := w.value(m.Value, of, path+".*"); kept != nil {
			members = append(members, ojson.Member{Name: m.Name, Value: kept})
		}
	}
	if len(members) == 0 && w.form.empty == dropAllValues {
		return nil
	}
	return ojson.NewObject(members...)
}

// isDefault reports a value that the form leaves out because it is the member's default.
func (w *writer) isDefault(v *ojson.Value, known protoreflect.FieldDescriptor) bool {
	if w.form.empty == keepEmpty || a2aproto.IsRequired(known) || known.HasOptionalKeyword() {
		return false
	}
	return isEmpty(v) || v.Is(ojson.Bool) && !v.Bool()
}

// isEmpty reports null, "", [] and {}.
func isEmpty(v *ojson.Value) bool {
	return v.Is(ojson.Null) || v.Is(ojson.String) && v.Text() == "" || (v.Is(ojson.Array) || v.Is(ojson.Object)) && v.Len() == 0
}

// cardMessage describes a card and what is in it. A form of the card leaves out what the description does not have.
func cardMessage() protoreflect.MessageDescriptor { return a2aproto.Message("AgentCard") }

// messageOf describes what a member contains: the objects of the protocol in it, in its list, or in its map by name.
// It is nil for other values, such as texts and objects with any members.
func messageOf(member protoreflect.FieldDescriptor) protoreflect.MessageDescriptor {
	if member == nil {
		return nil
	}
	of := member.Message()
	if member.IsMap() {
		of = member.MapValue().Message()
	}
	if of == nil || of.ParentFile() != member.ParentFile() {
		return nil
	}
	return of
}
