package suite

import (
	"fmt"
	"regexp"
	"strings"

	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
)

// minSecret is the minimum length of the value of a variable, in bytes. A shorter one could not be masked, because ordinary words
// contain it.
const minSecret = 8

// Secrets are what variables of the environment contain, which no output may show.
type Secrets []string

// Resolve reads the values of a table of an environment. A variable that is missing, or too short to be masked, is an
// error.
func (e *Environment) Resolve(table string, list []Value, getenv func(string) string) (values map[string]string, secrets Secrets, err error) {
	values = map[string]string{}
	for _, v := range list {
		text := v.Text
		if v.Env != "" {
			if text, err = secretOf(v.Env, getenv); err != nil {
				return nil, nil, fmt.Errorf("the environment %s, %s.%s: %w", e.Name, table, safe.Text(v.Name).Line(80), err)
			}
			secrets = append(secrets, text)
		}
		values[v.Name] = text
	}
	return values, secrets, nil
}

func secretOf(name string, getenv func(string) string) (string, error) {
	value, shown := strings.TrimSpace(getenv(name)), safe.Text(name).Line(80)
	switch {
	case value == "":
		return "", fmt.Errorf("the variable %s is empty or not set", shown)
	case len(value) < minSecret:
		return "", fmt.Errorf("the variable %s has less than %d characters, and so short a secret cannot be masked", shown, minSecret)
	case strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return "", fmt.Errorf("the variable %s has a line break or another control character", shown)
	}
	return value, nil
}

var varPlaceholder = regexp.MustCompile(`\$\{var\.([^}]+)\}`)

// FilledHeaders are the headers with the texts of vars in the place of ${var.NAME}. What a variable contains is not filled in: a
// header takes { env = "NAME" } itself.
func (e *Environment) FilledHeaders() ([]Value, error) {
	vars := map[string]string{}
	for _, v := range e.Vars {
		if v.Env == "" {
			vars[v.Name] = v.Text
		}
	}
	filled := make([]Value, 0, len(e.Headers))
	for _, h := range e.Headers {
		missing := ""
		h.Text = varPlaceholder.ReplaceAllStringFunc(h.Text, func(found string) string {
			name := varPlaceholder.FindStringSubmatch(found)[1]
			value, ok := vars[name]
			if !ok {
				missing = name
			}
			return value
		})
		if missing != "" {
			return nil, fmt.Errorf("the environment %s, headers.%s: there is no text vars.%s", e.Name, safe.Text(h.Name).Line(80), safe.Text(missing).Line(80))
		}
		filled = append(filled, h)
	}
	return filled, nil
}

// MaskedVars are the variables of an environment, with a mask for those that are secret.
func (e *Environment) MaskedVars() map[string]string {
	vars := map[string]string{}
	for _, v := range e.Vars {
		if vars[v.Name] = v.Text; v.Env != "" {
			vars[v.Name] = auth.Mask
		}
	}
	return vars
}
