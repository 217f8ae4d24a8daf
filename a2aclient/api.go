package a2aclient

import (
	"context"
	"errors"
	"iter"
)

// Fetch reads an agent card.
func Fetch(ctx context.Context, ref string, o ...Option) (*Card, error) { return nil, errors.New("soon") }

// Dial chooses the interface.
func (c *Card) Dial(o ...Option) (*Agent, error) { return nil, errors.New("soon") }

// Run sends and follows.
func (a *Agent) Run(ctx context.Context, r *Request) iter.Seq2[Event, error] { return nil }

// Subscribe follows a task that already exists.
func (a *Agent) Subscribe(ctx context.Context, taskID string) iter.Seq2[Event, error] { return nil }

// Get asks for a task as it stands.
func (a *Agent) Get(ctx context.Context, taskID string) (*Task, error) { return nil, nil }

// Cancel asks the agent to cancel a task.
func (a *Agent) Cancel(ctx context.Context, taskID string) (*Task, error) { return nil, nil }
