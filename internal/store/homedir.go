package store

import (
	"errors"
	"os"
	"path/filepath"
)

// findHome returns the directories of what the program keeps and of what the user configures, by the environment of a system,
// named as by runtime.GOOS. It creates neither, and fails only where the environment names no home at all.
func findHome(system string, getenv func(string) string) (state, config string, err error) {
	if home := getenv("A2AFORM_HOME"); home != "" {
		return filepath.Join(home, "state"), filepath.Join(home, "config"), nil
	}
	state, config = getenv("XDG_STATE_HOME"), getenv("XDG_CONFIG_HOME")
	home := getenv("HOME")
	if home == "" {
		home, _ = os.UserHomeDir()
	}
	otherState, otherConfig := filepath.Join(home, ".local", "state"), filepath.Join(home, ".config")
	if local, roaming := getenv("LocalAppData"), getenv("AppData"); system == "windows" && local != "" && roaming != "" {
		home, otherState, otherConfig = local, local, roaming
	}
	if !filepath.IsAbs(state) { // the specification: such a path is ignored
		state = otherState
	}
	if !filepath.IsAbs(config) {
		config = otherConfig
	}
	if home == "" && (state == otherState || config == otherConfig) {
		return "", "", errors.New("no home directory: set HOME or A2AFORM_HOME to keep runs and drafts")
	}
	return filepath.Join(state, "a2aform"), filepath.Join(config, "a2aform"), nil
}
