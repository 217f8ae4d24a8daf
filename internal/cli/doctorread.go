package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"a2aform/a2aclient"
	"a2aform/a2aclient/signature"
	"a2aform/internal/cli/command"
	"a2aform/internal/limit"
	"a2aform/internal/qa/doctor"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// received is a card as it came.
type received struct {
	data   []byte
	source string          // the file or URL
	card   *a2aclient.Card // nil where the client does not open it
	err    error           // why
	// noticedFinding are the warnings of the client about a card that it opens.
	noticed []string

	connect *command.ConnectFlags // how the card was read
}

// checkOne checks the card of one agent, and with --live the agent. Where ctx ends while the agent is checked, it returns the report of what was
// checked with the error.
func (o *doctorOptions) checkOne(ctx context.Context, s *command.Streams, ref string, rules []*doctor.Rule) (*doctor.Report, error) {
	in, err := o.read(ctx, s, ref)
	if err != nil {
		return nil, err
	}
	trusted := trustedKeys(s)
	report := doctor.Check(in.data, doctor.Options{
		Source: in.source, Rules: rules,
		Verify: func(card []byte) ([]signature.Verdict, error) {
			if o.live && in.card != nil {
				return in.card.VerifySignatures(in.connect.Traced(ctx, s), trusted, s.Network()...)
			}
			return signature.Verify(card, func(string, string) ([]*signature.Keys, error) { return trusted, signature.ErrNoKeys })
		},
	})
	report.Target = in.source
	report.Findings = doctor.OpenedFindings(report, in.noticed)
	for i := range report.Findings {
		if f := &report.Findings[i]; f.Rule == "" {
			f.Rule, f.Fix = client.ID, client.Fix
		}
	}
	if o.live {
		err := o.checkLive(ctx, s, in, rules, report)
		if err != nil && ctx.Err() == nil {
			return nil, err
		}
		return report, err
	}
	return report, nil
}

// client is the rule of reports that a card breaks if the client warns of it.
var client = doctor.ReportRule{
	ID: "client", Level: doctor.Warning, Text: "a2aform opens the card without a warning.", Source: "a2aform",
	Why: "other clients may refuse the card, or read it in another way", Fix: "correct what the warning names",
}

// noticedFinding are the warnings of the client about a card, as the screen of the card has them.
func noticedFinding(card *a2aclient.Card) []string {
	list := card.Warnings
	if agent, err := card.Dial(); err == nil && agent.Notice() != "" {
		list = append(slices.Clone(list), agent.Notice())
	}
	return list
}

// trustedKeys are the keys that the user trusts.
func trustedKeys(s *command.Streams) []*signature.Keys {
	keep := s.Store()
	if keep == nil {
		return nil
	}
	keys, problems := signature.ReadKeys(keep.ConfigDir())
	for _, problem := range problems {
		s.Warn("note: " + problem)
	}
	return keys
}

// read reads a card whole, also one that the client does not open.
func (o *doctorOptions) read(ctx context.Context, s *command.Streams, ref string) (*received, error) {
	t, err := o.target(s, ref)
	if err != nil {
		return nil, err
	}
	if err := o.checkProtected(t.ref); err != nil {
		return nil, err
	}
	named := t.ref
	if _, file, err := a2aclient.Locate(named); named != "-" && err == nil && file != "" && !strings.Contains(named, "#") {
		return o.readFile(t, file)
	}
	seen := &responses{}
	see := o.connect.PrintFrame(s)
	traced := a2aclient.WithTrace(ctx, func(f a2aclient.Frame) {
		seen.add(f)
		if see != nil {
			see(f)
		}
	})
	if named == "-" {
		return o.readInput(s, t)
	}
	card, err := t.fetch(traced, s)
	if err == nil {
		in := &received{data: card.Raw, source: card.Source, connect: &t.connect, noticed: noticedFinding(card)}
		if o.live {
			in.card = card
		}
		if last := seen.of(card.Source); last != nil {
			in.data = last.body
		}
		return in, nil
	}
	var problem *a2aclient.CardError
	if errors.As(err, &problem) && (problem.Layer == a2aclient.LayerContent || problem.Layer == a2aclient.LayerCard) {
		if last := seen.card(); last != nil {
			return &received{data: last.body, source: last.url, err: err}, nil
		}
	}
	return nil, err
}

// target is an agent, and how its card is read.
type target struct {
	ref     string // a URL or a file
	connect command.ConnectFlags
	saved   *store.Saved // nil for one that is neither saved nor of the environment
}

// target finds the agent that an argument names, in the environment of --env first.
func (o *doctorOptions) target(s *command.Streams, name string) (*target, error) {
	t := &target{connect: o.connect}
	saved, err := o.inEnvironment(name)
	if err != nil {
		return nil, err
	}
	if saved != nil {
		t.ref, t.saved = saved.Ref(), saved
		return t, nil
	}
	t.ref, t.saved, err = o.agent.Find(s, []string{name})
	return t, err
}

// inEnvironment finds an agent in the environment of --env, nil where that has none of the name.
func (o *doctorOptions) inEnvironment(name string) (*store.Saved, error) {
	if o.environments.Name == "" || o.agent.Value != "" {
		return nil, nil
	}
	if err := o.environments.Read(); err != nil {
		return nil, err
	}
	in, err := o.environments.Environment(false)
	if err != nil {
		return nil, err
	}
	agent, ok := in.Agent(name)
	if !ok {
		return nil, nil
	}
	return o.environments.SavedAgent(in, agent)
}

// fetch reads the card in the way of all commands. The context shows the traffic.
func (t *target) fetch(ctx context.Context, s *command.Streams) (*a2aclient.Card, error) {
	debug := t.connect.Debug
	defer func() { t.connect.Debug = debug }()
	t.connect.Debug = false
	return t.connect.FetchSaved(ctx, s, t.ref, t.saved)
}

func (o *doctorOptions) readFile(t *target, path string) (*received, error) {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return nil, command.Usagef("%s cannot be read: there is no such file", safe.Text(path).Line(200))
	}
	if info.Size() > int64(limit.CardFileBytes.Int()) {
		return nil, command.Usagef("%s is larger than %s", safe.Text(path).Line(200), limit.CardFileBytes)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, command.Usagef("%s cannot be read: %s", safe.Text(path).Line(200), command.FileFault(err))
	}
	return o.received(t, data, path), nil
}

// received reads a card as the client does. It keeps the card only where the agent is checked: that takes memory.
func (o *doctorOptions) received(t *target, data []byte, source string) *received {
	t.connect.Adopt(t.saved)
	in := &received{data: data, source: source, connect: &t.connect}
	card, err := a2aclient.Parse(data, source)
	if in.err = err; err == nil {
		in.noticed = noticedFinding(card)
		if o.live {
			in.card = card
		}
	}
	return in
}

func (o *doctorOptions) readInput(s *command.Streams, t *target) (*received, error) {
	if s.InTTY {
		return nil, command.Usagef("the agent is -, but standard input has no card; try: cat card.json | a2aform doctor -")
	}
	var data bytes.Buffer
	n, err := copyLimited(&data, s.In, limit.CardFileBytes.Int())
	switch {
	case err != nil:
		return nil, fmt.Errorf("standard input cannot be read: %w", err)
	case n > limit.CardFileBytes.Int():
		return nil, command.Usagef("standard input is larger than %s", limit.CardFileBytes)
	}
	return o.received(t, data.Bytes(), store.StandardInput), nil
}

// response is the answer to a GET request.
type response struct {
	url  string
	body []byte
	isOK bool
}

// responses are the answers that came while a card was looked for.
type responses struct {
	mu   sync.Mutex
	list []*response
}

func (r *responses) add(f a2aclient.Frame) {
	r.mu.Lock()
	defer r.mu.Unlock()
	head := f.Head.Exact() //nolint:forbidigo // compared only
	switch url, isGet := strings.CutPrefix(head, "GET "); {
	case f.Sent && isGet:
		r.list = append(r.list, &response{url: url})
	case f.Sent || len(r.list) == 0:
	case head == "body":
		r.list[len(r.list)-1].body = f.Body
	default:
		last := r.list[len(r.list)-1]
		last.isOK = strings.HasPrefix(head, "2")
	}
}

// of is the answer from an address, nil for none.
func (r *responses) of(url string) *response {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := len(r.list) - 1; i >= 0; i-- {
		if r.list[i].url == url && r.list[i].isOK && len(r.list[i].body) > 0 {
			return r.list[i]
		}
	}
	return nil
}

// card is the first answer that is meant as a card, nil for none.
func (r *responses) card() *response {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, one := range r.list {
		if one.isOK && len(one.body) > 0 {
			return one
		}
	}
	return nil
}
