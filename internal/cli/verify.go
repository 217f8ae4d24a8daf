package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/a2aclient/signature"
	"a2aform/internal/cli/command"
	"a2aform/internal/safe"
)

// verifyFlags check the signatures of a card.
type verifyFlags struct {
	on       bool
	files    []string
	validate bool // against the schema of the card's version
}

func (f *verifyFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.on, "verify", false, "check the card's signatures, and exit with 10 if none is valid")
	cmd.Flags().BoolVar(&f.validate, "validate", false, "check the card against the schema of its A2A version, and exit with 10 if it breaks it")
	cmd.Flags().StringArrayVar(&f.files, "keys", nil, "a `FILE` with public keys for --verify, as JSON Web Keys or PEM, besides those in the directory keys of the configuration; may be repeated")
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
		data, err := os.ReadFile(path)
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
func (f *verifyFlags) verify(ctx context.Context, s *command.Streams, card *a2aclient.Card) (verdicts []signature.Verdict, failed, err error) {
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
	if keep := s.Store(); keep != nil {
		trusted, problems := signature.ReadKeys(keep.ConfigDir())
		keys = append(keys, trusted...)
		for _, problem := range problems {
			s.Warn("note: " + problem)
		}
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

// versionOf is the A2A version of a dialect that has a schema for cards, else its name.
func versionOf(d a2aclient.Dialect) string { return strings.TrimPrefix(string(d), "A2A ") }

// checkSchema says on standard error where a card breaks the schema of its version. Failed
// is the error if it does anywhere.
func (f *verifyFlags) checkSchema(s *command.Streams, card *a2aclient.Card) (failed, err error) {
	if !f.validate {
		return nil, nil
	}
	problems, err := a2aclient.ValidateCard(card.Raw, versionOf(card.Dialect))
	if err != nil {
		return nil, err
	}
	for _, p := range problems {
		s.Warn("invalid: " + cmp.Or(command.Line(p.Pointer), "the card") + ": " + p.Message)
	}
	if len(problems) > 0 {
		return command.CheckFailed(fmt.Sprintf("the card breaks the schema of %s in %s (--validate)", card.Dialect, counted(len(problems), "place", "places")), nil), nil
	}
	s.Warn("the card is valid by the schema of " + string(card.Dialect))
	return nil, nil
}
