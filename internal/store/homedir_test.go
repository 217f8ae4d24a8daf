package store

import (
	"path/filepath"
	"testing"
)

// Each system keeps files where its users look for them; what the environment names goes first.
func TestFindHome(t *testing.T) {
	const local, roaming = `C:\Users\ada\AppData\Local`, `C:\Users\ada\AppData\Roaming`
	root, err := filepath.Abs(string(filepath.Separator))
	if err != nil {
		t.Fatal(err)
	}
	at := func(parts ...string) string { return filepath.Join(append([]string{root}, parts...)...) }
	for _, test := range []struct {
		name, system  string
		env           map[string]string
		state, config string
	}{
		{"Linux", "linux", map[string]string{"HOME": at("home")}, at("home", ".local", "state", "a2aform"), at("home", ".config", "a2aform")},
		{"macOS", "darwin", map[string]string{"HOME": at("home")}, at("home", ".local", "state", "a2aform"), at("home", ".config", "a2aform")},
		{"Windows", "windows", map[string]string{"LocalAppData": local, "AppData": roaming}, filepath.Join(local, "a2aform"), filepath.Join(roaming, "a2aform")},
		{"Git Bash", "windows", map[string]string{"HOME": at("home"), "LocalAppData": local, "AppData": roaming}, filepath.Join(local, "a2aform"), filepath.Join(roaming, "a2aform")},
		{"Windows without its variables", "windows", map[string]string{"HOME": at("home")}, at("home", ".local", "state", "a2aform"), at("home", ".config", "a2aform")},
		{"variables of Windows elsewhere", "linux", map[string]string{"HOME": at("home"), "LocalAppData": local, "AppData": roaming}, at("home", ".local", "state", "a2aform"), at("home", ".config", "a2aform")},
		{"XDG", "windows", map[string]string{"XDG_STATE_HOME": at("s"), "XDG_CONFIG_HOME": at("c"), "LocalAppData": local, "AppData": roaming}, at("s", "a2aform"), at("c", "a2aform")},
		{"relative XDG", "linux", map[string]string{"HOME": at("home"), "XDG_STATE_HOME": "s", "XDG_CONFIG_HOME": at("c")}, at("home", ".local", "state", "a2aform"), at("c", "a2aform")},
		{"A2AFORM_HOME", "windows", map[string]string{"A2AFORM_HOME": at("a"), "LocalAppData": local, "AppData": roaming}, at("a", "state"), at("a", "config")},
	} {
		state, config, err := findHome(test.system, func(name string) string { return test.env[name] })
		if err != nil || state != test.state || config != test.config {
			t.Errorf("%s: %s, %s, %v", test.name, state, config, err)
		}
	}
}

// Without a home directory it says what to set.
func TestFindWithoutHome(t *testing.T) {
	t.Setenv("HOME", "")
	t.Setenv("USERPROFILE", "")
	if state, config, err := findHome("linux", func(string) string { return "" }); err == nil {
		t.Errorf("%s, %s", state, config)
	}
}
