package a2aclient

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"a2aform/a2aclient/signature"
	"a2aform/internal/safe"
)

const (
	keysTime = 10 * time.Second // for all key sets of a card
	keysSize = 1 << 20          // of one, in bytes
)

// VerifySignatures checks the signatures of the card: with the keys of the user, and with
// those at the address that a signature names, if that is at the card's own origin. It asks
// no other host, and sends no credentials.
func (c *Card) VerifySignatures(ctx context.Context, own []*signature.Keys, o ...Option) ([]signature.Verdict, error) {
	ctx, cancel := context.WithTimeout(ctx, keysTime)
	defer cancel()
	f := &fetcher{opts: newOptions(o)}
	defer f.opts.closeIdle()
	sets, failed := map[string]*signature.Keys{}, map[string]error{} // each address is asked once
	return signature.Verify(c.Raw, func(_, address string) ([]*signature.Keys, error) {
		if address == "" {
			return own, signature.ErrNoKeys
		}
		set, known := sets[address]
		if !known {
			set, failed[address] = f.keys(ctx, address, c.Source)
			sets[address] = set
		}
		if err := failed[address]; err != nil {
			return own, err
		}
		return append(own[:len(own):len(own)], set), nil
	})
}

// keys reads the key set of a signature of a card from source.
func (f *fetcher) keys(ctx context.Context, address, source string) (*signature.Keys, error) {
	at, err := url.Parse(address)
	from, sourceErr := url.Parse(source)
	switch {
	case err != nil || at.Host == "" || at.User != nil:
		return nil, errors.New("the address of its keys is not a URL")
	case sourceErr != nil || origin(at) != origin(from):
		return nil, fmt.Errorf("its keys are at %s, which is not where the card is from; pass them as a file", safe.Text(at.Host).Line(100))
	}
	resp, _, problem := f.get(ctx, at)
	if problem != nil {
		return nil, fmt.Errorf("its keys cannot be read: %s", problem.What)
	}
	defer closeBody(resp.Response)
	data, over, err := readBody(resp.Response, keysSize)
	switch {
	case resp.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("its keys cannot be read: the host answered %d", resp.StatusCode)
	case err != nil || over:
		return nil, errors.New("its keys cannot be read: the answer broke off, or is too large")
	}
	shown := safe.Text(address).Line(200).String()
	keys, err := signature.ParseKeys(data, shown)
	if err != nil {
		return nil, fmt.Errorf("its keys at %s cannot be used: %w", shown, err)
	}
	return keys, nil
}
