package run

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
)

// Curl is a request as a command of curl, with a variable in place of each secret, whose name begins with A2AFORM_.
func Curl(preview *a2aclient.Preview, streams bool) string {
	command := "curl -sS"
	if streams {
		command += " -N"
	}
	address, parts := ShellWord(preview.URL), []string{}
	for _, name := range slices.Sorted(maps.Keys(preview.Header)) {
		for _, value := range preview.Header[name] {
			if name == auth.InAddress {
				address += joint(preview.URL) + secretWord("query", value)
				continue
			}
			parts = append(parts, "-H "+secretWord(name, name+": "+value))
		}
	}
	parts = append([]string{command + " " + address}, parts...)
	parts = append(parts, "--data-binary "+ShellWord(string(preview.Body)))
	return strings.Join(parts, " \\\n  ")
}

// standardCurl is a message as a command of a2a, the program of the A2A project, with a variable in place of each secret. The target is the
// word of the agent.
func standardCurl(preview *a2aclient.Preview, target string, streams bool, message []byte) string {
	parts := []string{"a2a send " + target}
	if streams {
		parts[0] += " --stream"
	}
	for _, name := range slices.Sorted(maps.Keys(preview.Header)) {
		switch name {
		case "Accept", "Content-Type", "User-Agent", "A2a-Version", "A2A-Version":
			continue // a2a sends its own
		}
		for _, value := range preview.Header[name] {
			parts = append(parts, "--svc-param "+secretWord(name, name+"="+value))
		}
	}
	return strings.Join(append(parts, "--json "+ShellWord(string(message))), " \\\n  ")
}

// joint returns what separates an address from one more query parameter.
func joint(address string) string {
	if strings.Contains(address, "?") {
		return "'&'"
	}
	return "'?'"
}

// secretWord is a text as a word of the shell; where it contains a secret, the shell
// puts that in.
func secretWord(name, text string) string {
	before, _, isSecret := strings.Cut(text, auth.Mask)
	if !isSecret {
		return ShellWord(text)
	}
	return ShellWord(before) + `"$` + SecretVariable(name) + `"`
}

// SecretVariable is the variable that contains the secret of a header.
func SecretVariable(name string) string {
	return "A2AFORM_" + strings.Map(func(r rune) rune {
		if r < 'A' || r > 'Z' {
			return '_'
		}
		return r
	}, strings.ToUpper(name))
}

// ShellWord makes one word of a POSIX shell of any text. Characters that a terminal or a reader would take for something else are
// written as $'\x..', which bash and zsh read. Other shells make another text of that, but never a command: everything else stands in
// quotes that all of them read.
func ShellWord(s string) string {
	if s != "" && !strings.ContainsFunc(s, isSpecial) {
		return s
	}
	var sb strings.Builder
	for first := true; first || s != ""; first = false {
		seen := strings.IndexFunc(s, isHidden)
		if seen < 0 {
			seen = len(s)
		}
		hidden := strings.IndexFunc(s[seen:], func(r rune) bool { return !isHidden(r) })
		if hidden < 0 {
			hidden = len(s) - seen
		}
		if seen > 0 || hidden == 0 {
			sb.WriteString("'" + strings.ReplaceAll(s[:seen], "'", `'\''`) + "'")
		}
		if hidden > 0 {
			sb.WriteString("$'")
			for _, b := range []byte(s[seen : seen+hidden]) {
				fmt.Fprintf(&sb, `\x%02x`, b)
			}
			sb.WriteByte('\'')
		}
		s = s[seen+hidden:]
	}
	return sb.String()
}

// isSpecial reports what a shell does not take as it is.
func isSpecial(r rune) bool {
	return !(unicode.IsLetter(r) && r < unicode.MaxASCII) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./:@%+,", r)
}

// isHidden reports a character that is not drawn as itself.
func isHidden(r rune) bool { return r == unicode.ReplacementChar || !unicode.IsPrint(r) }
