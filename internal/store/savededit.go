package store

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/tomlfile"
)

// ErrSaved says that another agent is saved under the name.
var ErrSaved = errors.New("an agent is already saved under this name")

// Commands are the words that are commands of the program: what is saved under
// one could not be opened by it.
var Commands = []string{"agents", "auth", "card", "cases", "catalog", "completion", "config", "demo", "diff", "doctor", "fill", "help", "init", "man", "mock", "present", "runs", "send", "show", "skills", "task", "test", "version"}

// SaveAgent adds an agent to the user's file. It keeps the rest of the
// file, comments included; a file that cannot be read is not written.
func (s *Store) SaveAgent(a Saved) error {
	entry := savedEntry{URL: a.URL, Card: a.Card, Transport: a.Transport, Version: a.Version, Tenant: a.Tenant, Endpoint: a.Endpoint}
	for _, h := range a.Headers {
		if entry.Headers == nil {
			entry.Headers = map[string]savedSecret{}
		}
		entry.Headers[h.Name] = savedSecret{h.Env}
	}
	if _, problem := entry.agent(a.Name, s.savedPath()); problem != "" {
		return errors.New(problem)
	}
	if slices.Contains(Commands, a.Name) {
		return fmt.Errorf("%s is a command of a2aform; choose another name", a.Name)
	}
	err := s.editSaved(func(data []byte, list []Saved) ([]byte, []Saved, error) {
		if slices.ContainsFunc(list, func(old Saved) bool { return old.Name == a.Name }) {
			return nil, nil, fmt.Errorf("%s: %w", a.Name, ErrSaved)
		}
		if len(data) == 0 {
			data = fmt.Appendf(nil, "# Agents that a2aform knows by name. Headers are named by the variable that holds them:\n"+
				"# headers = { Authorization = { env = \"NAME\" } }\nversion = %d\n", savedVersion)
		}
		if data[len(data)-1] != '\n' {
			data = append(data, '\n')
		}
		added, _ := entry.agent(a.Name, s.savedPath())
		return fmt.Appendf(data, "\n[agents.%s]\n%s", a.Name, entry.text()), append(list, added), nil
	})
	if err == nil {
		s.dropCard(Saved{Name: a.Name, File: s.savedPath()})
	}
	return err
}

// text are the lines of the entry's table.
func (e savedEntry) text() string {
	var sb strings.Builder
	for _, m := range [][2]string{{"url", e.URL}, {"card", e.Card}, {"transport", e.Transport}, {"a2a-version", e.Version}, {"tenant", e.Tenant}, {"endpoint", e.Endpoint}} {
		if m[1] != "" {
			fmt.Fprintf(&sb, "%s = %s\n", m[0], tomlString(m[1]))
		}
	}
	if len(e.Headers) > 0 {
		var headers []string
		for _, name := range slices.Sorted(maps.Keys(e.Headers)) {
			headers = append(headers, fmt.Sprintf("%s = { env = %s }", tomlString(name), tomlString(e.Headers[name].Env)))
		}
		fmt.Fprintf(&sb, "headers = { %s }\n", strings.Join(headers, ", "))
	}
	return sb.String()
}

// tomlString is a basic string of TOML 1.0. What cannot be in one is found
// when the text is read again before it is written.
func tomlString(text string) string { return string(ojson.NewString(text).Append(nil)) }

// RemoveAgent takes an agent out of the user's file, and reports whether it was
// there.
func (s *Store) RemoveAgent(name string) (found bool, err error) {
	err = s.editSaved(func(data []byte, list []Saved) ([]byte, []Saved, error) {
		kept := slices.DeleteFunc(slices.Clone(list), func(a Saved) bool { return a.Name == name })
		if found = len(kept) < len(list); !found {
			return data, list, nil
		}
		return without(data, "agents", name), kept, nil
	})
	if found && err == nil {
		s.dropCard(Saved{Name: name, File: s.savedPath()})
	}
	return found && err == nil, err
}

// ErrNotSaved says that no agent of the user is saved under the name.
var ErrNotSaved = errors.New("no agent of your own is saved under this name")

// SetSpoken keeps how an agent of the user's file is spoken to: the address of its messages and the version of A2A, "" for what
// stands there. It fails with [ErrNotSaved] if there is no such agent.
func (s *Store) SetSpoken(name, endpoint, version string) error {
	return s.editSaved(func(data []byte, list []Saved) ([]byte, []Saved, error) {
		i := slices.IndexFunc(list, func(a Saved) bool { return a.Name == name })
		if i < 0 {
			return nil, nil, fmt.Errorf("%s: %w", name, ErrNotSaved)
		}
		list = slices.Clone(list)
		if endpoint != "" {
			list[i].Endpoint, data = endpoint, withKey(data, name, "endpoint", endpoint)
		}
		if version != "" {
			list[i].Version, data = version, withKey(data, name, "a2a-version", version)
		}
		return data, list, nil
	})
}

// withKey is the text with a key of the table of an agent: in the line that it has, else in a line of its own at the top.
func withKey(data []byte, name, key, value string) []byte {
	line := []byte(key + " = " + tomlString(value) + "\n")
	all := tomlfile.Headers(data)
	for i, t := range all {
		if len(t.Key) != 2 || t.Key[0] != "agents" || t.Key[1] != name {
			continue
		}
		end := len(data)
		if i+1 < len(all) {
			end = all[i+1].Start
		}
		start := t.Start
		for n, l := range bytes.SplitAfter(data[t.Start:end], []byte("\n")) {
			if before, _, ok := bytes.Cut(l, []byte("=")); ok && n > 0 && string(bytes.TrimSpace(before)) == key {
				return slices.Concat(data[:start], line, data[start+len(l):])
			}
			start += len(l)
		}
		head := t.Start + bytes.IndexByte(append(data[t.Start:end:end], '\n'), '\n') + 1
		if head > len(data) { // the header is the last line, and does not end
			data, head = append(data, '\n'), len(data)+1
		}
		return slices.Concat(data[:head], line, data[head:])
	}
	return data
}

// AttachSchema keeps the schema of a skill with an agent of the user's file, in place
// of the one that was kept; an empty Ref removes it. It fails with [ErrNotSaved] if there is
// no such agent.
func (s *Store) AttachSchema(name string, schema SavedSchema) error {
	return s.editSaved(func(data []byte, list []Saved) ([]byte, []Saved, error) {
		i := slices.IndexFunc(list, func(a Saved) bool { return a.Name == name })
		if i < 0 {
			return nil, nil, fmt.Errorf("%s: %w", name, ErrNotSaved)
		}
		list = slices.Clone(list)
		kept := slices.DeleteFunc(slices.Clone(list[i].Schemas), func(old SavedSchema) bool {
			return old.Skill == schema.Skill && old.IsOutput == schema.IsOutput
		})
		if schema.Ref != "" {
			kept = append(kept, schema)
		}
		slices.SortFunc(kept, compareSchemas)
		list[i].Schemas = kept
		table := "schemas"
		if schema.IsOutput {
			table = "output-schemas"
		}
		data = without(data, "agents", name, table)
		var sb strings.Builder
		for _, k := range kept {
			if k.IsOutput == schema.IsOutput {
				fmt.Fprintf(&sb, "%s = %s\n", tomlString(k.Skill), tomlString(k.Ref))
			}
		}
		if len(kept) == 0 {
			list[i].Schemas = nil
		}
		if sb.Len() == 0 {
			return data, list, nil
		}
		if data[len(data)-1] != '\n' {
			data = append(data, '\n')
		}
		return fmt.Appendf(data, "\n[agents.%s.%s]\n%s", name, table, sb.String()), list, nil
	})
}

// compareSchemas puts the inputs first, each by its skill, as the file is read.
func compareSchemas(x, y SavedSchema) int {
	switch {
	case x.IsOutput == y.IsOutput:
		return strings.Compare(x.Skill, y.Skill)
	case y.IsOutput:
		return -1
	}
	return 1
}

// editSaved changes the text of the user's file, and writes it only where it
// then says what it is to say.
func (s *Store) editSaved(change func(data []byte, list []Saved) ([]byte, []Saved, error)) error {
	return s.locked(func() error {
		path := s.savedPath()
		data, err := readByHand(path, savedTitle)
		if err != nil {
			return err
		}
		list, err := parseSaved(data, path)
		if err != nil {
			return fmt.Errorf("%w; correct that first; the file is unchanged", err)
		}
		changed, want, err := change(slices.Clone(data), list)
		if err != nil || bytes.Equal(changed, data) && reflect.DeepEqual(want, list) {
			return err
		}
		slices.SortFunc(want, func(a, b Saved) int { return strings.Compare(a.Name, b.Name) })
		if got, err := parseSaved(changed, path); err != nil || !(len(got) == 0 && len(want) == 0) && !reflect.DeepEqual(got, want) {
			return fmt.Errorf("a2aform cannot change how %s is written: change it in an editor", shown(path))
		}
		return writeFile(path, changed)
	})
}

// without is the text without the table of a key and those below it. What precedes the next
// table, as its comment, stays.
func without(data []byte, key ...string) []byte {
	all := tomlfile.Headers(data)
	for i, t := range slices.Backward(all) {
		if len(t.Key) < len(key) || !slices.Equal(t.Key[:len(key)], key) {
			continue
		}
		end := len(data)
		if i+1 < len(all) {
			end = all[i+1].Start
		}
		lines := bytes.SplitAfter(data[t.Start:end], []byte("\n"))
		for len(lines) > 1 && isAside(lines[len(lines)-1]) && i+1 < len(all) {
			end -= len(lines[len(lines)-1])
			lines = lines[:len(lines)-1]
		}
		data = slices.Delete(data, t.Start, end)
		all = all[:i+1] // those behind have moved, and are done
	}
	return data
}

// isAside reports a line that says nothing: blank, or a comment.
func isAside(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) == 0 || line[0] == '#'
}
