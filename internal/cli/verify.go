package cli

import (
	"context"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/a2aclient/signature"
	"a2aform/internal/cli/command"
	"a2aform/internal/safe"
)

// verifyFlags check the signatures of a card.
type verifyFlags struct {
	on    bool
	files []string
}

func (f *verifyFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.on, "verify", false, "check the card's signatures, and exit with 10 if none is valid")
	cmd.Flags().StringArrayVar(&f.files, "keys", nil, "a `FILE` with public keys for --verify, as JSON Web Keys or PEM; may be repeated")
}

func (f *verifyFlags) check() error {
	if len(f.files) > 0 && !f.on {
		return command.Usagef("--keys has no effect without --verify")
	}
	return nil
}

// keys are those of --keys.
func (f *verifyFlags) keys() (list []*signature.Keys, err error) {
	for _, path := range f.files {
		data, err := os.ReadFile(path) //nolint:gosec // the user names the file
		if err != nil {
			return nil, command.Usagef("--keys %s cannot be read", safe.Text(path).Line(200))
		}
		keys, err := signature.ParseKeys(data, safe.Text(path).Line(200).String())
		if err != nil {
			return nil, command.Usagef("--keys %s: %s", safe.Text(path).Line(200), err)
		}
		list = append(list, keys)
	}
	return list, nil
}

// verify checks the signatures of a card. Where no one is valid, failed says so.
func (f *verifyFlags) verify(ctx context.Context, card *a2aclient.Card) (verdicts []signature.Verdict, failed, err error) {
	if !f.on {
		return nil, nil, nil
	}
	if card.Signatures == 0 {
		return nil, command.CheckFailed("the card is not signed (--verify)", nil), nil
	}
	keys, err := f.keys()
	if err != nil {
		return nil, nil, err
	}
	if verdicts, err = card.VerifySignatures(ctx, keys); err != nil {
		return nil, nil, err
	}
	if !slices.ContainsFunc(verdicts, func(v signature.Verdict) bool { return v.Valid }) {
		failed = command.CheckFailed("no signature of the card is valid (--verify)", nil)
	}
	return verdicts, failed, nil
}

// addSignatures says whether a card is signed, and what is known of its signatures.
func addSignatures(r *command.Rows, card *a2aclient.Card, verdicts []signature.Verdict) {
	if verdicts == nil && card.Signatures > 0 {
		r.Add("Signed:", "yes, but not verified; add --verify")
	}
	for _, v := range verdicts {
		r.Add("Signed:", v.Text())
	}
}
