package signature

import (
	"strings"
	"sync"
)

// cardMembers are the members of a card and of what is in it, from the specification's
// a2a.proto (A2A 1.0). A member ends with ! where it is required, with ? where it may be set
// to an empty value; behind : is the message that it contains or has a list of, behind % that of
// its values by name.
const cardMembers = `
Card: name! description! supportedInterfaces!:Interface provider:Provider version! documentationUrl? capabilities!:Capabilities securitySchemes%Scheme securityRequirements:Requirement defaultInputModes! defaultOutputModes! skills!:Skill iconUrl?
Interface: url! protocolBinding! tenant protocolVersion!
Provider: url! organization!
Capabilities: streaming? pushNotifications? extensions:Extension extendedAgentCard?
Extension: uri description required params
Skill: id! name! description! tags! examples inputModes outputModes securityRequirements:Requirement
Requirement: schemes%List
List: list
Scheme: apiKeySecurityScheme:APIKey httpAuthSecurityScheme:HTTPAuth oauth2SecurityScheme:OAuth2 openIdConnectSecurityScheme:OpenID mtlsSecurityScheme:MutualTLS
APIKey: description location! name!
HTTPAuth: description scheme! bearerFormat
OAuth2: description flows!:Flows oauth2MetadataUrl
OpenID: description openIdConnectUrl!
MutualTLS: description
Flows: authorizationCode:Flow clientCredentials:Flow implicit:Flow password:Flow deviceCode:Flow
Flow: authorizationUrl! tokenUrl! deviceAuthorizationUrl! refreshUrl scopes! pkceRequired`

// message is the members of an object of the protocol, by name.
type message map[string]member

type member struct {
	required bool // present even where it is empty
	explicit bool // may be set to an empty value
	of       string
	isMap    bool // of values of that message
}

var messages = sync.OnceValue(func() map[string]message {
	all := map[string]message{}
	for line := range strings.Lines(strings.TrimSpace(cardMembers)) {
		name, members, _ := strings.Cut(strings.TrimSpace(line), ": ")
		all[name] = message{}
		for _, word := range strings.Fields(members) {
			var m member
			if word, m.of, m.isMap = strings.Cut(word, "%"); !m.isMap {
				word, m.of, _ = strings.Cut(word, ":")
			}
			m.required, m.explicit = strings.HasSuffix(word, "!"), strings.HasSuffix(word, "?")
			all[name][strings.TrimRight(word, "!?")] = m
		}
	}
	return all
})
