package qa

import "a2aform/internal/ojson"

// shownValue is the output, or the input where that is asked for or all there is.
func (s *detail) shownValue() (name string, v *ojson.Value) {
	name, v = s.outputOf()
	if in := s.input(); in != nil && (name == "" || s.wantsInput) {
		return "input", ojson.NewObject(ojson.Member{Name: "input", Value: in})
	}
	return name, v
}

// cannotSwap says why the input cannot take the place of the output; "" if it can.
func (s *detail) cannotSwap() string {
	switch name, _ := s.outputOf(); {
	case s.input() == nil:
		return "the input is not kept"
	case name == "":
		return "there is no output, so the input is shown"
	}
	return ""
}

// input is what was sent, or what the case would send; nil where it is not kept.
func (s *detail) input() *ojson.Value {
	if a := s.current(); a != nil && a.Result != nil {
		return a.Document.Get("input")
	}
	in := &s.result.Case.Input
	if v, err := ojson.Parse(in.Data, ojson.DataLimits); err == nil {
		return v
	}
	if in.Text != "" {
		return ojson.NewString(in.Text)
	}
	return nil
}
