package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// rawFlags send a file as it is.
type rawFlags struct {
	file string
	yes  bool // without asking
}

// add adds the flags.
func (f *rawFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.file, "raw", "", "send a `FILE` (- for standard input) as it is, in place of a message: the body, or {\"method\": …, \"params\": …}; what comes back is printed as it is")
	cmd.Flags().BoolVar(&f.yes, "yes", false, "send --raw without asking")
	command.MoveFlags(cmd, command.AllFlags, "raw", "yes")
}

// notRaw is the name of the annotation of flags that [excludeFromRaw] sets.
const notRaw = "a2aform no raw"

// excludeFromRaw puts flags into the group that does not go with --raw: they make a message, or are about its result.
func excludeFromRaw(cmd *cobra.Command, names ...string) {
	for _, name := range names {
		if err := cmd.Flags().SetAnnotation(name, notRaw, nil); err != nil {
			panic(err) // a flag that this command does not have
		}
	}
}

// checkRaw refuses the flags of that group.
func checkRaw(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if _, isExcluded := f.Annotations[notRaw]; isExcluded {
			err = command.Usagef("--raw sends a file as it is; it does not go with --%s", f.Name)
		}
	})
	return err
}

// runRaw sends a file as it is, and prints what comes back. It is no run: nothing is recorded or tried again.
func (o *sendCommand) runRaw(cmd *cobra.Command, s *command.Streams, args []string) error {
	if err := checkRaw(cmd); err != nil {
		return err
	}
	body, err := readRaw(s, o.raw.file)
	if err != nil {
		return err
	}
	ctx, cancel := o.wait.timeout.within(cmd.Context())
	defer cancel()
	card, err := o.connect.Fetch(ctx, s, &o.agent, args)
	if err != nil {
		return err
	}
	agent, err := o.connect.Open(ctx, s, card)
	if err != nil {
		return err
	}
	defer agent.Close()
	return o.raw.send(ctx, s, agent, body)
}

// send sends the body, once the user agrees, and prints what comes back.
func (f *rawFlags) send(ctx context.Context, s *command.Streams, agent *a2aclient.Agent, body []byte) error {
	path, body := rawCall(agent, body)
	if err := f.confirm(s, agent, body); err != nil {
		return err
	}
	resp, err := agent.SendRaw(ctx, path, body)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	s.Warn(safe.Text("HTTP " + resp.Status + "  " + resp.Header.Get("Content-Type")).Line(200).String())
	return printRaw(s, agent, resp.Body)
}

// readRaw reads the file, or standard input.
func readRaw(s *command.Streams, name string) ([]byte, error) {
	in := s.In
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, command.Usagef("--raw %s: %s", safe.Text(name).Line(200), command.FileFault(err))
		}
		defer func() { _ = f.Close() }()
		in = f
	}
	body, err := limit.ReadAll(in, limit.WireBytes.Int())
	switch {
	case err != nil:
		return nil, command.Usagef("--raw %s: %s", safe.Text(name).Line(200), command.FileFault(err))
	case int64(len(body)) > int64(limit.WireBytes.Int()):
		return nil, command.Usagef("--raw %s is larger than %s", safe.Text(name).Line(200), limit.WireBytes.String())
	case len(body) == 0:
		return nil, command.Usagef("--raw %s is empty", safe.Text(name).Line(200))
	}
	return body, nil
}

// rawCall returns the path and the body of a call. A body with a method and without the rest of JSON-RPC is completed; over
// HTTP+JSON the method is the path below the address of the agent, and the params are the body.
func rawCall(agent *a2aclient.Agent, body []byte) (path string, call []byte) {
	v, err := ojson.Parse(body, ojson.DataLimits)
	method, params := v.Get("method"), v.Get("params")
	if err != nil || !method.Is(ojson.String) || v.Get("jsonrpc").Exists() {
		return "", body
	}
	if params == nil {
		params = ojson.NewObject()
	}
	if agent.Interface().Binding == a2aclient.BindingHTTPJSON {
		return method.Text(), params.Compact()
	}
	envelope := ojson.NewObject(ojson.Member{Name: "jsonrpc", Value: ojson.NewString("2.0")}, ojson.Member{Name: "id", Value: ojson.NewString("1")},
		ojson.Member{Name: "method", Value: method}, ojson.Member{Name: "params", Value: params})
	return "", envelope.Compact()
}

// confirm asks on a terminal before what nothing checks is sent, and fails elsewhere.
func (f *rawFlags) confirm(s *command.Streams, agent *a2aclient.Agent, body []byte) error {
	switch u, err := url.Parse(agent.Interface().URL.Exact()); { //nolint:forbidigo // only its host is shown
	case f.yes, err != nil: // sending fails for an address that is none
		return nil
	case !s.InTTY || !s.OutTTY || f.file == "-":
		return command.Usagef("--raw sends what nothing checks; do so with --yes")
	case !s.Confirm(fmt.Sprintf("This sends %d bytes as they are to %s. Send them?", len(body), safe.Text(u.Host).Line(100))):
		return command.Usagef("nothing was sent")
	}
	return nil
}

// printRaw prints an answer while it comes, without our secrets; on a terminal as text.
func printRaw(s *command.Streams, agent *a2aclient.Agent, body io.Reader) error {
	out := s.Out
	if s.OutTTY {
		out = command.NewLines(s)
	}
	lines := bufio.NewReader(io.LimitReader(body, int64(limit.ReplyBytes.Int())))
	for {
		line, err := lines.ReadBytes('\n')
		text := agent.Credentials().MaskText(line)
		if s.OutTTY {
			text = []byte(safe.Text(string(text)).Block(0).String())
		}
		if _, failed := out.Write(text); failed != nil {
			return failed
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("the answer broke off: %w", err)
		}
	}
}
