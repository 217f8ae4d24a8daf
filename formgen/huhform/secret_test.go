package huhform_test

import (
	"strings"
	"testing"
)

func TestTextNamedLikeSecretIsMasked(t *testing.T) {
	h := start(t, `{"type":"object","properties":{"api_key":{"type":"string"},"city":{"type":"string"}}}`)
	h.page.SetRecipient("https://agent.example")
	h.goTo("/api_key").press("hunter2")
	if view := h.view(); strings.Contains(view, "hunter2") || !strings.Contains(view, "its name looks like") || !strings.Contains(view, "goes to https://agent.example") {
		t.Errorf("focused:\n%s", view)
	}
	if !h.form.HasSecret() {
		t.Error("what is sent holds a secret and does not say so")
	}
	h.press("alt+v")
	if view := h.view(); !strings.Contains(view, "hunter2") {
		t.Errorf("revealed:\n%s", view)
	}
	h.press("alt+v", "tab")
	if view := h.view(); strings.Contains(view, "hunter2") || !strings.Contains(view, "•••") {
		t.Errorf("not focused:\n%s", view)
	}
	event := h.goTo("/api_key").press("alt+k")
	if event.NotSecret != "api_key" {
		t.Errorf("%+v", event)
	}
	h.form.SetNotSecret([]string{event.NotSecret})
	h.page.Refresh()
	if view := h.view(); !strings.Contains(view, "hunter2") || h.form.HasSecret() {
		t.Errorf("cleared:\n%s", view)
	}
}
