package kit

import (
	"context"
	"errors"
	"image/color"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/render"
	"a2aform/ui/kit/theme"
)

// Host is what the screens share: the options of the program, its styles, the status line,
// the dialog and the writes that go on.
type Host struct {
	Context context.Context
	Options Options
	Styles  *Styles
	Nav     nav
	Act     func(Action) tea.Cmd // changes what is shown

	Status  Status
	Overlay *Overlay
	Writes  pendingWrites
	Borders *Borders // nil for none that moves

	Endpoints     map[string]string // where messages go in place of the address of a card, by what opens that
	EphemeralURLs map[string]bool   // addresses that another agent may have the next time
	Origins       Origins

	Background    color.Color // of the terminal, as far as it said so
	NoColor       bool        // the terminal has no colors, or is to show none
	Width, Height int         // of the terminal
	ExtraLines    int         // lines that a long status takes from the screen
}

// frameLines are the lines around a screen: header, status, footer.
const frameLines = 3

// Room is the size that a screen may have.
func (h *Host) Room() (width, height int) {
	lines := frameLines + h.ExtraLines
	if h.HasRule() {
		lines++
	}
	return max(h.Width-2, 1), max(h.Height-lines, 1)
}

// HasRule reports that a line separates the header from the screen. Where there is space
// for panes, their borders do.
func (h *Host) HasRule() bool { return h.Width < MinPaneWidth+2 }

// Perform changes what is shown as a screen asked.
func (h *Host) Perform(act Action) tea.Cmd { return h.Act(act) }

// Identity identifies an agent, also in later sessions: its endpoint, or its name if the
// endpoint is another one each time.
func (h *Host) Identity(agent *a2aclient.Agent) safe.Raw {
	for ref := range h.EphemeralURLs {
		if strings.HasPrefix(agent.Interface().URL.Exact(), ref) { //nolint:forbidigo // compared, not drawn
			return agent.Card().Name
		}
	}
	return agent.Interface().URL
}

// ErrNoDisplay says why [Options.Open] opened nothing: there is no browser to see.
var ErrNoDisplay = errors.New("there is no graphical display")

// Options are what the program needs from around it.
type Options struct {
	Ref   string       // the agent to open first; "" asks for one
	Store *store.Store // nil keeps nothing
	Skill string       // of that agent, to open at once; "" shows its card
	// Endpoint is where messages to that agent go in place of the address of its card; "" for that.
	Endpoint string
	// Demo starts the demo agent and says where it is; nil offers none.
	Demo func() (ref string, err error)
	// DemoAgent is what the list of agents says of it before it is started.
	DemoAgent store.Agent
	// Forget keeps Ref out of the list of agents opened before, because it will
	// not be there the next time.
	Forget bool
	Show   *NamedDocument // a result to look at, in place of an agent
	Replay *Playback      // a run to play again, in place of an agent

	// What the user prefers; the zero value is what a2aform does by itself.
	Theme      Theme
	OwnTheme   *theme.Own         // the user's, nil for none
	Mouse      bool               // clicks and the wheel are ours, and selecting text is not the terminal's
	NoBrief    bool               // tables do not say above them what they come to
	Hints      bool               // a line on each screen names the next key, until the first result
	Notify     Notify             // how the terminal is asked for a notification when a task ends or waits
	Bell       bool               // ring when a task is over
	Commands   store.UserCommands // that read results
	Progress   bool               // tell the terminal how far a task is (OSC 9;4)
	SkipReview bool               // ctrl+s sends at once
	NoRecord   bool               // keep no runs
	NoDrafts   bool               // keep no drafts
	KeepRuns   time.Duration      // remove runs that are older; 0 keeps them

	// ASCII draws with ASCII alone, because the terminal has nothing else.
	ASCII bool

	// PasteGuard is how long after a paste enter is ignored, and after any other key an enter
	// that would send: it may belong to the paste, and the user has not read yet what it would
	// do. 0 ignores none.
	PasteGuard time.Duration

	// HoldGuard is how long a key must not have come before it sends: one that is held never does. 0 lets
	// it send at once.
	HoldGuard time.Duration

	// Timer makes a command whose message comes after a while; nil means [tea.Tick].
	Timer Timer
	// Now says what time it is to the forms, in the time zone of the user; nil means [time.Now].
	Now func() time.Time

	// Clipboard is where copied texts go; nil leaves them to the terminal.
	Clipboard Clipboard

	// Open hands an address to the user's browser. It is called only after the user
	// has agreed to the whole address; nil opens none. It fails with [ErrNoDisplay] where there is none to open it on.
	Open func(ctx context.Context, url string) error
	// Fetch are for reading cards, besides what is known by itself.
	Fetch []a2aclient.Option
	// Identity is shown to hosts that the user named.
	Identity []a2aclient.Option
	// Dial chooses how a card's agent is spoken to; nil means [run.Dial].
	Dial func(ctx context.Context, card *a2aclient.Card, keep *store.Store, way DialOptions) (agent *a2aclient.Agent, notes []string, err error)
	// Environments are the agents of the environments of the repository's suite; nil where there is no suite. It reads
	// files.
	Environments func() ([]EnvironmentAgent, error)
	// Dir is where the program was started: the agents that a repository saves are
	// looked for there. "" looks for none.
	Dir string
}

// Timer makes a command whose message comes after a while.
type Timer func(d time.Duration, msg tea.Msg) tea.Cmd

// Notify is the sequence by which a terminal shows notifications.
type Notify uint8

// The sequences that there are. The zero value asks for none.
const (
	NotifyNone Notify = iota
	NotifyOSC9
	NotifyOSC99
	NotifyOSC777
)

// DialOptions is how one agent is to be spoken to, besides what its card says.
type DialOptions struct {
	Saved     *store.Saved // nil for one that is not saved
	Catalog   string       // that named its host; "" where the user did
	Anonymous bool         // without credentials that were not kept for its host
	Endpoint  string       // where messages go in place of the card's address; "" for that, or that of Saved
	Agreed    string       // the origin of Endpoint, where the user agreed to it though the card is from another one
	Declined  bool         // the user wants no credentials to go to its host
}

// EnvironmentAgent is an agent of an environment of the repository's suite.
type EnvironmentAgent struct {
	Environment string
	IsProtected bool                         // calls there do harm
	Agent       string                       // its name in case files
	Ref         string                       // a URL, the path of a card file, or the name of a saved agent
	Saved       func() (*store.Saved, error) // with what the environment sends to it
}

// NamedDocument is a document with a screen of its own: a file, a node of JSON, or the
// answer to a query. After an early one its screen gets a [ValidatedMsg].
type NamedDocument struct {
	Name     safe.Raw
	Document *render.Document
}

// ValidatedMsg is a document that was shown early, with its data validated.
type ValidatedMsg struct{ Document *render.Document }

// Validate brings a screen the document that follows an early one.
func (d *NamedDocument) Validate(to Screen) tea.Cmd {
	if !d.Document.IsEarly() {
		return nil
	}
	return Later(to, func() tea.Msg { return ValidatedMsg{d.Document.Validated()} })
}

// Playback is a run to play again from its file.
type Playback struct {
	Recording *run.Recording
	Speed     float64 // 4 is four times as fast as it was; 0 waits for a key before each event
	// Now is the clock of a replay that is drawn into a file; nil means [time.Now].
	Now func() time.Time
}

// Clock is the time in the time zone of the user.
func (o Options) Clock() time.Time {
	if o.Now == nil {
		return time.Now()
	}
	return o.Now()
}
