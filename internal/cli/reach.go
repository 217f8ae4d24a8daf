package cli

import (
	"context"
	"crypto/tls"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// reachFlags are how an agent is spoken to, where the card's word is not enough.
type reachFlags struct {
	transport, version, tenant string
	extensions                 []string
	credentials                credentialFlags
	cert, key                  string
	debug                      bool
}

func (f *reachFlags) add(cmd *cobra.Command) {
	f.credentials.add(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&f.debug, "debug", false, "show what goes over the wire on standard error; credentials are masked")
	flags.StringVar(&f.cert, "client-cert", "", "show this certificate to an agent that asks for one, a PEM file; its key is in --client-key")
	flags.StringVar(&f.key, "client-key", "", "the private key of --client-cert, a PEM file")
	flags.StringVar(&f.transport, "transport", "", "take only interfaces of this binding: JSONRPC or HTTP+JSON")
	flags.StringVar(&f.version, "a2a-version", "", "speak this version, such as 0.3, whatever the card says")
	flags.StringVar(&f.tenant, "tenant", "", "send this tenant in place of the card's")
	flags.StringArrayVar(&f.extensions, "extension", nil, "activate the extension of this URI too; may be repeated")
}

// isSet reports whether any of the flags was given.
func (f *reachFlags) isSet() bool {
	texts := f.transport + f.version + f.tenant + f.cert + f.key
	return f.debug || texts != "" || len(f.extensions)+len(f.credentials.headers) > 0 || !f.credentials.isEmpty()
}

// options are the flags for [a2aclient.Card.Dial].
func (f *reachFlags) options() ([]a2aclient.Option, error) {
	var list []a2aclient.Option
	switch strings.ToUpper(f.transport) {
	case "":
	case "JSONRPC", "JSON-RPC":
		list = append(list, a2aclient.WithBinding(a2aclient.BindingJSONRPC))
	case "HTTP+JSON", "REST":
		list = append(list, a2aclient.WithBinding(a2aclient.BindingHTTPJSON))
	default:
		return nil, usagef("--transport %s is not known: use JSONRPC or HTTP+JSON", safe.Text(f.transport).Line(40))
	}
	if f.cert != "" || f.key != "" {
		identity, err := tls.LoadX509KeyPair(f.cert, f.key)
		if err != nil {
			return nil, usagef("--client-cert and --client-key: %s", safe.Text(err.Error()).Line(200))
		}
		list = append(list, a2aclient.WithIdentity(identity))
	}
	if f.version != "" {
		list = append(list, a2aclient.WithVersion(f.version))
	}
	if f.tenant != "" {
		list = append(list, a2aclient.WithTenant(f.tenant))
	}
	return append(list, a2aclient.WithExtensions(f.extensions...)), nil
}

// see is told of what goes over the wire, nil where nobody wants to know.
func (f *reachFlags) see(s *Streams) func(a2aclient.Frame) {
	if !f.debug {
		return nil
	}
	return func(frame a2aclient.Frame) {
		arrow := "<"
		if frame.Sent {
			arrow = ">"
		}
		s.tell(arrow + " " + safe.Text(frame.Head).Line(0).String())
		names := slices.Sorted(maps.Keys(frame.Header))
		for _, name := range names {
			s.tell(arrow + "   " + safe.Text(name+": "+strings.Join(frame.Header[name], ", ")).Line(0).String())
		}
		if len(frame.Body) > 0 {
			s.tell(arrow + "   " + safe.Text(string(frame.Body)).Line(frameShown).String())
		}
	}
}

// frameShown cuts a body on the wire, in bytes.
const frameShown = 16 << 10

// dial chooses an interface of the card and tells what to know of it. Skill is
// what will be used of the agent, nil for itself.
func (f *reachFlags) dial(ctx context.Context, s *Streams, card *a2aclient.Card, skill *a2aclient.Skill) (*a2aclient.Agent, error) {
	options, err := f.options()
	if err != nil {
		return nil, err
	}
	agent, notes, err := run.Dial(ctx, card, s.store(), options...)
	if err != nil {
		return nil, err
	}
	for _, note := range notes {
		s.tell("note: " + note)
	}
	if f.cert != "" { // who one is goes to the card's own host alone, as a secret does
		if _, err := walletFor(card, agent.Interface().URL); err != nil {
			return nil, err
		}
	}
	wallet, err := f.credentials.wallet(s, card, agent)
	if err != nil {
		return nil, err
	}
	if wallet != nil {
		if agent, err = card.Dial(append(options, a2aclient.WithWallet(wallet))...); err != nil {
			return nil, err
		}
	}
	if what := lacking(card, agent.Wallet(), skill); what != "" {
		s.tell("note: the agent asks for " + what + "; give it by --bearer, --basic, --api-key or --credential, each as env:NAME, or once and for all by a2aform auth login")
	}
	for _, uri := range agent.Missing() {
		s.tell("note: the agent requires the extension " + line(uri) + ", which a2aform does not know; if it refuses, send with --extension " + line(uri))
	}
	return agent, nil
}
