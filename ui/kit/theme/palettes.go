package theme

// themes are the built-in themes. The palettes of others are published under the MIT
// license by the projects that Source names.
var themes = []Theme{
	{Name: "dark", Title: "Dark", Dark: true, Tokens: Tokens{
		Text: hex("#e4e4ec"), Muted: hex("#9a9aaa"), Accent: hex("#9d98ff"),
		Good: hex("#2bd99b"), Warning: hex("#ffb454"), Bad: hex("#ff6b81"), Border: hex("#5c5c74"),
		Key: hex("#8fb7ff"), String: hex("#8fdcb0"), Number: hex("#ffb454"), Literal: hex("#f780e2"),
	}},
	{Name: "light", Title: "Light", Tokens: Tokens{
		Text: hex("#22222a"), Muted: hex("#5c5c6b"), Accent: hex("#4b3fd6"),
		Good: hex("#0b7a4b"), Warning: hex("#8f5600"), Bad: hex("#b3213b"), Border: hex("#8c8ca0"),
		Key: hex("#1f4fbf"), String: hex("#0b7a4b"), Number: hex("#8f5600"), Literal: hex("#b0278f"),
	}},
	{Name: "catppuccin", Title: "Catppuccin Mocha", Source: "catppuccin/catppuccin", Dark: true, Surface: hex("#1e1e2e"), Tokens: Tokens{
		Text: hex("#cdd6f4"), Muted: hex("#a6adc8"), Accent: hex("#cba6f7"),
		Good: hex("#a6e3a1"), Warning: hex("#f9e2af"), Bad: hex("#f38ba8"), Border: hex("#6c7086"),
		Key: hex("#89b4fa"), String: hex("#a6e3a1"), Number: hex("#fab387"), Literal: hex("#cba6f7"),
	}},
	{Name: "dracula", Title: "Dracula", Source: "dracula/dracula-theme", Dark: true, Surface: hex("#282a36"), Tokens: Tokens{
		Text: hex("#f8f8f2"), Muted: hex("#a4aed1"), Accent: hex("#bd93f9"),
		Good: hex("#50fa7b"), Warning: hex("#f1fa8c"), Bad: hex("#ff5555"), Border: hex("#6272a4"),
		Key: hex("#8be9fd"), String: hex("#f1fa8c"), Number: hex("#bd93f9"), Literal: hex("#ff79c6"),
	}},
	{Name: "gruvbox", Title: "Gruvbox Dark", Source: "morhetz/gruvbox", Dark: true, Surface: hex("#282828"), Tokens: Tokens{
		Text: hex("#ebdbb2"), Muted: hex("#a89984"), Accent: hex("#fabd2f"),
		Good: hex("#b8bb26"), Warning: hex("#fabd2f"), Bad: hex("#fb4934"), Border: hex("#7c6f64"),
		Key: hex("#83a598"), String: hex("#b8bb26"), Number: hex("#d3869b"), Literal: hex("#fe8019"),
	}},
	{Name: "nord", Title: "Nord", Source: "nordtheme/nord", Dark: true, Surface: hex("#2e3440"), Tokens: Tokens{
		Text: hex("#e5e9f0"), Muted: hex("#a7b1c2"), Accent: hex("#88c0d0"),
		Good: hex("#a3be8c"), Warning: hex("#ebcb8b"), Bad: hex("#bf616a"), Border: hex("#4c566a"),
		Key: hex("#8fbcbb"), String: hex("#a3be8c"), Number: hex("#b48ead"), Literal: hex("#81a1c1"),
	}},
	{Name: "solarized-light", Title: "Solarized Light", Source: "altercation/solarized", Surface: hex("#fdf6e3"), Tokens: Tokens{
		Text: hex("#586e75"), Muted: hex("#657b83"), Accent: hex("#268bd2"),
		Good: hex("#859900"), Warning: hex("#b58900"), Bad: hex("#dc322f"), Border: hex("#93a1a1"),
		Key: hex("#268bd2"), String: hex("#2aa198"), Number: hex("#d33682"), Literal: hex("#b58900"),
	}},
}
