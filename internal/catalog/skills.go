package catalog

import (
	"context"
	"errors"
	"sync"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/safego"
)

const (
	cardsAtOnce = 8
	cardTime    = 15 * time.Second // for one card
)

// ReadSkills reads the cards that the entries lead to, some at a time, and sets their Skills
// or their Problem.
func ReadSkills(ctx context.Context, list []Entry) {
	var wait sync.WaitGroup
	free := make(chan struct{}, cardsAtOnce)
	for i := range list {
		if list[i].Card != nil || list[i].IsCatalog {
			continue
		}
		free <- struct{}{}
		safego.GoGroup(&wait, func() {
			defer func() { <-free }()
			list[i].readSkills(ctx)
		})
	}
	wait.Wait()
}

func (e *Entry) readSkills(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, cardTime)
	defer cancel()
	card, err := a2aclient.Fetch(ctx, e.Ref)
	if err != nil {
		var failed *a2aclient.CardError
		if e.Problem = err.Error(); errors.As(err, &failed) {
			e.Problem = failed.What
		}
		return
	}
	for _, skill := range card.Skills {
		e.Skills = append(e.Skills, skill.Name.Line(80).String())
	}
}
