package version

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersionComesFromBuild(t *testing.T) {
	commit := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef"}
	for _, c := range []struct {
		info    debug.BuildInfo
		stamped string
		version string
	}{
		{version: "devel"},
		{info: debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: []debug.BuildSetting{commit}}, version: "devel 0123456789ab"},
		{info: debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{commit}}, version: "v1.2.3"},
		{info: debug.BuildInfo{Main: debug.Module{Version: "v0.0.0-20260102150405-0123456789ab"}, Settings: []debug.BuildSetting{commit}}, stamped: "v1.2.3", version: "v1.2.3"},
		{info: debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, stamped: "v1.2.3-4-gabc", version: "v1.2.3-4-gabc"},
	} {
		stamped = c.stamped
		if got, _ := of(&c.info, true); got != c.version {
			t.Errorf("version %q, want %q", got, c.version)
		}
	}
	stamped = "v1.2.3 dirty"
	t.Cleanup(func() { stamped = "" })
	if got := UserAgent(); !strings.HasPrefix(got, "a2aform/") || strings.Contains(got, " ") {
		t.Errorf("User-Agent %q", got)
	}
}
