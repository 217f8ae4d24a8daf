package plain

import (
	"strings"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// verdict is what the user says of a request.
type verdict int

const (
	keepBack verdict = iota
	sendNow
	editAgain
)

// review shows what will be sent and asks whether to.
func (s *session) review(plan *run.Plan, form *formgen.Form) (verdict, error) {
	if err := s.comply(plan); err != nil {
		return keepBack, err
	}
	preview, err := plan.Preview()
	if err != nil {
		return keepBack, err
	}
	if s.opts.SkipReview {
		return sendNow, nil
	}
	s.printRequest(plan, preview)
	if form != nil {
		if leftOut := form.LeftOut(); len(leftOut) > 0 {
			s.printf("  left out: %s", strings.Join(leftOut, ", "))
		}
		s.printWarnings(form.Root())
	}
	return s.askToSend(form != nil)
}

// printRequest shows what will be sent, without secrets.
func (s *session) printRequest(plan *run.Plan, preview *a2aclient.Preview) {
	s.printf("")
	s.printf("Review: %s %s", preview.Method, safe.Text(preview.URL).Line(safe.TextLimit()))
	switch {
	case plan.Private:
		s.printf("  the data holds a secret, so it is not shown")
	case plan.Data == nil:
		s.printf("  text: %s", safe.Text(plan.Text).Line(safe.TextLimit()))
		for _, f := range plan.Files {
			s.printf("  file: %s", fileLine(f))
		}
		if plan.AnswerAs != nil {
			s.printf("  answer: %s", plan.AnswerAs.About())
		}
	default:
		s.printData(plan.Data)
		if !preview.Tag.IsEmpty() {
			s.printf("  tagged %s", preview.Tag.Line(safe.TextLimit()))
		}
	}
	if notice := plan.Notice(); notice != "" {
		s.printf("! %s", notice)
	}
}

// printWarnings says what is doubtful in a field and all that it holds.
func (s *session) printWarnings(x *formgen.Field) {
	for _, p := range x.Warnings() {
		s.printf("! %s", words.Doubt(x, p))
	}
	for _, c := range x.Children() {
		s.printWarnings(c)
	}
}

func (s *session) askToSend(isForm bool) (verdict, error) {
	prompt := "Send? [Y/n]"
	if isForm {
		prompt = "Send? [Y/n, or e to edit]"
	}
	for {
		answer, err := s.ask(prompt)
		send, ok := truth(answer)
		switch {
		case err != nil:
			return keepBack, err
		case answer == "" || ok && send:
			return sendNow, nil
		case ok:
			s.printf("nothing was sent")
			return keepBack, nil
		case answer == "e" && isForm:
			return editAgain, nil
		}
		s.printf("  ✗ enter y or n")
	}
}

// comply asks about extensions that the agent requires and a2aform does not know.
func (s *session) comply(plan *run.Plan) error {
	missing := s.agent.Missing()
	if len(missing) == 0 {
		return nil
	}
	for _, uri := range missing {
		s.printf("! the agent requires an extension that a2aform does not know: %s", uri.Line(200))
	}
	activate, err := s.yes("Activate it all the same; its rules are yours to follow", false)
	if err != nil || !activate {
		return err
	}
	agent, err := s.agent.Complying()
	if err == nil {
		s.agent, plan.Agent = agent, agent
	}
	return err
}

// printData shows JSON indented.
func (s *session) printData(data []byte) {
	v, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil {
		return
	}
	for line := range strings.SplitSeq(string(v.Indent("  ")), "\n") {
		s.printf("  %s", safe.Text(line).Line(safe.CellLimit()))
	}
}
