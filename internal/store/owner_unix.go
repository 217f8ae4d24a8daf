//go:build unix

package store

import (
	"io/fs"
	"os"
	"strconv"
	"syscall"
)

// thisProcess has the user of the process. As with git, a program that sudo runs also uses the files of the user who called it.
var thisProcess = owners{users: processUsers(os.Geteuid(), os.Getenv("SUDO_UID")), of: ownerOf}

func processUsers(effective int, sudo string) []int {
	users := []int{effective}
	if caller, err := strconv.Atoi(sudo); err == nil && effective == 0 {
		users = append(users, caller)
	}
	return users
}

func ownerOf(info fs.FileInfo) (user int, known bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(stat.Uid), true
}
