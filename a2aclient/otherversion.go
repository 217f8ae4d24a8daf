package a2aclient

import (
	"cmp"
	"errors"
	"fmt"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/auth"
)

// WithVersionLearned calls learned with the version of A2A that an agent turned out to speak in place of that on its card. It is
// called from the goroutine of a run.
func WithVersionLearned(learned func(version string)) Option {
	return func(o *options) { o.versionLearned = learned }
}

// spoken is the agent in the version of A2A that it turned out to speak: a itself, unless a message was refused in that of the card.
func (a *Agent) spoken() *Agent {
	version := a.learned.version.Load()
	if version == nil || *version == a.opts.version {
		return a
	}
	return cmp.Or(a.inVersion(*version), a)
}

// otherVersion is the version of A2A beside that of the agent in which its methods have other names, "" where there is none.
func (p *protocol) otherVersion() string {
	switch p {
	case protocolV03:
		return "1.0"
	case protocolV10:
		return "0.3"
	}
	return ""
}

// inVersion is the agent in another version of A2A, at the interface that the card lists for it, else at the same one; nil where
// that is at another origin, or has no JSON-RPC.
func (a *Agent) inVersion(version string) *Agent {
	other, err := a.Redial(a.card, WithVersion(version))
	if err != nil || other.protocol != protocolFor(BindingJSONRPC, version) {
		return nil
	}
	here, err := auth.NewCredentialSet(a.iface.URL)
	if err != nil {
		return nil
	}
	if there, err := auth.NewCredentialSet(other.iface.URL); err != nil || there.Origin() != here.Origin() {
		return nil
	}
	other.learned = a.learned
	return other
}

// isUnknownMethod reports that the agent does not know the method of a message, so that it executed nothing.
func isUnknownMethod(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == CodeMethodNotFound
}

// resend sends the message once more where err, the agent's first answer, says that it does not know the method: without
// streaming if the method was that of a stream, then in the other version of A2A.
func (f *follower) resend(err error, isStream bool) error {
	if isStream && f.refusesStream(err) {
		err = f.sendBlocking(err)
	}
	if isUnknownMethod(err) {
		return f.sendInOtherVersion(err)
	}
	return err
}

// sendInOtherVersion sends the message under the same id in the other version of A2A, unless the user chose one or the message
// has parts that are encoded already. Where that works, the agent keeps it in mind.
func (f *follower) sendInOtherVersion(cause error) error {
	first := f.agent
	version := first.protocol.otherVersion()
	if version == "" || first.opts.version != "" || len(f.request.Parts) > 0 {
		return cause
	}
	other := first.inVersion(version)
	if other == nil {
		return cause
	}
	request := *f.request
	c, err := other.sendCall(&request)
	if err != nil {
		return cause
	}
	text := fmt.Sprintf("The agent does not know the methods of A2A %s, which its card names. It did nothing yet, so the message is sent again as A2A %s.", cmp.Or(first.protocol.version, "0.3"), version)
	if !f.notice(a2a.Notice{Kind: a2a.NoticeOtherVersion, Err: cause, Text: text}) {
		return cause
	}
	f.agent, f.polling = other, !c.stream
	if err = f.openFirst(c); c.stream && f.refusesStream(err) {
		err = f.sendBlocking(err)
	}
	if isUnknownMethod(err) {
		f.agent = first
		var refused *Error
		if errors.As(cause, &refused) {
			refused.tried = version
		}
		return cause
	}
	first.learned.version.Store(&version)
	if err == nil && first.opts.versionLearned != nil {
		first.opts.versionLearned(version)
	}
	return err
}
