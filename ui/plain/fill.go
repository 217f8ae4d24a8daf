package plain

import (
	"bufio"
	"context"
	"errors"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Fill asks for the fields of a form alone, and returns the JSON once the user has agreed to it. It fails like [Run].
func Fill(ctx context.Context, o Options, input *a2aclient.Input, prefill []byte) ([]byte, error) {
	t := &terminal{ctx: ctx, in: bufio.NewReader(o.In), out: o.Out, isPiped: o.IsPiped, hasMarks: o.HasMarks, width: o.Wrap, secret: o.Secret}
	s := &session{filler: filler{t}, opts: o}
	data, err := s.fillForm(input, prefill)
	if t.err != nil && !errors.Is(err, t.err) {
		err = errors.Join(err, t.err)
	}
	return data, err
}

func (s *session) fillForm(input *a2aclient.Input, prefill []byte) ([]byte, error) {
	doc, err := schema.Load(input.Schema)
	if err != nil {
		return nil, err
	}
	form := formgen.New(doc)
	if v, err := ojson.Parse(prefill, ojson.DataLimits); err == nil {
		form.LoadFrom(v, formgen.Loaded)
	}
	if input.IsNoted() {
		s.printf("! %s", input.Rule)
	}
	s.introduce(form)
	for {
		data, err := s.complete(form, input.IsGuess)
		if err != nil || form.HasSecret() {
			return data, err
		}
		s.printf("")
		s.printData(data)
		if ok, err := s.yes("Print this?", true); ok || err != nil {
			return data, err
		}
	}
}
