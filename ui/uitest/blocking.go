package uitest

import (
	"bytes"
	"runtime"
	"sync"

	"a2aform/internal/blocking"
)

// busy are the programs whose Update or View is running, by goroutine.
var busy sync.Map // of string to *watch

func init() {
	blocking.Watch(func(call string) {
		if w, ok := busy.Load(goroutine()); ok {
			w.(*watch).blocked(call)
		}
	})
}

// goroutine names the goroutine that calls it, as in the first line of its stack:
// "goroutine 12 [running]:".
func goroutine() string {
	var stack [64]byte
	name, _, _ := bytes.Cut(stack[:runtime.Stack(stack[:], false)], []byte(" ["))
	return string(name)
}

// during runs Update or View, and lets the test fail where it makes a call that
// waits for a disk or a network.
func (w *watch) during(work func()) {
	name := goroutine()
	busy.Store(name, w)
	defer busy.Delete(name)
	work()
}

// blocked says once which call it was, and who made it.
func (w *watch) blocked(call string) {
	if w.failed {
		return
	}
	w.failed = true
	stack := make([]byte, 16<<10)
	w.fail("Update or View waits for a disk or a network: %s\n%s", call, stack[:runtime.Stack(stack, false)])
}
