package kiosk

import (
	"os"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui/kit"
)

// Flags are the flags of a command with restricted screens.
type Flags struct {
	On    bool
	allow []string
}

// Add adds the flags.
func (f *Flags) Add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.On, "kiosk", false, "for guests: no files, no editor, no browser, nothing is kept, and no agents but AGENT, saved ones and --allow")
	cmd.Flags().StringArrayVar(&f.allow, "allow", nil, "with --kiosk, an `AGENT` that may be opened: its URL; may be repeated")
}

// Enter gives the session a home directory of its own, with the agents that it may open, and restricts the screens. leave
// removes the directory.
func (f *Flags) Enter(s *command.Streams, o *kit.Options) (leave func(), err error) {
	leave = func() {}
	if !f.On {
		if len(f.allow) > 0 {
			return leave, command.Usagef("--allow goes with --kiosk")
		}
		return leave, nil
	}
	saved := savedAgents(s)
	dir, err := os.MkdirTemp("", "a2aform-kiosk-")
	if err != nil {
		return leave, err
	}
	leave = func() { _ = os.RemoveAll(dir) }
	before := s.Getenv
	s.Getenv = func(name string) string {
		if name == "A2AFORM_HOME" {
			return dir
		}
		return before(name)
	}
	for _, name := range []string{"VISUAL", "EDITOR", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"} {
		_ = os.Unsetenv(name) // no editor and no keyring; it cannot fail for these names
	}
	keep := s.Store()
	o.Kiosk, o.Store, o.Dir, o.Open = true, keep, "", nil
	for i := range saved {
		o.Allowed = append(o.Allowed, saved[i].Ref())
		if saved[i].Name == o.Ref {
			o.Allowed = append(o.Allowed, o.Ref)
		}
		_ = keep.SaveAgent(saved[i]) // without it the agent is not listed
	}
	for _, ref := range f.allow {
		o.Allowed = append(o.Allowed, ref)
		_ = keep.Remember(store.Agent{Ref: ref, Name: safe.Text(ref)})
	}
	if o.Ref != "" && !store.IsAgentName(o.Ref) {
		o.Allowed = append(o.Allowed, o.Ref)
	}
	return leave, nil
}

// savedAgents are the agents of the user of this system.
func savedAgents(s *command.Streams) []store.Saved {
	keep := s.Store()
	if keep == nil {
		return nil
	}
	list, _ := keep.Saved("")
	return list
}
