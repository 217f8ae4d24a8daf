module a2aform/internal/peers

go 1.26.8

require a2aform v0.0.0

replace a2aform => ../..
