package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/store/atomicfile"
)

const (
	fetchTime = time.Second // a shell waits for it
	cacheTime = 10 * time.Minute
)

// card is the card of the agent on the command line; nil where there is none, or where it cannot be read in time.
func (c *completer) card(cmd *cobra.Command, args []string) *a2aclient.Card {
	flag := command.AgentFlag{}
	flag.Value, _ = cmd.Flags().GetString("agent-card")
	ref, _, err := flag.Find(c.streams, args[:min(len(args), 1)])
	if err != nil || ref == "-" {
		return nil
	}
	path := c.cachePath(ref)
	if card := cached(path, ref); card != nil {
		return card
	}
	ctx, cancel := context.WithTimeout(cmd.Context(), fetchTime)
	defer cancel()
	card, err := (&command.AgentFlag{Value: ref}).Fetch(ctx, c.streams, nil)
	if err != nil {
		return nil
	}
	if _, err := os.Stat(ref); err != nil { // a file is read each time
		keepCached(path, card)
	}
	return card
}

// cachePath is the file that keeps the card of an agent; "" where there is no directory for it.
func (c *completer) cachePath(ref string) string {
	dir := c.streams.Getenv("A2AFORM_HOME")
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(cache, "a2aform")
	}
	digest := sha256.Sum256([]byte(ref))
	return filepath.Join(dir, "cards", hex.EncodeToString(digest[:16])+".json")
}

// cached returns a card from the cache; nil if there is none or it has expired.
func cached(path, ref string) *a2aclient.Card {
	info, err := os.Stat(path)
	if err != nil || time.Since(info.ModTime()) > cacheTime {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }()
	card, err := a2aclient.Read(f, ref)
	if err != nil {
		return nil
	}
	return card
}

// keepCached writes a card to the cache and removes expired ones. After a failure, the next completion fetches the card again.
func keepCached(path string, card *a2aclient.Card) {
	dir := filepath.Dir(path)
	if path == "" || os.MkdirAll(dir, 0o700) != nil {
		return
	}
	old, _ := os.ReadDir(dir)
	for _, entry := range old {
		if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) > cacheTime {
			_ = os.Remove(filepath.Join(dir, entry.Name()))
		}
	}
	_ = atomicfile.Write(path, card.Raw, 0o600)
}
