// Package version says which build of the program runs.
package version

import (
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// stamped is the version that -ldflags -X sets. It wins: a release sets it, and so does a build without version control,
// such as that of a source archive.
var stamped string

// Tool describes the program that wrote a file.
type Tool struct {
	Version string `json:"version"`          // as [Version] gives it
	Commit  string `json:"commit,omitempty"` // "" where the build does not know it
	Go      string `json:"go"`
	OS      string `json:"os"`   // and architecture: linux/amd64
	Zone    string `json:"zone"` // the time zone
}

// This describes the program that runs.
func This() Tool {
	version, commit := of(debug.ReadBuildInfo())
	zone := os.Getenv("TZ")
	if zone == "" {
		zone, _ = time.Now().Zone()
	}
	return Tool{Version: version, Commit: commit, Go: runtime.Version(), OS: runtime.GOOS + "/" + runtime.GOARCH, Zone: zone}
}

// Version returns the version that was set at build time, or the module's, or the commit, or "devel".
func Version() string {
	version, _ := of(debug.ReadBuildInfo())
	return version
}

// UserAgent is the value of the header of that name. It has a version only where
// the build knows one, or its commit.
func UserAgent() string {
	version := Version()
	if version == "devel" {
		return "a2aform"
	}
	return "a2aform/" + strings.ReplaceAll(version, " ", "-")
}

// of reads the version and the commit from what the build knows.
func of(info *debug.BuildInfo, ok bool) (version, commit string) {
	if !ok {
		info = &debug.BuildInfo{}
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			commit = setting.Value
		}
	}
	switch v := info.Main.Version; {
	case stamped != "":
		return stamped, commit
	case v != "" && v != "(devel)":
		return v, commit
	case commit != "":
		return "devel " + commit[:min(12, len(commit))], commit
	}
	return "devel", commit
}
