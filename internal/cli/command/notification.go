package command

import (
	"strings"

	"a2aform/internal/store"
	"a2aform/ui/kit"
)

// Notification returns how to ask the terminal for notifications. A terminal at the other end of
// SSH is asked only where the user wants it.
func Notification(wanted store.Notify, getenv func(string) string) kit.Notify {
	isRemote := getenv("SSH_CONNECTION") != "" || getenv("SSH_TTY") != ""
	term := getenv("TERM")
	switch {
	case wanted == "off", wanted == "auto" && isRemote:
		return kit.NotifyNone
	case strings.Contains(term, "kitty") || getenv("KITTY_WINDOW_ID") != "":
		return kit.NotifyOSC99
	case strings.HasPrefix(term, "rxvt") || strings.HasPrefix(term, "foot") || getenv("VTE_VERSION") != "":
		return kit.NotifyOSC777
	}
	return kit.NotifyOSC9
}
