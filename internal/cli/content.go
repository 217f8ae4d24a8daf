package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// contentKind is the flag that a part of a message came with.
type contentKind string

const (
	textContent contentKind = "--text"
	dataContent contentKind = "--data"
	fileContent contentKind = "--file"
	partContent contentKind = "--part"
)

// content is one part of a message, as it was given.
type content struct {
	kind      contentKind
	value     string
	mediaType string // "" for what the part itself suggests
}

// contents are the parts of a message in the order of their flags.
type contents struct {
	list []content
	// The part that the skill's form or the message's text is made of, and how many come
	// before it.
	data, text, tag string
	before          []content
	files           []content // right behind it
	rest            []content
}

// add adds the flags of the parts of a message.
func (c *contents) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(contentFlag{c, dataContent}, "data", "the whole form as `JSON`, a file of it (FILE or @FILE), or - for standard input; further ones are data parts that are not checked")
	f.Var(contentFlag{c, textContent}, "text", "send `TEXT`, alone or with data; may be repeated")
	f.Var(contentFlag{c, fileContent}, "file", "send a `FILE`, or the address of one (https://…), which the agent gets itself; may be repeated")
	f.Var(contentFlag{c, partContent}, "part", "one more part as `JSON` of the agent's A2A version, sent as it is; may be repeated")
	f.Var(mediaTypeFlag{c}, "media-type", "the media `TYPE` of the --text, --data or --file before it")
	excludeFromRaw(cmd, "data", "text", "file", "part", "media-type")
}

// contentFlag collects parts.
type contentFlag struct {
	into *contents
	kind contentKind
}

func (f contentFlag) Set(value string) error {
	f.into.list = append(f.into.list, content{kind: f.kind, value: value})
	return nil
}

func (contentFlag) String() string { return "" }

func (contentFlag) Type() string { return "stringArray" }

// mediaTypeFlag sets the type of the part whose flag stands before it. Before any, it is
// that of the form that --set fills in.
type mediaTypeFlag struct{ into *contents }

func (f mediaTypeFlag) Set(value string) error {
	n := len(f.into.list)
	switch {
	case n == 0:
		f.into.tag = value
	case f.into.list[n-1].kind == partContent:
		return command.Usagef("--media-type: --part is sent as it is; write the type into its JSON")
	default:
		f.into.list[n-1].mediaType = value
	}
	return nil
}

func (mediaTypeFlag) String() string { return "" }

func (mediaTypeFlag) Type() string { return "string" }

// settle decides what the form or the text of the message is: the first data, or where --set
// fills in a form nothing else; else the first text. The parts before and behind it keep
// their order.
func (c *contents) settle(hasSettings bool) error {
	isMain := func(p content) bool { return p.kind == dataContent }
	if !slices.ContainsFunc(c.list, isMain) {
		isMain = func(p content) bool { return p.kind == textContent && p.mediaType == "" && !hasSettings }
	}
	rest := c.list
	if i := slices.IndexFunc(c.list, isMain); i >= 0 {
		part := c.list[i]
		c.before, rest = c.list[:i], c.list[i+1:]
		if part.kind == textContent {
			c.text = part.value
		} else {
			c.data = part.value
			c.tag = part.mediaType
		}
	}
	if c.tag != "" && c.data == "" && !hasSettings {
		return command.Usagef("--media-type says what the part before it is: write it behind --text, --data or --file")
	}
	if len(rest) > 0 && rest[0].kind == textContent && rest[0].mediaType == "" && c.text == "" {
		c.text, rest = rest[0].value, rest[1:]
	}
	n := slices.IndexFunc(rest, func(p content) bool { return p.kind != fileContent })
	if n < 0 {
		n = len(rest)
	}
	c.files, c.rest = rest[:n], rest[n:]
	return nil
}

// all are the values of a kind.
func (c *contents) all(kind contentKind) (values []string) {
	for _, p := range c.list {
		if p.kind == kind {
			values = append(values, p.value)
		}
	}
	return values
}

// readFiles are the files right after the form or the text, and those among the other
// parts by their places there. One whose type no mode of the agent takes is sent, with a
// warning.
func (c *contents) readFiles(s *command.Streams, card *a2aclient.Card, skill *a2aclient.Skill) (files []a2aclient.FilePart, others map[*content]a2aclient.FilePart, err error) {
	room := limit.MessageFiles.Int()
	others = map[*content]a2aclient.FilePart{}
	read := func(list []content, keep func(*content, a2aclient.FilePart)) error {
		for i := range list {
			if list[i].kind != fileContent {
				continue
			}
			file, err := list[i].file(room)
			if err != nil {
				return err
			}
			room -= len(file.Data)
			if !card.TakesFile(skill, file.MediaType) {
				s.Warn("note: the agent's input modes do not include " + file.String() + "; it may reject it")
			}
			keep(&list[i], file)
		}
		return nil
	}
	other := func(p *content, f a2aclient.FilePart) { others[p] = f }
	if err = read(c.before, other); err != nil {
		return nil, nil, err
	}
	if err = read(c.files, func(_ *content, f a2aclient.FilePart) { files = append(files, f) }); err != nil {
		return nil, nil, err
	}
	return files, others, read(c.rest, other)
}

// file reads the file of a part, or names where the agent gets it.
func (p content) file(room int) (file a2aclient.FilePart, err error) {
	if strings.HasPrefix(p.value, "https://") || strings.HasPrefix(p.value, "http://") {
		file = a2aclient.LinkedFile(p.value)
	} else {
		data, err := readFile(p.value, room)
		if err != nil {
			return file, command.Usagef("--file %s: %s", safe.Text(p.value).Line(200), err)
		}
		file = a2aclient.NewFilePart(p.value, data)
	}
	if p.mediaType != "" {
		file.MediaType = p.mediaType
	}
	return file, nil
}

// otherParts are the parts before and after the form or the text as the agent's version of
// A2A has them, and how many are before.
func (c *contents) otherParts(s *command.Streams, agent *a2aclient.Agent, files map[*content]a2aclient.FilePart) (parts []json.RawMessage, before int, err error) {
	encode := func(list []content) error {
		for i := range list {
			part, err := list[i].encode(s, agent, files[&list[i]])
			if err != nil {
				return err
			}
			parts = append(parts, part)
		}
		return nil
	}
	if err := encode(c.before); err != nil {
		return nil, 0, err
	}
	return parts, len(c.before), encode(c.rest)
}

func (p content) encode(s *command.Streams, agent *a2aclient.Agent, file a2aclient.FilePart) (json.RawMessage, error) {
	if p.kind == partContent {
		part, err := compact("--part", p.value)
		if err == nil && part[0] != '{' {
			err = command.Usagef(`--part: a part is an object, such as {"text":"hello"}`)
		}
		return part, err
	}
	if agent == nil {
		return nil, command.Usagef("several parts are written as the agent's version of A2A has them, and this card has none that a2aform supports")
	}
	part := a2aclient.Part{Text: p.value, Tag: safe.Text(p.mediaType)}
	switch p.kind {
	case fileContent:
		part.File = &file
	case dataContent:
		text, err := command.ReadData(s, "--data", p.value)
		if err != nil {
			return nil, err
		}
		v, err := ojson.Parse(text, ojson.DataLimits)
		if err != nil {
			return nil, command.Usagef("--data is not JSON: %s", err)
		}
		part.Data = v.Compact()
	}
	return agent.EncodePart(part), nil
}

// readFile reads a regular file that is to be sent, of at most most bytes.
func readFile(path string, maxBytes int) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("there is no such file")
	case err == nil && !info.Mode().IsRegular():
		return nil, errors.New("it is not a data file")
	case err == nil && info.Size() > int64(maxBytes):
		return nil, fmt.Errorf("all files of a message may have %s, and with this one they have more; %s", limit.MessageFiles, limit.MessageFiles.Hint())
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, errors.New("it cannot be read")
	}
	return data, nil
}

// compact is the JSON of a flag without space between its values.
func compact(flag, text string) (json.RawMessage, error) {
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		return nil, command.Usagef("%s is not JSON: %s", flag, err)
	}
	return v.Compact(), nil
}
