package formgen_test

import (
	"encoding/json"
	"net"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/invopop/jsonschema"

	"a2aform/formgen"
	"a2aform/formgen/formtest"
	"a2aform/formgen/words"
	"a2aform/internal/schema"
)

// What Go structs may say by invopop's tags, each at least once.
type (
	everything struct {
		Name     string            `json:"name" jsonschema:"required,title=Full name,description=as printed,minLength=1,maxLength=40,pattern=^[A-Z],example=Ada,default=Ada"`
		Note     string            `json:"note,omitempty" jsonschema_description:"free text"`
		Kind     string            `json:"kind" jsonschema:"enum=rail,enum=air,default=rail"`
		Mail     string            `json:"mail,omitempty" jsonschema:"format=email"`
		Secret   string            `json:"secret,omitempty" jsonschema:"writeOnly=true"`
		Count    int               `json:"count" jsonschema:"minimum=1,maximum=9,multipleOf=2,default=2,example=4"`
		Level    int               `json:"level,omitempty" jsonschema:"enum=1,enum=2,enum=3"`
		Small    uint8             `json:"small"`
		Ratio    float64           `json:"ratio" jsonschema:"exclusiveMinimum=0,exclusiveMaximum=1,default=0.5"`
		Flag     bool              `json:"flag" jsonschema:"default=true"`
		Maybe    *string           `json:"maybe,omitempty" jsonschema:"nullable"`
		Nested   part              `json:"nested"`
		Pointer  *part             `json:"pointer,omitempty" jsonschema:"nullable"`
		Tags     []string          `json:"tags,omitempty" jsonschema:"minItems=1,maxItems=3,uniqueItems=true"`
		Modes    []string          `json:"modes,omitempty" jsonschema:"uniqueItems=true,enum=rail,enum=air"`
		Parts    []part            `json:"parts"`
		Grid     [2][3]int         `json:"grid"`
		Fixed    [2]string         `json:"fixed"`
		Labels   map[string]string `json:"labels,omitempty"`
		Rooms    map[string]part   `json:"rooms,omitempty"`
		Numbered map[int]string    `json:"numbered,omitempty"`
		When     time.Time         `json:"when"`
		Long     time.Duration     `json:"long"`
		Address  net.IP            `json:"address,omitempty"`
		Link     url.URL           `json:"link,omitempty"`
		Photo    []byte            `json:"photo,omitempty"`
		Digits   json.Number       `json:"digits,omitempty"`
		Either   any               `json:"either,omitempty" jsonschema:"oneof_type=string;integer"`
		Any      any               `json:"any,omitempty" jsonschema:"anyof_type=string;boolean"`
		Ref      any               `json:"ref,omitempty" jsonschema:"oneof_ref=#/$defs/part;#/$defs/tree"`
		Extra    string            `json:"extra,omitempty" jsonschema_extras:"x-position=1,deprecated=true,examples=a,examples=b"`
		Ignored  string            `json:"-"`
		embedded
		Tree tree            `json:"tree"`
		Free any             `json:"free,omitempty"`
		Raw  json.RawMessage `json:"raw,omitempty"`
	}
	part struct {
		Title string `json:"title" jsonschema:"required"`
		Size  int64  `json:"size,omitempty"`
	}
	embedded struct {
		Inner string `json:"inner"`
		Depth *int   `json:"depth,omitempty"`
	}
	tree struct {
		Leaf     string  `json:"leaf"`
		Children []*tree `json:"children,omitempty"`
	}
	oneOf struct {
		Card string `json:"card,omitempty" jsonschema:"oneof_required=card"`
		Cash int    `json:"cash,omitempty" jsonschema:"oneof_required=cash"`
		Who  string `json:"who,omitempty" jsonschema:"anyof_required=who"`
		What string `json:"what,omitempty" jsonschema:"anyof_required=what"`
	}
)

// silent are the fields of everything that say nothing of their value.
var silent = []string{"free", "raw"}

func reflected(t *testing.T, r *jsonschema.Reflector, v any) []byte {
	t.Helper()
	text, err := json.Marshal(r.Reflect(v))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// reflectors are the ways to reflect that change the shape of the schema.
var reflectors = map[string]*jsonschema.Reflector{
	"as it is":       {},
	"expanded":       {ExpandedStruct: true},
	"without refs":   {DoNotReference: true},
	"open":           {AllowAdditionalProperties: true},
	"by tag":         {RequiredFromJSONSchemaTags: true},
	"with anchors":   {AssignAnchor: true},
	"with ids":       {BaseSchemaID: "https://example.com/schemas"},
	"anonymous root": {Anonymous: true},
}

// TestReflectedStructs opens what invopop reflects: every field is a typed one,
// in the order of the struct.
func TestReflectedStructs(t *testing.T) {
	for name, r := range reflectors {
		t.Run(name, func(t *testing.T) {
			shape := reflect.TypeFor[everything]()
			v := reflect.New(shape).Interface()
			if r.DoNotReference {
				v = &struct {
					Before string `json:"before"`
					part
					Parts []part `json:"parts"`
				}{} // a tree without references has no end
				shape = reflect.TypeOf(v).Elem()
			}
			f := openClean(t, reflected(t, r, v))
			if want, got := jsonNames(shape), fieldNames(f.Root()); !slices.Equal(want, got) {
				t.Errorf("fields\n%q, the struct has\n%q", got, want)
			}
			allTyped(t, f.Root(), 4)
		})
	}
}

func TestReflectedChoices(t *testing.T) {
	text := reflected(t, &jsonschema.Reflector{}, &oneOf{})
	f := openClean(t, text)
	allTyped(t, f.Root(), 4)
	positive := parse(t, `{"card":"1","who":"w"}`)
	negative := parse(t, `{"card":"1","cash":2,"who":"w"}`)
	formtest.Props(t, formtest.Case{Schema: text, Positives: list(positive), Negatives: list(negative, parse(t, `{"who":"w"}`))})
}

func TestReflectedSchemasKeepFormProperties(t *testing.T) {
	v := everything{
		Name: "Ada", Kind: "air", Count: 4, Ratio: 0.25, Nested: part{"n", 1}, Parts: []part{{"p", 2}, {"q", 0}},
		Modes: []string{"air", "rail"}, Labels: map[string]string{"a": "b"}, Rooms: map[string]part{"r": {"t", 1}},
		Numbered: map[int]string{7: "seven"}, When: time.Date(2026, 3, 14, 9, 30, 0, 0, time.UTC), Long: time.Minute,
		Photo: []byte("bytes"), Either: 5, Any: true, Ref: part{"x", 1}, Tree: tree{"root", []*tree{{Leaf: "leaf"}}},
	}
	data, err := json.Marshal(&v)
	if err != nil {
		t.Fatal(err)
	}
	// Go writes a URL as an object, which its reflected schema does not allow.
	positive := formtest.Mutant{Base: parse(t, string(data)), Op: "replace", Path: "/link", Value: parse(t, `"https://example.com"`)}
	text := reflected(t, &jsonschema.Reflector{}, &v)
	formtest.Props(t, formtest.Case{Schema: text, Positives: list(positive.Apply()), Negatives: list(parse(t, `{}`))})
}

// openClean opens a schema that must need no repair.
func openClean(t *testing.T, text []byte) *formgen.Form {
	t.Helper()
	f := open(t, string(text))
	if notices := f.Notices(); len(notices) > 0 {
		t.Errorf("%s: notices %v", text, notices)
	}
	return f
}

// jsonNames are the names of a struct's fields, embedded ones in their place.
func jsonNames(shape reflect.Type) []string {
	var names []string
	for field := range shape.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Anonymous:
			names = append(names, jsonNames(field.Type)...)
		case name != "-":
			names = append(names, name)
		}
	}
	return names
}

func fieldNames(x *formgen.Field) []string {
	var names []string
	for _, c := range x.Children() {
		names = append(names, c.Name())
	}
	return names
}

// allTyped opens every field, and an item of every list, and finds the ones that
// are JSON text.
func allTyped(t *testing.T, x *formgen.Field, depth int) {
	t.Helper()
	if slices.Contains(silent, x.Name()) || depth == 0 {
		return
	}
	for i := range x.Unions() {
		for branch := range x.Unions()[i].Branches {
			x.ChooseBranch(i, branch)
			allTypedIn(t, x, depth)
		}
	}
	allTypedIn(t, x, depth)
}

func allTypedIn(t *testing.T, x *formgen.Field, depth int) {
	t.Helper()
	if x.Presence() == formgen.Omitted {
		x.SetPresence(formgen.Set)
	}
	if kind := x.Kind(); kind == schema.JSON {
		t.Errorf("%q is JSON: %s", x.Pointer(), words.Reason(x))
	}
	if x.Kind() == schema.Array && len(x.Children()) == 0 {
		x.Append()
	}
	if x.OffersKeys() {
		if _, err := x.AddKey("7"); err != nil {
			t.Errorf("%q: %v", x.Pointer(), err)
		}
	}
	for _, c := range x.Children() {
		allTyped(t, c, depth-1)
	}
}
