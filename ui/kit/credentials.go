package kit

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// AskCredentials asks for the secret of one of a card's schemes, which is kept
// in memory until the program ends; then says what to do with them.
func (h *Host) AskCredentials(agent *a2aclient.Agent, why CredentialReason, then func() tea.Cmd) Action {
	card, credentials := agent.Card(), agent.Credentials()
	switch {
	case credentials == nil:
		return Errorf("the card names an address at another host, and credentials are not sent there; if you trust it, open the card from a file")
	case len(card.Schemes) == 0:
		return Infof("the card does not say which credentials it takes")
	case len(card.Schemes) == 1:
		h.askSecret(credentials, card.Schemes[0], why, then)
		return Action{}
	}
	labels, notes := make([]string, len(card.Schemes)), make([]string, len(card.Schemes))
	for i, s := range card.Schemes {
		labels[i] = SchemeLabel(s)
		if notes[i] = s.Description.Line(120).String(); credentials.Has(s.Name) {
			notes[i] = why.given()
		}
	}
	h.Overlay = NewChooser(h, why.question(), labels, notes, func(i int) tea.Cmd {
		h.askSecret(credentials, card.Schemes[i], why, then)
		return nil
	})
	return Action{}
}

// CredentialReason is why credentials are asked for.
type CredentialReason struct {
	Words   string // without a stop; "" for none
	Refused bool   // the agent had some, and did not take them
}

func (r CredentialReason) question() string {
	switch {
	case r.Refused:
		return r.Words
	case r.Words == "":
		return "Which credentials?"
	}
	return r.Words + ". Which ones?"
}

// before returns the text before the name of a secret.
func (r CredentialReason) before() string {
	if r.Words == "" {
		return ""
	}
	return r.Words + "; "
}

// given is what is said of a scheme whose credentials the agent was given.
func (r CredentialReason) given() string {
	if r.Refused {
		return "refused by the agent"
	}
	return "✓ given"
}

// SchemeLabel is a scheme in a list: its name and kind.
func SchemeLabel(s auth.Scheme) string {
	return fmt.Sprintf("%s  %s", s.Name.Line(40), s.Kind)
}

// askSecret asks for one secret, without showing it.
func (h *Host) askSecret(credentials *auth.CredentialSet, s auth.Scheme, why CredentialReason, then func() tea.Cmd) {
	note := "sent to " + safe.Text(credentials.Origin()).Line(80).String() + " alone, kept until you quit"
	if s.Kind == auth.SchemeBasic {
		note = "as USER:PASSWORD; " + note
	}
	note = why.before() + note
	if !s.Description.IsEmpty() {
		note = "“" + s.Description.Line(120).String() + "”; " + note
	}
	o := NewPrompt(h, "use", SchemeLabel(s), note, "")
	o.Prompt.Mask()
	o.Entered = func(secret string) tea.Cmd {
		if err := credentials.Put(s, secret, "typed"); err != nil {
			o.Prompt.Complain(err.Error())
			return nil
		}
		h.Overlay = nil
		h.Status = Status{Text: "the credentials will be used"}
		return then()
	}
	h.Overlay = o
}

// RunOptions are how the screens start runs.
func (h *Host) RunOptions() run.Options {
	return run.Options{Store: h.Options.Store, Record: !h.Options.NoRecord}
}

// Dial makes an agent of a card, with what is kept for it.
func (h *Host) Dial(ctx context.Context, card *a2aclient.Card, keep *store.Store, way DialOptions) (d Dialed) {
	if way.Declined {
		keep = nil
	}
	d.Agent, d.Notes, d.Err = h.Options.Dial(ctx, card, keep, way)
	if d.Err != nil {
		return d
	}
	return d.Extend(ctx)
}

// FetchOptions are for reading a card. Who one is, is not shown to a host that a
// repository or a catalog named.
func (h *Host) FetchOptions(way DialOptions) []a2aclient.Option {
	if way.Anonymous || way.Catalog != "" || way.Saved != nil && way.Saved.Local {
		return h.Options.Fetch
	}
	return slices.Concat(h.Options.Fetch, h.Options.Identity)
}

// Dialed is an agent ready to be spoken to, or why it is not.
type Dialed struct {
	Agent *a2aclient.Agent
	Err   error
	Notes []string // what is kept for it and cannot be used
}

// Extend takes the extended card in place of the public one, where the agent gives it.
func (d Dialed) Extend(ctx context.Context) Dialed {
	agent, note := run.Extend(ctx, d.Agent)
	if d.Agent = agent; note != "" && !agent.Card().IsExtended {
		d.Notes = append(d.Notes, note)
	}
	return d
}

// PriceNotice says that the card of an agent names a price; "" where it names none.
func PriceNotice(agent *a2aclient.Agent) string {
	if agent == nil || agent.Card().Pricing.IsEmpty() {
		return ""
	}
	return "the card names a price: " + agent.Card().Pricing.Line(200).String()
}

// Origins are where the agents of this session are spoken to, as scheme, host and
// port, by where their cards lie. A card that says something else later is not
// believed before the user has agreed.
type Origins map[string]string

// Changed is where an agent was spoken to before, "" where that is where it still is
// or where it was never spoken to: then that is noted.
func (k Origins) Changed(agent *a2aclient.Agent) string {
	now := OriginOf(agent.Interface().URL)
	was, known := k[agent.Card().Source]
	if known && was != now {
		return was
	}
	k[agent.Card().Source] = now
	return ""
}

// SavedAgentMsg says what became of saving an agent under a name.
type SavedAgentMsg struct {
	from *Overlay
	name string
	err  error
}

// Action closes the prompt, or shows in it why nothing was saved.
func (m SavedAgentMsg) Action() Action {
	if m.err != nil {
		m.from.Prompt.Complain(safe.Text(m.err.Error()).Line(0).String())
		return Action{}
	}
	m.from.Host.Overlay = nil
	return Infof("saved as %s: a2aform %s opens it, on the command line too", m.name, m.name)
}

// Name is the name that the agent was saved under; "" where it was not saved.
func (m SavedAgentMsg) Name() string {
	if m.err != nil {
		return ""
	}
	return m.name
}

// AskToSave asks for the name under which an agent is saved, with its card, nil where that is
// not known; the answer goes to s as a [SavedAgentMsg].
func (h *Host) AskToSave(s Screen, ref string, card []byte) {
	keep := h.Options.Store
	o := NewPrompt(h, "save", "Save "+safe.Text(ref).Line(120).String()+" as", "a name of letters, digits, - and _; it opens the agent from here on", "")
	o.Entered = func(name string) tea.Cmd {
		if name = strings.TrimSpace(name); name == "" {
			return h.Perform(Errorf("type a name first"))
		}
		return h.Writes.TrackWrites(Later(s, func() tea.Msg { return SavedAgentMsg{o, name, saveAgent(keep, name, ref, card)} }))
	}
	h.Overlay = o
}

func saveAgent(keep *store.Store, name, ref string, card []byte) error {
	if keep == nil {
		return errors.New("there is no home directory to save it in: set HOME or A2AFORM_HOME")
	}
	address, file, err := a2aclient.Locate(ref)
	if err != nil {
		return err
	}
	if file != "" {
		if file, err = filepath.Abs(file); err != nil {
			return err
		}
	}
	agent := store.Saved{Name: name, URL: address, Card: file}
	if err := keep.SaveAgent(agent); err != nil || card == nil {
		return err
	}
	_ = keep.StoreOwnCard(agent, card) // else the first card that is opened by the name is stored
	return nil
}
