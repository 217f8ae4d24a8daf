package ui_test

import "a2aform/ui/apptest"

// What these tests use of package apptest, under short names.
type card = apptest.Card

const (
	chitchat    = apptest.Chitchat
	expense     = apptest.Expense
	feedback    = apptest.Feedback
	fight       = apptest.Fight
	fightCase   = apptest.FightCase
	filled      = apptest.Filled
	parcel      = apptest.Parcel
	quick       = apptest.Quick
	rowsCase    = apptest.RowsCase
	stuck       = apptest.Stuck
	thingSchema = apptest.ThingSchema
	trip        = apptest.Trip
	wordSchema  = apptest.WordSchema
)

var (
	agent            = apptest.Agent
	attentive        = apptest.Attentive
	cardWithWarnings = apptest.CardWithWarnings
	caseFiles        = apptest.CaseFiles
	chat             = apptest.Chat
	chatCard         = apptest.ChatCard
	chunk            = apptest.Chunk
	clickAt          = apptest.ClickAt
	demoAgent        = apptest.DemoAgent
	eachSize         = apptest.EachSize
	fileApp          = apptest.FileApp
	fileOf           = apptest.FileOf
	files            = apptest.Files
	formOpened       = apptest.FormOpened
	home             = apptest.Home
	newSession       = apptest.NewSession
	noAnswer         = apptest.NoAnswer
	noDemo           = apptest.NoDemo
	oneForm          = apptest.OneForm
	openDemo         = apptest.OpenDemo
	openForm         = apptest.OpenForm
	openSkill        = apptest.OpenSkill
	openedFile       = apptest.OpenedFile
	realTable        = apptest.RealTable
	remember         = apptest.Remember
	reply            = apptest.Reply
	save             = apptest.Save
	says             = apptest.Says
	serve            = apptest.Serve
	serveMux         = apptest.ServeMux
	sessionWith      = apptest.SessionWith
	showFile         = apptest.ShowFile
	start            = apptest.Start
	streamingForm    = apptest.StreamingForm
	streams          = apptest.Streams
	things           = apptest.Things
	threeRuns        = apptest.ThreeRuns
	withMouse        = apptest.WithMouse
)
