package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// What comes from an agent, a file or a header is a safe.Raw in the types that other
// rooms see, so that the compiler keeps it off the screen. A field that is a plain
// string, or a list of them, has a reason in this table; a word of the protocol has a
// type of its own.
var plain = map[string]map[string][]string{
	"a2aclient": {
		"our own words": {
			"Interface.Note", "Detail.Label",
			"CardProblem.Keyword", "CardProblem.Message",
			"Card.Evidence", "Card.Warnings", "Input.Rule", "Input.GuessedFrom", "Output.Rule", "NamedSchema.Place", "DialError.What", "DialError.Next", "CardError.What", "CardError.Next", "SkillSchema.Told",
			"TransportError.What", "TransportError.Next", "UnsettledError.What", "UnsettledError.Check",
		},
		"typed or chosen by the user":             {"Card.Source", "CardError.Ref", "FilePart.Name", "FilePart.URL", "Metadata.Key", "Part.Text", "Request.Text", "Request.Extensions"},
		"made here":                               {"FilePart.MediaType", "Request.MessageID"},
		"a name of A2A":                           {"Misspelling.Meant"},
		"to be looked up":                         {"Misspelling.Pointer", "SkillSchema.Pointer"},
		"a method, or a verb and an escaped path": {"TransportError.Method", "Error.Method", "Preview.Method"},
		"to be sent exactly":                      {"Request.SkillID", "Preview.URL"},
	},
	"a2aclient/a2a": {
		"parsed, to be compared": {"MediaType.Kind", "MediaType.Schema"},
		"our own words":          {"Approval.Title", "Event.EnvelopeWarning", "Notice.Text", "Reply.NonNumbers"},
		"compared only":          {"Reply.Answers"},
	},
	"a2aclient/auth": {
		"typed by the user":              {"Client.ID"},
		"a secret, which is never drawn": {"Client.Secret", "Token.Access", "Token.Refresh"},
	},
	"internal/run": {
		"our own words":     {"Entry.Note", "Snapshot.Violation", "Snapshot.Repairs", "Received.Kind", "Irregularity.Rule", "Irregularity.What"},
		"typed by the user": {"SignInOptions.ClientID", "SignInOptions.ClientSecret", "SignInOptions.Flow", "SignInOptions.Hosts", "Plan.Text"},
	},
	"internal/store": {
		"our own words":               {"Setting.Key", "Setting.Source", "ConfigError.Text", "UntrustedError.Sends", "UntrustedError.Warning", "EndpointError.Card", "EndpointError.Warning", "RefusedAgentError.Name", "Credential.Kind", "Credential.Where", "Stray.Why", "OwnTheme.Base", "OwnTheme.Colors", "Key.Action", "Key.Key", "Key.Where"},
		"typed by the user":           {"Agent.Ref", "Agent.Repository", "Agent.Catalog", "Preset.Name", "Saved.Name", "Saved.URL", "Saved.Card", "Saved.Transport", "Saved.Version", "Saved.Tenant", "Saved.Endpoint", "Saved.File", "Saved.Environment", "SavedHeader.Name", "SavedHeader.Env", "SavedHeader.Text", "SavedSchema.Skill", "SavedSchema.Ref", "TableView.Filter", "ColumnRole.Role", "Trust.File", "Trust.Name", "Trust.Headers", "Trust.Environment", "UserCommand.Run"},
		"a path of the user's":        {"Stray.Path"},
		"a digest, to be compared":    {"FormOf.Digest", "Sending.SHA256", "TableView.Columns"},
		"an origin, to be compared":   {"Credential.Origin", "NotSecret.Origin", "Trust.Origin"},
		"a secret":                    {"Secret.Value", "Secret.Refresh", "Secret.ClientID", "Secret.ClientSecret"},
		"written, and never read":     {"Sending.RunID", "Sending.MessageID", "Sending.URL"},
		"to be sent or asked exactly": {"Sent.MessageID"},
	},
	"internal/store/runfile": {
		"our own words":               {"DamagedRun.Why", "Line.Kind"},
		"a path of the user's":        {"Info.Path"},
		"a digest, to be compared":    {"Info.Input", "Line.Card", "Line.Input"},
		"to be sent or asked exactly": {"Line.Binding", "Line.MessageID", "Line.Exact", "Line.Header"},
	},
	"render": {
		"safe already":    {"Field.Variant"},
		"our own words":   {"Notice.Text", "Schema.Reason", "File.Note", "Part.Told"},
		"to be looked up": {"Field.Pointer"},
	},
	"render/table": {"a number as it is written": {"Summary.Sum", "Summary.Minimum", "Summary.Maximum", "Summary.Mean"}, "safe already": {"Brief.Span", "Figure.Text"}},
	"render/value": {"safe already": {"Format.Unit", "Head.Title", "Head.Variant"}},
	"render/draw": {
		"a number as it is written": {"ChartBar.Text"},
		"safe already":              {"ChartBar.Label", "Drawing.Lines", "Link.Title", "Framed.Title", "Framed.Facts", "Framed.Verdict"},
		"our own words":             {"Style.Yes", "Style.No", "Style.Hidden"},
	},
	"render/export": {
		"safe already":  {"Options.Title"},
		"our own words": {"InvalidError.What"},
	},
}

func TestUntrustedFieldIsNoString(t *testing.T) {
	for _, p := range packages(t) {
		room := strings.TrimPrefix(p.ImportPath, module+"/")
		listed, held := plain[room]
		if !held {
			continue
		}
		reasons, found := byName(listed), map[string]bool{}
		for _, file := range p.GoFiles {
			tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range stringFields(tree) {
				if found[name] = true; reasons[name] == "" {
					t.Errorf("%s.%s is a plain string: make it a safe.Raw if it may hold words of an agent, else say in the table of this test why not", p.ImportPath, name)
				}
			}
		}
		for name := range reasons {
			if !found[name] {
				t.Errorf("%s.%s has a reason to be a string, and is none", p.ImportPath, name)
			}
		}
	}
}

// byName turns the table round.
func byName(listed map[string][]string) map[string]string {
	reasons := map[string]string{}
	for why, names := range listed {
		for _, name := range names {
			reasons[name] = why
		}
	}
	return reasons
}

// stringFields are the fields that other packages see and that contain plain text, as
// Type.Field.
func stringFields(tree *ast.File) (names []string) {
	for _, d := range tree.Decls {
		of, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, s := range of.Specs {
			of, ok := s.(*ast.TypeSpec)
			if !ok || !of.Name.IsExported() {
				continue
			}
			if fields, ok := of.Type.(*ast.StructType); ok {
				names = append(names, plainFields(of.Name.Name, fields)...)
			}
		}
	}
	return names
}

func plainFields(of string, in *ast.StructType) (names []string) {
	for _, field := range in.Fields.List {
		if !isPlain(field.Type) {
			continue
		}
		for _, name := range field.Names {
			if name.IsExported() {
				names = append(names, of+"."+name.Name)
			}
		}
	}
	return names
}

// isPlain reports a string, and what is made of strings.
func isPlain(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name == "string"
	case *ast.ArrayType:
		return isPlain(x.Elt)
	case *ast.StarExpr:
		return isPlain(x.X)
	case *ast.MapType:
		return isPlain(x.Key) || isPlain(x.Value)
	}
	return false
}

func TestPlainFieldsAreFound(t *testing.T) {
	const text = `package p
type T struct { A, B string; C []string; D map[string]int; E *string; F safe.Raw; g string; H int }
type u struct { A string }`
	tree, err := parser.ParseFile(token.NewFileSet(), "", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	if found := strings.Join(stringFields(tree), " "); found != "T.A T.B T.C T.D T.E" {
		t.Error(found)
	}
}
