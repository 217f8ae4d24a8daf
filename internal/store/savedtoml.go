package store

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"a2aform/internal/safe"
)

// savedVersion is the version of the file's format that is written and read.
const savedVersion = 1

// savedFile is a file of saved agents.
type savedFile struct {
	Version *int                  `toml:"version"`
	Agents  map[string]savedEntry `toml:"agents"`
}

type savedEntry struct {
	URL       string                 `toml:"url"`
	Card      string                 `toml:"card"`
	Transport string                 `toml:"transport"`
	Version   string                 `toml:"a2a-version"`
	Tenant    string                 `toml:"tenant"`
	Endpoint  string                 `toml:"endpoint"`
	Headers   map[string]savedSecret `toml:"headers"`
	Schemas   map[string]string      `toml:"schemas"`        // by skill
	Outputs   map[string]string      `toml:"output-schemas"` // by skill
}

type savedSecret struct {
	Env string `toml:"env"`
}

// parseSaved reads the agents of a file by name. An error begins with the line
// and the column.
func parseSaved(data []byte, path string) ([]Saved, error) {
	var file savedFile
	decoder := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	if err := decoder.Decode(&file); err != nil {
		return nil, tomlProblem(err)
	}
	if file.Version != nil && *file.Version != savedVersion {
		return nil, fmt.Errorf("1:1: the file is of version %d, and this a2aform reads version %d", *file.Version, savedVersion)
	}
	var list []Saved
	for name, entry := range file.Agents {
		agent, problem := entry.agent(name, path)
		if problem != "" {
			line, column := placeOf(data, name)
			return nil, fmt.Errorf("%d:%d: %s", line, column, problem)
		}
		list = append(list, agent)
	}
	slices.SortFunc(list, func(a, b Saved) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// tomlProblem says in our words what is wrong with a file, and where.
func tomlProblem(err error) error {
	var strict *toml.StrictMissingError
	var decode *toml.DecodeError
	switch {
	case errors.As(err, &strict) && len(strict.Errors) > 0:
		first := strict.Errors[0]
		line, column := first.Position()
		return fmt.Errorf("%d:%d: unknown key %s", line, column, safe.Text(strings.Join(first.Key(), ".")).Line(200))
	case errors.As(err, &decode):
		line, column := decode.Position()
		if slices.Contains(decode.Key(), "headers") {
			return fmt.Errorf(`%d:%d: a header is written { env = "NAME" }, by the variable that holds its value; the value itself does not belong in this file`, line, column)
		}
		what := strings.TrimPrefix(decode.Error(), "toml: ")
		if strings.Contains(what, "Go ") || strings.Contains(what, "cannot decode") {
			what = "expected a value of another type"
		}
		return fmt.Errorf("%d:%d: %s", line, column, safe.Text(what).Line(200))
	}
	return errors.New("1:1: it is not TOML: " + safe.Text(strings.TrimPrefix(err.Error(), "toml: ")).Line(200).String())
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
	case e.Transport != "" && e.Transport != "JSONRPC" && e.Transport != "HTTP+JSON" && e.Transport != "GRPC":
		return a, "the transport of " + name + ` is "JSONRPC", "HTTP+JSON" or "GRPC"`
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

// placeOf is where the table of an agent begins; 1:1 where it has no header of
// its own.
func placeOf(data []byte, name string) (line, column int) {
	for _, t := range tables(data) {
		if len(t.key) > 1 && t.key[0] == "agents" && t.key[1] == name {
			return t.line, t.column
		}
	}
	return 1, 1
}

// table is the header of a table, such as that of agents.fight.
type table struct {
	key          []string
	start        int // of its line, a byte offset
	line, column int
}

// tables are the headers of a text that is TOML.
func tables(data []byte) (list []table) {
	var p unstable.Parser
	p.Reset(data)
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind != unstable.Table && e.Kind != unstable.ArrayTable {
			continue
		}
		var t table
		for key := e.Key(); key.Next(); {
			if len(t.key) == 0 {
				at := p.Shape(key.Node().Raw).Start
				t.line, t.column, t.start = at.Line, at.Column, bytes.LastIndexByte(data[:at.Offset], '\n')+1
			}
			t.key = append(t.key, string(key.Node().Data))
		}
		list = append(list, t)
	}
	return list
}
