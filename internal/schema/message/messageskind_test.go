package message_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"a2aform/internal/schema/message"
)

// Every kind of error that the validator knows has words of ours.
func TestEveryKindHasAMessage(t *testing.T) {
	one := big.NewRat(1, 1)
	for _, k := range []jsonschema.ErrorKind{
		&kind.InvalidJsonValue{}, &kind.Schema{}, &kind.Group{}, &kind.Not{}, &kind.AllOf{}, &kind.AnyOf{}, &kind.OneOf{}, &kind.FalseSchema{},
		&kind.RefCycle{}, &kind.Type{Want: []string{"string"}}, &kind.Enum{Want: []any{"a"}}, &kind.Const{Want: "a"}, &kind.Format{Want: "date"},
		&kind.Reference{Keyword: "$ref"}, &kind.MinProperties{}, &kind.MaxProperties{}, &kind.MinItems{}, &kind.MaxItems{}, &kind.AdditionalItems{},
		&kind.Required{Missing: []string{"a"}}, &kind.Dependency{Prop: "a", Missing: []string{"b"}}, &kind.DependentRequired{Prop: "a", Missing: []string{"b"}},
		&kind.AdditionalProperties{Properties: []string{"a"}}, &kind.PropertyNames{}, &kind.UniqueItems{}, &kind.Contains{}, &kind.MinContains{},
		&kind.MaxContains{}, &kind.MinLength{}, &kind.MaxLength{}, &kind.Pattern{}, &kind.ContentEncoding{}, &kind.ContentMediaType{}, &kind.ContentSchema{},
		&kind.Minimum{Want: one}, &kind.Maximum{Want: one}, &kind.ExclusiveMinimum{Want: one}, &kind.ExclusiveMaximum{Want: one}, &kind.MultipleOf{Want: one},
	} {
		problems := message.Flatten(&jsonschema.ValidationError{SchemaURL: message.BaseURL + "#/a/b", ErrorKind: k})
		if len(problems) != 1 || problems[0].Message() == "" || strings.HasPrefix(problems[0].Message(), "breaks") {
			t.Errorf("%T: %v", k, problems)
		}
	}
}
