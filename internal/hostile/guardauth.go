package hostile

var authRemovals = []Removal{
	without("secrets that are sent", "a2aclient/wallet.go", "if w == nil || originOf(req.URL) != w.origin {", "if w != nil {", "token", "logged in", "repeats the password in a page", "key in the address"),
	without("host of a secret", "internal/cli/credential.go", "err == nil && from.Origin() != w.Origin() {", "err == nil && from == w {", "token for another host", "token for a host like ours"),
	without("headers of the protocol", "a2aclient/wallet.go", "(isOwnHeader(s.Param.Exact()) || isProtocolHeader(s.Param.Exact()))", "w == nil", "key in a header of the protocol", "key as the host"),
	without("name of a header", "a2aclient/scheme.go", "s.In != KeyInQuery && !headerName(s.Param.Exact())", `s.Param.Exact() == "never"`, "key in a broken name"),
	without("mask in what is answered", "a2aclient/mask.go", "func (w *Wallet) hideJSON(text []byte) []byte {\n\tif w == nil {", "func (w *Wallet) hideJSON(text []byte) []byte {\n\tif text != nil {", "repeats the secrets", "repeats the secrets in escapes", "repeats the token in a file", "card for friends", "key in the address"),
	{"mask in errors of JSON", []Edit{
		{"a2aclient/mask.go", "func (w *Wallet) hideJSON(text []byte) []byte {\n\tif w == nil {", "func (w *Wallet) hideJSON(text []byte) []byte {\n\tif text != nil {"},
		{"a2aclient/mask.go", "if w == nil || len(text) == 0 {", "if w != nil {"},
	}, []string{"repeats the token in an error"}},
	without("mask in errors", "a2aclient/mask.go", "if w == nil || len(text) == 0 {", "if w != nil {", "repeats the password in a page"),
	without("mask in headers", "a2aclient/mask.go", "string(w.hide([]byte(value)))", "value", "repeats the token in its headers", "repeats the token as a type", "repeats the token in the head of a stream"),
	without("mask in heads", "a2aclient/trace.go", "string(w.hide([]byte(f.Head.Exact())))", "f.Head.Exact()", "repeats the token in the head of a stream"),
	without("mask in a token's refusal", "a2aclient/oauth.go", "known.quote(refused.ErrorDescription, 200)", "safe.Text(refused.ErrorDescription).Line(200)", "tokens that are repeated"),
	without("challenge", "a2aclient/errtext.go", "case e.HTTPStatus == http.StatusUnauthorized && !e.Challenge.IsEmpty():", "case e == nil:", "never satisfied"),
	without("refusal", "a2aclient/errtext.go", "case http.StatusForbidden:\n", "case http.StatusTeapot:\n", "never allowed"),
	without("unknown scheme", "a2aclient/scheme.go", "if s.Kind == SchemeUnknown {", "if s.Name.Exact() == \"never\" {", "schemes of nobody"),
	without("requirement that is met", "a2aclient/wallet.go", "if list, ok := w.all(needs); ok && len(list) > 0 {", "if list, ok := w.all(needs); ok {", "ways of nothing"),
	without("host of a friend's card", "internal/run/wallet.go", "if err != nil || err2 != nil || at.Origin() != from.Origin() {", "if err != nil || err2 != nil || at == from {", "card for friends leads away"),
	without("host of a token", "internal/cli/auth.go", "if err := o.checkHosts(scheme, c.Origin); err != nil {", "if err := o.checkHosts(scheme, c.Origin); err != nil && ctx == nil {", "tokens of another host"),
	without("redirect of a token", "a2aclient/oauth.go", "return http.ErrUseLastResponse", "return nil", "tokens move away"),
	without("place of a renewal", "internal/run/wallet.go", "case scheme.TokenURL != c.Secret.TokenURL:", "case ctx == nil:", "tokens from elsewhere now"),
	without("controls in a secret", "a2aclient/wallet.go", "case strings.ContainsFunc(value, isControl):\n\t\treturn fmt.Errorf(\"%s holds", "case w == nil:\n\t\treturn fmt.Errorf(\"%s holds", "token that ends the line"),
	without("words for no token", "a2aclient/oauth.go", `return errors.New("no token was given: what came in answer holds none")`, `return err`, "token without end"),
	without("page to be opened", "a2aclient/oauth.go", `err != nil || originOf(page) == ""`, "err != nil || page == nil", "device page that is a file"),
}

var netRemovals = []Removal{
	without("nobody there", "a2aclient/classify.go", "case errors.Is(err, syscall.ECONNREFUSED):", "case err == nil:", "nobody listens"),
	without("time to connect", "a2aclient/options.go", "Timeout: limit.ConnectTime.Duration(), ", "", "nobody accepts"),
	without("no name", "a2aclient/classify.go", "case errors.As(err, &dns):", "case errors.As(err, &dns) && err == nil:", "no such name"),
	without("time for the user's patience", "internal/cli/send.go", "ctx, cancel = context.WithTimeout(ctx, o.timeout)", "ctx, cancel = context.WithTimeout(ctx, 100*o.timeout)", "stalls within the stream", "stalls the message"),
	without("patience with a halt", "a2aclient/http.go", "\ttimer.Stop()\n\tif err != nil {", "\ttimer.Reset(wait / 1000)\n\tif err != nil {", "halts within the stream", "byte by byte"),
	without("message that was sent", "a2aclient/http.go", "WroteHeaders: func() { sent.Store(true) }", "WroteHeaders: func() {}", "resets the message"),
	{"authorities of the system", []Edit{
		{"a2aclient/options.go", "\t\"crypto/tls\"\n", "\t\"crypto/tls\"\n\t\"crypto/x509\"\n"},
		{"a2aclient/options.go", "TLSHandshakeTimeout: ", "TLSClientConfig: &tls.Config{RootCAs: x509.NewCertPool()},\n\t\tTLSHandshakeTimeout: "},
	}, []string{"good TLS"}},
	without("name of a certificate", "a2aclient/classify.go", "case errors.As(err, &name):", "case errors.As(err, &name) && err == nil:", "certificate of another"),
	without("age of a certificate", "a2aclient/classify.go", "invalid.Reason == x509.Expired:", "invalid.Reason == x509.TooManyIntermediates:", "certificate of old"),
	without("authority of a certificate", "a2aclient/classify.go", "case errors.As(err, &unknown):", "case errors.As(err, &unknown) && err == nil:", "certificate of nobody"),
	without("words for TLS", "a2aclient/classify.go", "case isTLS(err):", "case err == nil:", "TLS of old"),
	without("TLS where none is wanted", "a2aclient/fetch.go", `e.Next = "if the host speaks TLS, write https://"`, "", "TLS where none is wanted"),
	without("plain where TLS is wanted", "a2aclient/classify.go", "case errors.Is(err, http.ErrSchemeMismatch), errors.As(err, &record):", "case err == nil && errors.As(err, &record):", "no TLS where it is wanted"),
}
