package store

import (
	"encoding/json"
	"maps"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/invopop/jsonschema"

	"a2aform/internal/safe"
	"a2aform/internal/tomlfile"
)

// savedVersion is the version of the file's format that is written and read.
const savedVersion = 1

// savedFormat is the format of [savedFile].
var savedFormat = tomlfile.NewFormat(func() ([]byte, error) {
	r := jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, DoNotReference: true, RequiredFromJSONSchemaTags: true}
	return json.Marshal(r.Reflect(&savedFile{}))
})

// savedFile is a file of saved agents.
type savedFile struct {
	Version *int                  `json:"version"`
	Agents  map[string]savedEntry `json:"agents"`
}

type savedEntry struct {
	URL       string                 `json:"url"`
	Card      string                 `json:"card"`
	Transport string                 `json:"transport" jsonschema:"enum=,enum=JSONRPC,enum=HTTP+JSON,enum=GRPC"`
	Version   string                 `json:"a2a-version"`
	Tenant    string                 `json:"tenant"`
	Endpoint  string                 `json:"endpoint"`
	Headers   map[string]savedSecret `json:"headers"`
	Schemas   map[string]string      `json:"schemas"`        // by skill
	Outputs   map[string]string      `json:"output-schemas"` // by skill
}

type savedSecret struct {
	Env string `json:"env" jsonschema:"required,title=the name of a variable,pattern=^[A-Za-z_][A-Za-z0-9_]*$"`
}

// JSONSchemaExtend says what a header is where it is none.
func (savedSecret) JSONSchemaExtend(s *jsonschema.Schema) {
	s.Title = `{ env = "NAME" }, by the variable that holds its value; the value itself does not belong in this file`
}

// parseSaved reads the agents of a file by name. An error is a [tomlfile.Problem].
func parseSaved(data []byte, path string) ([]Saved, error) {
	r := &tomlfile.Reader{Path: path}
	tree, problem := tomlfile.Parse(data)
	if problem != nil {
		problem.Path = path
		return nil, problem
	}
	var file savedFile
	if !savedFormat.Decode(r, tree, &file) {
		return nil, r.Problems[0]
	}
	if file.Version != nil && *file.Version != savedVersion {
		r.Problemf(tree.Get("version"), "the file is of version %d, and this a2aform reads version %d", *file.Version, savedVersion)
		return nil, r.Problems[0]
	}
	var list []Saved
	for name, entry := range file.Agents {
		agent, problem := entry.agent(name, path)
		if problem != "" {
			r.Problemf(tree.Get("agents").Get(name), "%s", problem)
			return nil, r.Problems[0]
		}
		list = append(list, agent)
	}
	slices.SortFunc(list, func(a, b Saved) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

var (
	envName    = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	headerName = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$") // RFC 9110 §5.6.2
)

// agent is the entry as a saved agent, or what is wrong with it.
func (e savedEntry) agent(name, path string) (a Saved, problem string) {
	switch {
	case !IsAgentName(name):
		return a, safe.Text(name).Line(80).String() + " is no name for an agent: letters, digits, - and _, at most 64, and not localhost"
	case (e.URL == "") == (e.Card == ""):
		return a, name + " needs either url or card"
	case e.URL != "" && !isWebAddress(e.URL):
		return a, "the url of " + name + " must begin with http:// or https:// and name a host, and hold no password"
	case e.Endpoint != "" && !isWebAddress(e.Endpoint):
		return a, "the endpoint of " + name + " must begin with http:// or https:// and name a host, and hold no password"
	}
	a = Saved{Name: name, URL: e.URL, Card: e.Card, Transport: e.Transport, Version: e.Version, Tenant: e.Tenant, Endpoint: e.Endpoint, File: path}
	a.Card = relativeTo(path, a.Card)
	for header, secret := range e.Headers {
		if !headerName.MatchString(header) || !envName.MatchString(secret.Env) {
			return a, `a header of ` + name + ` is written NAME = { env = "VARIABLE" }`
		}
		a.Headers = append(a.Headers, SavedHeader{Name: header, Env: secret.Env})
	}
	slices.SortFunc(a.Headers, func(x, y SavedHeader) int { return strings.Compare(x.Name, y.Name) })
	for i, refs := range []map[string]string{e.Schemas, e.Outputs} {
		for _, skill := range slices.Sorted(maps.Keys(refs)) {
			if skill == "" || refs[skill] == "" {
				return a, `a schema of ` + name + ` is written SKILL = "FILE"`
			}
			a.Schemas = append(a.Schemas, SavedSchema{skill, relativeTo(path, refs[skill]), i == 1})
		}
	}
	return a, ""
}

// relativeTo is a path that a file names, which may be relative to that file.
func relativeTo(file, path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(file), path)
}

func isWebAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && u.User == nil
}
