package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/cli/command"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/store"
)

type authOptions struct {
	agent    command.AgentFlag
	scheme   string
	from     string // env:NAME
	clientIs string // env:NAME of the client's secret
	signin   run.SignInOptions
}

func newAuth(s *command.Streams) *cobra.Command {
	return command.Group(&cobra.Command{
		Use:   "auth",
		Short: "Store, list and remove credentials for agents",
	}, newAuthList(s), newLogin(s), newLogout(s))
}

func newLogin(s *command.Streams) *cobra.Command {
	var o authOptions
	cmd := &cobra.Command{
		Use:   "login AGENT",
		Short: "Store the credentials that an agent requires",
		Long: "Store the credentials that an agent requires. The command asks for a token, a key or USER:PASSWORD without showing\n" +
			"it, or gets a token by OAuth 2.0 or OpenID Connect: with --client-id in the browser, or by a device code over SSH;\n" +
			"with --client-secret by client credentials. It is kept for the agent's own host: in the keyring of the system where\n" +
			"there is one, else in a file that only you can read.",
		Args: command.UsageArgs(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			var connect command.ConnectFlags
			card, err := connect.Fetch(cmd.Context(), s, &o.agent, args)
			if err != nil {
				return err
			}
			return login(cmd.Context(), s, &o, &connect, card)
		},
	}
	o.agent.Add(cmd)
	f := cmd.Flags()
	f.StringVar(&o.scheme, "scheme", "", "the `SCHEME` of the card, where it has several")
	f.StringVar(&o.from, "from", "", "take the secret from a variable, as `env:NAME`, instead of asking")
	f.StringVar(&o.signin.ClientID, "client-id", "", "OAuth 2.0: the `ID` of the client")
	f.StringVar(&o.clientIs, "client-secret", "", "OAuth 2.0: the client's secret, as `env:NAME`")
	f.StringVar(&o.signin.Flow, "flow", "", "OAuth 2.0: the `FLOW`: browser, device-code or client-credentials (default the one that fits)")
	f.IntVar(&o.signin.Port, "redirect-port", 0, "OAuth 2.0: the `PORT` of this machine that the browser comes back to (default any)")
	f.StringArrayVar(&o.signin.Hosts, "tokens-at", nil, "OAuth 2.0: the `URL` of a host to sign in at, such as https://login.example.com, if it is not the agent's own; may be repeated")
	return cmd
}

func login(ctx context.Context, s *command.Streams, o *authOptions, connect *command.ConnectFlags, card *a2aclient.Card) error {
	keep := s.Store()
	if keep == nil {
		return errors.New("there is no home directory to store credentials in: set HOME or A2AFORM_HOME")
	}
	scheme, err := chooseScheme(card, o.scheme)
	if err != nil {
		return err
	}
	credentials, err := command.CredentialsOf(card)
	if err != nil {
		return err
	}
	s.WarnOrigin(credentials.Origin())
	c := store.Credential{Origin: credentials.Origin(), Scheme: scheme.Name, Kind: string(scheme.Kind)}
	if err := o.obtain(ctx, s, card, scheme, &c); err != nil {
		return err
	}
	if err := credentials.Put(scheme, c.Secret.Value, "what you gave"); err != nil {
		return command.Usagef("%s", err)
	}
	where, err := keep.KeepCredential(c)
	if err != nil {
		return err
	}
	if err := connect.AgreeByLogin(keep, card, c.Origin); err != nil {
		return err
	}
	s.Warn(scheme.Name.Line(80).String() + " is stored in " + keptIn[where] + ", and goes to " + safe.Text(c.Origin).Line(200).String() + " alone")
	return nil
}

// keptIn says where a secret lies.
var keptIn = map[string]string{store.InKeyring: "the system's keyring", store.InFile: "credentials.json"}

// obtain asks for the secret, or gets a token.
func (o *authOptions) obtain(ctx context.Context, s *command.Streams, card *a2aclient.Card, scheme auth.Scheme, c *store.Credential) (err error) {
	switch {
	case o.from != "":
		c.Secret.Value, err = s.Secret("--from", o.from)
	case o.signin.ClientID != "":
		return o.token(ctx, s, card, scheme, c)
	default:
		c.Secret.Value, err = askSecret(ctx, s, fmt.Sprintf("%s (%s) for %s alone: ", scheme.Name.Line(80), scheme.Kind, safe.Text(c.Origin).Line(200)))
	}
	return err
}

// token signs in by OAuth 2.0 or OpenID Connect.
func (o *authOptions) token(ctx context.Context, s *command.Streams, card *a2aclient.Card, scheme auth.Scheme, c *store.Credential) (err error) {
	o.signin.Getenv, o.signin.Open, o.signin.Say = s.Getenv, command.OpenURL, s.Warn
	if o.clientIs != "" {
		if o.signin.ClientSecret, err = s.Secret("--client-secret", o.clientIs); err != nil {
			return err
		}
	}
	c.Secret, c.Expires, err = run.SignIn(ctx, card, scheme, c.Origin, o.signin)
	if usage, ok := errors.AsType[*run.UsageError](err); ok {
		return command.Usagef("%s", usage)
	}
	return err
}

// chooseScheme is the scheme of that name, or the only one.
func chooseScheme(card *a2aclient.Card, name string) (auth.Scheme, error) {
	var names []string
	for _, scheme := range card.Schemes {
		names = append(names, scheme.Name.Line(80).String())
	}
	scheme, ok := card.Scheme(safe.Text(name))
	switch {
	case ok:
		return scheme, nil
	case len(card.Schemes) == 0:
		return auth.Scheme{}, command.Usagef("the card does not say which credentials the agent accepts")
	case name != "":
		return auth.Scheme{}, command.Usagef("the card has no scheme %s; it has %s", safe.Text(name).Line(80), strings.Join(names, ", "))
	case len(card.Schemes) > 1:
		return auth.Scheme{}, command.Usagef("the card has several schemes, choose one with --scheme: %s", strings.Join(names, ", "))
	}
	return card.Schemes[0], nil
}

// askSecret reads a secret from the terminal without showing it, or a line from
// standard input.
func askSecret(ctx context.Context, s *command.Streams, prompt string) (string, error) {
	if read := hiddenReader(s); read != nil {
		if _, err := fmt.Fprint(s.Err, prompt); err != nil {
			return "", fmt.Errorf("ask for the secret: %w", err)
		}
		defer s.Warn("")
		return read(ctx)
	}
	line, err := bufio.NewReader(s.In).ReadString('\n')
	if err != nil && line == "" {
		return "", command.Usagef("no secret: enter it at a terminal, pipe it to standard input, or name a variable with --from env:NAME")
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// readHidden reads a line from a terminal without showing it. The end of the
// context ends the wait and gives the terminal back as it was.
func readHidden(ctx context.Context, in term.File) (string, error) {
	before, err := term.GetState(in.Fd())
	if err != nil {
		return "", fmt.Errorf("the secret cannot be read: %w", err)
	}
	type line struct {
		secret []byte
		err    error
	}
	typed := make(chan line, 1)
	safego.Go(func() { // it ends with the line, or with the program
		secret, err := term.ReadPassword(in.Fd())
		typed <- line{secret, err}
	})
	select {
	case l := <-typed:
		if l.err != nil {
			return "", fmt.Errorf("the secret cannot be read: %w", l.err)
		}
		return string(l.secret), nil
	case <-ctx.Done():
		if err := term.Restore(in.Fd(), before); err != nil {
			return "", fmt.Errorf("the terminal cannot be restored: %w", err)
		}
		return "", ctx.Err()
	}
}

func newLogout(s *command.Streams) *cobra.Command {
	var o authOptions
	cmd := &cobra.Command{
		Use:   "logout AGENT",
		Short: "Remove the credentials stored for an agent",
		Args:  command.UsageArgs(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			keep := s.Store()
			if keep == nil {
				return nil
			}
			kept, err := keep.Credentials()
			if err != nil {
				return err
			}
			if len(kept) == 0 {
				s.Warn("no stored credentials")
				return nil
			}
			origin, err := o.origin(cmd.Context(), s, kept, args)
			if err != nil {
				return err
			}
			n, err := keep.ForgetCredentials(origin, o.scheme)
			s.Warn(fmt.Sprintf("forgot %d of %s", n, safe.Text(origin).Line(200)))
			return err
		},
	}
	o.agent.Add(cmd)
	cmd.Flags().StringVar(&o.scheme, "scheme", "", "only the credentials for this `SCHEME` of the card")
	return cmd
}

// origin is what the credentials of an agent are kept for. It need not answer
// any more: an address that something is kept for is enough.
func (o *authOptions) origin(ctx context.Context, s *command.Streams, kept []store.Credential, args []string) (string, error) {
	ref, _, err := o.agent.Find(s, args)
	if err != nil {
		return "", err
	}
	for _, address := range []string{ref, "http://" + ref, "https://" + ref} {
		credentials, err := auth.NewCredentialSet(safe.Text(address))
		if err == nil && slices.ContainsFunc(kept, func(c store.Credential) bool { return c.Origin == credentials.Origin() }) {
			return credentials.Origin(), nil
		}
	}
	card, err := command.FetchCard(ctx, s, ref)
	if err != nil {
		return "", err
	}
	credentials, err := command.CredentialsOf(card)
	if err != nil {
		return "", err
	}
	return credentials.Origin(), nil
}

func newAuthList(s *command.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the agents with stored credentials, without the secrets",
		Args:  command.UsageArgs(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			keep := s.Store()
			if keep == nil {
				return nil
			}
			list, err := keep.Credentials()
			if err != nil {
				return err
			}
			var w command.Rows
			for _, c := range list {
				expires := ""
				if !c.Expires.IsZero() {
					expires = "until " + c.Expires.Format(time.DateTime)
				}
				w.Add(safe.Text(c.Origin).Line(200).String(), c.Scheme.Line(80).String(), safe.Text(c.Kind).Line(80).String(), c.Where, expires)
			}
			if len(list) == 0 {
				s.Warn("no stored credentials")
			}
			return w.Print(s.Text())
		},
	}
}
