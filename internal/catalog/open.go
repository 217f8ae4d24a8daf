package catalog

import (
	"context"
	"errors"
	"net/url"
	"path"

	"a2aform/a2aclient"
)

// Open reads the catalog at an address or in a file. For a host alone, and for an address
// that is no catalog, it is looked for at [WellKnown]. The error is a
// [*a2aclient.CardError], or [ErrNone] with what was found instead.
func Open(ctx context.Context, ref string, o ...a2aclient.Option) (*Catalog, error) {
	address, file, err := a2aclient.Locate(ref)
	if err != nil {
		return nil, err
	}
	if file != "" {
		return readAt(ctx, ref, o)
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	known := *u
	known.Path, known.RawPath, known.RawQuery = WellKnown, "", ""
	if path.Clean("/"+u.Path) == "/" && u.RawQuery == "" {
		return readAt(ctx, known.String(), o)
	}
	found, err := readAt(ctx, address, o)
	if err == nil || ctx.Err() != nil || isFinal(err) {
		return found, err
	}
	if other, otherErr := readAt(ctx, known.String(), o); otherErr == nil {
		return other, nil
	}
	return nil, err
}

// OpenInstead reads the catalog at an address where no card was found, for the reason err;
// nil if there is none, or if err says that it is not worth a try.
func OpenInstead(ctx context.Context, ref string, err error, o ...a2aclient.Option) *Catalog {
	var failed *a2aclient.CardError
	if !errors.As(err, &failed) || !failed.HasNoCard() {
		return nil
	}
	found, err := Open(ctx, ref, o...)
	if err != nil {
		return nil
	}
	return found
}

// isFinal reports that asking the same host for something else will do no better.
func isFinal(err error) bool {
	var failed *a2aclient.CardError
	return errors.As(err, &failed) && failed.Status == 0
}

func readAt(ctx context.Context, ref string, o []a2aclient.Option) (*Catalog, error) {
	data, from, err := a2aclient.ReadDocument(ctx, ref, MaxSize, o...)
	if err != nil {
		return nil, err
	}
	return Parse(data, from)
}
