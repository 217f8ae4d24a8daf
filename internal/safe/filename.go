package safe

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// longestName bounds the name of a file, in bytes, without how it ends: the
// shortest limit of the usual file systems is 255.
const longestName = 60

// FileName makes a name for a file of untrusted text: letters, digits, points and
// underscores, dashes for the rest. It has no path, is not hidden, begins with no
// dash, is no device of Windows, and ends with extension, which begins with a
// point or is empty. A name that makes a desktop act, such as that of a shortcut, gets .txt. Where nothing is left of the text it is
// otherwise.
func FileName(text Raw, otherwise, extension string) string {
	var sb strings.Builder
	for _, r := range text.Line(longestName * 4).String() {
		if !isNameRune(r) {
			r = '-'
		}
		if sb.Len() < longestName && (r != '-' || sb.Len() > 0 && !strings.HasSuffix(sb.String(), "-")) {
			sb.WriteRune(r)
		}
	}
	base := strings.Trim(sb.String(), "-.")
	if base == "" || isDevice(base) {
		base = otherwise
	}
	if !strings.HasSuffix(strings.ToLower(base), extension) {
		base += extension
	}
	if isActive(base) {
		base += ".txt"
	}
	return base
}

// active are the extensions of files that a desktop follows or runs without a question, when a folder with them is shown or they are
// clicked. Programs and scripts are not among them: systems ask before they run what was downloaded.
var active = []string{
	".lnk", ".url", ".desktop", ".scf", ".pif", ".hta", ".webloc", ".fileloc", ".inetloc", ".library-ms", ".search-ms", ".searchconnector-ms", ".settingcontent-ms",
	".appref-ms", ".website", ".theme", ".themepack", ".directory",
}

// isActive reports a name that makes a desktop act. Windows ignores points at the end.
func isActive(name string) bool {
	name = strings.TrimRight(strings.ToLower(name), ".")
	return name == "desktop.ini" || name == "autorun.inf" ||
		slices.ContainsFunc(active, func(extension string) bool { return strings.HasSuffix(name, extension) })
}

func isNameRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '.' || r == '_'
}

// isDevice reports a name that is a device on Windows, with any extension.
func isDevice(base string) bool {
	stem, _, _ := strings.Cut(strings.ToLower(base), ".")
	switch stem {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(stem) == 4 && (stem[:3] == "com" || stem[:3] == "lpt") && stem[3] >= '0' && stem[3] <= '9'
}

// maxPath bounds a path that is shown, in bytes.
const maxPath = 200

// Path is the path of a file as the user finds it: from dir, the working directory, where it is below that, else from the root, with ~ for the
// home directory. An empty dir is unknown.
func Path(path, dir string) Line {
	if dir != "" && !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return Text(path).Line(maxPath)
	}
	if root, err := filepath.Abs(dir); err == nil && dir != "" {
		if near, ok := below(root, full); ok {
			return Text(near).Line(maxPath)
		}
	}
	if home, err := os.UserHomeDir(); err == nil {
		if near, ok := below(home, full); ok {
			full = filepath.Join("~", near)
		} else if full == home {
			full = "~"
		}
	}
	return Text(full).Line(maxPath)
}

// below is a path relative to a directory that it is in.
func below(dir, path string) (near string, ok bool) {
	near, err := filepath.Rel(dir, path)
	return near, err == nil && near != "." && filepath.IsLocal(near)
}
