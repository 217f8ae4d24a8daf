//go:build unix

package cli_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
)

// secretCard wants a token, and its form asks for a secret.
const secretCard = `{"name":"x","description":"d","url":"http://127.0.0.1:1/","protocolVersion":"0.3.0","securitySchemes":{"tok":{"type":"http","scheme":"bearer"}},
	"schemas":{"in":{"type":"object","required":["pin"],"properties":{"pin":{"type":"string","writeOnly":true}}}},
	"skills":[{"id":"one","name":"One","description":"d","tags":[],"inputModes":["application/json;schema=in"]}]}`

// typed runs a command on a card on a terminal, with its output in a file, and types once
// the screen is at rest.
func typed(t *testing.T, keys string, args ...string) (screen string, code int) {
	t.Helper()
	card := filepath.Join(t.TempDir(), "card.json")
	if err := os.WriteFile(card, []byte(secretCard), 0o600); err != nil {
		t.Fatal(err)
	}
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = master.Close(); _ = tty.Close() })
	before, err := term.GetState(tty.Fd())
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var shown bytes.Buffer
	go func() {
		chunk := make([]byte, 1024)
		for {
			n, err := master.Read(chunk)
			mu.Lock()
			shown.Write(chunk[:n])
			mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	cmd := call(t, append(args, card)...)
	cmd.Env = append(cmd.Env, "DBUS_SESSION_BUS_ADDRESS=none:")
	cmd.Stdin, cmd.Stderr, cmd.Stdout = tty, tty, nil
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for until := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		if now, err := term.GetState(tty.Fd()); err != nil || !reflect.DeepEqual(now, before) {
			break
		}
		if time.Now().After(until) {
			t.Error("what is typed is shown")
			break
		}
	}
	if _, err := master.WriteString(keys); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); errors.As(err, &exit) {
		code = exit.ExitCode()
	}
	if after, err := term.GetState(tty.Fd()); err != nil || !reflect.DeepEqual(after, before) {
		t.Errorf("the terminal is not as it was: %v", err)
	}
	mu.Lock()
	defer mu.Unlock()
	return shown.String(), code
}

// A secret is not echoed, also if the output is no terminal.
func TestLoginHidesTypedSecret(t *testing.T) {
	screen, code := typed(t, "HUSH\n", "auth", "login")
	if code != 0 || strings.Contains(screen, "HUSH") {
		t.Errorf("%d\n%s", code, screen)
	}
}

func TestLoginInterrupt(t *testing.T) {
	screen, code := typed(t, "HU\x03", "auth", "login")
	if code != 130 || strings.Contains(screen, "HU") || strings.Contains(screen, "kept") {
		t.Errorf("%d\n%s", code, screen)
	}
}

func TestSecretPromptInterrupt(t *testing.T) {
	screen, code := typed(t, "HU\x03", "--plain", "--skill=one")
	if code != 130 || strings.Contains(screen, "HU") {
		t.Errorf("%d\n%s", code, screen)
	}
}
