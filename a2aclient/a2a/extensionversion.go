package a2a

import (
	"regexp"
	"strings"
)

var versionSegment = regexp.MustCompile(`^v?\d+(\.\d+){0,2}$`)

// SplitVersion splits the version at the end of an extension's URI from what is before it: seed 002 puts one there, such as v1 or
// v1.2.0. The version is "" where there is none.
func SplitVersion(uri string) (name, version string) {
	uri = strings.TrimRight(uri, "/")
	i := strings.LastIndexByte(uri, '/')
	if i < 0 || !versionSegment.MatchString(uri[i+1:]) {
		return uri, ""
	}
	return uri[:i], strings.TrimPrefix(uri[i+1:], "v")
}

// MajorVersion is the part of a version that a breaking change changes.
func MajorVersion(version string) string {
	major, _, _ := strings.Cut(version, ".")
	return major
}
