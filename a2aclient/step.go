package a2aclient

import (
	"errors"
	"net"
	"net/netip"
	"net/url"
	"strings"
)

// Step is one step of opening a card.
type Step struct {
	Layer  Layer
	Done   bool // it was taken; neither Done nor Failed is one that it did not come to
	Failed bool // here it ended
}

// Steps are the steps of opening the card in order, up to and behind the one that
// failed; nil where nothing was tried. It asks nobody.
func (e *CardError) Steps() []Step {
	var layers []Layer
	failed := e.Layer
	switch {
	case e.Layer == LayerRef:
		return nil
	case errors.Is(e.Err, errInsecureHTTP): // no host was asked
		layers = []Layer{LayerTLS, LayerHTTP, LayerContent, LayerCard}
	case e.Layer == LayerFile, e.Status == 0 && (e.Layer == LayerContent || e.Layer == LayerCard):
		layers = []Layer{LayerFile, LayerContent, LayerCard}
	default:
		layers = stepsTo(e.Ref)
	}
	if failed == LayerTimeout {
		failed = e.timedOut()
	}
	steps := make([]Step, len(layers))
	done := true
	for i, l := range layers {
		isHere := l == failed
		done = done && !isHere
		steps[i] = Step{Layer: l, Done: done, Failed: isHere}
	}
	return steps
}

// stepsTo are the steps to a host: one without a name is not looked up, plain
// HTTP needs no TLS.
func stepsTo(ref string) []Layer {
	typed := strings.TrimSpace(ref)
	if !strings.Contains(typed, "://") {
		typed = schemeFor(typed) + typed
	}
	layers := []Layer{LayerName, LayerConnect, LayerTLS, LayerHTTP, LayerContent, LayerCard}
	u, err := url.Parse(typed)
	if err != nil {
		return layers
	}
	if strings.EqualFold(u.Scheme, "http") {
		layers = append(layers[:2:2], layers[3:]...)
	}
	if _, err := netip.ParseAddr(u.Hostname()); err == nil {
		layers = layers[1:]
	}
	return layers
}

// timedOut is the layer at which the time ran out.
func (e *CardError) timedOut() Layer {
	var op *net.OpError
	switch {
	case errors.As(e.Err, &op) && op.Op == "dial":
		return LayerConnect
	case e.Err != nil && strings.Contains(e.Err.Error(), "TLS handshake timeout"):
		return LayerTLS
	}
	return LayerHTTP
}
