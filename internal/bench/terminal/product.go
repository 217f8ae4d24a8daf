package terminal

import (
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"time"

	"a2aform/internal/demo"
)

// Build makes the stripped program that `make build` makes.
func Build(dir, pkg, out string) error {
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, pkg) //nolint:gosec // fixed words
	cmd.Dir, cmd.Env, cmd.Stderr = dir, append(os.Environ(), "CGO_ENABLED=0"), os.Stderr
	return cmd.Run()
}

// SaveCard writes the demo agent's card to a file.
func SaveCard(path string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	server, err := demo.Start(ctx, "", demo.Options{})
	if err != nil {
		return err
	}
	defer func() { _ = server.Close() }()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, server.CardURL, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	card, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	return os.WriteFile(path, card, 0o600)
}
