package cli

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/store"
	"a2aform/ui/kit"
	"a2aform/ui/kit/theme"
)

// preferenceFlags are the preferences that may be said by flag, for one call.
type preferenceFlags struct {
	theme                 string
	noMouse, plain, color bool
	changed               func(name string) bool // whether a flag was given
}

func (f *preferenceFlags) add(cmd *cobra.Command) {
	f.addPlain(cmd)
	cmd.Flags().BoolVar(&f.color, "color", false, "colors in the lines of --plain")
}

// addPlain adds the flags of commands whose lines never have colors.
func (f *preferenceFlags) addPlain(cmd *cobra.Command) {
	f.addScreens(cmd)
	cmd.Flags().BoolVar(&f.plain, "plain", false, "line-by-line mode, for screen readers and pipes")
}

// addScreens adds the flags of commands that have screens alone.
func (f *preferenceFlags) addScreens(cmd *cobra.Command) {
	f.addTheme(cmd)
	cmd.Flags().BoolVar(&f.noMouse, "no-mouse", false, "leave the mouse to the terminal")
}

func (f *preferenceFlags) addTheme(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.theme, "theme", "", "the colors of `THEME`: "+strings.Join(store.ThemeNames, ", "))
	f.changed = cmd.Flags().Changed
}

// config are the preferences with what the flags say of them.
func (f *preferenceFlags) config(s *command.Streams) (store.Config, error) {
	c, _, err := s.Config()
	if err != nil {
		return c, err
	}
	if f.changed("theme") {
		if err := c.Theme.UnmarshalText([]byte(f.theme)); err != nil {
			return c, command.Usagef("--theme: %s", err)
		}
		if c.Theme == theme.OwnName && c.Own == nil {
			return c, command.Usagef("--theme: %s", store.ErrNoOwnTheme)
		}
	}
	if err := setKeys(c.Keys); err != nil {
		return c, err
	}
	if f.changed("no-mouse") {
		c.Mouse = !f.noMouse
	}
	return c, nil
}

// setKeys gives actions the keys of the user.
func setKeys(keys store.Keys) error {
	for _, k := range keys {
		if err := kit.SetKey(k.Action, k.Key); err != nil {
			return &store.ConfigError{Text: k.Where + ": " + err.Error()}
		}
	}
	for _, k := range keys {
		if err := kit.CheckKey(k.Action); err != nil {
			return &store.ConfigError{Text: k.Where + ": " + err.Error()}
		}
	}
	return nil
}

// preferences adds the preferences to the options of the screens.
func preferences(o kit.Options, c store.Config) kit.Options {
	o.Theme, o.Mouse, o.Hints, o.NoBrief, o.Bell, o.Progress = kit.Theme(c.Theme), c.Mouse, c.Hints, !c.Brief, c.Bell, c.Progress
	o.OwnTheme = ownTheme(c)
	o.SkipReview, o.NoRecord, o.NoDrafts = c.Review == "skip", !c.Persist, !c.Drafts
	o.KeepRuns, o.Commands = time.Duration(c.KeepRuns), c.Commands
	return o
}

// addStagePreferences adds the flag of the preferences of a presentation, and returns what reads them.
func addStagePreferences(s *command.Streams, cmd *cobra.Command) func() (kit.Options, error) {
	f := &preferenceFlags{}
	f.addTheme(cmd)
	return func() (kit.Options, error) {
		c, err := f.config(s)
		return preferences(kit.Options{}, c), err
	}
}

// ownTheme is the user's own theme, nil for none.
func ownTheme(c store.Config) *theme.Own {
	if c.Own == nil {
		return nil
	}
	return &theme.Own{Base: c.Own.Base, Colors: c.Own.Colors}
}
