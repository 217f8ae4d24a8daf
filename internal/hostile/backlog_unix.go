//go:build unix

package hostile

import (
	"net"
	"syscall"
)

// shorten leaves no space for connections that are not accepted yet.
func shorten(l net.Listener) {
	if tcp, ok := l.(*net.TCPListener); ok {
		if raw, err := tcp.SyscallConn(); err == nil {
			_ = raw.Control(func(fd uintptr) { _ = syscall.Listen(int(fd), 0) })
		}
	}
}
